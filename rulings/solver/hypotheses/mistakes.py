"""What a claim that no play can reach must rest on: the smallest mistakes (N12).

Serves Laws 70A and 70D1. A set of unseen cards is a mistake that explains a claim
when the claimer, not counting them, would be certain of it. It is looked for only
beyond what is known of his belief: who speaks of a finesse, a drop or a break counts
the cards of that suit and takes them to lie well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, groupby, product

from rulings.bridge.cards import Card, Suit
from rulings.bridge.positions import Position
from rulings.solver.hypotheses.certainty import Certainty
from rulings.solver.hypotheses.view import ClaimerView, layout_of, view_of
from rulings.solver.inputs import SolverClaim, unseen_cards, without_known
from rulings.solver.kernel.believed import (
    BITS,
    EITHER,
    MASK,
    NOBODY,
    SYMBOL_BITS,
    suit_number,
)
from rulings.solver.kernel.state import SearchNode
from rulings.statements.steps import StatedStep, Verb

AT_MOST = 3
"""Cards that one mistake may leave out; beyond that a whole suit."""

CHARGED = 20
"""Positions that count for one layout, however few a search of it takes."""

_LAYOUT = {Verb.FINESSE, Verb.NO_FINESSE, Verb.BREAKS, Verb.VOID, Verb.LIES}
"""Verbs that say how he takes a suit to lie."""
_ANY_LAYOUT = {Verb.SQUEEZE, Verb.CONDITION}
"""Verbs that say that the claim hangs on the layout, in whatever suit."""


@dataclass(frozen=True, slots=True)
class StatedBelief:
    """What is known of a claimer's belief.

    `counted` are cards that he counts as out, `suits` those which he takes to lie as
    he needs them.
    """

    counted: frozenset[Card]
    suits: frozenset[Suit]


def stated_belief(position: Position, claim: SolverClaim) -> StatedBelief:
    """Return what words and answers say of the claimer's belief.

    Words of a suit's layout say that he counts all of it. A card that he was found
    to count, though no play can then reach the claim, he took to lie well; other
    cards of its suit he may have left out. A card he will lose to he counts.
    """
    steps = () if claim.statement is None else claim.statement.steps
    unseen = unseen_cards(position, claim)
    played_for = {suit for step in steps for suit in _played_for(position, claim, step)}
    counted = {card for card in unseen if card.suit in played_for}
    named = (step.card for step in steps if step.act is not Verb.GONE)
    counted |= {card for card in named if card is not None} & unseen
    found = claim.counted & unseen
    return StatedBelief(
        frozenset(counted) | found,
        frozenset(played_for) | {card.suit for card in found},
    )


def _played_for(
    position: Position, claim: SolverClaim, step: StatedStep
) -> frozenset[Suit]:
    """Return the suits which a step takes to lie as the claim needs them."""
    unseen, card = unseen_cards(position, claim), step.card
    if step.act is Verb.NO_FINESSE and step.suit is None:
        return _with_a_gap(position, claim, unseen)
    if step.act is Verb.LEAD and card is not None:
        higher = any(c.suit is card.suit and c > card for c in unseen)
        return frozenset({card.suit} if higher else ())
    suit = step.suit if card is None else card.suit
    return frozenset({suit} if suit is not None and step.act in _LAYOUT else ())


def _with_a_gap(
    position: Position, claim: SolverClaim, unseen: frozenset[Card]
) -> frozenset[Suit]:
    """Return the suits in which an unseen card lies between two of the side."""
    seats = {claim.claimer, claim.dummy} if claim.by_declarer else {claim.claimer}
    own = [card for seat in seats for card in position.hands[seat]]
    return frozenset(
        card.suit
        for card in unseen
        if any(c.suit is card.suit and c > card for c in own)
        and any(c.suit is card.suit and c < card for c in own)
    )


def explaining_sets(
    position: Position, claim: SolverClaim, search: Certainty, known: frozenset[Card]
) -> tuple[frozenset[Card], ...]:
    """Return every smallest set of cards whose loss from mind makes the claim certain.

    `known` are cards the claimer is known to count, besides those of which words or
    answers tell it. Raises Exhausted when the search's budget ends first; empty when
    the claim is explained without a mistake, or no set of the sizes tried does it.
    """
    steps = () if claim.statement is None else claim.statement.steps
    if any(step.act in _ANY_LAYOUT for step in steps):
        return ()
    belief = stated_belief(position, claim)
    unseen = unseen_cards(position, claim)
    candidates = without_known(position, claim, unseen) - belief.counted - known
    candidates -= claim.pending.faced
    asked = _MistakeSearch(view_of(position, claim), claim.tricks, search)
    if belief.suits and asked.is_explained(belief.suits):
        return ()
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


class _MistakeSearch:
    """One search for mistakes: the view with nothing forgotten, changed set by set.

    `layouts` are the ways in which the cards may lie: what is known, until suits are
    taken to lie as the claim needs them.
    """

    def __init__(self, view: ClaimerView, tricks: int, search: Certainty) -> None:
        self.tricks = tricks
        self.search = search
        self.hidden = view.sides.hidden
        self.root = view.node()
        self.symbols = {
            card: self.root[0] >> BITS * suit + SYMBOL_BITS * at & NOBODY
            for suit, cards in enumerate(layout_of(view.position))
            for at, card in enumerate(cards)
        }
        self.layouts: list[Mapping[Card, int]] = [self.symbols]

    def may_rest_on(self, cards: frozenset[Card]) -> bool:
        """Say whether the claim would be certain without these cards."""
        return any(
            self.search.holds(self._believed(symbols, cards), self.tricks)
            for symbols in self.layouts
        )

    def is_explained(self, suits: frozenset[Suit]) -> bool:
        """Say whether some layout of suits makes the claim certain as it is.

        Otherwise the layouts that make most certain are kept; all of them where no
        layout gains anything.
        """
        most = self.search.value(self.root)
        for symbols in self._lain(suits):
            node = self._believed(symbols, frozenset())
            if self.search.holds(node, most + 1):
                most = self.search.value(node, most + 1)
                self.layouts = [symbols]
            elif self.layouts[0] is not self.symbols and self.search.holds(node, most):
                self.layouts.append(symbols)
            if most >= self.tricks:
                return True
        return False

    def _lain(self, suits: frozenset[Suit]) -> Iterator[Mapping[Card, int]]:
        """Yield where the cards lie, for every way in which some suits may.

        The evenest come first: they explain most claims.
        """
        lengths = self.root[7:9]
        runs = [
            [card for card, _ in run]
            for (suit, is_free), run in groupby(
                self.symbols.items(), lambda at: (at[0].suit, at[1] == EITHER)
            )
            if is_free and suit in suits
        ]
        free = [card for run in runs for card in run]
        dealt = [sum(parts, ()) for parts in product(*map(self._dealt, runs))]
        for held in sorted(dealt, key=self._unevenness):
            self.search.budget.count(CHARGED)
            if all(map(int.__le__, map(held.count, self.hidden), lengths)):
                yield self.symbols | dict(zip(free, held, strict=True))

    def _dealt(self, run: list[Card]) -> list[tuple[int, ...]]:
        """Return who holds the cards of a run, for each way that makes a difference.

        Which cards of it a hand holds is all one, but for its top and its bottom.
        """
        one, other = self.hidden
        parts = [(n, len(run) - n) for n in range(len(run) + 1)]
        tops = [(one,) * n + (other,) * more for n, more in parts]
        return list(dict.fromkeys(tops + [held[::-1] for held in tops]))

    def _unevenness(self, held: tuple[int, ...]) -> int:
        one, other = self.hidden
        return abs(held.count(one) - held.count(other))

    def _believed(
        self, symbols: Mapping[Card, int], gone: frozenset[Card]
    ) -> SearchNode:
        """Return the position as one believes it who does not count some cards."""
        suits, turn, led, best, played, _, left, slack, slack_2, most = self.root
        for suit in Suit:
            kept = [s for c, s in symbols.items() if c.suit is suit and c not in gone]
            place = BITS * suit
            suits &= ~(MASK << place)
            suits |= suit_number(tuple(kept)) << place
        placed = [
            self._newly_placed(symbols, seat) - [symbols[c] for c in gone].count(seat)
            for seat in self.hidden
        ]
        return (
            suits,
            turn,
            led,
            best,
            played,
            len(gone),
            left,
            slack - placed[0],
            slack_2 - placed[1],
            most,
        )

    def _newly_placed(self, symbols: Mapping[Card, int], seat: int) -> int:
        """Return how many cards a hidden hand is taken to hold beyond what is known."""
        known = list(self.symbols.values()).count(seat)
        return list(symbols.values()).count(seat) - known
