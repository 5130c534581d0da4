"""The stated line carried out to the letter against the best defence (Law 70B).

What the words leave open is played as well as the cards allow; nothing is careless.
"""

from __future__ import annotations

from rulings.solver.inputs import Budget
from rulings.solver.lines.lines import Lines


def literal_tricks(lines: Lines, budget: Budget) -> int:
    """Return the tricks of the claiming side; raises Spent when the budget ends.

    The lines are used up by it: they ask about the letter from then on.
    """
    lines.budget = budget
    lines.worst.carry_out_to_the_letter()
    tricks = 0
    while not lines.below(lines.root, tricks):
        tricks += 1
    return tricks
