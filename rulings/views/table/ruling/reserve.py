"""A ruling promised for later (Law 81C)."""

from __future__ import annotations

import uuid

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods

from rulings.forms.table.ruling import PROMISES, ReserveForm
from rulings.permissions import Sight
from rulings.states import Act
from rulings.views.common import (
    HtmxHttpRequest,
    act_form,
    case_for,
    declares,
    signed_in,
)
from rulings.views.table.frame import case_screen, errors_of, need_sight, see_other
from rulings.views.table.law.outcome import is_ready
from rulings.workflow.ruling import decide as record


@declares(Act.RESERVE)
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def reserve(request: HtmxHttpRequest, case_id: uuid.UUID) -> HttpResponse:
    """Promise a ruling by a time: minutes at one tap, or a time of day."""
    case = case_for(request, case_id)
    need_sight(request, case, Sight.DRAFT)
    form = ReserveForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        until = form.instant(request.actor.at, case.event.zone)
        record.reserve(
            act_form(request),
            case.pk,
            until=until,
            reason=form.cleaned_data["reason"],
            promise=form.promise,
        )
        return see_other("queue", case.event_id)
    context = {
        "promises": PROMISES,
        "ready": is_ready(case),
        "errors": errors_of(form),
    }
    status = 422 if form.errors else 200
    return case_screen(request, "reserve", case, context, status=status)
