"""The auction up to the call in question, and the bidding box."""

from __future__ import annotations

from dataclasses import dataclass

from rulings.bridge.auctions import (
    BIDS,
    OTHERS,
    STRAINS,
    is_bid,
    is_sufficient,
    lowest_sufficient,
)
from rulings.bridge.cards import Strain
from rulings.bridge.seats import Seat
from rulings.presenters.words import call_words, seat_name
from rulings.queries.case.rules import flow_of
from rulings.queries.case.situation import Entered, begun
from rulings.queries.table.sheet import Sheet

INPUT = "auction"
"""What a flow names among its inputs when it wants the auction entered."""


@dataclass(frozen=True, slots=True)
class AuctionCall:
    """A call as drawn; the one in question is marked."""

    call: str
    words: str
    marked: bool = False


@dataclass(frozen=True, slots=True)
class BoxView:
    """A card of the bidding box; `low` ones would not be sufficient."""

    call: str
    words: str
    low: bool = False
    lowest: bool = False


def box_context(sheet: Sheet) -> dict[str, object]:
    """Return the auction and the bidding box of a case; {} where it needs none."""
    if INPUT not in flow_of(sheet.case).inputs:
        return {}
    entered = begun(sheet.case)
    return {
        **auction_views(entered),
        "box": [_level(entered, level) for level in range(7)],
        "others": [BoxView(call, call_words(call)) for call in OTHERS],
    }


def _level(entered: Entered, level: int) -> list[BoxView]:
    last = entered.last_bid
    row = BIDS[level * len(STRAINS) : (level + 1) * len(STRAINS)]
    return [
        BoxView(
            call,
            call_words(call),
            low=last is not None and not is_sufficient(last, call),
            lowest=last is not None
            and call == lowest_sufficient(last, Strain(call[1])),
        )
        for call in row
    ]


def auction_views(entered: Entered) -> dict[str, object]:
    """Return the auction by rows of four, from North, with the call in question."""
    seats = [seat_name(seat) for seat in Seat]
    blanks = [AuctionCall("", "")] * entered.auction.dealer
    last = len(entered.auction.calls) - 1
    calls = [
        AuctionCall(call, call_words(call), marked=entered.settled and at == last)
        for at, call in enumerate(entered.auction.calls)
    ]
    cells = [*blanks, *calls]
    rows = [cells[at : at + 4] for at in range(0, len(cells), 4)]
    return {"seats": seats, "auction_rows": rows, "auction_entered": entered}


def asked_auction(sheet: Sheet) -> dict[str, object]:
    """Return the auction as entered: the box, who calls next, and if it is settled."""
    entered = begun(sheet.case)
    return {
        **box_context(sheet),
        "turn": seat_name(entered.auction.turn),
        "may_settle": not entered.settled and is_bid(entered.in_question or "P"),
    }
