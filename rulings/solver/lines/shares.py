"""How many normal lines there are, and in how many of them a trick is lost.

Serves Law 69B2 as evidence for the director: every line counts the same, whether or
not anybody would find it. Nothing is decided here.
"""

from __future__ import annotations

from rulings.solver.lines.held import LineNode
from rulings.solver.lines.lines import Lines
from rulings.solver.types import Share

Counts = tuple[int, ...]
"""How many lines give the side 0, 1, 2, ... more tricks."""


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
