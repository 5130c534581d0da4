"""A new call, and what a director notes about rounds and boards in passing."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from rulings.forms.table.calls import HandCallsForm, NewCallForm
from rulings.laws.engine import load_flow
from rulings.models import Event, Playing
from rulings.permissions import EventAct, letters_in_event, require_in_event
from rulings.permissions.rights import Refused
from rulings.presenters.table import options
from rulings.queries.case.rules import flow_name
from rulings.queries.desk import round_closing, rounds_in
from rulings.queries.staff import guards_of, name_of
from rulings.queries.table.queue import Lane, calls_of
from rulings.queries.table.tables import kinds_of, tables_in_play
from rulings.states import Act
from rulings.views.common import (
    HtmxHttpRequest,
    act_form,
    declares,
    event_for,
    fields_of,
    screen,
    signed_in,
)
from rulings.views.screens import EventScreen
from rulings.views.table.floor.places import FIRST_NUMBERS, asked_playing
from rulings.views.table.frame import errors_of, see_other
from rulings.workflow.cases import hand_over, open_case
from rulings.workflow.errors import Invalid
from rulings.workflow.event.scores import end_round, record_own_call


def need_floor(request: HtmxHttpRequest, event: Event) -> None:
    """Raise Refused unless the reader directs in the event."""
    if not letters_in_event(request.actor, event.pk) & {"D", "C"}:
        raise Refused("Only directors take calls.")


@declares(Act.OPEN)
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def new_call(request: HtmxHttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Take a call: one tap on table and board, or both numbers."""
    event = event_for(request, event_id)
    need_floor(request, event)
    kinds = kinds_of(event.edition)
    form = NewCallForm(request.POST or None, kinds=kinds)
    asked: dict[str, object] = {}
    if request.method == "POST" and form.is_valid():
        playing, asked = asked_playing(request, event, form)
        if playing is not None:
            act = act_form(request, versioned=False)
            kind = form.cleaned_data["kind"]
            flow = load_flow(flow_name(kind), event.edition)
            receipt = open_case(act, playing, flow_hash=flow.hash, kind=kind)
            return see_other("case", receipt.case_id)
    context = {
        "event": event,
        "tables": tables_in_play(request.actor, event),
        "kinds": options(
            ((kind, _(words)) for kind, words in kinds.items()),
            form.data.get("kind", next(iter(kinds))),
        ),
        "hidden": fields_of(),
        "typed": {
            name: form.data.get(name, first) for name, first in FIRST_NUMBERS.items()
        },
        "errors": errors_of(form),
        "now": request.actor.at,
    }
    status = 422 if form.errors or asked else 200
    return screen(request, "table/new_call.html", context | asked, status=status)


class HandCalls(EventScreen[HandCallsForm]):
    """Who takes all calls of a director who goes off the floor."""

    acts = (Act.TAKE_OVER,)
    opens = ()
    template, form_class = "table/hand_calls.html", HandCallsForm

    def admit(self, *_acts: EventAct) -> None:
        """Let in who directs."""
        need_floor(self.request, self.event)

    def make_form(self, data: object) -> HandCallsForm:
        """Return the form with the other directors."""
        assert self.request.actor.user is not None  # noqa: S101 - signed in
        me = self.request.actor.user.pk
        names = guards_of(self.event.pk, self.request.actor.at).names
        others = {user_id: name for user_id, name in names.items() if user_id != me}
        return HandCallsForm(data, users=others, initial={})

    def context(self) -> dict[str, object]:
        """Return the calls that would be given."""
        lanes = calls_of(self.request.actor, self.event).lanes
        rows = lanes[Lane.PLAY_WAITS] + lanes[Lane.LATER]
        return {"rows": rows, "now": self.request.actor.at}

    def act(self, form: HandCallsForm) -> object:
        """Give them all."""
        director = User.objects.get(pk=form.cleaned_data["user"])
        context = form.context(self.request.actor)
        return name_of(director), *hand_over(context, self.event, director)

    def after(self, done: tuple[str, int, int]) -> HttpResponse:
        """Return to the calls, and say what was given."""
        name, given, left = done
        words = ngettext(
            "%(name)s has %(n)d call of yours.",
            "%(name)s has %(n)d calls of yours.",
            given,
        ) % {"name": name, "n": given}
        messages.success(self.request, words)
        if left:
            words = ngettext(
                "%(n)d stays with you: %(name)s plays that board.",
                "%(n)d stay with you: %(name)s plays those boards.",
                left,
            ) % {"name": name, "n": left}
            messages.warning(self.request, words)
        return see_other("queue", self.event.pk)


hand_calls = HandCalls.as_view()


@declares(EventAct.END_ROUND)
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def round_over(
    request: HtmxHttpRequest, event_id: uuid.UUID, round_id: uuid.UUID
) -> HttpResponse:
    """Ask once what the end of a round closes, then record it (Law 69A)."""
    event = event_for(request, event_id)
    row = get_object_or_404(rounds_in(event), pk=round_id)
    back = "schedule" if "schedule" in request.GET else "queue"
    if request.method == "POST":
        end_round(act_form(request, versioned=False), event, row)
        return see_other(back, event.pk)
    require_in_event(request.actor, EventAct.END_ROUND, event)
    if row.ended_at is not None:
        return see_other(back, event.pk)
    context = {
        "event": event,
        "round": row,
        "closing": round_closing(row, request.actor.at),
        "back": reverse(back, args=(event.pk,)),
        "hidden": fields_of(),
        "now": request.actor.at,
    }
    return screen(request, "table/round_over.html", context)


@declares(EventAct.OWN_CALL)
@require_POST
@signed_in
def own_call(
    request: HtmxHttpRequest, event_id: uuid.UUID, playing_id: uuid.UUID, side: str
) -> HttpResponse:
    """Record that a side has called on a later board at its table (Law 69A)."""
    event = event_for(request, event_id)
    playing = get_object_or_404(Playing, pk=playing_id, board__event=event)
    if side not in {"NS", "EW"}:
        raise Invalid("A side is NS or EW.")
    record_own_call(act_form(request, versioned=False), event, playing, side)
    return see_other("queue", event.pk)
