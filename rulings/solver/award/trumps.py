"""An opponents' trump still out at the claim: Law 70C as a result of its own."""

from __future__ import annotations

from collections.abc import Iterable

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.solver.inputs import Claim, mentions_trumps, thinks_trumps_gone
from rulings.solver.types import LineTrick, OutstandingTrump, Span


def is_in_doubt(position: Position, claim: Claim) -> bool:
    """Say whether he may not have known of it: not mentioned, nor found to be known."""
    return not (claim.aware_of_trump or mentions_trumps(position, claim))


def outstanding(
    position: Position,
    claim: Claim,
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
