"""A ruling counts penalty cards and bound leads that were pending (Laws 50, 51, 26)."""

from dataclasses import replace

import pytest

from rulings.bridge.cards import Card, Suit
from rulings.bridge.errors import ParseError
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import Settings, adjudicate
from rulings.solver.inputs import LeadBound, PenaltyCard, Pending, SolverClaim
from rulings.solver.reference import check
from rulings.solver.version import input_hash

CASHES = Position.parse("N E:- 11-0 N:.32.. .A.2. A..A. .K4..")
"""East would cash the ace of hearts before a diamond is led to South's winners."""
DUCKS = Position.parse("N S:- 11-0 N:2..3. ..54. Q5... K9...")
"""West keeps the king for the queen, unless it has to be played at once."""
SOUTH = SolverClaim(Seat.SOUTH, Seat.SOUTH, 2, aware_of_trump=True)
KING = PenaltyCard(Seat.WEST, Card.parse("SK"))
HEART = PenaltyCard(Seat.WEST, Card.parse("HK"))
NO_HEART = LeadBound(Seat.EAST, Suit.parse("H"))


def solved(position, claim, *cards, lead=None):
    claim = replace(claim, pending=Pending(frozenset(cards), lead))
    return adjudicate(position, claim, Settings())


def laws(found):
    return [said.law for said in found.explanation]


def test_a_forbidden_lead_keeps_a_defender_from_cashing():
    assert solved(CASHES, SOUTH).award == 1

    found = solved(CASHES, SOUTH, lead=NO_HEART)

    assert found.award == 2
    assert "26" in laws(found)


def test_declarer_uses_a_penalty_card_where_that_makes_more_certain():
    known = frozenset({(Seat.WEST, Card.parse("H4"))})

    found = solved(CASHES, replace(SOUTH, locations=known), HEART)

    assert (found.certain.low, found.award) == (2, 2)
    assert laws(found)[-2:] == ["50D1", "50D2"]


def test_of_options_that_make_the_same_certain_the_worst_counts():
    assert solved(CASHES, SOUTH, HEART).award == 1


def test_a_major_penalty_card_is_played_at_the_first_chance():
    claim = replace(
        SOUTH, tricks=1, show_outs=frozenset({(Seat.EAST, Suit.parse("S"))})
    )
    assert solved(DUCKS, claim).award == 0

    found = solved(DUCKS, claim, KING)

    assert (found.certain.low, found.award, found.double_dummy.low) == (1, 1, 1)
    assert laws(found)[-1] == "50D1"


def test_against_a_defenders_claim_declarer_decides_as_well_as_he_can():
    claim = SolverClaim(Seat.EAST, Seat.SOUTH, 1, aware_of_trump=True)
    assert solved(CASHES, claim).award == 1

    assert solved(CASHES, claim, HEART).award == 0


def test_a_claim_without_restrictions_keeps_its_hash():
    claim = replace(SOUTH, pending=Pending(frozenset({HEART}), NO_HEART))
    plain = input_hash(CASHES, SOUTH, Settings())

    assert "pending" not in SOUTH.to_json()
    assert input_hash(CASHES, claim, Settings()) != plain
    assert SolverClaim.from_json(claim.to_json()) == claim
    declarers = {
        input_hash(CASHES, one, Settings())
        for one in replace(SOUTH, pending=Pending(frozenset({HEART}))).with_options()
    }
    assert len(declarers) == 1


@pytest.mark.parametrize(
    ("pending", "message"),
    [
        (Pending(frozenset({KING})), "does not hold SK"),
        (Pending(lead=LeadBound(Seat.NORTH, Suit.parse("H"))), "is no defender"),
    ],
)
def test_restrictions_that_do_not_fit_the_cards_are_refused(pending, message):
    with pytest.raises(ValueError, match=message):
        adjudicate(CASHES, replace(SOUTH, pending=pending), Settings())


@pytest.mark.parametrize("text", ["W:SK", "W:SK:medium", "E:H:perhaps"])
def test_a_text_that_is_no_restriction_is_refused(text):
    with pytest.raises(ParseError):
        (LeadBound if "perhaps" in text else PenaltyCard).parse(text)


def test_a_stored_proposal_is_checked_as_far_as_its_line():
    claim = replace(SOUTH, pending=Pending(frozenset({HEART})))
    found = adjudicate(CASHES, claim, Settings())

    checked = check(CASHES, claim, Settings(), found.to_json())

    assert checked.faults == []
    assert checked.left_out == ["certainty and normal plays: restrictions pending"]
