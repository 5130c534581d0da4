"""What a player of the claiming side may choose at one turn, and what each card costs.

Serves Law 70D2 (a defender's partner).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from rulings.bridge.cards import Card
from rulings.bridge.seats import Seat
from rulings.solver.award import Found
from rulings.solver.inputs import Spent
from rulings.solver.kernel.believed import PARTNER
from rulings.solver.lines import LineNode, Lines, Option, swapped
from rulings.solver.types import PartnerPlay, Span


@dataclass(frozen=True, slots=True)
class Choice:
    """A card that may be chosen at a turn, and the award it leads to."""

    card: Card
    award: Span


@dataclass(frozen=True, slots=True)
class ChosenTurn:
    """A turn of a line: who plays to which trick, what he plays and might play."""

    node: LineNode
    trick: int
    played: Choice
    choices: tuple[Choice, ...]


def partner_needed(found: Found) -> PartnerPlay | None:
    """Return the first card of the worst line with which a partner would do better.

    None where no card he might legally play on the line does, or the budget ends.
    """

    def partners(node: LineNode) -> bool:
        return node[1] == PARTNER

    with suppress(Spent):
        for turn in chosen_turns(found, partners):
            best = max(turn.choices, key=lambda choice: choice.award.low)
            if best.award.low > turn.played.award.high:
                seat = Seat((found.lines.task.view.claimer + PARTNER) % 4)
                cards = best.card, turn.played.card
                return PartnerPlay(turn.trick, seat, *cards, best.award.low)
    return None


def chosen_turns(
    found: Found, wanted: Callable[[LineNode], bool]
) -> Iterator[ChosenTurn]:
    """Go along the worst normal line, through the turns wanted with a real choice.

    The choice is of every legal card. May raise Spent; nothing where the award itself
    is not settled.
    """
    lines, allow = found.lines, found.award.value
    if allow is None:
        return
    node, cards, before, first = lines.root, lines.table.layout(), 0, lines.root[5]
    while node[5]:
        options = lines.plays(node)
        option = next(o for o in options if lines.below(o.node, allow - before - o.won))
        card = cards[option.suit][lines.table.lowest_equal(node, option)]
        some = lines.legal(node)
        if len(some) > 1 and wanted(node):
            yield ChosenTurn(
                node,
                first - node[5] + 1,
                Choice(card, _award(lines, option, before)),
                tuple(
                    Choice(
                        cards[o.suit][lines.table.lowest_equal(node, o)],
                        _award(lines, o, before),
                    )
                    for o in some
                ),
            )
        cards = lines.table.after(node, swapped(cards, option, card), option)
        node, before = option.node, before + option.won


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
