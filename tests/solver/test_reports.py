"""What a solve reports on its way is proven: its end lies within every report."""

from dataclasses import replace

import pytest

from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import Settings, SolverClaim, adjudicate

TRUMP_OUT = Position.parse("S S:- 6-3 N:.KQJ.A. .5.7.65 J..94.A 6.97.K.")
LONGER = Position.parse("S E:- 5-0 N:.KQJ.AQJ82. .52.T74.T65 J732.43.9.J 6.97.K653.3")


@pytest.mark.parametrize("aware", [None, False, True], ids=str)
@pytest.mark.parametrize(
    ("position", "tricks", "budget"),
    [(TRUMP_OUT, 4, 250_000), (LONGER, 8, 60), (LONGER, 8, 3000)],
    ids=["exact", "range at once", "range"],
)
def test_the_end_lies_within_every_report(position, tricks, budget, aware):
    heard = []
    claim = SolverClaim(Seat.SOUTH, Seat.SOUTH, tricks)

    found = adjudicate(
        position,
        replace(claim, aware_of_trump=aware),
        Settings(budget=budget),
        lambda low, high: heard.append((low, high)),
    )

    assert heard
    assert all(low <= found.low and found.high <= high for low, high in heard)
