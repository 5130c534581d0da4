"""The administrator's pages of an event itself: make one, set its laws."""

from __future__ import annotations

import uuid

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rulings.forms.events import EDITION, EventForm, LawsForm
from rulings.laws.editions import editions
from rulings.laws.handbook.settings import shown
from rulings.laws.regulations import bodies, load_regulations, parameters
from rulings.models import Event
from rulings.permissions import EventAct, Refused
from rulings.queries.case.rules import restored, wanted_words
from rulings.views.common import (
    HtmxHttpRequest,
    act_form,
    declares,
    fields_of,
    screen,
    see_other,
    signed_in,
)
from rulings.views.desk.common import desk_event, frame
from rulings.workflow.event.events import create_event, set_laws


@require_http_methods(["GET", "HEAD", "POST"])
@declares(EventAct.CREATE_EVENT)
@signed_in
def new_event(request: HtmxHttpRequest) -> HttpResponse:
    """Make an event: name, days, zone, and the laws it begins with."""
    user = request.actor.user
    if user is None or not user.is_superuser:
        raise Refused("Only an administrator can create events.")
    form = EventForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        event = create_event(
            act_form(request, versioned=False),
            name=given["name"],
            kind=Event.Kind(given["kind"]),
            zone=given["zone"],
            starts_on=given["starts_on"],
            ends_on=given["ends_on"],
            edition=given["edition"],
            regulations=form.regulations(),
        )
        return see_other("laws", event.pk)
    context = {
        "form": form,
        "kinds": Event.Kind.choices,
        "editions": editions(),
        "bodies": bodies(),
        "hidden": fields_of(),
        "at": request.actor.at,
    }
    status = 422 if form.is_bound else 200
    return screen(request, "desk/new_event.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@declares(EventAct.REGULATION)
@signed_in
def laws(request: HtmxHttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Show edition and regulations of an event, and set others for later cases."""
    event = desk_event(request, event_id, EventAct.REGULATION)
    form = LawsForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        regulations = form.regulations()
        act = act_form(request, versioned=False)
        set_laws(act, event, form.cleaned_data["edition"], regulations)
        return see_other("laws", event.pk)
    context = frame(
        request,
        event,
        "laws",
        form=form,
        editions=editions(),
        bodies=bodies(),
        edition=form.data.get("edition", event.edition),
        body=form.data.get("body", "") or _body(request, event),
        rows=_rows(request, event, form),
    )
    status = 422 if form.is_bound else 200
    return screen(request, "desk/laws.html", context, status=status)


def _body(request: HtmxHttpRequest, event: Event) -> str:
    """Return the body whose values are shown: asked for, else the event's own."""
    wanted = request.GET.get("body", "")
    own = str(event.regulation.get("name", "")).lower()
    return next((one for one in (wanted, own) if one in bodies()), bodies()[0])


def _rows(
    request: HtmxHttpRequest, event: Event, form: LawsForm
) -> list[dict[str, object]]:
    """Return each parameter with its value: as typed, of a body, or of the event."""
    held = restored(event.regulation)
    if request.GET.get("body") in bodies():
        held = load_regulations(str(request.GET["body"]))
    rows = []
    for name, parameter in parameters().items():
        if name == EDITION:
            continue
        stored = held[name]
        value = form.data.get(f"set_{name}", "" if stored is None else str(stored))
        rows.append(
            {
                "name": f"set_{name}",
                "label": _(parameter.label),
                "ref": parameter.ref,
                "options": [(one, shown(one, _)) for one in parameter.options],
                "unset": parameter.unset,
                "value": value,
                "wanted": wanted_words(parameter),
            }
        )
    return rows
