"""Ask the solver about a position: a job is queued, and its answer read later."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404
from ninja import Router
from ninja.responses import Status

from rulings.bridge.positions import Position
from rulings.models import AskedPosition
from rulings.permissions import EventAct, require_in_event
from rulings.queries.case.solving import settings_of
from rulings.solver import SolverClaim
from rulings.views.api.door import ActKey, ApiRequest, event_of, form_of
from rulings.views.api.problems import PROBLEMS
from rulings.views.api.shapes import PositionIn, PositionOut
from rulings.workflow.solving.positions import ask_position

router = Router(tags=["positions"])


@router.post(
    "/positions", url_name="api_positions", response={202: PositionOut, **PROBLEMS}
)
def ask(
    request: ApiRequest,
    sent: PositionIn,
    idempotency_key: ActKey,
) -> Status[PositionOut]:
    """Queue a position under the event's laws and regulations; then read its answer.

    The solver proposes and rules nothing: no case comes of it. Sent as JSON lines
    (application/x-ndjson), many are answered in one stream (docs/api.md).
    """
    event = event_of(request)
    require_in_event(request.actor, EventAct.ASK_POSITION, event)
    _, row = ask_position(
        form_of(request, idempotency_key),
        event,
        Position.parse(sent.position),
        claim_sent(sent),
        settings_of(event, sent.player_class),
    )
    return Status(202, _answer(row))


def claim_sent(sent: PositionIn) -> SolverClaim:
    """Return the claim that was sent; raise ValueError for what is no claim."""
    given = sent.model_dump(include={"claimer", "declarer", "tricks", "show_outs"})
    given["aware_of_trump"] = sent.aware_of_trump
    given["statement"] = {"steps": sent.statement} if sent.statement else None
    return SolverClaim.from_json(given)


@router.get(
    "/positions/{asked_id}",
    url_name="api_position",
    response={200: PositionOut, **PROBLEMS},
)
def read(request: ApiRequest, asked_id: UUID) -> PositionOut:
    """Return how far the solver is with a position, and its proposal once there."""
    event = event_of(request)
    require_in_event(request.actor, EventAct.ASK_POSITION, event)
    row = AskedPosition.objects.filter(pk=asked_id, event=event).first()
    if row is None:
        raise Http404("No such position was asked in this event.")
    return _answer(row)


def _answer(row: AskedPosition) -> PositionOut:
    return PositionOut(
        id=row.pk,
        status=row.status,
        low=row.low,
        high=row.high,
        result=row.result,
    )
