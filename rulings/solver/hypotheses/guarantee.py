"""The most tricks that are certain, asked in the order that settles most soonest.

Serves Laws 70D1 and 70E1. Upward first, which is quick where the hands are short;
where that takes long, of the claim itself, for nearly every claim is certain; where
that takes longer still, upward again, so that a bound is proven. First of all downward
from double dummy, which is what most claimers can guarantee.
"""

from __future__ import annotations

from rulings.solver.hypotheses.certainty import Certainty
from rulings.solver.inputs import Budget, Spent
from rulings.solver.kernel.state import Node
from rulings.solver.types import Span

DOWNWARD, UPWARD, CLAIM = 0.15, 0.12, 0.73
"""Parts of the budget for the first questions downward, for those upward, and for
that of the claim."""
CLAIM_AT_MOST = 4_000_000
"""Positions at most for the question of the claim."""


def guaranteed(
    search: Certainty, node: Node, asked: tuple[int, int], budget: Budget
) -> Span:
    """Return what is certain from a node; `asked` is the claim and the most there is.

    A range where the budget ends first.
    """
    claimed, high = asked
    whole = budget.left
    with budget.lend(int(DOWNWARD * whole)) as part:
        span = _downward(search, node, high, part)
    of_claim = min(int(CLAIM * whole), CLAIM_AT_MOST)
    for first, share in ((1, int(UPWARD * whole)), (claimed, of_claim), (None, whole)):
        wanted = span.low + 1 if first is None else first
        if span.low < wanted <= span.high:
            with budget.lend(share) as part:
                span = _upward(search, node, span, wanted, part)
    return span


def _downward(search: Certainty, node: Node, high: int, budget: Budget) -> Span:
    """Return what is certain, asked downward; above an answer all is refuted."""
    search.budget = budget
    try:
        while high and not search.holds(node, high):
            high -= 1
    except Spent:
        return Span(0, min(high, search.proven(node)[1]))
    return Span(high, high)


def _upward(
    search: Certainty, node: Node, span: Span, wanted: int, budget: Budget
) -> Span:
    """Return what is certain, asked upward from a number above the lower bound."""
    search.budget = budget
    low = span.low
    try:
        while wanted <= span.high and search.holds(node, wanted):
            low, wanted = wanted, wanted + 1
    except Spent:
        return Span(low, min(span.high, search.proven(node)[1]))
    return Span(low, wanted - 1)
