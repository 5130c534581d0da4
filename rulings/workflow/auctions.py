"""Take down the auction up to the call in question, a tap at a time (Law 27)."""

from __future__ import annotations

import uuid

from rulings.bridge.auctions import Auction, is_bid, is_sufficient, parse_call
from rulings.queries.case.situation import AUCTION, BID, LAST_BID, Entered, begun
from rulings.states import Act
from rulings.workflow.acts import ActContext, ActRun, perform
from rulings.workflow.errors import Fault
from rulings.workflow.facts import set_fact
from rulings.workflow.log import Receipt


def add_call(context: ActContext, case_id: uuid.UUID, call: str) -> Receipt:
    """Add a call; a bid that is not higher than the last is the one in question.

    Raises Invalid once the call in question is named, or when the auction is over.
    """
    made = parse_call(call)

    def write(run: ActRun) -> None:
        entered = begun(run.case)
        if entered.settled:
            raise Fault("call_entered")
        if entered.auction.closed:
            raise Fault("auction_over")
        last = entered.last_bid
        low = is_bid(made) and last is not None and not is_sufficient(last, made)
        _plan(run, (*entered.auction.calls, made), settled=low)

    return perform(Act.FACT, context, case_id, write, {"call": made})


def take_back_call(context: ActContext, case_id: uuid.UUID) -> Receipt:
    """Take back the last call that was entered."""

    def write(run: ActRun) -> None:
        calls = begun(run.case).auction.calls
        if not calls:
            raise Fault("no_call_yet")
        _plan(run, calls[:-1], settled=False)

    return perform(Act.FACT, context, case_id, write, {"call": "back"})


def settle_auction(context: ActContext, case_id: uuid.UUID) -> Receipt:
    """Say that the last call entered is the one in question.

    Raises Invalid where it is no bid, or no bid was made before it.
    """

    def write(run: ActRun) -> None:
        entered = begun(run.case)
        if not is_bid(entered.in_question or "P") or entered.before.last_bid is None:
            raise Fault("call_no_bid")
        _plan(run, entered.auction.calls, settled=True)

    return perform(Act.FACT, context, case_id, write, {"call": "settled"})


def _plan(run: ActRun, calls: tuple[str, ...], *, settled: bool) -> None:
    dealer = begun(run.case).auction.dealer
    entered = Entered(Auction(dealer, calls), settled)
    found = entered.values()
    set_fact(run, AUCTION, str(entered.auction))
    set_fact(run, BID, found.get("bid"))
    set_fact(run, LAST_BID, found.get("last_bid"))
