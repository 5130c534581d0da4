"""Which proven locations would make a claim certain (Law 70E1, step S8)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

from rulings.bridge.cards import Card, Suit
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.claims.sentences import Sentence
from rulings.solver.adjudication import Settling
from rulings.solver.budget import Spent
from rulings.solver.certainty import Certainty
from rulings.solver.claim import Claim
from rulings.solver.sentences import said
from rulings.solver.view import view_of

Held = tuple[Seat, Card]
Set = tuple[Held, ...]


def settling_locations(
    position: Position, claim: Claim, search: Certainty
) -> tuple[Settling, ...]:
    """Return the smallest sets of true locations that make the claim certain.

    The search is that of the claim, with a budget of its own. One card, else two,
    else the layout of one suit, else of two; none when the budget ends first or
    nothing of that size settles it.
    """
    asked = _Asked(position, claim, search)
    try:
        return asked.smallest()
    except Spent:
        return asked.found


class _Asked:
    """One search for settling sets; `found` are those of the size it has reached."""

    def __init__(self, position: Position, claim: Claim, search: Certainty) -> None:
        self.position = position
        self.claim = claim
        self.search = search
        self.found: tuple[Settling, ...] = ()
        held = [(seat, card) for seat in claim.hidden for card in position.hands[seat]]
        self.open = sorted(
            (pair for pair in held if pair not in claim.locations),
            key=lambda pair: (-pair[1].rank, pair[1].suit),
        )

    def smallest(self) -> tuple[Settling, ...]:
        """Return the settling sets of the smallest size; may raise Spent."""
        suits = {
            suit: tuple(pair for pair in self.open if pair[1].suit is suit)
            for suit in Suit
        }
        whole = [held for held in suits.values() if held]
        if not self._certain(self.open):
            return ()
        if self._settling((pair,) for pair in self.open):
            return self.found
        useful = [suit for suit in whole if self._certain(suit)]
        in_suits = useful or whole
        pairs = (two for suit in in_suits for two in combinations(suit, 2))
        if self._settling(pairs, first=True):
            return self.found
        if useful:
            self._settling(useful)
            return self.found
        across = (
            (one, other)
            for first, second in combinations(whole, 2)
            for one in first
            for other in second
        )
        if self._settling(across, first=True):
            return self.found
        self._settling(
            (one + other for one, other in combinations(whole, 2)), first=True
        )
        return self.found

    def _settling(self, sets: Iterable[Set], *, first: bool = False) -> bool:
        """Keep those sets that settle the claim, or the first of them."""
        for held in sets:
            if self._certain(held):
                self.found += (Settling(held, _named(held), self._value(held)),)
                if first:
                    return True
        return bool(self.found)

    def _told(self, held: Iterable[Held]) -> Claim:
        return replace(self.claim, locations=self.claim.locations | frozenset(held))

    def _certain(self, held: Iterable[Held]) -> bool:
        node = view_of(self.position, self._told(held)).node(self.search)
        return self.search.holds(node, self.claim.tricks)

    def _value(self, held: Iterable[Held]) -> int:
        node = view_of(self.position, self._told(held)).node(self.search)
        return self.search.value(node, self.claim.tricks)


def _named(held: Set) -> Sentence:
    """Return the sentence that says what is to be proven."""
    if len(held) == 1:
        ((seat, card),) = held
        return said("needs_one", card=card, seat=seat)
    suits = sorted({card.suit for _, card in held})
    if len(held) == 2:  # noqa: PLR2004 - a pair of cards
        (seat, card), (seat_2, card_2) = held
        return said("needs_two", card=card, seat=seat, card_2=card_2, seat_2=seat_2)
    if len(suits) == 1:
        return said("needs_suit", suit=suits[0])
    return said("needs_suits", suit=suits[0], suit_2=suits[1])
