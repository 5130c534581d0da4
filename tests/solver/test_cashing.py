"""What a side can cash from a lead: plain cases, and never more than it gets."""

import pytest

from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import double_dummy, proof
from rulings.solver.budget import Budget
from rulings.solver.certainty import Certainty
from rulings.solver.claim import Claim
from rulings.solver.engine import PLAIN
from rulings.solver.view import open_view, view_of
from tests.solver.endings import random_claim, random_position, seeded
from tests.solver.reference import Reference

SOUTH = Claim(Seat.SOUTH, Seat.SOUTH, 0)


def bounds(position, view):
    """Return what is won and what is lost for sure, by the cards alone."""
    search = Certainty(view.sides, Budget(0), PLAIN)
    search.holds(view.node(search), 0)
    search._at_root(view.node(search))
    left = position.left
    won = proof.sure_tricks(search.memory, proof.ROOT, left)
    return won, proof.lost_tricks(search.memory, proof.ROOT, left)


def known(text, claim=SOUTH):
    position = Position.parse(text)
    return bounds(position, view_of(position, claim))


@pytest.mark.parametrize(
    ("position", "won"),
    [
        ("N S:- 9-0 N:42.3.4. 87.K.A. 63.A.K. Q5.4.3.", 1),
        ("N S:- 9-0 N:K2.A.4. 87.K.A. A3.2.K. Q5.4.3.", 3),
        ("N S:- 9-0 N:AK2..4. 87.K.A. Q.2.K7. J5.4.3.", 1),
        ("N S:- 9-0 N:K32..4. 87.K.A. AQ.2.6. J5.4.3.", 2),
        ("N S:- 9-0 N:AKQ..4. 87.K.A9. 2.2.K7. 95.4.3.", 3),
        ("N S:- 9-0 N:AKQJ... 87.K.A. 2.2.K7. 65.4.3.", 4),
        ("N S:- 9-0 N:.5432.. .7.A9.8 .AKQJ.. .T98.3.", 4),
        ("N S:- 9-0 N:.2.45. .7.A9.8 .AKQJ.. .T98.3.", 4),
        ("N S:- 9-0 N:.2.45.9 .7.A9.8 .AK3.2. .T98.3.", 2),
        ("S S:- 9-0 N:54.A.. 8.4.3. AK.3.. 2.76..", 3),
        ("S S:- 9-0 N:.A2.. 5.4.3. .K3.. 2.7.5.", 0),
        ("S S:- 9-0 N:42.5.. .4.32. A..54. .6.76.", 2),
        ("S S:- 9-0 N:4..2. 5.4.. A..5. .6.7.", 1),
        ("S S:- 9-0 N:5.A2.. .43.6. 2.3.5. .76.7.", 2),
    ],
    ids=[
        "an ace",
        "a low card crosses to a winner",
        "a queen opposite ace and king, with no way across",
        "winners in both hands",
        "one hand's winners across",
        "all good",
        "long cards when the others must be out",
        "long cards in the hand on lead",
        "a suit that may not fall",
        "trumps drawn, winners in both hands",
        "not while the others may ruff",
        "trumps out with nobody: a ruff crosses",
        "trump drawn first",
        "a ruff wins when nobody overruffs",
    ],
)
def test_a_lead_cashes(position, won):
    assert known(position)[0] == won


@pytest.mark.parametrize(
    ("position", "claim", "lost"),
    [
        ("N W:- 9-0 N:K2.3.54. 87.K.A2. 63.A.K9. Q5.4.3.", SOUTH, 1),
        ("N W:- 9-0 N:K2.3.54. A7.2.A2. 63.A.K9. Q5.4.3.", SOUTH, 2),
        ("N W:- 9-0 N:K2.3.4. A7.2.A. 63.A.K. Q5.4.3.", SOUTH, 3),
        ("N S:- 9-0 N:K2.3.4. A7.2.A. 63.A.K. Q5.4.3.", SOUTH, 0),
    ],
    ids=[
        "one ace",
        "both aces may be on lead",
        "a card that is long behind its ace",
        "not from the claiming side's lead",
    ],
)
def test_a_lead_of_the_others_takes(position, claim, lost):
    assert known(position, claim)[1] == lost


@pytest.mark.parametrize("seed", range(120))
def test_what_is_cashed_is_certain_and_what_is_lost_is_not(seed):
    rng = seeded(seed + 5000)
    position = random_position(rng, 1 + seed % 3)
    claim = random_claim(rng, position)
    if position.trick.cards:
        position = random_position(seeded(seed), 2)
        claim = random_claim(rng, position)
    if position.trick.cards:
        return
    reference = Reference(position, claim)
    certain = reference.certain(
        reference.hands,
        reference.table,
        reference.leader,
        reference.shown,
        reference.forgotten,
    )

    won, lost = bounds(position, view_of(position, claim))

    assert won <= certain <= position.left - lost


@pytest.mark.parametrize("seed", range(60))
def test_bounds_hold_at_double_dummy_with_many_cards(seed):
    pytest.importorskip("endplay.dds", reason="endplay is not installed here")
    rng = seeded(seed + 9000)
    position = random_position(rng, 6 + seed % 5)
    while position.trick.cards:
        position = random_position(rng, 6 + seed % 5)
    claim = random_claim(rng, position, by_declarer=True)

    won, lost = bounds(position, open_view(position, claim, frozenset({0, 2})))

    assert won <= double_dummy.by_library(position, claim) <= position.left - lost
