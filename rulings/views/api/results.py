"""Contestants and results, as a scoring program reads and sends them."""

from __future__ import annotations

from typing import Annotated

from ninja import Router
from pydantic import Field

from rulings.bridge.contracts import Contract, Vulnerability
from rulings.bridge.results import points_ns, result_text
from rulings.models import Contestant, Event, Head, Playing
from rulings.permissions import EventAct, require_in_event, require_slips
from rulings.queries.scoring.given_out import GivenOut, results_of
from rulings.views.api.answers import ContestantOut, ResultListOut, ResultOut
from rulings.views.api.door import ActKey, ApiRequest, event_of, form_of
from rulings.views.api.problems import PROBLEMS
from rulings.views.api.records import playing_at
from rulings.views.api.shapes import ReceiptOut, ResultIn, ResultListIn
from rulings.workflow.errors import Fault
from rulings.workflow.event.scores import ScoreGiven, enter_scores

router = Router(tags=["results"])
MOST_ENTRIES = 2**62
Since = Annotated[int | None, Field(ge=0, le=MOST_ENTRIES)]


def last_entry(event: Event) -> int:
    """Return the number of the last entry of an event's log."""
    found = Head.objects.filter(chain=event.pk).values_list("seq", flat=True).first()
    return found or 0


def place_of(playing: Playing) -> dict[str, object]:
    """Return the fields that say where a board was played."""
    return {
        "session": playing.round.session.order,
        "section": playing.table.section.letter,
        "round": playing.round.order,
        "table": playing.table.number,
        "board": playing.board.number,
        "deal_set": playing.board.deal_set,
        "ns": playing.ns.number if playing.ns else None,
        "ew": playing.ew.number if playing.ew else None,
        "ns_partner": playing.ns_partner.number if playing.ns_partner else None,
        "ew_partner": playing.ew_partner.number if playing.ew_partner else None,
    }


@router.get(
    "/contestants",
    url_name="api_contestants",
    response={200: list[ContestantOut], **PROBLEMS},
)
def read_contestants(request: ApiRequest) -> list[ContestantOut]:
    """Return the contestants by number; no names."""
    rows = Contestant.objects.filter(event=event_of(request)).order_by("number")
    return [ContestantOut(number=row.number, members=len(row.members)) for row in rows]


@router.get(
    "/results", url_name="api_results", response={200: ResultListOut, **PROBLEMS}
)
def read_results(request: ApiRequest, *, since: Since = None) -> ResultListOut:
    """Return the results as they stand, or those that changed behind an entry."""
    event = event_of(request)
    require_slips(request.actor, event)
    last = last_entry(event)
    rows = results_of(event, lambda _playing: False, since)
    return ResultListOut(
        last=last, results=[_result(row) for row in rows if row.changed]
    )


def _result(row: GivenOut) -> ResultOut:
    playing, ruling = row.playing, row.scores.ruling
    assigned = ruling.assigned if ruling is not None else []
    return ResultOut(
        **place_of(playing),  # type: ignore[arg-type]  # each of its own type
        contract="" if assigned else playing.contract,
        tricks=None if assigned else playing.tricks,
        score=None if assigned else playing.score,
        assigned=assigned,
    )


@router.post("/results", url_name="api_results", response={200: ReceiptOut, **PROBLEMS})
def send_results(
    request: ApiRequest, sent: ResultListIn, idempotency_key: ActKey
) -> ReceiptOut:
    """Enter results, all or none; one that stands is changed only with `replace`.

    A board with a case is scored by its ruling.
    """
    event = event_of(request)
    require_in_event(request.actor, EventAct.ENTER_SCORE, event)
    given = [_given(event, one, replace=sent.replace) for one in sent.results]
    return ReceiptOut.of(enter_scores(form_of(request, idempotency_key), event, given))


def _given(event: Event, sent: ResultIn, *, replace: bool) -> ScoreGiven:
    playing = playing_at(event, sent.place())
    contract = Contract.parse(sent.contract) if sent.contract else None
    tricks = sent.tricks if contract else 0
    where = {"board": playing.board.number, "table": playing.table.number}
    same = (playing.contract, playing.tricks) == (str(contract or ""), tricks)
    if playing.cases.exists() and not same:
        raise Fault("result_ruled", **where)
    if playing.tricks is not None and not same and not replace:
        stands = Contract.parse(playing.contract) if playing.contract else None
        result = result_text(stands, playing.tricks)
        raise Fault("result_stands", **where, result=result)
    vulnerable = Vulnerability(playing.board.vulnerability)
    points = points_ns(contract, tricks, vulnerable)
    return ScoreGiven(playing, str(contract or ""), tricks, points)
