"""The same acts on the director's tablet, for a side that has no phone in its hands.

Before the session ends this is the only way (regulation `phones`); the record says
that it came in on the director's tablet, and when it was said.
"""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rulings.bridge.seats import Side
from rulings.forms.player import ActForm
from rulings.models import Case
from rulings.permissions import letters_in_case, visible
from rulings.permissions.visibility import cases_to_speak_in
from rulings.presenters.words import side_name
from rulings.queries.player import PLACE, AnnouncedCase, filed_by, told_of
from rulings.views.common import HtmxHttpRequest, declares, on_tablet, screen, signed_in
from rulings.views.player.acting import carry_out
from rulings.views.player.cases import (
    ACTS,
    receipt_context,
    refused_page,
    sent,
    side_page,
)
from rulings.views.player.offers import seats_of
from rulings.workflow.acts import ActContext
from rulings.workflow.errors import Invalid

SPEAKS = frozenset({"D", "C", "S"})
"""Who may write down what players say; never who plays the board."""


@require_http_methods(["GET", "HEAD", "POST"])
@declares("act for a side", *ACTS)
@signed_in
def for_side(request: HtmxHttpRequest, case_id: uuid.UUID, side: str) -> HttpResponse:
    """Show a side's page of a case on the director's tablet, and take its acts."""
    rows = cases_to_speak_in(request.actor).select_related(*PLACE)
    case = rows.filter(pk=case_id).first()
    if case is None or side not in set(Side):
        raise Http404
    if not letters_in_case(request.actor, case) & SPEAKS:
        raise Http404
    timezone.activate(case.event.zone)
    told = told_of([case])[0]
    here = _here(request, case, side)
    if "receipt" in request.GET:
        return _receipt(request, told, side, here)
    if request.method != "POST":
        return side_page(request, told, side, here)
    form = ActForm(request.POST, seats=seats_of(case, side))
    if not form.is_valid():
        return refused_page(request, told, side, form, here)
    act, given = sent(request, case, side, form)
    spoken = said_on_tablet(given.form, form.cleaned_data["said"])
    receipt = carry_out(act, replace(given, form=spoken))
    place = reverse("for_side", args=(case.pk, side))
    return redirect(f"{place}?receipt={receipt.seq}")


def _here(request: HtmxHttpRequest, case: Case, side: str) -> dict[str, object]:
    reached = visible(request.actor, Case.objects.filter(pk=case.pk)).exists()
    to_case = reverse("case", args=(case.pk,)) if reached else ""
    return {
        "tablet": True,
        "back": reverse("for_side", args=(case.pk, side)),
        "sides": [
            (side_name(one), reverse("for_side", args=(case.pk, one.value)))
            for one in Side
        ],
        "to_case": to_case,
        "home_url": reverse("home"),
    }


def _receipt(
    request: HtmxHttpRequest, told: AnnouncedCase, side: str, here: dict[str, object]
) -> HttpResponse:
    actor, text = request.actor, request.GET["receipt"]
    seq = int(text) if text.isdecimal() and len(text) < 10 else 0  # noqa: PLR2004 - a number of the log
    filed = filed_by(told.case.event_id, seq, actor.kind, actor.id)
    if filed is None or filed.entry.case_id != told.case.pk:
        raise Http404
    context = receipt_context(told.case, side, filed)
    return screen(request, "player/receipt.html", context | here)


def said_on_tablet(context: ActContext, said: time | None) -> ActContext:
    """Return the form as put on the tablet, at a spoken time of today or just now.

    A time later than now is one of yesterday evening.
    """
    if said is None:
        return on_tablet(replace(context, said_at=context.at))
    here = context.at.astimezone(timezone.get_current_timezone())
    spoken = datetime.combine(here.date(), said, tzinfo=here.tzinfo)
    if spoken > here:
        spoken -= timedelta(days=1)
    if here - spoken > timedelta(hours=18):
        raise Invalid(_("That time is still to come; give the time it was said."))
    return on_tablet(replace(context, said_at=spoken.astimezone(UTC)))
