"""Words such as "no hearts are out" leave those cards out of count (N10)."""

import pytest

from rulings.bridge.cards import Strain, parse_cards
from rulings.bridge.hands import Hand
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.bridge.tricks import Trick
from rulings.solver.inputs import SolverClaim, known_losers, named_forgotten
from rulings.statements import ReadStatement

POSITION = Position(
    tuple(Hand.parse(text) for text in (".J6..", ".9..A", "2.A..", "3...9")),
    Strain.parse("S"),
    Trick(Seat.NORTH),
    (0, 11),
)


def claim(words, *, aware=None):
    return SolverClaim(
        Seat.NORTH,
        Seat.NORTH,
        2,
        statement=ReadStatement.parse(words),
        aware_of_trump=aware,
    )


@pytest.mark.parametrize(
    ("words", "aware", "cards"),
    [
        ("no hearts are out", None, "H9"),
        pytest.param("no spades are out", None, "", id="a trump is the director's"),
        pytest.param("no spades are out", False, "", id="a trump found forgotten"),
        ("no clubs are out", None, "CA C9"),
        ("H9 is gone", None, "H9"),
        ("H6 is good", None, "H9"),
        ("H6 is good; lose to H9", None, ""),
        ("cash hearts", None, ""),
    ],
)
def test_a_suit_said_to_be_gone_is_left_out_of_count(words, aware, cards):
    found = named_forgotten(POSITION, claim(words, aware=aware))

    assert found == frozenset(parse_cards(cards))


@pytest.mark.parametrize(("words", "cards"), [("H6 is a loser", "H6"), ("", "")])
def test_a_card_called_a_loser_is_one(words, cards):
    assert known_losers(POSITION, claim(words)) == frozenset(parse_cards(cards))
