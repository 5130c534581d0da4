"""The card that turns a claim, checked by trying out every way to play on."""

from functools import cache

import pytest

from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import SolverClaim, adjudicate, normal_settings
from rulings.solver.types import Cause, Manner
from tests.solver.test_adjudicate import random_case

TRUMP_OUT = Position.parse("S S:- 8-0 N:.64.J5.7 .QT.K9.J K9.AK..A 7.8.QT.9")
FINESSE = Position.parse("N S:- 9-0 N:AT3.2.. 876.K.. KJ2.A.. Q54.3..")
SETTINGS = normal_settings()


@cache
def most(text, side):
    """Return the tricks of a side with best play of all, by trying every card."""
    now = Position.parse(text)
    if not any(now.hands):
        return now.won_by(side)
    values = [most(str(now.play(card)), side) for card in now.legal()]
    return max(values) if now.turn.side is side else min(values)


def turned_by_hand(found, position, claim):
    """Return trick, seat and card after which the claim is lost, by every play."""
    won = position.won_by(claim.side)
    needed = won + min(claim.tricks, most(str(position), claim.side) - won)
    now, skipped = position, len(position.trick.cards)
    for trick in found.losing or found.line:
        plays = trick.cards[skipped:] if trick.number == 1 else trick.cards
        for play in plays:
            before, now = now, now.play(play.card)
            fell = most(str(now), claim.side) < needed <= most(str(before), claim.side)
            if fell:
                return trick.number, play.seat, play.card
    return None


def test_a_trump_that_may_be_forgotten_turns_the_line_of_the_worse_answer():
    claim = SolverClaim(Seat.SOUTH, Seat.SOUTH, 5)

    found = adjudicate(TRUMP_OUT, claim, SETTINGS)

    assert (found.low, found.high, found.award) == (4, 5, 5)
    assert found.cause is Cause.TRUMP_FORGOTTEN
    assert found.turning.seat is Seat.SOUTH
    assert found.turning.manner is Manner.LEAD
    assert str(found.turning.better) == "SK"
    assert found.losing != found.line


def test_a_guess_turns_the_claim():
    found = adjudicate(FINESSE, SolverClaim(Seat.SOUTH, Seat.SOUTH, 4), SETTINGS)

    assert found.cause is Cause.GUESS
    assert (found.turning.trick, found.turning.tricks) == (
        *turned_by_hand(found, FINESSE, SolverClaim(Seat.SOUTH, Seat.SOUTH, 4))[:1],
        4,
    )


def test_a_claim_that_stands_has_no_turning_point():
    found = adjudicate(FINESSE, SolverClaim(Seat.SOUTH, Seat.SOUTH, 3), SETTINGS)

    assert (found.cause, found.turning, found.losing) == (Cause.NONE, None, ())


@pytest.mark.parametrize("seed", range(60))
def test_it_is_the_card_that_trying_everything_finds(seed):
    position, claim = random_case(seed)

    found = adjudicate(position, claim, SETTINGS)

    expected = None
    if found.low < min(found.claimed, found.double_dummy.high):
        expected = turned_by_hand(found, position, claim)
    turning = found.turning
    shown = turning and (turning.trick, turning.seat, turning.card)
    assert shown == expected
