"""Which window times an appeal of a side: the first one, or that of a further appeal.

Serves Laws 92B and 93C. A further appeal has time only where the regulations set it.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from rulings.models import Appeal, Window
from rulings.queries.appealing import APPEALING, serves
from rulings.queries.final import given_up


def window_to_appeal(
    windows: Iterable[Window], told: Iterable[Appeal], side: str, at: datetime
) -> Window | None:
    """Return the window that times an appeal of a side, None if it has none left.

    Of two the one that the side has not given up counts, then the one that ends later.
    """
    known = list(told)
    found = [
        row for row in windows if row.purpose in APPEALING and serves(row, known, side)
    ]
    return max(
        found,
        key=lambda row: (
            not given_up(row, side, at),
            row.closes_at is None,
            row.closes_at or at,
        ),
        default=None,
    )
