"""The long comparisons in lots, each with names by which `./td soak` can run it."""

import pytest


def lots(name, starts):
    """Return (tricks, start) pairs, named for all, for a size and for one lot.

    `./td soak endings` runs all, `endings-4` those of four cards, `endings-4-1050`
    one: a soak that was stopped goes on with the lots that are left.
    """
    return [
        pytest.param(
            tricks,
            start,
            marks=pytest.mark.soak(
                name, f"{name}-{tricks}", f"{name}-{tricks}-{start}"
            ),
        )
        for tricks, start in starts
    ]
