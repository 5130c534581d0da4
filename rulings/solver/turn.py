"""One turn of the claiming side: the legal cards and all that a rule may look at.

Serves Laws 70 and 71. Nothing here decides what is normal; the rules do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from rulings.solver import choice
from rulings.solver.dealing import Memory
from rulings.solver.held import LineNode

Options = tuple["Option", ...]


class Lapse(StrEnum):
    """A kind of carelessness beyond the rules, let in for one rung of the ladder."""

    ORDER = "order"
    RUFF = "ruff"


@dataclass(frozen=True, slots=True)
class Option:
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
        return 1 << 4 * self.at

    def is_same(self, other: Option) -> bool:
        """Say whether it is the same card."""
        return (self.suit, self.at) == (other.suit, other.at)


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
    legal: Options
    stated: Options | None
    record: tuple[int, ...]
    keeps: Callable[[Option, int], bool]
    target: int

    def left_by(self, rule: Callable[[Memory], None]) -> Options:
        """Return the legal cards that one rule alone leaves."""
        record = self.opened()
        rule(record)
        return self.left_in(record)

    def opened(self) -> list[int]:
        """Return the record with every legal card among the options."""
        record = list(self.record)
        for suit in range(4):
            record[choice.OPTIONS + suit] = record[choice.LEGAL + suit]
        return record

    def left_in(self, record: Memory) -> Options:
        """Return the options that a record leaves."""
        return tuple(o for o in self.legal if o.card & record[choice.OPTIONS + o.suit])
