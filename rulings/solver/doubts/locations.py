"""Which proven locations would make a claim certain (Law 70E1, step S8)."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from itertools import combinations

from rulings.bridge.cards import Card, Suit
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver.hypotheses import Certainty, view_of
from rulings.solver.inputs import Exhausted, SolverClaim
from rulings.solver.types import Settling, said
from rulings.statements.sentences import Sentence

Held = tuple[Seat, Card]
Set = tuple[Held, ...]
PAIR = 2
"""At most so many cards, or suits, are named one by one."""


def settling_locations(
    position: Position, claim: SolverClaim, search: Certainty
) -> tuple[Settling, ...]:
    """Return the smallest sets of true locations that make the claim certain.

    The search is that of the claim, with a budget of its own. One card, else two,
    else the layout of one suit, of two or more. Where the budget ends first they are
    the smallest found till then; none where even the whole layout settles nothing.
    """
    asked = _LocationSearch(position, claim, search)
    with suppress(Exhausted):
        asked.narrow()
    few = [one for one in asked.found if len(one.suits()) == 1]
    return tuple(few) or asked.found[:1]


class _LocationSearch:
    """One search for settling sets; `found` are the smallest it has come to.

    Who is told more is certain of no less, so that cards are tried only where
    their whole suits settle the claim.
    """

    def __init__(
        self, position: Position, claim: SolverClaim, search: Certainty
    ) -> None:
        self.position = position
        self.claim = claim
        self.search = search
        self.found: tuple[Settling, ...] = ()
        held = [(seat, card) for seat in claim.hidden for card in position.hands[seat]]
        self.open = sorted(
            (pair for pair in held if pair not in claim.locations),
            key=lambda pair: (-pair[1].rank, pair[1].suit),
        )
        self.suits = frozenset(card.suit for _, card in self.open)

    def narrow(self) -> None:
        """Look for smaller and smaller settling sets; may raise Exhausted."""
        if not self._settling([tuple(self.open)]):
            return
        useful = [frozenset(self.suits)]
        for many in range(len(self.suits) - 1, 0, -1):
            fewer = [
                suits
                for suits in map(frozenset, combinations(self.suits, many))
                if all(suits | {suit} in useful for suit in self.suits - suits)
            ]
            fewer = self._useful(fewer)
            if not fewer:
                break
            useful = fewer
        self._cards(useful)

    def _useful(self, some: list[frozenset[Suit]]) -> list[frozenset[Suit]]:
        """Return those suits whose layout settles the claim, and take them."""
        whole = {
            suits: tuple(p for p in self.open if p[1].suit in suits) for suits in some
        }
        self._settling(whole.values())
        held = {settling.held for settling in self.found}
        return [suits for suits in some if whole[suits] in held]

    def _cards(self, useful: list[frozenset[Suit]]) -> None:
        """Look for one card, else two, of the suits that settle the claim."""
        if len(useful[0]) > PAIR:
            return
        if len(useful[0]) == 1:
            suits = frozenset().union(*useful)
            if self._settling((pair,) for pair in self.open if pair[1].suit in suits):
                return
        pairs = (
            two
            for two in combinations(self.open, 2)
            if {card.suit for _, card in two} in useful
        )
        self._settling(pairs, first=True)

    def _settling(self, sets: Iterable[Set], *, first: bool = False) -> bool:
        """Take those sets that settle the claim, or the first of them, as found."""
        found: tuple[Settling, ...] = ()
        for held in sets:
            if self._certain(held):
                found += (Settling(held, self._named(held), self._value(held)),)
                self.found = found
                if first:
                    break
        return bool(found)

    def _with_locations(self, held: Iterable[Held]) -> SolverClaim:
        return replace(self.claim, locations=self.claim.locations | frozenset(held))

    def _certain(self, held: Iterable[Held]) -> bool:
        node = view_of(self.position, self._with_locations(held)).node()
        return self.search.holds(node, self.claim.tricks)

    def _value(self, held: Iterable[Held]) -> int:
        """Return the tricks he is certain of then, as far as the budget goes."""
        node = view_of(self.position, self._with_locations(held)).node()
        with suppress(Exhausted):
            return self.search.value(node, self.claim.tricks)
        return max(self.claim.tricks, self.search.proven(node)[0])

    def _named(self, held: Set) -> Sentence:
        """Return the sentence that says what is to be proven."""
        suits = sorted({card.suit for _, card in held})
        if len(held) == 1:
            ((seat, card),) = held
            return said("needs_one", card=card, seat=seat)
        if len(held) == PAIR:
            (seat, card), (seat_2, card_2) = held
            other = {"card_2": card_2, "seat_2": seat_2}
            return said("needs_two", card=card, seat=seat, **other)
        if len(suits) == 1:
            return said("needs_suit", suit=suits[0])
        if len(suits) == PAIR:
            return said("needs_suits", suit=suits[0], suit_2=suits[1])
        known = self.suits - set(suits)
        if known:
            return said("needs_all_but", suit=min(known))
        return said("needs_layout")
