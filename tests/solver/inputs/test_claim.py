"""A claim reads back and knows its sides."""

import pytest

from rulings.bridge.cards import Card, Suit
from rulings.bridge.errors import ParseError
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat, Side
from rulings.solver import SolverClaim
from rulings.statements import ReadStatement


def test_a_claim_reads_back():
    claim = SolverClaim(
        Seat.WEST,
        Seat.NORTH,
        3,
        ReadStatement.parse("cash clubs; the rest are good"),
        aware_of_trump=False,
        forgotten=frozenset({Card.parse("HK"), Card.parse("S2")}),
        show_outs=frozenset({(Seat.EAST, Suit.CLUBS)}),
        locations=frozenset({(Seat.NORTH, Card.parse("DA"))}),
        counted=frozenset({Card.parse("CQ")}),
    )

    assert SolverClaim.from_json(claim.to_json()) == claim


def test_a_bare_claim_reads_back():
    claim = SolverClaim(Seat.SOUTH, Seat.SOUTH, 1)

    assert SolverClaim.from_json(claim.to_json()) == claim
    assert (
        SolverClaim.from_json({"claimer": "S", "declarer": "S", "tricks": 1}) == claim
    )


def test_a_claim_in_which_no_card_was_asked_about_keeps_its_form():
    data = SolverClaim(Seat.SOUTH, Seat.SOUTH, 1).to_json()

    assert "counted" not in data
    assert SolverClaim.from_json(data).counted == frozenset()


def test_a_counted_card_that_is_none_is_refused():
    data = SolverClaim(Seat.SOUTH, Seat.SOUTH, 1).to_json() | {"counted": ["X9"]}

    with pytest.raises(ParseError):
        SolverClaim.from_json(data)


def test_awareness_is_true_false_or_open():
    data = SolverClaim(Seat.SOUTH, Seat.SOUTH, 1).to_json() | {"aware_of_trump": "yes"}

    with pytest.raises(ParseError, match="is no awareness"):
        SolverClaim.from_json(data)


def test_declarer_and_defender_see_different_hands():
    declarer = SolverClaim(Seat.SOUTH, Seat.SOUTH, 1)
    defender = SolverClaim(Seat.WEST, Seat.SOUTH, 1)

    assert declarer.by_declarer
    assert declarer.hidden == (Seat.EAST, Seat.WEST)
    assert not defender.by_declarer
    assert defender.hidden == (Seat.EAST, Seat.SOUTH)
    assert (declarer.side, defender.side) == (Side.NS, Side.EW)
    assert defender.dummy is Seat.NORTH


def test_an_illegal_position_is_refused():
    position = Position.parse("N N:- 12-0 N:AK... Q... J... T...")

    with pytest.raises(ValueError, match="not legal"):
        SolverClaim(Seat.SOUTH, Seat.SOUTH, 1).check(position)


def test_the_alternative_that_holds_is_what_was_claimed():
    position = Position.parse("S S:- 0-0 N:...432 Q2..3. ...AKQ J3..2.")
    words = "if spades break; the rest are mine; otherwise; give up a trick"
    claim = SolverClaim(Seat.SOUTH, Seat.SOUTH, 3, ReadStatement.parse(words))

    said = claim.as_cards_lie(position).statement

    assert str(said) == "the claim is conditional; the rest are mine"
