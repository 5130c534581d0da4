"""One turn of the claiming side: the legal cards and all that a rule may look at.

Serves Laws 70 and 71. Nothing here decides what is normal; the rules do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from rulings.solver import held
from rulings.solver.beliefs import FORGOTTEN
from rulings.solver.believed import PARTNER
from rulings.solver.dealing import LAST, NO_TRUMP
from rulings.solver.held import HeldRow, LineNode, Play
from rulings.solver.settings import Settings

Options = tuple["Option", ...]


class Lapse(StrEnum):
    """A kind of carelessness beyond the rules, let in for one rung of the ladder."""

    ORDER = "order"
    RUFF = "ruff"
    FOLLOW = "follow"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class Option:
    """A legal card at a turn: its suit, its moves, whether it would be winning."""

    suit: int
    play: Play
    beats: bool
    node: LineNode
    won: int

    @property
    def at(self) -> int:
        """Return the card's place in its suit, from the top."""
        return self.play.at


@dataclass(frozen=True, slots=True)
class Concession:
    """What was conceded: the suits named, and whether only a number was given.

    `bare` is a claim of fewer tricks than are certain, with nothing said.
    """

    suits: frozenset[int] = frozenset()
    bare: bool = False


NOTHING_CONCEDED = Concession()


@dataclass(frozen=True, slots=True)
class Turn:
    """What a rule may look at when the claiming side is to play.

    `keeps(option, tricks)` says whether the claimer is certain of so many tricks,
    this one included, after an option; `target()` is the number he must keep; `need`
    those of the `tricks` left that the claim still needs. A defender's partner is
    not protected by what the claimer knows (Law 70D2).
    """

    seat: int
    led: int
    best: int
    played: int
    tricks: int
    need: int
    trump: int
    by_partner: bool
    mine: tuple[bool, ...]
    legal: Options
    rows: tuple[HeldRow, ...]
    stated: Options | None
    conceded: Concession
    lapses: frozenset[Lapse]
    settings: Settings
    keeps: Callable[[Option, int], bool]
    target: Callable[[], int]

    def follows(self) -> bool:
        """Say whether the hand can follow suit."""
        return self.played > 0 and self.legal[0].suit == self.led

    def partner_stands(self) -> bool:
        """Say whether partner's card is winning and no card thought out beats it."""
        if self.played == 0 or self.best != (self.seat + PARTNER) % 4:
            return False
        if self.played == LAST:
            return True
        row = self.rows[self.led]
        if row.winning < 0:
            row = self.rows[self.trump]
        return row.unseen > row.winning

    def ally_may_win(self) -> bool:
        """Say whether partner, still to play, may beat the card that is winning."""
        partner = (self.seat + PARTNER) % 4
        if (partner - self.seat) % 4 > LAST - self.played:
            return False
        if self.trump != NO_TRUMP:
            return True
        row = self.rows[self.led]
        hidden = not self.mine[partner]
        if hidden:
            return row.unseen < row.winning
        return any(
            symbol != held.WINNING and symbol & held.OWNER == partner
            for symbol in row.symbols[: row.winning]
        )

    def side_wins(self) -> bool:
        """Say whether partner's card is winning the trick so far."""
        return not (self.best - self.seat) & 1

    def holding(self, suit: int) -> Options:
        """Return the legal cards of a suit, from the top."""
        return tuple(
            sorted((o for o in self.legal if o.suit == suit), key=lambda o: o.at)
        )

    def is_master(self, option: Option) -> bool:
        """Say whether no card thought to be hidden is higher in its suit."""
        return self.rows[option.suit].unseen > option.at

    def forgets(self) -> bool:
        """Say whether a card is left out of what he counts."""
        return any(row.blanks for row in self.rows)

    def trump_thought_out(self) -> bool:
        """Say whether he counts a trump outside the hands that play for him."""
        return any(
            symbol != held.WINNING
            and not symbol & FORGOTTEN
            and not self.mine[symbol & held.OWNER]
            for symbol in self.rows[self.trump].symbols
        )
