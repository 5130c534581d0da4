"""The auction of a case as it was entered: up to the call that is in question.

The fact holds it in the text form of `bridge.auctions`; the last call is the one the
director was called for (Law 27). Until that call is settled the record of the board
keeps what it had.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulings.bridge.auctions import Auction, is_bid
from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Seat
from rulings.models import Answer, Case, Fact

AUCTION = "auction"
"""The fact that holds the calls."""

BID, LAST_BID = "facts.bid", "facts.last_bid"
"""What rules read of it, once the call in question has been named."""


@dataclass(frozen=True, slots=True)
class Entered:
    """The calls entered, and whether the last of them is the one in question."""

    auction: Auction
    settled: bool

    @property
    def in_question(self) -> str:
        """Return the last call, "" while there is none."""
        return self.auction.calls[-1] if self.auction.calls else ""

    @property
    def before(self) -> Auction:
        """Return the auction without its last call."""
        return Auction(self.auction.dealer, self.auction.calls[:-1])

    @property
    def last_bid(self) -> str | None:
        """Return the last bid before the call in question; of all, while none is."""
        return (self.before if self.settled else self.auction).last_bid

    @property
    def offender(self) -> Seat:
        """Return who made the last call entered."""
        return self.before.turn

    def values(self) -> dict[str, Any]:
        """Return what rules read of it."""
        if not self.settled or not is_bid(self.in_question):
            return {}
        return {"bid": self.in_question, "last_bid": self.before.last_bid}


def auction_of(case: Case) -> Entered | None:
    """Return the auction that was entered for a case; None where nobody has begun."""
    facts = {
        row.key: row.value
        for row in Fact.objects.filter(case=case, key__in=(AUCTION, BID))
    }
    text = facts.get(AUCTION)
    if not isinstance(text, str):
        return None
    return Entered(Auction.parse(text), settled=facts.get(BID) is not None)


def begun(case: Case) -> Entered:
    """Return the auction entered so far, else the board's as far as it has come."""
    entered = auction_of(case)
    if entered is not None:
        return entered
    recorded = case.playing.auction
    if recorded and not (found := Auction.parse(recorded)).closed:
        return Entered(found, settled=False)
    return Entered(Auction(Seat.parse(case.playing.board.dealer)), settled=False)


def was_cancelled(case: Case) -> bool:
    """Say whether an attempt to replace the call was cancelled and another chosen."""
    rows = Answer.objects.filter(case=case, set_aside=False)
    return any("final_replacement" in row.values for row in rows)


def defends(case: Case) -> bool | None:
    """Say whether who made the call in question defends; None while not known."""
    entered = auction_of(case)
    if entered is None or not entered.settled or not case.playing.contract:
        return None
    declarer = Contract.parse(case.playing.contract).declarer
    return entered.offender.side is not declarer.side
