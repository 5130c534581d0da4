"""A line of play as a table, and the small parts of a screen.

Rows run West, North, East, South, as the line is printed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulings.bridge.cards import Card, Strain
from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Seat, Side
from rulings.bridge.tricks import Trick

COLUMNS = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)
"""The columns of a printed line."""


@dataclass(frozen=True, slots=True)
class CardReason:
    """Why a card was played: its kind (stated, forced, normal, free) and words.

    Card codes in the words (HJ) are drawn as cards. `url` is where the law is shown.
    """

    kind: str
    words: str
    law: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class LineCard:
    """One card of a row; `card` is None where the trick stops short."""

    card: Card | None
    led: bool = False
    wins: bool = False


@dataclass(frozen=True, slots=True)
class LineRow:
    """One trick of the line, in the columns West, North, East, South."""

    number: int
    cards: tuple[LineCard, ...]
    lost: bool
    reasons: tuple[CardReason, ...] = ()
    current: bool = False


@dataclass(frozen=True, slots=True)
class StripItem:
    """An answer so far; `url` reopens its step, the one in hand has none."""

    label: str
    value: str | int | Card | Contract
    url: str = ""
    here: bool = False


@dataclass(frozen=True, slots=True)
class ChipView:
    """A step of a statement; card codes in the words are drawn as cards."""

    words: str
    value: str
    add: bool = False


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """An answer as a large button, with what it leads to.

    `pressed` is None before any answer was given. `number` and `unit` are the result.
    """

    words: str
    name: str
    value: str
    more: str = ""
    number: str = ""
    unit: str = ""
    pressed: bool | None = None
    quiet: bool = False


def line_row(
    number: int,
    trick: Trick,
    *,
    strain: Strain,
    side: Side,
    reasons: Sequence[CardReason] = (),
    current: bool = False,
) -> LineRow:
    """Return one trick as a row; it is lost when `side` does not win it."""
    played = dict(trick.plays())
    winner = trick.winner(strain)
    cards = tuple(
        LineCard(played.get(seat), led=seat is trick.leader, wins=seat is winner)
        for seat in COLUMNS
    )
    return LineRow(
        number, cards, winner.side is not side, tuple(reasons), current=current
    )
