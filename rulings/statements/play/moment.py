"""What a statement of claim looks at when the claiming side is to play (Law 68C)."""

from __future__ import annotations

from dataclasses import dataclass

from rulings.bridge.cards import Card, Suit
from rulings.bridge.seats import Seat
from rulings.statements.steps import SideHand

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """What a step looks at when the claiming side is to play.

    `legal` are the cards of the hand to play, `other` those of the side's other
    hand, `beats` the legal cards that would be winning, `masters` the side's cards
    believed to be the highest left of their suit. `led` is None on lead; `side_led`
    says whether the claiming side led to this trick, `second` is the seat that plays
    second to it, `winning` the card that the other of the side's hands is winning with.
    `side_wins` says whether a card of the claimer's side is winning the trick.
    `out` are the cards counted in the hidden hands, `void` the suits of which `second`
    has shown out; `begun` says whether the trick lay on the table at the claim.
    """

    place: SideHand
    legal: tuple[Card, ...]
    other: frozenset[Card]
    trump: Suit | None
    led: Suit | None
    side_led: bool
    beats: frozenset[Card]
    masters: frozenset[Card]
    trumps_out: bool
    second: Seat
    winning: Card | None = None
    out: frozenset[Card] = frozenset()
    void: frozenset[Suit] = frozenset()
    begun: bool = False
    side_wins: bool = False


def of(cards: Cards, suit: Suit | None) -> Cards:
    """Return the cards of a suit."""
    return tuple(card for card in cards if card.suit is suit)


def below(card: Card, cards: Cards) -> Cards:
    """Return the cards below one of their suit; all of them where none is below."""
    return tuple(c for c in cards if c.suit is card.suit and c < card) or cards


def top_of(cards: Cards) -> Cards:
    """Return the highest of some cards of one suit, in whatever order they come."""
    return (max(cards),) if cards else ()
