"""A position as a picture: four hands round the table, in user units of an SVG."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulings.bridge.cards import Suit
from rulings.bridge.hands import Hand
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.presenters.words import SYMBOLS, rank_letter, seat_letter, seat_name

LINE = 17
PLACES = {
    Seat.NORTH: (118, 14),
    Seat.WEST: (6, 106),
    Seat.EAST: (218, 106),
    Seat.SOUTH: (118, 200),
}
"""Where a hand's name begins."""

TABLE_CARDS = {
    Seat.NORTH: (160, 112),
    Seat.WEST: (132, 138),
    Seat.EAST: (188, 138),
    Seat.SOUTH: (160, 166),
}
"""Where a card of the trick, or the letter of the seat, is drawn: its middle."""

VOID = "–"


@dataclass(frozen=True, slots=True)
class SuitRow:
    """A suit of a hand: how far down it stands, symbol, class and ranks."""

    y: int
    symbol: str
    css: str
    ranks: str


@dataclass(frozen=True, slots=True)
class HandPicture:
    """A hand: where it stands, its name and its suits."""

    x: int
    y: int
    name: str
    suits: tuple[SuitRow, ...]


@dataclass(frozen=True, slots=True)
class Middle:
    """What lies before a seat: a card, or the seat's letter; lit when it is to play."""

    x: int
    y: int
    symbol: str
    text: str
    css: str
    lit: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """The whole picture with its name for those who do not see it."""

    label: str
    hands: tuple[HandPicture, ...]
    middle: tuple[Middle, ...]


def picture_of(position: Position, roles: Mapping[Seat, str], label: str) -> Picture:
    """Return the picture of a position with roles such as declarer and claimer."""
    hands = tuple(_hand(seat, position.hands[seat], roles.get(seat)) for seat in Seat)
    return Picture(label, hands, tuple(_middle(position, seat) for seat in Seat))


def _hand(seat: Seat, hand: Hand, role: str | None) -> HandPicture:
    x, y = PLACES[seat]
    suits = tuple(
        SuitRow(
            y + LINE * (suit + 1),
            SYMBOLS[suit],
            suit.letter.lower(),
            " ".join(rank_letter(card) for card in hand.suit(suit)) or VOID,
        )
        for suit in Suit
    )
    name = seat_name(seat) if not role else f"{seat_name(seat)} · {role}"
    return HandPicture(x, y, name, suits)


def _middle(position: Position, seat: Seat) -> Middle:
    x, y = TABLE_CARDS[seat]
    played = dict(position.trick.plays()).get(seat)
    lit = position.turn is seat
    if played is None:
        return Middle(x, y, "", seat_letter(seat), "", lit)
    css, symbol = played.suit.letter.lower(), SYMBOLS[played.suit]
    return Middle(x, y, symbol, rank_letter(played), css, lit)
