"""What the award would be if a claimer whose claim is not certain may count on breaks.

Serves Law 70E1, as the upper end of a range beside the number: he is taken to count on
every suit that in truth breaks evenly doing so. It never changes the number itself.
"""

from __future__ import annotations

from dataclasses import replace

from rulings.solver.award.awards import Awards, worst_of
from rulings.solver.award.readings import Readings
from rulings.solver.hypotheses import Certainty, View, guaranteed, view_of
from rulings.solver.inputs import Budget
from rulings.solver.kernel.breaks import suits_of
from rulings.solver.types import Rung, Span, said

CERTAIN = 0.5
"""The part of the positions for what is certain if the suits break."""


def even_breaks_rung(awards: Awards, award: Span, budget: Budget) -> Rung | None:
    """Return the rung of a claimer who counts on even breaks, with nothing forgotten.

    None where no suit breaks, or where it makes no difference to the award: worse than
    that it never is, for he need not count on them.
    """
    view = view_of(awards.position, awards.claim, breaks=True)
    if not view.sides.breaks:
        return None
    found = _award(_counting(awards, view, budget), budget)
    span = Span(max(award.low, found.low), max(award.high, found.high))
    if span == award:
        return None
    suits = " ".join(suit.letter for suit in suits_of(view.sides.breaks))
    return Rung("even_breaks", "70E1", said("rung_even_breaks", suits=suits), span)


def _counting(awards: Awards, view: View, budget: Budget) -> Awards:
    """Return the searches of a claimer who counts on the breaks, what is certain first.

    Who knows more is certain of no less.
    """
    search = Certainty(view.sides, budget)
    asked = awards.claim.tricks, awards.bounds.double_dummy.high
    with budget.lend(int(CERTAIN * budget.left)) as part:
        certain = guaranteed(search, view.node(search), asked, part)
    certain = Span(max(certain.low, awards.bounds.certain.low), certain.high)
    bounds = replace(awards.bounds, certain=certain)
    return replace(awards, search=search, bounds=bounds, on_breaks=True)


def _award(awards: Awards, budget: Budget) -> Span:
    """Return the worst normal line of a claimer who forgets nothing."""
    readings = Readings(
        awards,
        frozenset(),
        frozenset(),
        lambda part: budget.lend(int(part * budget.left)),
        lambda _low, _high: None,
        may_forget_trump=False,
    )
    return worst_of(readings.counted()).award
