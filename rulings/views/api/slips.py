"""Slips, as a scoring program reads and takes them: what a ruling changed, no card."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404
from ninja import Router

from rulings.models import Slip
from rulings.permissions import EventAct, require_in_event, require_slips
from rulings.queries.programs import slips_for_programs
from rulings.views.api.door import ActKey, ApiRequest, event_of, form_of
from rulings.views.api.problems import PROBLEMS
from rulings.views.api.shapes import ReceiptOut, SlipOut
from rulings.workflow.event.scores import acknowledge_slip

router = Router(tags=["slips"])


@router.get("/slips", url_name="api_slips", response={200: list[SlipOut], **PROBLEMS})
def read_slips(request: ApiRequest, *, waiting: bool = False) -> list[SlipOut]:
    """Return the slips of the event, or those that no scorer has taken yet."""
    event = event_of(request)
    require_slips(request.actor, event)
    return [_slip(row) for row in slips_for_programs(event, waiting=waiting)]


@router.post(
    "/slips/{slip_id}/taken",
    url_name="api_slip_taken",
    response={200: ReceiptOut, **PROBLEMS},
)
def take_slip(
    request: ApiRequest, slip_id: UUID, idempotency_key: ActKey
) -> ReceiptOut:
    """Record that a slip has been taken into the scores."""
    event = event_of(request)
    require_in_event(request.actor, EventAct.ACKNOWLEDGE, event)
    slip = Slip.objects.filter(pk=slip_id, ruling__case__event=event).first()
    if slip is None:
        raise Http404("There is no such slip in this event.")
    return ReceiptOut.of(
        acknowledge_slip(form_of(request, idempotency_key), event, slip)
    )


def _slip(row: Slip) -> SlipOut:
    ruling = row.ruling
    playing = ruling.case.playing
    return SlipOut(
        id=row.pk,
        session=playing.round.session.order,
        section=playing.table.section.letter,
        table=playing.table.number,
        board=playing.board.number,
        deal_set=playing.board.deal_set,
        contract=ruling.contract,
        old_tricks=ruling.old_tricks_declarer,
        new_tricks=ruling.new_tricks_declarer,
        old_score=ruling.old_score,
        new_score=ruling.new_score,
        assigned=ruling.assigned,
        issued_at=row.issued_at,
        taken_at=row.acknowledged_at,
    )
