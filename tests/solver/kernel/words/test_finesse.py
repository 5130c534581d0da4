"""A stated finesse is taken as a bridge player takes it, and costs nothing if it wins.

Ten finesses of the textbooks: South is declarer and on lead, the card finessed
against is with West. The words are followed (Laws 68C and 70B), so that they win
what the finesse wins, and are never worse than silence.
"""

from dataclasses import dataclass, replace
from functools import cache

import pytest

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import Settings, SolverClaim, adjudicate
from rulings.solver.reference import check
from rulings.solver.types import Tag
from rulings.statements import ReadStatement


@dataclass(frozen=True)
class Finesse:
    """A position, cards proven with West, what is won with that proof and without."""

    position: str
    located: str
    wins: int
    unproven: int
    words: tuple[str, ...]

    def claim(self, words, *, proven):
        """Return the claim of what the finesse wins, with these words or without."""
        west = self.located.split() if proven else ()
        return SolverClaim(
            Seat.SOUTH,
            Seat.SOUTH,
            self.wins,
            ReadStatement.parse(words) if words else None,
            locations=frozenset((Seat.WEST, Card.parse(card)) for card in west),
        )

    @cache  # noqa: B019 - silence is asked for beside each of the words
    def result(self, words, *, proven):
        """Return the proposal."""
        claim = self.claim(words, proven=proven)
        return adjudicate(Position.parse(self.position), claim, Settings())

    def faults(self, words):
        """Return what the plain rules find wrong with the proposal."""
        position, claim = Position.parse(self.position), self.claim(words, proven=True)
        found = self.result(words, proven=True)
        return check(position, claim, Settings(), found.to_json()).faults


FINESSES = {
    "AQ": Finesse(
        "N S:- 5-5 N:.AQ2.. .T87.. .643.. .K95..",
        "HK",
        2,
        2,
        ("finesse hearts", "finesse hearts against West", "finesse HQ"),
    ),
    "AJT": Finesse(
        "N S:- 5-5 N:.AJT.. .987.. .432.. .KQ5..",
        "HK HQ",
        2,
        2,
        ("finesse hearts", "finesse HJ", "lead hearts to HJ"),
    ),
    "KJ": Finesse(
        "N S:- 5-5 N:.KJ2.. .AT8.. .643.. .Q95..",
        "HQ",
        1,
        1,
        ("finesse hearts", "finesse HJ"),
    ),
    "J opposite AQ": Finesse(
        "N S:- 5-5 N:.AQ2.. .T87.. .J43.. .K95..",
        "HK",
        2,
        2,
        ("finesse hearts", "finesse HQ", "play HJ; finesse HQ"),
    ),
    "AQ opposite JT9": Finesse(
        "N S:- 5-5 N:.AQ4.. .873.. .JT9.. .K52..",
        "HK",
        3,
        2,
        (
            "finesse hearts",
            "finesse hearts against West",
            "finesse HQ",
            "finesse HJ",
            "lead hearts to HQ",
            "play HJ; finesse HQ",
        ),
    ),
    "QJT": Finesse(
        "N S:- 5-5 N:.A32.. .987.. .QJT.. .K54..",
        "HK",
        3,
        2,
        ("finesse hearts", "finesse HQ", "play HQ; finesse hearts"),
    ),
    "Q98 opposite AJT": Finesse(
        "N S:- 5-5 N:.AJT.. .763.. .Q98.. .K52..",
        "HK",
        3,
        2,
        ("finesse hearts", "finesse HJ", "finesse HQ", "lead hearts to HJ"),
    ),
    "KQ opposite small": Finesse(
        "N S:- 5-5 N:.KQ2.. .JT8.. .643.. .A95..",
        "HA",
        1,
        1,
        ("finesse hearts", "finesse HK", "lead hearts to dummy"),
    ),
    "two-way": Finesse(
        "N S:- 5-4 N:.KJT..A .763..2 .A98..3 .Q52..4",
        "HQ",
        4,
        4,
        ("finesse hearts", "finesse hearts against West", "finesse HJ"),
    ),
    "ruffing": Finesse(
        "S S:- 5-5 N:5.7.6. .98..8 4...KQ ..9.A3",
        "CA",
        3,
        3,
        ("finesse clubs", "finesse CK"),
    ),
    "last trick but one": Finesse(
        "N S:H4,H5 5-6 N:.AQ.. .T8.. .3.. .K..",
        "HK",
        2,
        2,
        ("finesse hearts", "finesse HQ", "lead hearts to HQ"),
    ),
}
CASES = [
    pytest.param(found, words, id=f"{name}: {words}")
    for name, found in FINESSES.items()
    for words in found.words
]


@pytest.mark.parametrize(("finesse", "words"), CASES)
def test_words_win_what_the_finesse_wins(finesse, words):
    stated = finesse.result(words, proven=True)

    assert finesse.result("", proven=True).award == finesse.wins
    assert stated.award == stated.as_stated.value == finesse.wins


@pytest.mark.parametrize("finesse", FINESSES.values(), ids=FINESSES)
def test_plain_rules_find_the_first_words_right(finesse):
    assert finesse.faults(finesse.words[0]) == []


@pytest.mark.parametrize(("finesse", "words"), CASES)
def test_words_win_what_is_sure_at_least_where_nothing_is_proven(finesse, words):
    """Once the words are carried out he plays on for his claim (N19)."""
    stated = finesse.result(words, proven=False)

    assert finesse.unproven <= stated.award <= finesse.wins


def test_a_finesse_that_no_card_can_make_asks_for_nothing():
    """A queen opposite the ace, nothing beside them: any lead is free."""
    position = "N S:- 5-5 N:2.A4.. 3.76.. A.Q3.. 4.K2.."
    found = Finesse(position, "HK", 2, 2, ()).result("finesse hearts", proven=True)

    assert not any(
        card.tag is Tag.STATED for trick in found.line for card in trick.cards
    )


def test_a_lead_that_nobody_asked_for_does_not_bind_the_hand_behind_it():
    """The club from dummy is no finesse: six, jack and queen lie over the eight."""
    position = Position.parse("N W:HT 8-2 N:63...T ...QJ6 7.86.. 5...8")
    silent = SolverClaim(Seat.EAST, Seat.EAST, 3)
    words = replace(silent, statement=ReadStatement.parse("finesse clubs"))

    awards = [
        adjudicate(position, claim, Settings()).award for claim in (silent, words)
    ]

    assert awards == [3, 3]
