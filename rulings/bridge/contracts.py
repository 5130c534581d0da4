"""Contracts, and the dealer and vulnerability of a board number (Laws 2 and 22)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from rulings.bridge.cards import Strain
from rulings.bridge.errors import ParseError, Unreadable
from rulings.bridge.seats import Seat, Side

BOOK = 6
_TEXT = re.compile(r"([1-7])\s*(NT|[SHDCN])\s*(XX|X|\*\*|\*)?\s*(?:by\s+|-)?([NESW])")


class Vulnerability(StrEnum):
    """Which sides are vulnerable."""

    NONE = "none"
    NS = "NS"
    EW = "EW"
    BOTH = "both"

    def includes(self, side: Side) -> bool:
        """Say whether a side is vulnerable."""
        return self is Vulnerability.BOTH or self.value == side.value

    @classmethod
    def parse(cls, text: str) -> Vulnerability:
        """Read None, -, o, NS, n, EW, e, Both, All or b; raise ParseError otherwise."""
        word = text.strip().lower()
        for value, spellings in _VULNERABLE.items():
            if word in spellings:
                return value
        raise ParseError(Unreadable.VULNERABILITY, text=text)


_VULNERABLE = {
    Vulnerability.NONE: {"none", "-", "o", "0", "love"},
    Vulnerability.NS: {"ns", "n", "n-s"},
    Vulnerability.EW: {"ew", "e", "e-w"},
    Vulnerability.BOTH: {"both", "all", "b"},
}


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract and who declares it; `doubled` is 0, 1 or 2."""

    level: int
    strain: Strain
    doubled: int
    declarer: Seat

    def __str__(self) -> str:
        """Return for example 4HX S, which `parse` reads back."""
        return f"{self.call} {self.declarer}"

    @property
    def call(self) -> str:
        """Return level, strain and doubling without declarer: 4HX."""
        return f"{self.level}{self.strain}{'X' * self.doubled}"

    @property
    def tricks_needed(self) -> int:
        """Return the tricks declarer's side needs to make it."""
        return BOOK + self.level

    @property
    def opening_leader(self) -> Seat:
        """Return declarer's left-hand opponent, who leads (Law 41A)."""
        return self.declarer.lho

    @property
    def dummy(self) -> Seat:
        """Return declarer's partner."""
        return self.declarer.partner

    @classmethod
    def parse(cls, text: str) -> Contract:
        """Read 4HX S, 3NT by W or 7N-E; raise ParseError otherwise."""
        match = _TEXT.fullmatch(text.strip().replace("BY", "by").replace("By", "by"))
        if match is None:
            raise ParseError(Unreadable.CONTRACT, text=text)
        level, strain, doubled, declarer = match.groups()
        return cls(
            int(level), Strain.parse(strain), len(doubled or ""), Seat.parse(declarer)
        )


def dealer_of(board: int) -> Seat:
    """Return the dealer of a board number (Law 2)."""
    return Seat((board - 1) % 4)


def vulnerability_of(board: int) -> Vulnerability:
    """Return the vulnerability of a board number (Law 2: a cycle of sixteen)."""
    cycle = (
        Vulnerability.NONE,
        Vulnerability.NS,
        Vulnerability.EW,
        Vulnerability.BOTH,
    )
    return cycle[((board - 1) % 4 + (board - 1) // 4) % 4]
