"""Suits in which the claimer's side can finesse, as far as its own cards tell.

Serves Law 68C: words may name the card finessed against by its rank, or not at all.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulings.bridge.cards import RANK_OF, Card, Suit

_HONOURS = [RANK_OF[letter] for letter in "TJQKA"]
_NEAR = 2


def finessed(held: Iterable[Card], rank: int | None = None) -> list[Suit]:
    """Return the suits with an honour missing between two cards of the side.

    Only an honour of some rank where one is named.
    """
    cards = frozenset(held)
    ranks = _HONOURS if rank is None else [rank]
    return [
        suit for suit in Suit if any(_is_between(Card(suit, r), cards) for r in ranks)
    ]


def _is_between(card: Card, held: frozenset[Card]) -> bool:
    """Say whether a card that is not held lies under one that is, just above one."""
    own = [other.rank for other in held if other.suit is card.suit]
    higher = any(rank > card.rank for rank in own)
    near = any(card.rank - _NEAR <= rank < card.rank for rank in own)
    return card not in held and higher and near
