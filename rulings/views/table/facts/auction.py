"""The auction up to the call in question, entered by tapping a bidding box."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_http_methods

from rulings.bridge.auctions import is_bid, is_sufficient, lowest_sufficient
from rulings.bridge.cards import Strain
from rulings.bridge.seats import Seat
from rulings.forms.table.auction import BIDS, OTHERS, STRAINS, AuctionForm
from rulings.models import Case
from rulings.permissions import Sight
from rulings.presenters.words import call_words, seat_name
from rulings.queries.case.rules import flow_of
from rulings.queries.case.situation import Entered, begun
from rulings.queries.table.sheet import Sheet, sheet_of
from rulings.states import Act
from rulings.views.common import HtmxHttpRequest, case_for, declares, signed_in
from rulings.views.table.frame import case_screen, facts_form, need_sight, see_other
from rulings.workflow.auctions import add_call, settle_auction, take_back_call

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


@declares(Act.FACT)
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def auction(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show the auction and the box; each tap is one call, and can be taken back."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    if INPUT not in flow_of(case).inputs:
        raise Http404
    form = AuctionForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        _tapped(request, case, form)
        return see_other("auction", case.pk)
    entered, sheet = begun(case), sheet_of(case)
    context = {
        **box_context(sheet),
        **auction_views(entered),
        "turn": seat_name(entered.auction.turn),
        "may_settle": not entered.settled and is_bid(entered.in_question or "P"),
    }
    status = 422 if form.errors else 200
    return case_screen(
        request, "auction", case, context, here=INPUT, sheet=sheet, status=status
    )


def _tapped(request: HtmxHttpRequest, case: Case, form: AuctionForm) -> None:
    act, given = facts_form(request), form.cleaned_data
    if given["do"] == "back":
        take_back_call(act, case.pk)
    elif given["do"] == "settled":
        settle_auction(act, case.pk)
    elif given["call"]:
        add_call(act, case.pk, given["call"])


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
