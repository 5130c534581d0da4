"""Strikes and allowances of the director: of every hand of the claiming side."""

from dataclasses import replace

import pytest

from rulings.bridge.cards import Card, Suit
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import Settings, adjudicate, normal_settings
from rulings.solver.adjudicate import Solve
from rulings.solver.award import worst_of
from rulings.solver.doubts import Allowing
from rulings.solver.inputs import NodeBudget, PlayAt, SolverClaim
from rulings.solver.types import Excluded
from tests.solver.endings import random_claim, random_position, seeded

DUCKED = Position.parse("N N:- 8-2 N:...KJ6 ...AT9 .Q..42 6...Q8")
DEFENDER = SolverClaim(
    Seat.WEST,
    Seat.SOUTH,
    3,
    show_outs=frozenset({(Seat.SOUTH, Suit.SPADES), (Seat.NORTH, Suit.DIAMONDS)}),
)
RUFF_OR_THROW = Position.parse("H N:CK 10-0 N:K...J 5...Q8 JT9... ...A63")


def settings(strikes="", allowances=""):
    return Settings(
        strikes=frozenset(map(PlayAt.parse, strikes.split())),
        allowances=frozenset(map(PlayAt.parse, allowances.split())),
    )


def bites(position, claim, strikes):
    found = adjudicate(position, claim, settings(strikes))
    return {one.id: one.in_force for one in found.strikes}


def test_a_card_of_a_defenders_partner_may_be_struck():
    ten_led = Position.parse("D N:ST 0-11 N:...6 K9... ...K3 4...8")
    claim = SolverClaim(Seat.WEST, Seat.SOUTH, 2)
    before = adjudicate(ten_led, claim, Settings())

    after = adjudicate(ten_led, claim, settings(">S9"))

    assert before.line[0].cards[1].reason.rule == "N13"
    assert bites(DUCKED, DEFENDER, "CK>C9") == {"CK>C9": True}
    assert (before.award, after.award) == (0, 2)


def test_a_card_of_the_other_side_may_not_be_struck():
    assert bites(DUCKED, DEFENDER, ">CK CK,C9>C4") == {">CK": False, "CK,C9>C4": False}


def test_strikes_of_all_the_normal_plays_of_a_moment_have_no_effect():
    both = "CK>C9 CK>CA"

    assert bites(DUCKED, DEFENDER, both) == {"CK>C9": False, "CK>CA": False}
    assert bites(DUCKED, DEFENDER, "CK>C9 CK>CT") == {"CK>C9": True, "CK>CT": False}


def test_a_card_of_a_defenders_partner_may_be_let_in():
    claim = SolverClaim(Seat.WEST, Seat.SOUTH, 2, aware_of_trump=True)
    before = adjudicate(RUFF_OR_THROW, claim, Settings())
    (throw,) = [play for play in before.excluded if play.seat is Seat.EAST]

    after = adjudicate(RUFF_OR_THROW, claim, settings(allowances=throw.id))

    assert (before.award, throw.award, after.award) == (2, 1, 1)


@pytest.mark.parametrize("declarer", [Seat.NORTH, Seat.SOUTH])
def test_the_lowest_of_equals_is_shown_of_a_hand_that_is_not_seen(declarer):
    position = Position.parse("N S:S6,S8,S2 5-6 N:..A. 74... ..3. ..7.")

    found = adjudicate(position, SolverClaim(Seat.WEST, declarer, 0), Settings())

    assert str(found.line[0].cards[-1].card) == "S4"


PROTECTED = {
    "one trick more is protected": (
        "D N:- 6-4 N:.5.3.T .4..J5 .8.9.A .K97..",
        "S",
        0,
        "W:C W:HK",
    ),
    "a partner's too": ("D S:- 0-10 N:A.J9.. .KQ8.. KQT... 8.AT..", "W", 1, "E:D"),
}


@pytest.mark.parametrize("ending", PROTECTED.values(), ids=PROTECTED)
def test_the_number_beside_a_play_is_that_of_the_solve_with_it(ending):
    text, claimer, tricks, known = ending
    position = Position.parse(text)
    facts = [pair.split(":") for pair in known.split()]
    claim = SolverClaim(
        Seat.parse(claimer),
        Seat.NORTH if claimer == "W" else Seat.SOUTH,
        tricks,
        aware_of_trump=True,
        show_outs=frozenset(
            (Seat.parse(seat), Suit.parse(suit))
            for seat, suit in facts
            if len(suit) < 2
        ),
        locations=frozenset(
            (Seat.parse(seat), Card.parse(card))
            for seat, card in facts
            if len(card) > 1
        ),
    )
    found = adjudicate(position, claim, normal_settings("ACBL"))

    for play in found.excluded:
        let_in = frozenset({PlayAt.parse(play.id)})
        allowed = replace(normal_settings("ACBL"), allowances=let_in)
        assert adjudicate(position, claim, allowed).award == play.award < found.award


@pytest.mark.parametrize("seed", range(60))
def test_every_number_beside_a_play_is_that_of_the_solve_with_it(seed):
    rng = seeded(seed * 31)
    position = random_position(rng, 3)
    aware = rng.choice([True, False, None])
    claim = replace(random_claim(rng, position), aware_of_trump=aware)
    found = adjudicate(position, claim, Settings())

    for play in found.excluded:
        allowed = settings(allowances=play.id)
        assert adjudicate(position, claim, allowed).award == play.award < found.award


def test_no_number_is_given_that_is_not_proven():
    position = Position.parse("D N:- 6-4 N:.5.3.T .4..J5 .8.9.A .K97..")
    claim = SolverClaim(Seat.SOUTH, Seat.SOUTH, 0, aware_of_trump=True)
    solve = Solve(position, claim, normal_settings("ACBL"), lambda *_: None)
    hypotheses = solve._hypotheses(solve.prepared())
    counted = hypotheses.counted()
    allowing = Allowing(hypotheses, counted, worst_of(counted))
    line = adjudicate(position, claim, normal_settings("ACBL"))
    one = line.line[0].cards[0]
    left_out = Excluded(">D3", 1, one.seat, one.card, one.reason, 1)

    assert allowing.award(left_out, NodeBudget(0)) is None
    assert allowing.award(left_out, NodeBudget(10**6)) == 2
