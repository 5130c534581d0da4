"""What a claimer believes, as his words show it: losers and good cards (N3, N10)."""

from dataclasses import replace

import pytest

from rulings.bridge.cards import Strain, parse_cards
from rulings.bridge.hands import Hand
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.bridge.tricks import Trick
from rulings.solver.inputs import (
    SolverClaim,
    known_losers,
    mentions_trumps,
    named_forgotten,
)
from rulings.statements import ReadStatement

POSITION = Position(
    tuple(
        Hand.parse(text) for text in ("AK.Q3.J.", "QJ.K2.Q.", ".A4.K2.2", "T9..A.AK")
    ),
    Strain.parse("NT"),
    Trick(Seat.NORTH),
    (0, 8),
)


def claim(words, tricks):
    return SolverClaim(
        Seat.NORTH, Seat.NORTH, tricks, statement=ReadStatement.parse(words)
    )


@pytest.mark.parametrize(
    ("words", "cards"),
    [
        ("HA is good; 2 tricks in spades", ""),
        ("HQ is good; 2 tricks in spades", "HK"),
        ("HA is good; HQ is good", "HK"),
        ("hearts are good", "HK"),
        ("DJ is good", "DA DQ"),
    ],
)
def test_a_card_called_good_speaks_of_no_other_card(words, cards):
    found = named_forgotten(POSITION, claim(words, 3))

    assert found == frozenset(parse_cards(cards))


@pytest.mark.parametrize(
    ("words", "tricks", "cards"),
    [
        ("2 tricks in spades; HA is good", 3, "H3 H4 HQ D2 DJ DK C2"),
        ("2 tricks in spades; 2 tricks in hearts", 4, "D2 DJ DK C2"),
        ("2 tricks in spades; 2 tricks in hearts", 3, "D2 DJ DK C2"),
        ("2 tricks in spades; HA is good", 4, ""),
        ("HA is good", 4, ""),
        ("2 tricks in spades; C2 is a loser", 4, "C2"),
        ("hearts are good; HA is good", 5, "D2 DJ DK C2"),
    ],
    ids=[
        *("whole", "whole-suits", "more-than-claimed", "short", "one-card"),
        *("short-with-a-loser", "suit-of-unknown-length"),
    ],
)
def test_a_list_that_falls_short_of_the_claim_marks_no_loser(words, tricks, cards):
    found = known_losers(POSITION, claim(words, tricks))

    assert found == frozenset(parse_cards(cards))


@pytest.mark.parametrize(
    ("words", "is_mentioned"),
    [
        ("draw trumps", True),
        ("a trump is still out", True),
        ("finesse clubs", True),
        ("finesse CJ", True),
        ("give up a trick in clubs", True),
        ("lose to CK", True),
        ("finesse spades", False),
        ("1 tricks in clubs", False),
        ("clubs are good", False),
        ("play CA", False),
    ],
)
def test_trumps_are_mentioned_where_one_is_told_to_be_out(words, is_mentioned):
    clubs = replace(POSITION, strain=Strain.CLUBS)

    assert mentions_trumps(clubs, claim(words, 4)) is is_mentioned
