"""Cases, announced rulings and the log, as programs read them: no card, no words."""

from __future__ import annotations

from typing import Annotated

from ninja import Router
from pydantic import Field

from rulings.models import Case, Claim, Entry, Ruling
from rulings.permissions import require_slips
from rulings.views.api.answers import ActOut, CaseOut, FeedOut, RulingOut
from rulings.views.api.door import ApiRequest, event_of
from rulings.views.api.problems import PROBLEMS
from rulings.views.api.results import MOST_ENTRIES, place_of

router = Router(tags=["cases"])
PAGE = 500
"""Entries of the log in one answer."""


@router.get("/cases", url_name="api_cases", response={200: list[CaseOut], **PROBLEMS})
def read_cases(request: ApiRequest) -> list[CaseOut]:
    """Return the cases of the event with their states, the oldest first."""
    event = event_of(request)
    require_slips(request.actor, event)
    rows = Case.objects.filter(event=event).select_related(
        "playing__board",
        "playing__table__section",
        "playing__round__session",
        "playing__ns",
        "playing__ew",
    )
    return [
        CaseOut(
            **place_of(row.playing),  # type: ignore[arg-type]  # each of its own type
            id=row.pk,
            state=row.state,
            called_at=row.called_at,
            version=row.version,
        )
        for row in rows.order_by("called_at", "pk")
    ]


@router.get(
    "/rulings", url_name="api_rulings", response={200: list[RulingOut], **PROBLEMS}
)
def read_rulings(request: ApiRequest) -> list[RulingOut]:
    """Return the announced rulings with their claims, the oldest first."""
    event = event_of(request)
    require_slips(request.actor, event)
    rows = Ruling.objects.filter(case__event=event, announced_at__isnull=False)
    found = list(rows.order_by("announced_at", "number"))
    claims = {
        row.case_id: row
        for row in Claim.objects.filter(case__in=[row.case_id for row in found])
    }
    return [_ruling(row, claims.get(row.case_id)) for row in found]


def _ruling(row: Ruling, claim: Claim | None) -> RulingOut:
    return RulingOut(
        id=row.pk,
        case=row.case_id,
        number=row.number,
        in_force=row.current,
        announced_at=row.announced_at,  # type: ignore[arg-type]  # asked for above
        outcome=row.outcome,
        laws=[str(law) for law in row.laws],
        claimer=claim.claimer if claim else None,
        claimed=claim.tricks_claimed if claim else None,
        left=claim.tricks_left if claim else None,
        tricks=row.tricks_claimer,
        contract=row.contract,
        old_tricks=row.old_tricks_declarer,
        new_tricks=row.new_tricks_declarer,
        old_score=row.old_score,
        new_score=row.new_score,
        assigned=row.assigned,
    )


@router.get("/feed", url_name="api_feed", response={200: FeedOut, **PROBLEMS})
def read_feed(
    request: ApiRequest, *, since: Annotated[int, Field(ge=0, le=MOST_ENTRIES)] = 0
) -> FeedOut:
    """Return what was done in the event behind an entry: acts, and no content."""
    event = event_of(request)
    require_slips(request.actor, event)
    rows = Entry.objects.filter(chain=event.pk, seq__gt=since).order_by("seq")
    found = list(rows.defer("data")[: PAGE + 1])
    acts = [
        ActOut(number=row.seq, at=row.at, act=row.act, case=row.case_id)
        for row in found[:PAGE]
    ]
    last = acts[-1].number if acts else since
    return FeedOut(last=last, more=len(found) > PAGE, acts=acts)
