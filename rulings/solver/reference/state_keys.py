"""State keys on real cards: moments of play that are one position, and its switches.

Serves the check of stored proposals (Laws 70 and 71): a strike or an allowance holds
for a position, by whatever cards it is reached. Imports nothing of the search.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field

from rulings.bridge.cards import RANK_OF, Card, Suit
from rulings.solver.inputs import Idea, Manner
from rulings.solver.reference.layouts import ClaimersKnowledge, RealMoment

SuitPlace = tuple[Suit, int]
"""A suit and a place there, from the top of the cards left."""

_LAST = 3
_SPOTS = RANK_OF["J"], RANK_OF["T"]


@dataclass(slots=True)
class SwitchedPlaces:
    """The cards struck and let in at one position, each as a place."""

    struck: set[SuitPlace] = field(default_factory=set)
    let_in: set[SuitPlace] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class StateKeys:
    """What tells the cards of one claim apart, besides their order and holders.

    `named` are cards of the words, `watched` those of the director's ideas.
    """

    known: ClaimersKnowledge
    losers: frozenset[Card]
    named: frozenset[Card]
    spots: bool
    watched: frozenset[Card] = frozenset()

    def key(self, moment: RealMoment, need: int, said: Hashable) -> Hashable:
        """Return what moments of one position have in common.

        `said` is how far the words have come, None where they bind no more.
        """
        best = self.known.winner(moment.table) if moment.table else None
        kinds = tuple(
            tuple(self._kind(moment, card, said) for card in self.left(moment, suit))
            for suit in Suit
        )
        shown = frozenset(
            (seat, suit)
            for seat, suit in moment.shown
            if seat in self.known.hidden
            and any(c.suit is suit for s in self.known.hidden for c in moment.hands[s])
        )
        rest = moment.seat, len(moment.table), moment.led, best, moment.tricks
        suits = [tuple(self.left(moment, suit)) for suit in Suit]
        names = tuple(suit for suit in suits if self.watched & set(suit))
        return kinds, shown, rest, need, said, names

    def left(self, moment: RealMoment, suit: Suit) -> list[Card]:
        """Return the cards of a suit from the top, the winning one included."""
        cards = [card for hand in moment.hands for card in hand]
        if moment.table:
            cards.append(self._winning(moment))
        return sorted((c for c in cards if c.suit is suit), reverse=True)

    def equals(self, moment: RealMoment, card: Card, said: Hashable) -> list[Card]:
        """Return a card of the hand to play with those that differ in nothing."""
        if self._each_differs(moment, card.suit):
            return [card]
        kind = self._kind(moment, card, said)
        found: list[Card] = []
        for other in self.left(moment, card.suit):
            if self._kind(moment, other, said) == kind:
                found.append(other)
            elif card in found:
                break
            else:
                found = []
        return found

    def places(self, moment: RealMoment, card: Card, said: Hashable) -> set[SuitPlace]:
        """Return where a card and its equals stand."""
        cards = self.left(moment, card.suit)
        some = self.equals(moment, card, said)
        return {(card.suit, cards.index(one)) for one in some}

    def place(self, moment: RealMoment, card: Card) -> SuitPlace:
        """Return where a card stands."""
        return card.suit, self.left(moment, card.suit).index(card)

    def meant(self, moment: RealMoment, ideas: Iterable[Idea]) -> set[SuitPlace]:
        """Return where the cards stand that some kinds of play are about now."""
        return {
            self.place(moment, card)
            for idea in ideas
            if self._applies(moment, idea)
            for card in moment.legal()
            if card.suit is idea.suit and self._is_meant(moment, card, idea.card)
        }

    def _applies(self, moment: RealMoment, idea: Idea) -> bool:
        """Say whether an idea is about the hand to play, its manner and the moment."""
        if moment.led is None:
            manner = Manner.LEAD
        elif moment.led is idea.suit:
            manner = Manner.FOLLOW
        else:
            ruffs = idea.suit is self.known.trump
            manner = Manner.RUFF if ruffs else Manner.DISCARD
        if manner is not idea.manner or moment.seat not in idea.hands:
            return False
        side = self.known.claimer % 2
        if idea.before is not None:
            return any(idea.before in moment.hands[seat] for seat in (side, side + 2))
        others = moment.hands[1 - side] | moment.hands[3 - side]
        return not idea.trump_out or any(c.suit is self.known.trump for c in others)

    def _is_meant(self, moment: RealMoment, card: Card, named: Card | None) -> bool:
        """Say whether a card is the one that is named, or equal to it."""
        if named is None or card == named:
            return True
        if named not in moment.hands[moment.seat]:
            return False
        cards = self.left(moment, card.suit)
        first, last = sorted((cards.index(card), cards.index(named)))
        kinds = {self._nature(moment, one) for one in cards[first : last + 1]}
        return len(kinds) == 1

    def _winning(self, moment: RealMoment) -> Card:
        card = dict(moment.table)[self.known.winner(moment.table)]
        assert card is not None  # noqa: S101 a card of real play
        return card

    def _kind(self, moment: RealMoment, card: Card, said: Hashable) -> Hashable:
        named = said is not None and card in self.named
        name = card if named or card in self.watched else None
        return self._nature(moment, card), name

    def _nature(self, moment: RealMoment, card: Card) -> Hashable:
        """Return what tells a card from its neighbours, but for its name."""
        holder = next((s for s, hand in enumerate(moment.hands) if card in hand), None)
        if holder is None:
            return "winning"
        if holder in self.known.hidden:
            return holder, card in self.known.located, card in moment.forgotten
        ranks = tuple(card.rank <= rank for rank in _SPOTS) if self.spots else ()
        return holder, card in self.losers, ranks

    def _each_differs(self, moment: RealMoment, suit: Suit) -> bool:
        """Say whether the other hidden hand has still to play, so that it may part."""
        hidden, table = self.known.hidden, moment.table
        if moment.seat not in hidden:
            return False
        if not table:
            return True
        if suit not in {moment.led, self.known.trump}:
            return False
        steps = range(1, _LAST - len(table) + 1)
        return any((moment.seat + step) % 4 in hidden for step in steps)
