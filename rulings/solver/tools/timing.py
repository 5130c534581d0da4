"""Recorded positions timed side by side: our proposal, and the library's double dummy.

Serves `bench solver`. Nothing here reads a clock: whoever calls hands one in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from rulings.bridge.positions import Position
from rulings.solver.adjudicate import adjudicate
from rulings.solver.inputs import Settings, SolverClaim
from rulings.solver.lines import by_library
from rulings.solver.tools.batch import position_of
from rulings.solver.tools.tally import Times

Contender = Callable[[Position, SolverClaim], object]
Timed = dict[str, dict[int, Times]]
"""By contender and tricks left: the milliseconds of the positions."""

OURS, BEST_CARD, ALL_CARDS = "proposal", "best card", "all cards"


def contenders(settings: Settings) -> dict[str, Contender]:
    """Return who is timed: the library's best card, all its cards, our proposal."""
    return {
        BEST_CARD: partial(by_library, every_card=False),
        ALL_CARDS: partial(by_library, every_card=True),
        OURS: partial(adjudicate, settings=settings),
    }


def timed(
    records: Iterable[Mapping[str, object]],
    settings: Settings,
    clock: Callable[[], float],
) -> Timed:
    """Return how long each contender took for each record, once each.

    One contender goes through all positions before the next begins: the library
    remembers the position it has solved last, and would answer from memory.
    """
    asked = [position_of(record) for record in records]
    found: Timed = {}
    for name, contender in contenders(settings).items():
        by_left = found.setdefault(name, {})
        for position, claim in asked:
            started = clock()
            contender(position, claim)
            milliseconds = 1000 * (clock() - started)
            by_left.setdefault(position.left, Times()).add(milliseconds)
    return found


def whole(by_left: Mapping[int, Times]) -> Times:
    """Return the times of all positions together."""
    total = Times()
    for times in by_left.values():
        total.counts.update(times.counts)
        total.longest = max(total.longest, times.longest)
        total.total += times.total
    return total


def table(found: Timed) -> Iterator[str]:
    """Return the rows of a table: median, p95, longest of each, ratios of medians."""
    names = list(found)
    heads = "".join(f"{name:>14}: median     p95     max" for name in names)
    yield f"left    n{heads}   proposal to best, to all"
    lefts = sorted({left for by_left in found.values() for left in by_left})
    for left in lefts:
        yield _row(str(left), [found[name][left] for name in names])
    yield _row("all", [whole(found[name]) for name in names])


def _row(name: str, parts: list[Times]) -> str:
    cells = "".join(
        f"{part.quantile(0.5):22.2f} {part.quantile(0.95):7.2f} {part.longest:7.1f}"
        for part in parts
    )
    best, every, ours = (max(part.quantile(0.5), 0.001) for part in parts)
    ratios = f"{ours / best:12.1f} {ours / every:11.1f}"
    return f"{name:>4} {parts[0].counts.total():4}{cells}{ratios}"
