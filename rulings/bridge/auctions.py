"""Calls, auctions and the contract they lead to (Laws 17 to 22)."""

from __future__ import annotations

from dataclasses import dataclass

from rulings.bridge.cards import Strain
from rulings.bridge.contracts import Contract
from rulings.bridge.errors import ParseError, Unreadable
from rulings.bridge.seats import Seat

PASS, DOUBLE, REDOUBLE = "P", "X", "XX"
STRAINS = "CDHSN"
BIDS = tuple(f"{level}{strain}" for level in range(1, 8) for strain in STRAINS)
"""Every bid, from the lowest."""
OTHERS = (PASS, DOUBLE, REDOUBLE)
_SPELLINGS = {
    "PASS": PASS,
    "P": PASS,
    "X": DOUBLE,
    "D": DOUBLE,
    "DBL": DOUBLE,
    "XX": REDOUBLE,
    "R": REDOUBLE,
    "RDBL": REDOUBLE,
}


def parse_call(text: str) -> str:
    """Return a call in the one spelling P, X, XX, 1C to 7N; raise ParseError else."""
    word = text.strip().upper().rstrip("!")
    if word in _SPELLINGS:
        return _SPELLINGS[word]
    if len(word) in {2, 3} and word[0] in "1234567":
        return word[0] + Strain.parse(word[1:])
    raise ParseError(Unreadable.CALL, text=text)


def bid_order(bid: str) -> int:
    """Return the place of a bid from 1C (0) to 7N (34); a higher bid is higher."""
    return (int(bid[0]) - 1) * 5 + Strain.parse(bid[1:]).rank


# What a replacement of an insufficient bid can be (Law 27B).
REPLACEMENTS = ("insufficient_bid", "double_or_redouble", "pass", "sufficient_bid")


def is_bid(call: str) -> bool:
    """Say whether a call is a bid and not a pass, double or redouble."""
    return call[0].isdigit()


def is_sufficient(last_bid: str, bid: str) -> bool:
    """Say whether a bid is higher than the last one (Law 18)."""
    return bid_order(bid) > bid_order(last_bid)


def lowest_sufficient(last_bid: str, strain: Strain) -> str | None:
    """Return the lowest bid in a denomination that is higher than the last bid.

    None where even seven is too low.
    """
    level = int(last_bid[0]) + (strain.rank <= Strain.parse(last_bid[1:]).rank)
    return f"{level}{strain}" if level <= 7 else None  # noqa: PLR2004 - the highest level


def is_lowest(last_bid: str, bid: str) -> bool:
    """Say whether a call is the lowest sufficient bid of its strain (Law 27B1)."""
    return is_bid(bid) and bid == lowest_sufficient(last_bid, Strain.parse(bid[1:]))


def same_denomination(bid: str, other: str) -> bool:
    """Say whether two calls are bids that name the same denomination."""
    return is_bid(bid) and is_bid(other) and bid[1:] == other[1:]


def kind_of_replacement(last_bid: str, call: str) -> str:
    """Return which of REPLACEMENTS a call is that replaces an insufficient bid."""
    if call == PASS:
        return "pass"
    if not is_bid(call):
        return "double_or_redouble"
    return "sufficient_bid" if is_sufficient(last_bid, call) else "insufficient_bid"


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls from the dealer on, in the one spelling."""

    dealer: Seat
    calls: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return dealer and calls, which `parse` reads back."""
        return f"{self.dealer}: {' '.join(self.calls)}".strip()

    @property
    def turn(self) -> Seat:
        """Return who calls next."""
        return Seat((self.dealer + len(self.calls)) % 4)

    @property
    def last_bid(self) -> str | None:
        """Return the last bid, None while nobody has bid."""
        return next((call for call in reversed(self.calls) if is_bid(call)), None)

    @property
    def closed(self) -> bool:
        """Say whether three passes follow the last bid, or four open (Law 22)."""
        tail = 3 if self.last_bid else 4
        return len(self.calls) >= tail and all(
            call == PASS for call in self.calls[-tail:]
        )

    def contract(self) -> Contract | None:
        """Return the contract of the last bid, or None when all passed."""
        at = [n for n, call in enumerate(self.calls) if is_bid(call)]
        if not at:
            return None
        last = self.calls[at[-1]]
        side = Seat((self.dealer + at[-1]) % 4).side
        strain = Strain.parse(last[1:])
        first = next(
            n
            for n in at
            if self.calls[n][1:] == last[1:]
            and Seat((self.dealer + n) % 4).side is side
        )
        after = self.calls[at[-1] :]
        doubled = 2 if REDOUBLE in after else 1 if DOUBLE in after else 0
        return Contract(int(last[0]), strain, doubled, Seat((self.dealer + first) % 4))

    @classmethod
    def parse(cls, text: str) -> Auction:
        """Read `N: 1C P 1H ...`; raise ParseError on an unknown call."""
        dealer, colon, calls = text.partition(":")
        if not colon:
            raise ParseError(Unreadable.AUCTION, text=text)
        return cls(
            Seat.parse(dealer), tuple(parse_call(call) for call in calls.split())
        )
