"""Recorded positions timed side by side: our proposal, and the library's double dummy.

Serves `bench solver`. Nothing here reads a clock: whoever calls hands one in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

from rulings.bridge.positions import Position
from rulings.solver.adjudicate import adjudicate
from rulings.solver.inputs import Settings, SolverClaim
from rulings.solver.lines import by_library
from rulings.solver.tools.batch import position_of
from rulings.solver.tools.tally import Times
from rulings.solver.types import Adjudication, Status

Contender = Callable[[Position, SolverClaim], object]


@dataclass(slots=True)
class Timed:
    """By contender and tricks left the milliseconds; how far our searches went.

    `proposals` are those of the records, in their order.
    """

    times: dict[str, dict[int, Times]] = field(default_factory=dict)
    positions: dict[int, int] = field(default_factory=dict)
    exact: dict[int, int] = field(default_factory=dict)
    proposals: list[Adjudication] = field(default_factory=list)

    def note(self, name: str, left: int, milliseconds: float, found: object) -> None:
        """Count one answer of a contender."""
        by_left = self.times.setdefault(name, {})
        by_left.setdefault(left, Times()).add(milliseconds)
        if isinstance(found, Adjudication):
            self.proposals.append(found)
            searched, exact = found.provenance.positions, found.status is Status.EXACT
            self.positions[left] = self.positions.get(left, 0) + searched
            self.exact[left] = self.exact.get(left, 0) + exact


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
    found = Timed()
    for name, contender in contenders(settings).items():
        for position, claim in asked:
            started = clock()
            answer = contender(position, claim)
            found.note(name, position.left, 1000 * (clock() - started), answer)
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
    times = found.times
    heads = "".join(f"{name:>14}: median     p95     max" for name in times)
    yield f"left    n{heads}   proposal to best, to all"
    for left in sorted(found.positions):
        yield _row(str(left), [by_left[left] for by_left in times.values()])
    yield _row("all", [whole(by_left) for by_left in times.values()])
    yield "left    n   positions  seconds    exact"
    for left, positions in sorted(found.positions.items()):
        yield _far(str(left), times[OURS][left], positions, found.exact[left])
    searched, exact = sum(found.positions.values()), sum(found.exact.values())
    yield _far("all", whole(times[OURS]), searched, exact)


def _far(name: str, times: Times, positions: int, exact: int) -> str:
    """Return how far our searches went: positions, seconds, the share that ended."""
    count = times.counts.total()
    share = f"{100 * exact / count:6.1f} %"
    return f"{name:>4} {count:4} {positions:11} {times.total / 1000:8.2f} {share}"


def _row(name: str, parts: list[Times]) -> str:
    cells = "".join(
        f"{part.quantile(0.5):22.2f} {part.quantile(0.95):7.2f} {part.longest:7.1f}"
        for part in parts
    )
    best, every, ours = (max(part.quantile(0.5), 0.001) for part in parts)
    ratios = f"{ours / best:12.1f} {ours / every:11.1f}"
    return f"{name:>4} {parts[0].counts.total():4}{cells}{ratios}"
