"""A moment of a line: the cards as they lie, who plays, what is needed and said.

The numbers are those of `holding`, `state` and `encoded`, so that the compiled
search and the rest of the solver look at the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rulings.solver.kernel.search.line_moves import NEED
from rulings.solver.kernel.state import LED, LEFT, PLAYED, WINNING

Numbers = tuple[int, int, int, int, int, int]
"""A node as it stands in memory: four suits, its state, what is said."""


class LineNode(NamedTuple):
    """A moment of a line.

    Suits, seat to play, suit led, seat winning, cards on the table, tricks left (this
    one included), tricks still needed for the claim, what is said (0 when it can bind
    no more).
    """

    suits: tuple[int, int, int, int]
    seat: int
    led: int
    best: int
    played: int
    tricks: int
    need: int
    words: int

    def numbers(self) -> Numbers:
        """Return the node as it stands in memory."""
        state = self.seat | self.led << LED | self.best << WINNING
        state |= self.played << PLAYED | self.tricks << LEFT | self.need << NEED
        return (*self.suits, state, self.words)

    @property
    def cards_left(self) -> int:
        """Return how many cards are still to be played."""
        return 4 * self.tricks - self.played


def node_of(numbers: Sequence[int]) -> LineNode:
    """Return the node that stands in memory."""
    a, b, c, d, state, words = numbers
    return LineNode(
        (a, b, c, d),
        state & 3,
        state >> LED & 3,
        state >> WINNING & 3,
        state >> PLAYED & 3,
        state >> LEFT & 15,
        state >> NEED & 15,
        words,
    )
