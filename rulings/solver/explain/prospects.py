"""What a line can still win where fewer tricks are certain than the claim needs.

Serves Laws 70A and 70E1: a guess can go wrong only where best play, every card in
sight, still gives more than what is certain for the claimer. Elsewhere the tricks are
out of reach, perhaps for a guess or a forgotten card that has cost them (70C, 70D1).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.solver.hypotheses import Certainty, ClaimerView
from rulings.solver.inputs import Exhausted, NodeBudget
from rulings.solver.kernel.believed import PARTNER
from rulings.solver.kernel.state import Sides
from rulings.solver.lines import OWN_SEARCH_LIMIT, Lines, value_of_each_card
from rulings.solver.types import Reason, Tag, is_said, reason

LOOKED_AT = 20
"""One part in so many of the positions for a line may be spent on best play."""

CHARGED = 1_000
"""Positions that count for one question to the library, whatever it takes."""


_COST = {
    "guess_wrong": "guess_cost",
    "trump_forgotten": "trump_cost",
    "card_forgotten": "card_cost",
}
"""What is said after a play that put the claim out of reach, by its reason."""


@dataclass(frozen=True, slots=True)
class NotedTurn:
    """A choice of the claiming side on the line: what was needed, what was said."""

    position: Position
    need: int
    why: Reason


class Prospects:
    """Best play of both sides at the choices of the claiming side on one line."""

    def __init__(self, lines: Lines) -> None:
        """Set aside a part of the positions for all the questions on the line."""
        view = lines.task.view
        self.lines = lines
        self.claimer = view.claimer
        self.share = lines.budget.left // LOOKED_AT
        both = frozenset({0, PARTNER})
        self.sides = Sides(both, view.sides.hidden, view.sides.trump)
        self.moments: list[NotedTurn] = []

    @cached_property
    def search(self) -> Certainty:
        """The search with all cards seen; most lines need none."""
        return Certainty(self.sides, NodeBudget(self.share))

    def note(self, position: Position, need: int, why: Reason) -> None:
        """Remember a choice of the claiming side and the reason of its card."""
        self.moments.append(NotedTurn(position, need, why))

    def short(self, position: Position, card: Card, tricks: int) -> tuple[Tag, Reason]:
        """Return the reason of a card where no more than `tricks` are certain."""
        more = self.reaches(position, tricks + 1)
        if more:
            wrong = self._gives_up(position, card, tricks + 1)
            key = "guess_wrong" if wrong else "guess"
            return Tag.GUESS, reason(key, tricks=tricks)
        if more is None:
            return Tag.NORMAL, reason("keeps", tricks=tricks)
        return Tag.NORMAL, self._lost(tricks)

    def reaches(self, position: Position, tricks: int) -> bool | None:
        """Say whether best play still gives the side so many; None if unknown."""
        if not 0 < tricks <= position.left:
            return tricks <= 0
        with self.lines.budget.lend(self.share) as part:
            try:
                return self._holds(position, tricks, part)
            except Exhausted:
                return None
            finally:
                self.share -= part.used

    def _gives_up(self, position: Position, card: Card, best: int) -> bool | None:
        """Say whether a card costs a trick where at least `best` can be had."""
        while reached := self.reaches(position, best + 1):
            best += 1
        after, side = position.play(card), self.claimer.side
        won = after.won_by(side) - position.won_by(side)
        kept = self.reaches(after, best - won)
        return None if reached is None or kept is None else not kept

    def _holds(self, position: Position, tricks: int, budget: NodeBudget) -> bool:
        if position.left > OWN_SEARCH_LIMIT:
            budget.count(CHARGED)
            values = value_of_each_card(position, self.claimer.side)
            if values is not None:
                ours = position.turn.side is self.claimer.side
                return (max if ours else min)(values.values()) >= tricks
        self.search.budget = budget
        return self.search.holds(self._seen(position).node(), tricks)

    def _seen(self, position: Position) -> ClaimerView:
        """Return the view of one who sees every card."""
        cards = frozenset(card for hand in position.hands for card in hand)
        none = frozenset[Card]()
        return ClaimerView(position, self.claimer, self.sides, frozenset(), cards, none)

    def _lost(self, tricks: int) -> Reason:
        """Return the reason where what the claim needs cannot be won any more."""
        cost = self._cost()
        if cost is not None:
            for key, lost in _COST.items():
                if is_said(cost, key):
                    given = dict(cost.sentence.params)
                    return reason(lost, **given | {"tricks": tricks})
        return reason("out_of_reach", tricks=tricks)

    def _cost(self) -> Reason | None:
        """Return the reason of the play that put the claim out of reach.

        None where it was in reach at no choice, or that is not known.
        """
        for moment in reversed(self.moments):
            reached = self.reaches(moment.position, moment.need)
            if reached is not False:
                return moment.why if reached else None
        return None
