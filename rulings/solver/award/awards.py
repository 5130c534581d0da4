"""The award under one belief: the fewest tricks over normal lines, with its bounds.

Serves Laws 70 and 71. One search for what is certain stands under all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.solver.hypotheses import Certainty, guaranteed, view_of
from rulings.solver.inputs import (
    Budget,
    Claim,
    Settings,
    Spent,
    conceded_suits,
    is_bare,
    refused_suits,
)
from rulings.solver.lines import LONG, Concession, Descent, Lapse, Lines, Task
from rulings.solver.types import Span
from rulings.statements.steps import StatedStep

WHOLE = 0.7
"""The part of a long claim's positions for the search of all lines."""

Heard = Callable[[int], None]
"""What hears a bound from below as it improves."""


@dataclass(frozen=True, slots=True)
class Found:
    """The award under one belief, with the search that found it."""

    award: Span
    lines: Lines
    forgotten: frozenset[Card] = frozenset()


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is proven before any award is searched."""

    certain: Span
    any_play: Span
    double_dummy: Span

    def least(self, high: int) -> Span:
        """Return the bounds of any play, that no award found so far is below."""
        low = self.any_play.low
        return Span(low, max(low, min(self.any_play.high, high)))

    def under(self, found: Found, claimed: int) -> Bounds:
        """Return the bounds with what an award below the claim says of certainty.

        Nothing forgotten, stated or let in, the award is no less than is certain.
        """
        lines, high = found.lines, found.award.high
        if high >= claimed or not lines.keeps_certain(lines.root):
            return self
        certain = Span(self.certain.low, min(self.certain.high, high))
        return replace(self, certain=certain)


@dataclass(frozen=True, slots=True)
class Awards:
    """The searches for awards of one claim.

    `on_breaks` where the claimer counts on even breaks; `search` is then of that view.
    """

    position: Position
    claim: Claim
    settings: Settings
    search: Certainty
    bounds: Bounds
    on_breaks: bool = False

    @property
    def steps(self) -> tuple[StatedStep, ...]:
        """Return the stated steps."""
        said = self.claim.statement
        return () if said is None else said.steps

    def conceded(self) -> Concession:
        """Return what the claim gave up, as far as it loosens the order of leads."""
        claim = self.claim
        suits = conceded_suits(self.position, claim)
        more = self.bounds.certain.low > claim.tricks
        return Concession(
            frozenset(int(suit) for suit in suits),
            more and is_bare(claim),
            frozenset(int(suit) for suit in refused_suits(claim)),
        )

    def cases(self) -> tuple[Awards, ...]:
        """Return the same once for each answer to what is not proven of a bare number.

        It gives a trick up where more is certain than was claimed (N4); where that is
        open, first as if not, then as if so.
        """
        certain, claimed = self.bounds.certain, self.claim.tricks
        loose = self.settings.low_lead_in_conceded_suit and is_bare(self.claim)
        if not (loose and certain.low <= claimed < certain.high):
            return (self,)
        spans = Span(certain.low, claimed), Span(claimed + 1, certain.high)
        return tuple(
            replace(self, bounds=replace(self.bounds, certain=span)) for span in spans
        )

    def may_get_more(self, award: Span) -> bool:
        """Say whether a further trick is protected as if it had been claimed (N14)."""
        if not self.claim.tricks <= award.low < self.bounds.double_dummy.high:
            return False
        conceded = self.conceded()
        loose = self.settings.low_lead_in_conceded_suit
        return not (loose and (conceded.suits or conceded.bare))

    def lines(
        self,
        forgotten: frozenset[Card],
        *,
        lapses: frozenset[Lapse] = frozenset(),
        steps: tuple[StatedStep, ...] | None = None,
    ) -> Lines:
        """Return the normal lines under a belief; nothing is searched yet."""
        task = Task(
            view_of(self.position, self.claim, forgotten, breaks=self.on_breaks),
            self.claim.tricks,
            self.steps if steps is None else steps,
            self.settings,
            self.conceded(),
            lapses,
        )
        return Lines(task, self.search, Budget(0))

    def find(self, lines: Lines, budget: Budget, heard: Heard | None = None) -> Found:
        """Return the fewest tricks over some lines, as far as the budget goes.

        Of a long claim a part is left to look for a losing line where the search of
        all lines does not end.
        """
        bounds = self.bounds
        low, high = bounds.any_play.low, bounds.double_dummy.high
        if lines.keeps_certain(lines.root):
            low = max(low, min(bounds.certain.low, self.claim.tricks))
        is_long = self.position.left >= LONG
        with budget.lend(int(WHOLE * budget.left) if is_long else budget.left) as part:
            self.search.budget = lines.budget = part
            try:
                lines.mark()
                while low < high and not lines.below(lines.root, low):
                    low += 1
                    if heard is not None:
                        heard(low)
                return Found(Span(low, low), lines, lines.task.view.forgotten)
            except Spent:
                high = max(low, min(high, lines.proven(lines.root)[1]))
        if is_long and low < high:
            high = self._descended(lines, budget, Span(low, high))
        return Found(Span(low, high), lines, lines.task.view.forgotten)

    def _descended(self, lines: Lines, budget: Budget, span: Span) -> int:
        """Return the fewest tricks that some normal line is found to give at most."""
        descent = Descent(lines, span.low, span.high)
        descent.go(self.position, budget)
        lines.route = descent.route
        return descent.most

    def told(self, **more: object) -> Awards:
        """Return the searches for the claim with other facts."""
        return replace(self, claim=replace(self.claim, **more))  # type: ignore[arg-type]  # a claim's own fields

    def certain_anew(self, budget: Budget) -> Awards:
        """Return the searches with what is certain under the facts of the claim now."""
        node = view_of(self.position, self.claim).node(self.search)
        asked = self.claim.tricks, self.bounds.double_dummy.high
        certain = guaranteed(self.search, node, asked, budget)
        return replace(self, bounds=replace(self.bounds, certain=certain))


def worst_of(found: tuple[Found, ...]) -> Found:
    """Return the worst of several awards, its bounds spanning what is not settled."""
    low = min(one.award.low for one in found)
    high = min(one.award.high for one in found)
    worst = min(found, key=lambda one: (one.award.high, one.award.low))
    return replace(worst, award=Span(low, high))
