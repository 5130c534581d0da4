"""What a proposal shows beside its number, as evidence that a director judges.

The stated line carried out to the letter (Law 70B), the share of normal lines in which
a trick is lost (69B2), an opponents' trump still out (70C), and whether a conceded
trick comes back (71). The first two are None where nothing asks for them or their part
of the budget ended first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.solver.award.by_hypothesis import Awards
from rulings.solver.inputs import (
    Exhausted,
    NodeBudget,
    SolverClaim,
    mentions_trumps,
    thinks_trumps_gone,
)
from rulings.solver.lines import LineNode, Lines
from rulings.solver.types import (
    NOT_COUNTED,
    Adjudication,
    LineTrick,
    OutstandingTrump,
    Share,
    Span,
    said,
)
from rulings.statements.sentences import Sentence

LineCounts = tuple[int, ...]
"""How many lines give the side 0, 1, 2, ... more tricks."""


def as_stated(awards: Awards, budget: NodeBudget) -> Span | None:
    """Return the tricks of the stated line carried out to the letter (S4).

    Plays the words leave open are chosen best, the opponents defend best; None
    without stated plays, bounds alone where they were not settled.
    """
    if not awards.steps:
        return None
    try:
        tricks = literal_tricks(awards.lines(frozenset()), budget)
    except Exhausted:
        bounds = awards.bounds
        return Span(bounds.any_play.low, bounds.double_dummy.high)
    return Span(tricks, tricks)


def share_of_lines(
    awards: Awards, forgotten: frozenset[Card], tricks: int, budget: NodeBudget
) -> Share | None:
    """Return in how many normal lines the side wins fewer than so many (S6)."""
    lines = awards.lines(forgotten)
    lines.budget = awards.search.budget = budget
    try:
        lines.mark()
        return counted_lines(lines, tricks)
    except Exhausted:
        return None


def lines_won_back(
    awards: Awards, forgotten: frozenset[Card], budget: NodeBudget
) -> Share | None:
    """Return in how many normal lines all tricks asked back are lost to the others.

    None where none is asked back.
    """
    claim = awards.claim
    if not claim.reclaimed:
        return None
    tricks = claim.tricks - claim.reclaimed + 1
    return share_of_lines(awards, forgotten, tricks, budget) or NOT_COUNTED


def literal_tricks(lines: Lines, budget: NodeBudget) -> int:
    """Return the tricks of the claiming side; raises Exhausted when the budget ends.

    The lines are used up by it: they ask about the letter from then on.
    """
    lines.budget = budget
    lines.worst.carry_out_to_the_letter()
    tricks = 0
    while not lines.below(lines.root, tricks):
        tricks += 1
    return tricks


def counted_lines(lines: Lines, tricks: int) -> Share:
    """Return the share of normal lines in which the side wins fewer than `tricks`.

    Raises Exhausted when the budget of the lines ends first.
    """
    counts = _counts(lines, lines.root, {})
    return Share(sum(counts), sum(counts[: max(0, tricks)]))


def _counts(
    lines: Lines, node: LineNode, found: dict[LineNode, LineCounts]
) -> LineCounts:
    if node[5] == 0:
        return (1,)
    known = found.get(node)
    if known is not None:
        return known
    lines.budget.count()
    total = [0] * (node[5] + 1)
    for option in lines.plays(node):
        for more, count in enumerate(_counts(lines, option.node, found)):
            total[more + option.won] += count
    found[node] = tuple(total)
    return found[node]


def is_in_doubt(position: Position, claim: SolverClaim) -> bool:
    """Say whether he may not have known of it: not mentioned, nor found to be known."""
    return not (claim.aware_of_trump or mentions_trumps(position, claim))


def outstanding(
    position: Position,
    claim: SolverClaim,
    out: frozenset[Card],
    awards: tuple[Span, Span],
    line: Iterable[LineTrick] | None,
) -> OutstandingTrump | None:
    """Return what Law 70C asks of the trumps out; None where none is.

    `awards` are those of one who minds them and of one who does not; `line` is the
    worst normal line of the latter, None where it was not looked for.
    """
    if not out:
        return None
    aware, unaware = awards
    return OutstandingTrump(
        tuple(sorted(out)),
        mentions_trumps(position, claim),
        claim.aware_of_trump,
        aware,
        unaware,
        thinks_trumps_gone(position, claim),
        None if line is None else _won(out, line),
    )


def _won(out: frozenset[Card], line: Iterable[LineTrick]) -> int:
    """Return how many tricks of a line some trumps win."""
    return sum(
        card.card in out and card.seat is trick.winner
        for trick in line
        for card in trick.cards
    )


def cancelled(
    claim: SolverClaim, left: int, award: tuple[int, int]
) -> tuple[bool | None, Sentence]:
    """Say whether Law 71 returns a conceded trick, and why.

    None while the tricks of the worst normal line are not known well enough.
    """
    low, high = award
    if claim.tricks == left:
        return False, said("nothing_conceded")
    if low > claim.tricks:
        counts = {"tricks": low, "claimed": claim.tricks}
        return True, said("concession_cancelled", **counts)
    if high <= claim.tricks:
        return False, said("concession_stands", claimed=claim.tricks)
    return None, said("concession_open")


def as_declarer_decides(
    tried: Sequence[tuple[Adjudication, SolverClaim]],
) -> tuple[Adjudication, SolverClaim]:
    """Return the proposal for what declarer does with a penalty card (50D2).

    One who claims takes what makes most tricks certain, and in doubt the worst counts;
    against a claim by a defender he takes what gives the claimers least.
    """
    if tried[0][1].by_declarer:
        return min(tried, key=lambda one: (-one[0].certain.low, one[0].low))
    return min(tried, key=lambda one: (one[0].low, one[0].high))
