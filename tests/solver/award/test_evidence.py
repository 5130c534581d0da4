"""Words that tell a line which wins cost nothing; what they leave open is played well.

Serves Laws 68C and 70B: a stated play binds while it is legal and not irrational.
"""

from dataclasses import dataclass, replace

import pytest

from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import Settings, SolverClaim, adjudicate
from rulings.solver.reference import check
from rulings.statements import ReadStatement
from tests.solver.endings import random_position, seeded
from tests.solver.plans import claim_of_all, plan_of


@dataclass(frozen=True)
class Stated:
    """A claim of South's, every trump counted, with words and what they win."""

    position: str
    tricks: int
    words: str
    award: int
    first: str

    def claim(self):
        return SolverClaim(
            Seat.SOUTH,
            Seat.SOUTH,
            self.tricks,
            ReadStatement.parse(self.words),
            aware_of_trump=True,
        )


STATED = {
    "to-the-ace": Stated(
        "N S:- 10-0 N:A3.2.. QJ.K.. K2.A.. T9.3..",
        3,
        "lead spades to SA; play SK; play HA",
        3,
        "S2",
    ),
    "across-under-the-queen": Stated(
        "N S:- 10-0 N:4..K.Q .Q2..5 .5..KT 2..9.3",
        3,
        "cross to dummy in clubs",
        3,
        "CT",
    ),
    "ruff-the-loser": Stated(
        "S S:- 9-0 N:Q.QJ.A. .87.2.9 T..9.K6 .T6.K.2", 3, "ruff clubs in dummy", 4, "C6"
    ),
    "named-for-later-not-thrown": Stated(
        "C W:- 10-0 N:.2.2.2 K.K.K. .A.A.A A.3.3.",
        3,
        "play HA; play DA; play CA",
        3,
        "SA",
    ),
    "named-not-on-his-own-king": Stated(
        "N W:HJ 10-0 N:.K..43 .Q3..Q .A2..A .5..K", 3, "play HA; play CA", 3, "HK"
    ),
    "ace-over-there-led-to": Stated(
        "N S:- 9-0 N:AJ3.2.. Q4.KQ.. KT2.A.. 985.3..", 4, "play SA; play SK", 4, "S2"
    ),
    "from-the-top-of-two-hands": Stated(
        "N S:- 9-0 N:AJ3.2.. Q4.KQ.. KT2.A.. 985.3..",
        4,
        "cash spades from the top",
        4,
        "SK",
    ),
    "a-suit-over-there-comes-first": Stated(
        "D S:- 9-0 N:3.3..AK .95..93 .A6.9.5 97..J.J",
        3,
        "cash clubs; play HA",
        3,
        "C5",
    ),
    "named-for-later-not-ruffed-with": Stated(
        "D S:- 2-8 N:..K6.6 AT5... 3.JT.. J.A.4.",
        3,
        "ruff spades in dummy; play D6; play C6",
        3,
        "S3",
    ),
    "named-for-later-not-thrown-away": Stated(
        "N S:- 6-4 N:A8.A.. J9.T.. T..KT. .K98..",
        3,
        "play DK; lead spades to SA; play HA",
        3,
        "DK",
    ),
    "led-as-a-winner-not-to-the-next": Stated(
        "D N:- 10-0 N:K.Q2.. QJ.4.. A.J5.. 7.87..",
        3,
        "lead spades to SA; play HJ; lead hearts to HQ",
        3,
        "SK",
    ),
}


@pytest.mark.parametrize("case", STATED)
def test_what_words_leave_open_is_played_with_sense(case):
    stated = STATED[case]
    position = Position.parse(stated.position)

    found = adjudicate(position, stated.claim(), Settings())

    assert found.award == stated.award
    assert check(position, stated.claim(), Settings(), found.to_json()).faults == []
    if found.line and not position.trick.cards and position.turn is Seat.SOUTH:
        assert str(found.line[0].cards[0].card) == stated.first


@pytest.mark.parametrize("tricks", [2, 3])
def test_a_plan_that_wins_on_any_defence_costs_nothing_when_told(tricks):
    """The plans are found with no rule of the solver's: high cards, ruffs, discards.

    Where he has to fear for a winner that is safe as the cards lie, words may cost:
    5 of 937 such plans of other seeds.
    """
    told = 0
    for seed in range(800):
        position = random_position(seeded(seed), tricks)
        plan = plan_of(position, position.turn)
        if plan is None:
            continue
        told += 1
        claim = claim_of_all(position, position.turn)
        silent = adjudicate(position, claim, Settings())
        claim = replace(claim, statement=ReadStatement(plan.steps()))
        assert adjudicate(position, claim, Settings()).award >= silent.award, seed

    assert told > 10
