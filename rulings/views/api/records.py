"""Boards and records of play, as a box or a scoring program sends them."""

from __future__ import annotations

from django.http import Http404
from ninja import Router

from rulings.bridge.auctions import Auction
from rulings.bridge.cards import Card
from rulings.bridge.contracts import Contract, Vulnerability
from rulings.bridge.hands import Deal
from rulings.bridge.seats import Seat
from rulings.importers.boards import ImportedBoard
from rulings.models import Event, Playing
from rulings.permissions import EventAct, require_in_event
from rulings.queries.programs import BoardKey, playings_at
from rulings.views.api.door import ActKey, ApiRequest, event_of, form_of
from rulings.views.api.problems import PROBLEMS
from rulings.views.api.shapes import (
    BoardPreview,
    BoardsIn,
    ReceiptOut,
    RecordBack,
    RecordIn,
)
from rulings.workflow.errors import Fault
from rulings.workflow.event.play_records import look_at_boards, take_boards, take_record

router = Router(tags=["boards and play"])


@router.post(
    "/boards/preview",
    url_name="api_boards_preview",
    response={200: list[BoardPreview], **PROBLEMS},
)
def preview_boards(request: ApiRequest, sent: BoardsIn) -> list[BoardPreview]:
    """Say what taking each board would do; nothing is written."""
    event = event_of(request)
    require_in_event(request.actor, EventAct.IMPORT, event)
    return [
        BoardPreview(board=line.board.board or 0, deal=line.deal, problem=line.refusal)
        for line in look_at_boards(event, _boards(sent), sent.deal_set)
    ]


@router.post("/boards", url_name="api_boards", response={200: ReceiptOut, **PROBLEMS})
def add_boards(
    request: ApiRequest,
    sent: BoardsIn,
    idempotency_key: ActKey,
) -> ReceiptOut:
    """Take the cards of boards into a deal set, all or none; what is there stays."""
    form = form_of(request, idempotency_key)
    receipt = take_boards(form, event_of(request), _boards(sent), sent.deal_set)
    return ReceiptOut.of(receipt)


def _boards(sent: BoardsIn) -> list[ImportedBoard]:
    return [
        ImportedBoard(
            board=one.board,
            room=None,
            dealer=Seat.parse(one.dealer) if one.dealer else None,
            vulnerability=(
                Vulnerability.parse(one.vulnerable) if one.vulnerable else None
            ),
            deal=Deal.parse(one.deal),
        )
        for one in sent.boards
    ]


@router.post("/records", url_name="api_records", response={200: RecordBack, **PROBLEMS})
def add_record(
    request: ApiRequest,
    sent: RecordIn,
    idempotency_key: ActKey,
) -> RecordBack:
    """Take down how far a board has been played. Send it again as it grows.

    What stands may only grow: a record that says otherwise is refused, and one that
    ends before what stands changes nothing.
    """
    event = event_of(request)
    require_in_event(request.actor, EventAct.IMPORT, event)
    playing = playing_at(event, sent.place())
    record = _record(sent, playing)
    receipt = take_record(form_of(request, idempotency_key), event, playing, record)
    playing.refresh_from_db()
    return RecordBack(
        receipt=ReceiptOut.of(receipt),
        contract=playing.contract,
        cards=len(playing.play.split()),
        status=playing.status,
    )


def playing_at(event: Event, place: BoardKey) -> Playing:
    """Return the board at a table that a program names.

    Raises Http404 where there is none, Invalid where several deal sets have it.
    """
    found = playings_at(event, place)
    where = f"board {place.board} at table {place.section}{place.table}"
    if not found:
        raise Http404(f"There is no {where} in session {place.session}.")
    if len(found) > 1:
        names = ", ".join(row.board.deal_set for row in found)
        raise Fault("deal_sets_several", where=where, names=names)
    return found[0]


def _record(sent: RecordIn, playing: Playing) -> ImportedBoard:
    auction = None
    if sent.calls:
        auction = Auction(Seat.parse(playing.board.dealer), tuple(sent.calls))
    contract = Contract.parse(sent.contract) if sent.contract else None
    if auction is not None and auction.closed:
        told = auction.contract()
        if contract is not None and told != contract:
            raise Fault(
                "calls_lead_elsewhere", found=told or "no contract", given=contract
            )
        contract = told
    passed_out = sent.passed_out or (
        auction is not None and auction.closed and contract is None
    )
    if passed_out and (contract is not None or sent.cards or sent.tricks):
        raise Fault("passed_out_with_play")
    return ImportedBoard(
        board=playing.board.number,
        room=None,
        dealer=None,
        vulnerability=None,
        deal=None,
        auction=auction,
        contract=contract,
        passed_out=passed_out,
        play=tuple(Card.parse(card) for card in sent.cards),
        tricks_declarer=None if passed_out else sent.tricks,
    )
