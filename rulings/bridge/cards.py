"""Suits, strains and cards. A card's text form is suit first: SA, H7, DT."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from rulings.bridge.errors import ParseError, Unreadable

RANKS = "23456789TJQKA"
"""The ranks from low to high; a rank is stored as its number, 2 to 14."""

RANK_OF = {letter: number for number, letter in enumerate(RANKS, start=2)}


class Suit(IntEnum):
    """A suit; values run from spades down, as hands are written."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    __hash__ = int.__hash__

    def __str__(self) -> str:
        """Return the letter, which `parse` reads back."""
        return self.letter

    @property
    def letter(self) -> str:
        """Return S, H, D or C."""
        return "SHDC"[self]

    @classmethod
    def parse(cls, text: str) -> Suit:
        """Read S, H, D or C (either case); raise ParseError otherwise."""
        letter = text.strip().upper()
        if len(letter) == 1 and letter in "SHDC":
            return cls("SHDC".index(letter))
        raise ParseError(Unreadable.SUIT, text=text)


class Strain(StrEnum):
    """A denomination: a trump suit, or N for no trump."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"
    NO_TRUMP = "N"

    __hash__ = str.__hash__

    @property
    def suit(self) -> Suit | None:
        """Return the trump suit, or None at no trump."""
        return _TRUMP[self]

    @property
    def rank(self) -> int:
        """Return 0 for clubs up to 4 for no trump, the order of bids."""
        return "CDHSN".index(self.value)

    @classmethod
    def parse(cls, text: str) -> Strain:
        """Read S, H, D, C, N or NT (either case); raise ParseError otherwise."""
        letter = text.strip().upper()
        if letter == "NT":
            letter = "N"
        try:
            return cls(letter)
        except ValueError:
            raise ParseError(Unreadable.STRAIN, text=text) from None


_TRUMP: dict[Strain, Suit | None] = {
    Strain.NO_TRUMP: None,
    **{Strain(suit.letter): suit for suit in Suit},
}


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One card. Ordered by suit (spades first), then by rank from low to high."""

    suit: Suit
    rank: int

    def __str__(self) -> str:
        """Return suit and rank letters, which `parse` reads back."""
        return self.suit.letter + self.rank_letter

    def __repr__(self) -> str:
        """Return a short form for messages and failing tests."""
        return f"Card({self!s})"

    def __hash__(self) -> int:
        """Return a number of its own for each card: sets of cards are everywhere."""
        return self.suit << 4 | self.rank

    @property
    def rank_letter(self) -> str:
        """Return A, K, Q, J, T or the digit."""
        return RANKS[self.rank - 2]

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read SA, h7 or DT; 10 may be written for T. Raise ParseError otherwise."""
        known = _BY_TEXT.get(text)
        if known is not None:
            return known
        written = text.strip().upper().replace("10", "T")
        if (
            len(written) != 2  # noqa: PLR2004 - suit letter and rank letter
            or written[0] not in "SHDC"
            or written[1] not in RANK_OF
        ):
            raise ParseError(Unreadable.CARD, text=text)
        return cls(Suit("SHDC".index(written[0])), RANK_OF[written[1]])


FULL_DECK: frozenset[Card] = frozenset(
    Card(suit, rank) for suit in Suit for rank in RANK_OF.values()
)
_BY_TEXT = {str(card): card for card in FULL_DECK}

SUIT_CARDS: tuple[dict[str, Card], ...] = tuple(
    {letter: Card(suit, rank) for letter, rank in RANK_OF.items()} for suit in Suit
)
"""By suit the cards by their letters: a card that is read is always the same one."""


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by blanks or commas, in order."""
    return tuple(Card.parse(word) for word in text.replace(",", " ").split())
