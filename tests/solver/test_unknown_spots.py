"""A small card nobody is sure of: every card it may have been is counted through."""

from dataclasses import replace
from itertools import product

import pytest

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import Settings, adjudicate
from rulings.solver.inputs import MOST, SolverClaim, fillings
from rulings.solver.version import input_hash

TOPS = Position.parse("N S:- 11-0 N:2..3. .54.. AK... 53...")
"""Two sure winners: no spot card matters."""
NINE = Position.parse("N S:- 12-0 N:..3. .5.. 6... 8...")
"""The last card wins where South's spade is the nine, and loses where it is lower."""
SOUTH = SolverClaim(Seat.SOUTH, Seat.SOUTH, 1, aware_of_trump=True)


def unknown(*cards):
    return frozenset((Seat.parse(text[0]), Card.parse(text[2:])) for text in cards)


def test_it_says_that_the_card_does_not_matter():
    claim = replace(SOUTH, tricks=2, spots=unknown("W:S3", "N:S2"))

    found = adjudicate(TOPS, claim, Settings())

    assert (found.award, found.low, found.high) == (2, 2, 2)
    assert found.explanation[-1].sentence.english() == (
        "Whichever small cards they were, the number is the same."
    )


def test_it_says_with_which_card_the_number_changes():
    claim = replace(SOUTH, spots=unknown("S:S6"))

    found = adjudicate(NINE, claim, Settings())

    assert (found.award, found.low, found.high) == (None, 0, 1)
    assert found.status_reason.english() == (
        "It depends on small cards that are not known: 0 with S6, 1 with S9."
    )
    assert found.provenance.input_hash == input_hash(NINE, claim, Settings())
    plain = replace(claim, spots=frozenset())
    assert adjudicate(NINE, plain, Settings()).award == 0


def test_fillings_are_all_orders_of_the_suit_once():
    claim = replace(SOUTH, spots=unknown("S:S6", "W:S8"))

    found = [placed for _, placed in fillings(NINE, claim)]

    both = product("23456789", "23456789")
    orders = {one > other for one, other in both if one != other}
    assert len(found) == len(orders)
    assert found[0] == tuple(sorted(claim.spots))


def test_of_too_many_fillings_nothing_is_said():
    position = Position.parse("N S:- 4-4 N:52.52.5. 63.63.6. 74.74.7. 98.98.9.")
    small = {(s, c) for s in Seat for c in position.hands[s]}
    claim = replace(SOUTH, spots=frozenset(small))

    assert len(fillings(position, claim)) == MOST + 1
    found = adjudicate(position, claim, Settings())
    assert (found.low, found.high) == (0, position.left)
    assert "Too many small cards" in found.status_reason.english()


def test_they_stand_in_the_input_only_where_there_are_some():
    claim = replace(SOUTH, spots=unknown("S:S6"))

    assert "spots" not in SOUTH.to_json()
    assert SolverClaim.from_json(claim.to_json()) == claim
    with pytest.raises(ValueError, match="does not hold S2"):
        adjudicate(NINE, replace(SOUTH, spots=unknown("S:S2")), Settings())
