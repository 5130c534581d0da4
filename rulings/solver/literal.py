"""The stated line carried out to the letter against the best defence (Law 70B).

What the words leave open is played as well as the cards allow; nothing is careless.
"""

from __future__ import annotations

from rulings.solver.budget import Budget
from rulings.solver.held import LineNode
from rulings.solver.lines import Lines
from rulings.solver.turn import Option


def literal_tricks(lines: Lines, budget: Budget) -> int:
    """Return the tricks of the claiming side; raises Spent when the budget ends."""
    lines.budget = lines.search.budget = budget
    return _best(lines, lines.root, {})


def _best(lines: Lines, node: LineNode, found: dict[LineNode, int]) -> int:
    if node[5] == 0:
        return 0
    if node not in found:
        lines.budget.count()
        tricks = [o.won + _best(lines, o.node, found) for o in _plays(lines, node)]
        found[node] = min(tricks) if node[1] & 1 else max(tricks)
    return found[node]


def _plays(lines: Lines, node: LineNode) -> tuple[Option, ...]:
    """Return the stated plays where some are stated, else every legal one."""
    if node[1] & 1 or node[7] is None:
        return lines.table.legal(node)
    turn, after = lines.turn(node)
    if not turn.stated:
        return turn.legal
    return tuple(lines.with_progress(option, after) for option in turn.stated)
