"""A losing line of a long claim, looked for from mistake to mistake.

Serves Laws 70 and 71 where the search of all lines does not end. With every card in
sight the library tells what each card costs: normal plays that cost a trick are
tried first, by the side that defends those that cost none. A node from which best
play gives so few tricks is proof that a normal line gives no more.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.solver.hypotheses import CardLayout
from rulings.solver.inputs import Exhausted, NodeBudget
from rulings.solver.lines.double_dummy import value_of_each_card
from rulings.solver.lines.line_search import Lines
from rulings.solver.lines.turn import CardOption, CardOptions, LineNode

LONG = 9
"""Tricks left from which a line is looked for: shorter claims are searched whole."""

CHARGED = 20_000
"""Positions that count for one question to the library, whatever it takes."""

Route = dict[LineNode, CardOption]


@dataclass(frozen=True, slots=True)
class LinePoint:
    """A node of a normal line: its cards, tricks won so far, the way to it."""

    node: LineNode
    cards: CardLayout
    position: Position
    won: int = 0
    way: tuple[tuple[LineNode, CardOption], ...] = ()


@dataclass(slots=True)
class Descent:
    """One look for a normal line that gives the claiming side `least` tricks.

    `most` is the fewest tricks proven so far to be what some normal line gives at
    most; `route` the whole line when it is found, card by card.
    """

    lines: Lines
    least: int
    most: int
    route: Route = field(default_factory=dict)

    def go(self, position: Position, budget: NodeBudget) -> None:
        """Look for the line as far as the budget goes."""
        with suppress(Exhausted):
            place = self._look(position, budget)
            while place is not None and any(place.position.hands):
                following = self._after(place, budget)
                place = min(following, key=lambda pair: pair[1], default=(None, 0))[0]
            if place is not None:
                self.route = dict(place.way)

    def _look(self, position: Position, budget: NodeBudget) -> LinePoint | None:
        """Return a place from which best play gives few enough."""
        number = count()
        start = LinePoint(self.lines.root, self.lines.table.layout(), position)
        ways = [(0, 0, next(number), start)]
        seen = set()
        while ways:
            _, depth, _, place = heappop(ways)
            if place.node in seen:
                continue
            seen.add(place.node)
            for after, tricks in self._after(place, budget):
                self.most = min(self.most, tricks)
                if tricks <= self.least:
                    return after
                rank = (tricks - self.least, depth + 1, next(number), after)
                heappush(ways, rank)
        return None

    def _after(
        self, place: LinePoint, budget: NodeBudget
    ) -> list[tuple[LinePoint, int]]:
        """Return where normal plays lead, each with the tricks that best play gives."""
        budget.count(CHARGED)
        side = self.lines.task.view.claimer.side
        values = value_of_each_card(place.position, side)
        if values is None:
            raise Exhausted
        found = []
        for option in self._plays(place.node, budget):
            after, card = self._played(place, option)
            found.append((after, place.won + values[card]))
        return found

    def _plays(self, node: LineNode, budget: NodeBudget) -> CardOptions:
        """Return the normal plays, none where a third of the budget cannot tell."""
        with budget.lend(budget.left // 3) as self.lines.budget:
            try:
                return self.lines.plays(node)
            except Exhausted:
                return ()

    def _played(self, place: LinePoint, option: CardOption) -> tuple[LinePoint, Card]:
        """Return the place after an option, and the card that was played."""
        card, cards = self.lines.table.played(place.node, place.cards, option)
        after = LinePoint(
            option.node,
            cards,
            place.position.play(card),
            place.won + option.won,
            (*place.way, (place.node, option)),
        )
        return after, card
