"""A trick: who led, what was played, who wins it (Law 44)."""

from __future__ import annotations

from dataclasses import dataclass

from rulings.bridge.cards import Card, Strain, Suit, parse_cards
from rulings.bridge.errors import ParseError, Unreadable
from rulings.bridge.seats import Seat

CARDS_IN_A_TRICK = 4


IN_ORDER = [tuple(Seat((seat + n) % 4) for n in range(4)) for seat in Seat]
"""The seats in playing order, by who leads."""


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick from no card to four, in playing order."""

    leader: Seat
    cards: tuple[Card, ...] = ()

    def __str__(self) -> str:
        """Return leader and cards, S:HJ,H6 or S:-, which `parse` reads back."""
        return f"{self.leader}:" + (",".join(str(card) for card in self.cards) or "-")

    @property
    def complete(self) -> bool:
        """Say whether all four have played."""
        return len(self.cards) == CARDS_IN_A_TRICK

    @property
    def turn(self) -> Seat:
        """Return the seat that plays next to this trick."""
        return IN_ORDER[self.leader][len(self.cards) % 4]

    @property
    def suit(self) -> Suit | None:
        """Return the suit led, or None before the lead."""
        return self.cards[0].suit if self.cards else None

    def plays(self) -> tuple[tuple[Seat, Card], ...]:
        """Return (seat, card) in playing order."""
        return tuple(zip(IN_ORDER[self.leader], self.cards, strict=False))

    def winner(self, strain: Strain) -> Seat:
        """Return who is winning; raise ValueError before the lead."""
        if not self.cards:
            raise ValueError("nobody is winning a trick before the lead")
        trump, best, winner = strain.suit, self.cards[0], 0
        for at, card in enumerate(self.cards):
            same = card.suit is best.suit
            if card.rank > best.rank if same else card.suit is trump:
                best, winner = card, at
        return IN_ORDER[self.leader][winner % 4]

    @classmethod
    def parse(cls, text: str) -> Trick:
        """Read S:HJ,H6 or S:-; raise ParseError otherwise."""
        leader, colon, cards = text.strip().partition(":")
        if not colon:
            raise ParseError(Unreadable.TRICK, text=text)
        played = () if cards in {"", "-"} else parse_cards(cards)
        if len(played) > CARDS_IN_A_TRICK or len(set(played)) != len(played):
            raise ParseError(Unreadable.TRICK_CARDS, text=text)
        return cls(Seat.parse(leader), played)
