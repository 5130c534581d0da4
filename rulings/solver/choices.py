"""What a player of the claiming side may choose at one turn, and what each card costs.

Serves Laws 70D2 (a defender's partner) and 70E2 (the order of leads).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulings.bridge.cards import Card
from rulings.solver.adjudication import Span
from rulings.solver.awards import Found
from rulings.solver.budget import Spent
from rulings.solver.held import LineNode
from rulings.solver.lines import Lines
from rulings.solver.table import swapped
from rulings.solver.turn import Option


@dataclass(frozen=True, slots=True)
class Choice:
    """A card that may be chosen at a turn, and the award it leads to."""

    card: Card
    award: Span


def first_choice(
    found: Found, wanted: Callable[[LineNode], bool]
) -> tuple[Choice, ...]:
    """Return the normal cards at the first turn wanted where there are several.

    The turns before it are those of the worst normal line. Empty where no such turn
    comes or the award itself is not settled.
    """
    lines, allow = found.lines, found.award.value
    if allow is None:
        return ()
    node, cards, before = lines.root, lines.table.layout(), 0
    try:
        while node[5]:
            options = lines.plays(node)
            if len(options) > 1 and wanted(node):
                return tuple(
                    Choice(
                        cards[o.suit][lines.table.lowest_equal(node, o)],
                        _award(lines, o, before),
                    )
                    for o in options
                )
            option = next(
                o for o in options if lines.below(o.node, allow - before - o.won)
            )
            card = cards[option.suit][lines.table.lowest_equal(node, option)]
            cards = lines.table.after(node, swapped(cards, option, card), option)
            node, before = option.node, before + option.won
    except Spent:
        return ()
    return ()


def _award(lines: Lines, option: Option, before: int) -> Span:
    """Return the tricks of the side if a card is played, as far as proven."""
    low = 0
    try:
        while not lines.below(option.node, low):
            low += 1
    except Spent:
        proven_low, high = lines.proven(option.node)
        done = before + option.won
        return Span(done + max(low, proven_low), done + high)
    return Span(before + option.won + low, before + option.won + low)
