"""The schedule as programs read it, and the clock: rounds, and calls on a board."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Annotated

from django.http import Http404
from ninja import Router
from pydantic import Field

from rulings.models import Event, Playing, Round, Session
from rulings.permissions import EventAct, require_in_event
from rulings.queries.programs import round_at, sessions_with_schedule
from rulings.views.api.door import ActKey, ApiRequest, event_of, form_of
from rulings.views.api.problems import PROBLEMS
from rulings.views.api.records import playing_at
from rulings.views.api.shapes import (
    NUMBER_AT_MOST,
    CallIn,
    PlayingOut,
    ReceiptOut,
    RoundEndIn,
    RoundIn,
    RoundOut,
    SessionOut,
)
from rulings.workflow.acts import ActContext
from rulings.workflow.event.scores import end_round, record_own_call, start_round

router = Router(tags=["rounds"])
SessionNumber = Annotated[int | None, Field(ge=1, le=NUMBER_AT_MOST)]


@router.get(
    "/schedule", url_name="api_schedule", response={200: list[SessionOut], **PROBLEMS}
)
def read_schedule(
    request: ApiRequest,
    session: SessionNumber = None,
) -> list[SessionOut]:
    """Return the sessions with rounds, tables and boards; no names and no cards."""
    found = sessions_with_schedule(event_of(request), session)
    return [_session(row) for row in found]


def _session(row: Session) -> SessionOut:
    rounds = [_round(one) for one in row.rounds.all()]
    return SessionOut(
        session=row.order, schedule_known=row.schedule_known, rounds=rounds
    )


def _round(row: Round) -> RoundOut:
    return RoundOut(
        round=row.order,
        starts_at=row.starts_at,
        ends_at=row.ends_at,
        started_at=row.started_at,
        ended_at=row.ended_at,
        boards=[_playing(one) for one in row.playings.all()],
    )


def _playing(row: Playing) -> PlayingOut:
    return PlayingOut(
        section=row.table.section.letter,
        table=row.table.number,
        board=row.board.number,
        deal_set=row.board.deal_set,
        ns=row.ns.number if row.ns else None,
        ew=row.ew.number if row.ew else None,
        ns_partner=row.ns_partner.number if row.ns_partner else None,
        ew_partner=row.ew_partner.number if row.ew_partner else None,
        status=row.status,
    )


@router.post(
    "/rounds/start", url_name="api_round_start", response={200: ReceiptOut, **PROBLEMS}
)
def start(
    request: ApiRequest,
    sent: RoundIn,
    idempotency_key: ActKey,
) -> ReceiptOut:
    """Record that a round has started: its boards are in play."""
    event = event_of(request)
    require_in_event(request.actor, EventAct.START_ROUND, event)
    form = _said(form_of(request, idempotency_key), sent.at)
    return ReceiptOut.of(start_round(form, event, _round_of(event, sent)))


@router.post(
    "/rounds/end", url_name="api_round_end", response={200: ReceiptOut, **PROBLEMS}
)
def end(
    request: ApiRequest,
    sent: RoundEndIn,
    idempotency_key: ActKey,
) -> ReceiptOut:
    """Record that a round has ended: agreements in it are established (Law 69A).

    A recorded end moves with a reason, and only to an earlier time.
    """
    event = event_of(request)
    require_in_event(request.actor, EventAct.END_ROUND, event)
    form = _said(form_of(request, idempotency_key), sent.at)
    receipt = end_round(form, event, _round_of(event, sent), reason=sent.reason)
    return ReceiptOut.of(receipt)


@router.post("/calls", url_name="api_calls", response={200: ReceiptOut, **PROBLEMS})
def add_call(
    request: ApiRequest,
    sent: CallIn,
    idempotency_key: ActKey,
) -> ReceiptOut:
    """Record that a side has called on a board: it agrees to what went before (69A)."""
    event = event_of(request)
    require_in_event(request.actor, EventAct.OWN_CALL, event)
    form = _said(form_of(request, idempotency_key), sent.at)
    playing = playing_at(event, sent.place())
    return ReceiptOut.of(record_own_call(form, event, playing, sent.side))


def _said(context: ActContext, at: datetime | None) -> ActContext:
    return context if at is None else replace(context, said_at=at)


def _round_of(event: Event, sent: RoundIn) -> Round:
    found = round_at(event, sent.session, sent.round)
    if found is None:
        raise Http404(f"There is no round {sent.round} in session {sent.session}.")
    return found
