"""What the rules of a flow read of a case: contract, auction, words, windows.

The windows stand as they did when the matter was first put, never as they stand when
somebody looks (R7). The auction ends with the call the director was called for (27).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rulings.bridge.auctions import Auction, is_bid
from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Seat
from rulings.laws import periods
from rulings.models import (
    Agreement,
    Case,
    Fact,
    Objection,
    Window,
)
from rulings.queries.case.derived import (
    is_board_over,
    is_late,
    late_closings,
    names_one,
    published_closings,
)
from rulings.queries.case.repaired import claim_of, playing_of
from rulings.queries.case.rows import (
    answers_of,
    heard_wishes,
    rows_of,
    statement_of,
)
from rulings.queries.case.rules import flow_of
from rulings.statements.steps import Verb as Said
from rulings.statements.steps import parse_step
from rulings.states import State


def entered(case: Case) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what the director entered where a rule needed it: facts, solver's values.

    The keys lack the part in which the two differ.
    """
    found: dict[str, dict[str, Any]] = {"facts": {}, "solver": {}}
    for row in rows_of(case, Fact):
        part, dot, name = row.key.partition(".")
        if dot and part in found and row.value is not None:
            found[part][name] = row.value
    return found["facts"], found["solver"]


def facts_of(
    case: Case, at: datetime, about: Objection | None = None
) -> dict[str, Any]:
    """Return the facts the flow's rules read, as they stand at an instant.

    With `about` as if that wish were the matter, whatever else was put.
    """
    moment = put_at(case, at) if about is None else said_or_received(about)
    facts: dict[str, Any] = {
        "windows": windows_at(case, moment, about),
        "explicit_claim": True,
        "appeal": {"event_type": case.event.kind},
    }
    if playing_of(case).contract:
        strain = Contract.parse(playing_of(case).contract).strain
        facts["trump"] = strain.value if strain.suit is not None else "NT"
    if said := statement_of(case):
        facts["order_stated"] = any(
            step.from_the_top or step.act is Said.ORDER
            for step in map(parse_step, said.steps)
        )
    if (defending := defends(case)) is not None:
        facts["offender_defends"] = defending
        if not was_cancelled(case):
            facts["final_comparable"] = False  # there was no such call
    if rows_of(case, Agreement):
        facts["assented"] = True
        facts["later_objection"] = about is not None or case.state != State.AGREED
        facts["later_by"] = _later_by(case, about)
    return facts


def _later_by(case: Case, about: Objection | None) -> str:
    """Return whose tricks the matter is about: not who speaks (Laws 69B, 71, 79A2)."""
    heard = heard_wishes(case) if about is None else [about]
    if heard and all(names_one(row) for row in heard):
        return "revoke"
    return (
        "claiming_side"
        if any(raises_claimer(case, row) for row in heard)
        else ("opponents")
    )


def raises_claimer(case: Case, row: Objection) -> bool:
    """Say whether a wish, if granted, gives the claiming side more tricks."""
    if row.wish == Objection.Wish.CANCEL_CONCESSION:
        return True
    claim = claim_of(case)
    own = claim is not None and claim.claimer in row.side
    return row.wish == Objection.Wish.GIVE_BACK and not own


def put_at(case: Case, at: datetime) -> datetime:
    """Return when the matter was first put: a player's objection, else now (R7).

    One that waits is the matter; without one, those that have been dealt with, except
    where they were refused, withdrawn or not admitted.
    """
    wishes = heard_wishes(case)
    heard = [row for row in wishes if row.resolution == ""] or wishes
    if heard:
        return min(said_or_received(row) for row in heard)
    return case.called_at if is_late(case, flow_of(case).points) else at


def said_or_received(row: Objection) -> datetime:
    """Return when a wish was put: an earlier spoken time that was admitted, else
    when it was received.
    """
    if row.said_at is not None and row.admitted:
        return min(row.said_at, row.received_at)
    return row.received_at


def windows_at(
    case: Case, moment: datetime, about: Objection | None = None
) -> dict[str, bool]:
    """Return the windows as the flow's rules read them, for one moment.

    A side that reports tricks it should not have has a period of its own (79A2), which
    then is the one in which the score can be corrected.
    """
    late = is_late(case, flow_of(case).points)
    late = late or (about is not None and is_board_over(case))
    closings = late_closings(case) if late else published_closings(case)
    closings |= {
        row.purpose: periods.Closing(
            row.purpose, row.opens_at, row.closes_at, row.why, ""
        )
        for row in rows_of(case, Window)
    }
    own = Window.Purpose.OWN_SIDE.value
    if own in closings and _gives_back(case, about):
        closings[Window.Purpose.CORRECTION.value] = closings[own]
    return periods.flow_windows(moment, closings)


def _gives_back(case: Case, about: Objection | None) -> bool:
    """Say whether the matter is that a side has tricks too many."""
    wish = Objection.Wish.GIVE_BACK
    if about is not None:
        return about.wish == wish
    return any(row.wish == wish for row in heard_wishes(case))


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
    facts = {row.key: row.value for row in rows_of(case, Fact)}
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
    return any("final_replacement" in row.values for row in answers_of(case))


def defends(case: Case) -> bool | None:
    """Say whether who made the call in question defends; None while not known."""
    entered = auction_of(case)
    if entered is None or not entered.settled or not playing_of(case).contract:
        return None
    declarer = Contract.parse(playing_of(case).contract).declarer
    return entered.offender.side is not declarer.side
