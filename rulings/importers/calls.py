"""Whether a recorded auction followed the rules of calling (Laws 18, 19 and 22)."""

from __future__ import annotations

from rulings.bridge.auctions import DOUBLE, PASS, REDOUBLE, Auction, bid_order

MOST_CALLS = 319
"""No auction is longer: three passes, and two doubles and nine calls to each bid."""


def illegal_call(auction: Auction) -> str | None:
    """Return the first call that was not allowed, or None when all were.

    The calls are in the one spelling of `rulings.bridge.auctions`.
    """
    last: tuple[int, str] | None = None
    doubled = ""
    for at, call in enumerate(auction.calls):
        if Auction(auction.dealer, auction.calls[:at]).closed:
            return call
        if call == PASS:
            continue
        if call in {DOUBLE, REDOUBLE}:
            if not _may_double(call, at, last, doubled):
                return call
            doubled = call
        elif last is not None and bid_order(call) <= bid_order(last[1]):
            return call
        else:
            last, doubled = (at, call), ""
    return None


def _may_double(call: str, at: int, last: tuple[int, str] | None, doubled: str) -> bool:
    """Say whether the side that did not bid doubles, or that which did redoubles."""
    if last is None:
        return False
    same_side = (at - last[0]) % 2 == 0
    if call == DOUBLE:
        return not same_side and not doubled
    return same_side and doubled == DOUBLE
