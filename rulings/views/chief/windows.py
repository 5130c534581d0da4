"""Longer windows, early ends, outages: what the chief does to the players' time."""

from __future__ import annotations

import uuid
from datetime import datetime

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from rulings.forms.chief import OutageForm, WindowForm
from rulings.models import Case, Window
from rulings.permissions import EventAct, require, require_in_event
from rulings.presenters.results import window_clock
from rulings.queries.case.final import waived
from rulings.queries.words import texts_of
from rulings.states import Act
from rulings.views.chief.review import to_live
from rulings.views.common import (
    HtmxHttpRequest,
    act_form,
    case_for,
    declares,
    event_for,
    fields_of,
    screen,
    signed_in,
)
from rulings.workflow.event.events import declare_outage
from rulings.workflow.windows import close_window_early, extend_window

EVENT_ENDED = Window.Purpose.AGREEMENT
"""Ends by an event at the table: minutes cannot make it longer."""


@require_http_methods(["GET", "HEAD", "POST"])
@declares(Act.EXTEND, Act.CLOSE_EARLY)
@signed_in
def windows(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Show the windows of a case; extend one, or close one that both sides gave up."""
    case = case_for(request, case_id)
    require(request.actor, Act.EXTEND, case)
    form = WindowForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        carried, purpose = act_form(request), Window.Purpose(given["purpose"])
        if given["do"] == "extend":
            extend_window(carried, case.pk, purpose, given["minutes"], given["reason"])
        else:
            close_window_early(carried, case.pk, purpose, given["reason"])
        return to_live(case)
    context = {"case": case, "rows": window_rows(case, request.actor.at), "form": form}
    context |= {"hidden": fields_of(case), "at": request.actor.at}
    status = 422 if form.is_bound else 200
    return screen(request, "chief/windows.html", context, status=status)


def window_rows(case: Case, at: datetime) -> list[dict[str, object]]:
    """Return the windows of a case, with what can be done to each."""
    rows = list(Window.objects.filter(case=case).order_by("closes_at"))
    texts = texts_of(row.changed_reason for row in rows)
    return [
        {
            "window": row,
            "clock": window_clock(row, at, reason=texts.get(row.changed_reason, "")),
            "can_extend": row.purpose != EVENT_ENDED,
            "can_close": waived(row) and row.closed_early_at is None,
        }
        for row in rows
    ]


@require_http_methods(["GET", "HEAD", "POST"])
@declares(EventAct.OUTAGE)
@signed_in
def outage(request: HtmxHttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Declare an outage: every window it touched gets the time back."""
    event = event_for(request, event_id)
    require_in_event(request.actor, EventAct.OUTAGE, event)
    form = OutageForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        declare_outage(
            act_form(request, versioned=False),
            event,
            minutes=given["minutes"],
            reason=given["reason"],
        )
        response = HttpResponse(status=303)
        response["Location"] = reverse("live", args=(event.pk,))
        return response
    context = {"event": event, "form": form, "at": request.actor.at}
    context |= {"hidden": fields_of()}
    status = 422 if form.is_bound else 200
    return screen(request, "chief/outage.html", context, status=status)
