"""What a claim that no play can reach must rest on: the smallest mistakes (N12).

Serves Laws 70A and 70D1. A set of unseen cards is a mistake that explains a claim
when the claimer, not counting them, would be certain of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from rulings.bridge.cards import Card, Suit
from rulings.bridge.positions import Position
from rulings.solver.beliefs import unseen_cards, without_known
from rulings.solver.certainty import Certainty
from rulings.solver.claim import Claim
from rulings.solver.view import view_of

AT_MOST = 3
"""Cards that one mistake may leave out; beyond that a whole suit."""


def explaining_sets(
    position: Position, claim: Claim, search: Certainty, known: frozenset[Card]
) -> tuple[frozenset[Card], ...]:
    """Return every smallest set of cards whose loss from mind makes the claim certain.

    `known` are cards the claimer is known to count. Raises Spent when the search's
    budget ends first; empty when no set of the sizes tried explains it.
    """
    candidates = without_known(position, claim, unseen_cards(position, claim)) - known
    for sets in _by_size(candidates):
        found = tuple(
            cards for cards in sets if _explains(position, claim, cards, search)
        )
        if found:
            return found
    return ()


def _by_size(cards: frozenset[Card]) -> Iterator[list[frozenset[Card]]]:
    ordered = sorted(cards)
    for size in range(1, AT_MOST + 1):
        yield [frozenset(some) for some in combinations(ordered, size)]
    suits = [frozenset(c for c in ordered if c.suit is suit) for suit in Suit]
    yield [suit for suit in suits if len(suit) > AT_MOST]


def _explains(
    position: Position, claim: Claim, cards: frozenset[Card], search: Certainty
) -> bool:
    node = view_of(position, claim, cards).node(search)
    return search.holds(node, claim.tricks)
