"""The four seats in playing order, and the two sides they form."""

from __future__ import annotations

from enum import IntEnum, StrEnum

from rulings.bridge.errors import ParseError, Unreadable


class Side(StrEnum):
    """A partnership."""

    NS = "NS"
    EW = "EW"

    @property
    def other(self) -> Side:
        """Return the opponents."""
        return Side.EW if self is Side.NS else Side.NS

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Return the two seats of this side, North or East first."""
        return (Seat.NORTH, Seat.SOUTH) if self is Side.NS else (Seat.EAST, Seat.WEST)


class Seat(IntEnum):
    """A seat at the table; values run clockwise, the order of play."""

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    __hash__ = int.__hash__

    def __str__(self) -> str:
        """Return the letter, which `parse` reads back."""
        return self.letter

    @property
    def letter(self) -> str:
        """Return N, E, S or W."""
        return "NESW"[self]

    @property
    def word(self) -> str:
        """Return the English name, for example North."""
        return self.name.capitalize()

    @property
    def partner(self) -> Seat:
        """Return the seat across the table."""
        return _IN_ORDER[self + 2]

    @property
    def lho(self) -> Seat:
        """Return the seat to the left, who plays next."""
        return _IN_ORDER[self + 1]

    @property
    def rho(self) -> Seat:
        """Return the seat to the right, who played before."""
        return _IN_ORDER[self + 3]

    @property
    def side(self) -> Side:
        """Return the partnership of this seat."""
        return Side.EW if self % 2 else Side.NS

    @classmethod
    def parse(cls, text: str) -> Seat:
        """Read N, E, S or W (either case); raise ParseError otherwise."""
        letter = text.strip().upper()
        if len(letter) == 1 and letter in "NESW":
            return cls("NESW".index(letter))
        raise ParseError(Unreadable.SEAT, text=text)


_IN_ORDER: tuple[Seat, ...] = (*Seat, *Seat)
"""The seats in playing order, twice round."""
