"""Slips for the players' phones: issue, print, revoke (R13).

Secrets are shown once, on the page that prints them, and are stored nowhere.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass

import segno
from django.conf import settings
from django.http import HttpResponse
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_http_methods, require_POST

from rulings.forms.desk import PassesForm
from rulings.models import Contestant, Event, Pass, Session
from rulings.permissions import EventAct
from rulings.queries.desk import ContestantRow, contestant_rows, sessions_of
from rulings.views.common import (
    HtmxHttpRequest,
    act_form,
    declares,
    found,
    screen,
    see_other,
    signed_in,
)
from rulings.views.desk.common import desk_event, frame
from rulings.workflow.event.passes import Issued, issue_passes, phones_of, revoke_pass

HALF = 4


@dataclass(frozen=True, slots=True)
class SlipView:
    """One printed slip: for whom, the square, the code in two halves."""

    row: ContestantRow
    square: SafeString
    code: str


def square_of(secret: str) -> SafeString:
    """Return the QR of a pass as inline SVG; it holds nothing but the address."""
    address = f"{settings.TD_ADDRESS}{reverse('pass_open', args=(secret,))}"
    drawn = segno.make(address, error="m", micro=False)
    svg = drawn.svg_inline(scale=4, border=2, omitsize=True)
    return mark_safe(svg)  # noqa: S308 - drawn from an address of our own


@require_http_methods(["GET", "HEAD", "POST"])
@declares(EventAct.ISSUE_PASS)
@signed_in
def passes(request: HtmxHttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Show who has a slip for a session, and issue new ones to be printed."""
    event = desk_event(request, event_id, EventAct.ISSUE_PASS)
    sessions = sessions_of(event)
    contestants = list(Contestant.objects.filter(event=event).order_by("number"))
    form = PassesForm(request.POST or None, sessions=sessions, contestants=contestants)
    if request.method == "POST" and form.is_valid():
        chosen = list(form.cleaned_data["contestants"]) or contestants
        return _issue(request, event, form.cleaned_data["session"], chosen)
    chosen_session = _session(request, sessions)
    context = frame(
        request,
        event,
        "passes",
        form=form,
        sessions=sessions,
        chosen=chosen_session,
        rows=contestant_rows(event, chosen_session),
        phones=phones_of(event),
    )
    status = 422 if form.is_bound else 200
    return screen(request, "desk/passes.html", context, status=status)


def _session(request: HtmxHttpRequest, sessions: list[Session]) -> Session | None:
    wanted = request.GET.get("session", "")
    named = [row for row in sessions if str(row.pk) == wanted]
    return next(iter(named or sessions[-1:]), None)


def _issue(
    request: HtmxHttpRequest, event: Event, session: Session, chosen: list[Contestant]
) -> HttpResponse:
    carried = act_form(request, versioned=False)
    issued = issue_passes(carried, event, session, chosen)
    rows = {str(row.contestant.pk): row for row in contestant_rows(event, session)}
    slips = [
        _slip(one, rows[str(contestant.pk)])
        for one, contestant in zip(issued, chosen, strict=False)
    ]
    context = frame(
        request,
        event,
        "passes",
        slips=slips,
        session=session,
        address=settings.TD_ADDRESS,
    )
    return screen(request, "desk/slips.html", context)


def _slip(issued: Issued, row: ContestantRow) -> SlipView:
    code = f"{issued.code[:HALF]} {issued.code[HALF:]}"
    return SlipView(row, square_of(issued.secret), code)


@require_POST
@declares(EventAct.REVOKE_PASS)
@signed_in
def pass_revoke(
    request: HtmxHttpRequest, event_id: uuid.UUID, pass_id: uuid.UUID
) -> HttpResponse:
    """Revoke a slip: whoever holds it is out at the next request."""
    event = desk_event(request, event_id, EventAct.REVOKE_PASS)
    table_pass = found(request, Pass.objects.filter(session__event=event), pass_id)
    revoke_pass(act_form(request, versioned=False), event, table_pass)
    return see_other("passes", event.pk, query=f"?session={table_pass.session_id}")
