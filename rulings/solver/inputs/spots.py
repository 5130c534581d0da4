"""Small cards of which nobody is sure: every card that each of them may have been.

A card below the ten is taken down for one not known exactly. It may be any small card
of its suit that nobody else holds; the others have been played. Fillings that leave the
suits the same from the top are one, but for cards that words or facts name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, permutations, product

from rulings.bridge.cards import FULL_DECK, Card, Suit
from rulings.bridge.hands import Hand
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver.inputs.claim import SolverClaim

TEN = 10
"""Cards below it are small."""

MOST = 24
"""Fillings that are solved; of more only a trivial range is given."""

FEW = 4
"""Cards of one suit that may be unknown."""

Placed = tuple[tuple[Seat, Card], ...]


def fillings(position: Position, claim: SolverClaim) -> list[tuple[Position, Placed]]:
    """Return the positions that the small cards not known may make.

    That taken down stands first; at most one more than are solved. Each comes with
    the cards that stand for those not known.
    """
    suits = sorted({card.suit for _, card in claim.spots})
    ways = product(*(_distinct(position, claim, suit) for suit in suits))
    chosen = (tuple(one for way in parts for one in way) for parts in ways)
    return [
        (_with(position, claim, placed), placed) for placed in islice(chosen, MOST + 1)
    ]


def _distinct(position: Position, claim: SolverClaim, suit: Suit) -> list[Placed]:
    """Return the ways of one suit that differ; too many where there are many cards."""
    own = frozenset(one for one in claim.spots if one[1].suit is suit)
    if len(own) > FEW:
        return [tuple(sorted(own))] * (MOST + 1)
    alone = replace(claim, spots=own)
    found: dict[object, Placed] = {}
    for placed in _ways(position, own, suit):
        found.setdefault(_looks(_with(position, alone, placed), claim), placed)
    return list(found.values())


def _ways(
    position: Position, own: frozenset[tuple[Seat, Card]], suit: Suit
) -> Iterator[Placed]:
    """Give the small cards of a suit that may stand for those not known."""
    unknown = sorted(own)
    taken = {card for hand in position.hands for card in hand}
    taken |= set(position.trick.cards)
    small = {card for card in FULL_DECK if card.suit is suit and card.rank < TEN}
    free = sorted(small - taken)
    yield tuple(unknown)
    cards = [card for _, card in unknown]
    for some in permutations(cards + free, len(unknown)):
        yield tuple((seat, card) for (seat, _), card in zip(unknown, some, strict=True))


def _with(position: Position, claim: SolverClaim, placed: Placed) -> Position:
    """Return the position with other small cards in the place of those not known."""
    gone = {card for _, card in claim.spots}
    hands = [
        Hand((hand.cards - gone) | {card for seat, card in placed if seat is at})
        for at, hand in zip(Seat, position.hands, strict=True)
    ]
    return replace(position, hands=tuple(hands))  # type: ignore[arg-type]  # four seats


def _looks(position: Position, claim: SolverClaim) -> object:
    """Return what two fillings have in common that are the same to the search."""
    said = claim.statement.steps if claim.statement is not None else ()
    named = {step.card for step in said} | claim.forgotten | claim.counted
    named |= {card for _, card in claim.locations} | claim.losers
    named |= claim.pending.faced
    holder = {card: seat.letter for seat in Seat for card in position.hands[seat]}
    holder |= dict.fromkeys(position.trick.cards, "table")
    return tuple(
        (card.suit, holder[card], card in named and card)
        for card in sorted(holder, reverse=True)
    )
