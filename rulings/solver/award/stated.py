"""What a proposal shows beside its number: the letter of the words, a trick's share.

Serves Laws 70B and 69B2. Both are evidence; a director judges them. Either is None
where nothing asks for it or its part of the budget ended first.
"""

from __future__ import annotations

from rulings.bridge.cards import Card
from rulings.solver.award.awards import Awards
from rulings.solver.inputs import Budget, Spent
from rulings.solver.lines import counted_lines, literal_tricks
from rulings.solver.types import Share


def literal_line(awards: Awards, budget: Budget) -> int | None:
    """Return the tricks of the stated line carried out to the letter (S4).

    Plays the words leave open are chosen best, the opponents defend best; None
    without stated plays.
    """
    if not awards.steps:
        return None
    try:
        return literal_tricks(awards.lines(frozenset()), budget)
    except Spent:
        return None


def share_of_lines(
    awards: Awards, forgotten: frozenset[Card], tricks: int, budget: Budget
) -> Share | None:
    """Return in how many normal lines the side wins fewer than so many (S6)."""
    lines = awards.lines(forgotten)
    lines.budget = awards.search.budget = budget
    try:
        lines.mark()
        return counted_lines(lines, tricks)
    except Spent:
        return None


def lines_won_back(
    awards: Awards, forgotten: frozenset[Card], budget: Budget
) -> Share | None:
    """Return in how many normal lines all tricks asked back are lost to the others.

    None where none is asked back.
    """
    claim = awards.claim
    if not claim.reclaimed:
        return None
    tricks = claim.tricks - claim.reclaimed + 1
    return share_of_lines(awards, forgotten, tricks, budget)
