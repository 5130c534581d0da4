"""Recorded positions timed side by side: our proposal, and the library's double dummy.

Serves `bench solver`. Nothing here reads a clock: whoever calls hands one in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from rulings.solver.batch import position_of
from rulings.solver.double_dummy import by_library
from rulings.solver.proposal import adjudicate
from rulings.solver.settings import Settings

Times = dict[int, list[tuple[float, float]]]
"""By tricks left: milliseconds of the proposal and of the library, per position."""


def timed(
    records: Iterable[Mapping[str, object]],
    settings: Settings,
    clock: Callable[[], float],
) -> Times:
    """Return how long each record took, once each: a repeated one would be cached."""
    times: Times = {}
    for record in records:
        position, claim = position_of(record)
        started = clock()
        by_library(position, claim)
        middle = clock()
        adjudicate(position, claim, settings)
        ended = clock()
        pair = (1000 * (ended - middle), 1000 * (middle - started))
        times.setdefault(position.left, []).append(pair)
    return times


def table(times: Times) -> Iterator[str]:
    """Return the rows of a table: median, p95, longest, and the ratio of medians."""
    yield "left    n   proposal: median     p95     max   library: median   ratio"
    whole = [pair for pairs in times.values() for pair in pairs]
    for name, pairs in [*((str(n), times[n]) for n in sorted(times)), ("all", whole)]:
        ours, library = (sorted(part) for part in zip(*pairs, strict=True))
        middle, other = ours[len(ours) // 2], library[len(library) // 2]
        late = ours[min(len(ours) - 1, len(ours) * 95 // 100)]
        yield (
            f"{name:>4} {len(ours):4} {middle:18.1f} {late:7.1f} {ours[-1]:7.1f}"
            f" {other:17.2f} {middle / max(other, 0.001):7.1f}"
        )
