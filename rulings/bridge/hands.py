"""Hands and deals. A hand is written by suits, spades first: AKQ.T9..2."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulings.bridge.cards import FULL_DECK, SUIT_CARDS, Card, Suit
from rulings.bridge.errors import ParseError, Unreadable
from rulings.bridge.seats import Seat

FULL_HAND = 13


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards a seat holds, in no order."""

    cards: frozenset[Card] = frozenset()

    def __contains__(self, card: object) -> bool:
        """Say whether the hand holds a card."""
        return card in self.cards

    def __len__(self) -> int:
        """Return the number of cards."""
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        """Yield the cards as they are written: spades first, high to low."""
        return iter(sorted(self.cards, key=_as_written))

    def __str__(self) -> str:
        """Return the text form, which `parse` reads back."""
        return ".".join(
            "".join(card.rank_letter for card in self.suit(suit)) for suit in Suit
        )

    def suit(self, suit: Suit) -> tuple[Card, ...]:
        """Return the cards of one suit, from high to low."""
        return tuple(
            sorted(
                [card for card in self.cards if card.suit is suit],
                key=hash,  # a card's number, which stands in order
                reverse=True,
            )
        )

    def without(self, *cards: Card) -> Hand:
        """Return the hand after some of its cards have left it."""
        return Hand(self.cards.difference(cards))

    def plus(self, cards: Iterable[Card]) -> Hand:
        """Return the hand with more cards."""
        return Hand(self.cards.union(cards))

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read four suits separated by dots; raise ParseError on anything else."""
        suits = text.strip().upper().replace("10", "T").split(".")
        if len(suits) != len(Suit):
            raise ParseError(Unreadable.HAND, text=text)
        cards: list[Card] = []
        for known, ranks in zip(SUIT_CARDS, suits, strict=True):
            for letter in ranks.replace("-", ""):
                if letter not in known:
                    raise ParseError(Unreadable.RANK, letter=letter, text=text)
                cards.append(known[letter])
        found = frozenset(cards)
        if len(found) != len(cards):
            raise ParseError(Unreadable.HAND_REPEATS, text=text)
        return cls(found)


def _as_written(card: Card) -> int:
    """Return a number by which cards stand as they are written."""
    return card.suit << 4 | 15 - card.rank


@dataclass(frozen=True, slots=True)
class Deal:
    """Four full hands, in seat order."""

    hands: tuple[Hand, Hand, Hand, Hand]

    def __getitem__(self, seat: Seat) -> Hand:
        """Return one seat's hand."""
        return self.hands[seat]

    def __str__(self) -> str:
        """Return the PBN form from North, which `parse` reads back."""
        return "N:" + " ".join(str(hand) for hand in self.hands)

    def holder(self, card: Card) -> Seat:
        """Return who was dealt a card."""
        return next(seat for seat in Seat if card in self.hands[seat])

    @classmethod
    def parse(cls, text: str) -> Deal:
        """Read the PBN form from any seat; all 52 cards, 13 each, are required."""
        first, colon, rest = text.strip().partition(":")
        hands = rest.split()
        if not colon or len(hands) != len(Seat):
            raise ParseError(Unreadable.DEAL, text=text)
        seat = Seat.parse(first)
        by_seat: dict[Seat, Hand] = {}
        for hand in hands:
            by_seat[seat] = Hand.parse(hand)
            seat = seat.lho
        deal = cls(tuple(by_seat[seat] for seat in Seat))  # type: ignore[arg-type]  # four seats, so four hands
        deal.check()
        return deal

    def check(self) -> None:
        """Raise ParseError unless this is a whole deck, 13 cards each."""
        for seat in Seat:
            count = len(self.hands[seat])
            if count != FULL_HAND:
                raise ParseError(Unreadable.HAND_LENGTH, seat=seat.word, count=count)
        missing = FULL_DECK.difference(*(hand.cards for hand in self.hands))
        if missing:
            cards = " ".join(str(card) for card in sorted(missing))
            raise ParseError(Unreadable.DEAL_REPEATS, cards=cards)
