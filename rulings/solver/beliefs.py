"""What a claimer does not count as out, and when he remembers it (Laws 70C, 70D1).

Belief rules change the view; the rules about plays are in `normal`.
"""

from __future__ import annotations

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.claims.steps import Act
from rulings.solver.claim import Claim

FORGOTTEN = 4
"""The flag of a forgotten card in a suit's symbols."""


def trumps_out(position: Position, claim: Claim) -> frozenset[Card]:
    """Return the trumps held by the other side (declarer's, for a defender's claim)."""
    trump = position.strain.suit
    return frozenset(
        card
        for seat in claim.side.other.seats
        for card in position.hands[seat]
        if card.suit is trump
    )


def mentions_trumps(claim: Claim) -> bool:
    """Say whether the statement speaks of drawing trumps or of losing to one."""
    if claim.statement is None:
        return False
    return any(step.act is Act.DRAW for step in claim.statement.steps)


def forgotten_cards(
    position: Position, claim: Claim, trumps: frozenset[Card], *, aware: bool
) -> frozenset[Card]:
    """Return the cards left out of the view: the trumps (N9) and those named."""
    named = claim.forgotten & frozenset(
        card for seat in claim.hidden for card in position.hands[seat]
    )
    return named if aware else named | trumps


def remember(symbols: tuple[int, ...]) -> tuple[int, ...]:
    """Return a suit with nothing forgotten: a card of it has appeared (N11)."""
    return tuple(s if s < 0 else s & ~FORGOTTEN for s in symbols)
