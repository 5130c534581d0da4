"""What a run leaves for its report: counts, and the claims most worth a look.

Holds a few claims of each kind of disagreement, however long the run is.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field

from rulings.solver import Settings
from rulings.solver.tools.batch import BatchEntry, Row
from rulings.solver.tools.tally import Kind, Tally, kind_of

KEPT = 6
"""Claims kept of each kind."""

SHOWN = 12
ORDER = (Kind.LOCATION, Kind.PLAY, Kind.PARTNER, Kind.FALSE, Kind.MORE, Kind.OPEN)
"""The kinds in the order in which they take turns in the report."""

Ranked = tuple[int, int, int, BatchEntry, Row]
Chosen = tuple[Kind, BatchEntry, Row]


@dataclass(slots=True)
class Findings:
    """The tally of a run and its most instructive claims: short, with much between."""

    settings: Settings
    tally: Tally = field(default_factory=Tally)
    _kept: dict[Kind, list[Ranked]] = field(default_factory=dict)

    def add(self, entry: BatchEntry, row: Row) -> None:
        """Count a row and keep it where it teaches more than another of its kind."""
        self.tally.add(row)
        if row.get("error") or kind_of(row) is Kind.EQUAL:
            return
        kept = self._kept.setdefault(kind_of(row), [])
        award = row["low"] if row["award"] is None else row["award"]
        left, between = int(str(row["left"])), _distance(award, row["claimed_left"])
        # The row counted last is the least, so that equal ones stay as they came.
        heapq.heappush(kept, (-left, between, -self.tally.rows, entry, row))
        if len(kept) > KEPT:
            heapq.heappop(kept)

    def chosen(self) -> list[Chosen]:
        """Return the claims to show, the kinds taking turns."""
        piles = {
            kind: sorted(self._kept.get(kind, ()), key=lambda one: one[:3])
            for kind in ORDER
        }
        found: list[Chosen] = []
        while len(found) < SHOWN and any(piles.values()):
            for kind in ORDER:
                if piles[kind] and len(found) < SHOWN:
                    *_, entry, row = piles[kind].pop()
                    found.append((kind, entry, row))
        return sorted(found, key=lambda one: ORDER.index(one[0]))


def _distance(award: object, claimed: object) -> int:
    return abs(int(str(award)) - int(str(claimed)))
