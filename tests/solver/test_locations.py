"""Every doubt names the card or the suits that would settle it (Laws 70E1, 70D2)."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import Claim, Settings, adjudicate
from tests.solver.endings import random_claim, random_position, seeded

GUESS = "NT S:- 9-0 N:AT3.2.. 876.K.. KJ2.A.. Q54.3.."


def doubted(seed, tricks):
    """Return a claim of all that the cards allow, and what is proposed for it."""
    rng = seeded(seed)
    position = random_position(rng, tricks)
    claim = replace(random_claim(rng, position), aware_of_trump=True)
    best = adjudicate(position, claim, Settings()).double_dummy.low
    claim = replace(claim, tricks=best)
    return position, claim, adjudicate(position, claim, Settings())


@given(st.integers(0, 300), st.sampled_from([2, 3, 3, 4]))
@settings(max_examples=40, deadline=None, derandomize=True, database=None)
def test_every_doubt_names_what_would_settle_it(seed, tricks):
    position, claim, found = doubted(seed, tricks)

    assert found.named() or not found.doubt
    for one in found.settles:
        told = replace(claim, locations=claim.locations | set(one.held))
        proven = adjudicate(position, told, Settings())
        assert proven.certain.low >= max(claim.tricks, one.certain)


@pytest.mark.parametrize(
    ("text", "claim", "budget", "named"),
    [
        (GUESS, Claim(Seat.SOUTH, Seat.SOUTH, 4), 10_000, [["W:SQ"]]),
        (
            "NT N:- 9-1 N:...KJ6 ...AT9 .Q..42 6...Q8",
            Claim(Seat.WEST, Seat.SOUTH, 3),
            10_000,
            [["E:CA"]],
        ),
        (
            "NT W:- 5-6 N:..32. .A..A .K.4. A.2..",
            Claim(Seat.WEST, Seat.SOUTH, 2),
            10_000,
            [["E:HA"]],
        ),
    ],
    ids=["a guess", "partner takes his ace", "partner keeps the right ace"],
)
def test_the_card_that_settles_it_is_named(text, claim, budget, named):
    found = adjudicate(Position.parse(text), claim, Settings(budget=budget))

    assert found.doubt
    assert found.named() == named
