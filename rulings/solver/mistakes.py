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
from rulings.solver.believed import BITS, MASK, NOBODY
from rulings.solver.certainty import Certainty
from rulings.solver.claim import Claim
from rulings.solver.dealing import Node
from rulings.solver.table import layout_of
from rulings.solver.view import View, view_of

AT_MOST = 3
"""Cards that one mistake may leave out; beyond that a whole suit."""


def explaining_sets(
    position: Position, claim: Claim, search: Certainty, known: frozenset[Card]
) -> tuple[frozenset[Card], ...]:
    """Return every smallest set of cards whose loss from mind makes the claim certain.

    `known` are cards the claimer is known to count, besides those that the claim says
    he does. Raises Spent when the search's budget ends first; empty when no set of the
    sizes tried explains it.
    """
    unseen = unseen_cards(position, claim) - claim.counted
    candidates = without_known(position, claim, unseen) - known
    asked = _Asked(view_of(position, claim), claim.tricks, search)
    for sets in _by_size(candidates):
        found = tuple(cards for cards in sets if asked.may_rest_on(cards))
        if found:
            return found
    return ()


def _by_size(cards: frozenset[Card]) -> Iterator[list[frozenset[Card]]]:
    ordered = sorted(cards)
    for size in range(1, AT_MOST + 1):
        yield [frozenset(some) for some in combinations(ordered, size)]
    suits = [frozenset(c for c in ordered if c.suit is suit) for suit in Suit]
    yield [suit for suit in suits if len(suit) > AT_MOST]


class _Asked:
    """One search for mistakes: the view with nothing forgotten, changed set by set."""

    def __init__(self, view: View, tricks: int, search: Certainty) -> None:
        self.tricks = tricks
        self.search = search
        self.hidden = view.sides.hidden
        self.root = view.node(search)
        self.symbols = {
            card: self.root[0] >> BITS * suit + 3 * at & NOBODY
            for suit, cards in enumerate(layout_of(view.position))
            for at, card in enumerate(cards)
        }

    def may_rest_on(self, cards: frozenset[Card]) -> bool:
        """Say whether the claim would be certain without these cards."""
        return self.search.holds(self._without(cards), self.tricks)

    def _without(self, cards: frozenset[Card]) -> Node:
        """Return the position as one believes it who does not count some cards."""
        suits, *rest, left, slack, slack_2, most = self.root
        for suit in {card.suit for card in cards}:
            kept = [
                symbol
                for card, symbol in self.symbols.items()
                if card.suit is suit and card not in cards
            ]
            place = BITS * suit
            suits &= ~(MASK << place)
            suits |= self.search.suits[suit].number(tuple(kept)) << place
        placed = [self.symbols[card] for card in cards]
        turn, led, best, played, _ = rest
        return (
            suits,
            turn,
            led,
            best,
            played,
            len(cards),
            left,
            slack + placed.count(self.hidden[0]),
            slack_2 + placed.count(self.hidden[1]),
            most,
        )
