"""How many normal lines there are, and in how many of them a trick is lost.

Serves Law 69B2 as evidence for the director: every line counts the same, whether or
not anybody would find it. Nothing is decided here.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulings.solver.held import LineNode
from rulings.solver.lines import Lines

Counts = tuple[int, ...]
"""How many lines give the side 0, 1, 2, ... more tricks."""


@dataclass(frozen=True, slots=True)
class Share:
    """Lines in all, and those in which the side wins fewer than so many tricks.

    Cards that differ in nothing are one card. No lines at all: they were too many to
    be counted.
    """

    lines: int
    fewer: int

    @property
    def percent(self) -> float | None:
        """Return the lines with fewer tricks in percent, None where not counted."""
        return 100 * self.fewer / self.lines if self.lines else None

    def to_json(self) -> dict[str, object]:
        """Return the lines in all and those in which the tricks come back."""
        return {"lines": self.lines, "won": self.fewer}


def counted_lines(lines: Lines, tricks: int) -> Share:
    """Return the share of normal lines in which the side wins fewer than `tricks`.

    Raises Spent when the budget of the lines ends first.
    """
    counts = _counts(lines, lines.root, {})
    return Share(sum(counts), sum(counts[: max(0, tricks)]))


def _counts(lines: Lines, node: LineNode, found: dict[LineNode, Counts]) -> Counts:
    if node[5] == 0:
        return (1,)
    known = found.get(node)
    if known is not None:
        return known
    lines.budget.count()
    total = [0] * (node[5] + 1)
    for option in lines.plays(node):
        for more, count in enumerate(_counts(lines, option.node, found)):
            total[more + option.won] += count
    found[node] = tuple(total)
    return found[node]


NOT_COUNTED = Share(0, 0)
"""The share where the budget ended before the last line."""
