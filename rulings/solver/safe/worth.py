"""What words are worth: the fewest tricks over all normal lines that obey them.

Serves Laws 70C and 70D1: nothing is taken for known that the words do not say, so
that a trump they do not mention may be forgotten.
"""

from __future__ import annotations

from dataclasses import replace

from rulings.bridge.positions import Position
from rulings.solver.adjudicate import Solve
from rulings.solver.award import Hypotheses, worst_of
from rulings.solver.inputs import (
    NodeBudget,
    Settings,
    SolverClaim,
    mentions_trumps,
    named_forgotten,
)
from rulings.solver.types import Span
from rulings.statements.statement import ReadStatement


def as_facts(claim: SolverClaim, tricks: int) -> SolverClaim:
    """Return a claim of so many tricks with what was seen, nothing said or found."""
    return SolverClaim(
        claim.claimer,
        claim.declarer,
        tricks,
        show_outs=claim.show_outs,
        locations=claim.locations,
    )


class Worth:
    """What any words are worth in one layout; the bounds are proven once for all."""

    def __init__(
        self, position: Position, facts: SolverClaim, settings: Settings
    ) -> None:
        """Prove the bounds of a layout."""
        self.position, self.facts = position, facts
        solve = Solve(position, facts, settings, None)
        self.awards = solve.prepared()
        self.out = solve.out
        self.budget = settings.budget
        self.used = solve.budget.used

    @property
    def certain(self) -> Span:
        """Return the tricks that can be guaranteed whatever the other hands hold."""
        return self.awards.bounds.certain

    def least(self, said: ReadStatement | None) -> int:
        """Return the fewest tricks, as far as proven, that some words leave.

        Also where a trump that they do not mention was forgotten (70C).
        """
        claim = replace(self.facts, statement=said)
        asks = bool(self.out) and not mentions_trumps(self.position, claim)
        budget = NodeBudget(self.budget)
        hypotheses = Hypotheses(
            self.awards.with_facts(statement=said),
            self.out,
            named_forgotten(self.position, claim),
            lambda part: budget.lend(int(part * self.budget)),
            lambda _low, _high: None,
            may_forget_trump=asks,
        )
        found = hypotheses.counted()
        if asks and worst_of(found).award.low >= claim.tricks:
            found = hypotheses.unaware(found)
        self.used += budget.used
        return worst_of(found).award.low
