"""A moment of a line, and a turn of the claiming side with all that a rule may look at.

Serves Laws 70 and 71. The numbers of a node are those of `holding`, `state` and
`encoded`, so that the compiled search and the rest of the solver look at the same.
Nothing here decides what is normal; the rules do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rulings.solver.kernel import choice
from rulings.solver.kernel.holding import CARD_BITS
from rulings.solver.kernel.rules.normal import RULES, NormalRule, leave_plays
from rulings.solver.kernel.state import (
    ALL_THROWN,
    LED,
    LED_MASK,
    LEFT,
    LEFT_MASK,
    NEED,
    NEED_MASK,
    PHASE,
    PHASE_MASK,
    PLAYED,
    PLAYED_MASK,
    SEAT_MASK,
    THROWN,
    WINNING,
    WINNING_MASK,
)
from rulings.solver.kernel.words.encoded import BINDS

CardOptions = tuple["CardOption", ...]

Numbers = tuple[int, int, int, int, int, int]
"""A node as it stands in memory: four suits, its state, what is said."""


class Lapse(StrEnum):
    """A kind of carelessness beyond the rules, let in for one scenario."""

    ORDER = "order"
    RUFF = "ruff"


class CardOption(NamedTuple):
    """A card that may be played: its suit, its place there from the top, what follows.

    It says whether the card would be winning, and a trick won by it.
    """

    suit: int
    at: int
    beats: bool
    node: LineNode
    won: int

    @property
    def card(self) -> int:
        """Return the card as one bit of its suit, as in `holding`."""
        return 1 << CARD_BITS * self.at

    def is_same(self, other: CardOption) -> bool:
        """Say whether it is the same card."""
        return self.at == other.at and self.suit == other.suit


@dataclass(frozen=True, slots=True)
class Concession:
    """What was given up: the suits named, and whether only a number was given.

    `bare` is a claim of fewer tricks than are certain, with nothing said; `refused`
    are the suits in which the words give up a finesse.
    """

    suits: frozenset[int] = frozenset()
    bare: bool = False
    refused: frozenset[int] = frozenset()


NOTHING_CONCEDED = Concession()


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of the claiming side: the legal cards, and what the rules may look at.

    `record` is a `choice`. `keeps(option, tricks)` says whether the claimer is
    certain of so many tricks, this one included, after an option; `target` is the
    number he must keep. A defender's partner is not protected by what the claimer
    knows (Law 70D2).
    """

    played: int
    by_partner: bool
    legal: CardOptions
    stated: CardOptions | None
    record: tuple[int, ...]
    keeps: Callable[[CardOption, int], bool]
    target: int

    def ruled(self) -> dict[tuple[int, int], NormalRule]:
        """Return by a legal card's suit and place the rule that last spoke of it.

        That rule left the card out, or let it in again. Cards of which none spoke
        are not there.
        """
        record = list(self.record)
        for suit in range(4):
            record[choice.OPTIONS + suit] = record[choice.LEGAL + suit]
        last: dict[tuple[int, int], NormalRule] = {}
        before = record[choice.OPTIONS : choice.OPTIONS + 4]
        for rule in RULES:
            if rule.leaves is leave_plays:
                continue
            rule.leaves(record)
            after = record[choice.OPTIONS : choice.OPTIONS + 4]
            if after != before:
                for o in self.legal:
                    if (before[o.suit] ^ after[o.suit]) & o.card:
                        last[o.suit, o.at] = rule
            before = after
        return last


class LineNode(NamedTuple):
    """A moment of a line.

    Suits, seat to play, suit led, seat winning, cards on the table, tricks left (this
    one included), tricks still needed for the claim, what is said (0 when it can bind
    no more and no card of it is watched), how far a restriction on a lead has come, the
    numbered discards made.
    """

    suits: tuple[int, int, int, int]
    seat: int
    led: int
    best: int
    played: int
    tricks: int
    need: int
    words: int
    phase: int = 0
    thrown: int = 0

    def numbers(self) -> Numbers:
        """Return the node as it stands in memory."""
        state = self.seat | self.led << LED | self.best << WINNING
        state |= self.played << PLAYED | self.tricks << LEFT | self.need << NEED
        state |= self.phase << PHASE | self.thrown << THROWN
        return (*self.suits, state, self.words)

    @property
    def words_bind(self) -> bool:
        """Say whether words may bind here or later."""
        return self.words >> BINDS & 1 != 0

    @property
    def cards_left(self) -> int:
        """Return how many cards are still to be played."""
        return 4 * self.tricks - self.played


def node_of(numbers: Sequence[int]) -> LineNode:
    """Return the node that stands in memory."""
    a, b, c, d, state, words = numbers
    return LineNode(
        (a, b, c, d),
        state & SEAT_MASK,
        state >> LED & LED_MASK,
        state >> WINNING & WINNING_MASK,
        state >> PLAYED & PLAYED_MASK,
        state >> LEFT & LEFT_MASK,
        state >> NEED & NEED_MASK,
        words,
        state >> PHASE & PHASE_MASK,
        state >> THROWN & ALL_THROWN >> THROWN,
    )
