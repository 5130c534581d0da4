"""People of an event: roles of staff, and the contestants with their names."""

from __future__ import annotations

import uuid

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods, require_POST

from rulings.forms.desk import AccountForm, PeopleForm, RoleForm
from rulings.models import Event, Role
from rulings.permissions import EventAct, letters_in_event, may_in_event
from rulings.queries.desk import contestant_rows, roles_of_event, section_names
from rulings.queries.staff import name_of, players_of, staff_rows
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
from rulings.views.home import DESK_WORDS
from rulings.workflow.event.events import (
    CHIEF_GIVES,
    add_contestants,
    end_role,
    give_role,
    link_account,
)


@require_http_methods(["GET", "HEAD", "POST"])
@declares(EventAct.GIVE_ROLE)
@signed_in
def roles(request: HtmxHttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Show who does what in the event, and give a role."""
    event = desk_event(request, event_id, EventAct.GIVE_ROLE)
    form = RoleForm(request.POST or None, sections=section_names(event))
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        give_role(
            act_form(request, versioned=False),
            event,
            given["username"],
            Role.Name(given["role"]),
            given["sections"],
        )
        return see_other("roles", event.pk)
    context = _page(request, event, form, PeopleForm(None))
    status = 422 if form.is_bound else 200
    return screen(request, "desk/people.html", context, status=status)


def _page(
    request: HtmxHttpRequest,
    event: Event,
    form: RoleForm,
    people: PeopleForm,
    account: AccountForm | None = None,
) -> dict[str, object]:
    letters = letters_in_event(request.actor, event.pk)
    offered = [name for name in Role.Name if "A" in letters or name in CHIEF_GIVES]
    sections, players = section_names(event), players_of(event)
    rows = [
        {
            "role": row,
            "name": name_of(row.user),
            "words": DESK_WORDS[Role.Name(row.role)],
            "sections": [sections.get(pk, "") for pk in row.sections],
            "may_end": "A" in letters or row.role in CHIEF_GIVES,
        }
        for row in roles_of_event(event)
    ]
    return frame(
        request,
        event,
        "roles",
        form=form,
        people=people,
        roles=rows,
        offered=[(name.value, DESK_WORDS[name]) for name in offered],
        sections=sections,
        contestants=contestant_rows(event, None),
        account=account,
        players=players,
        staff=staff_rows(event, players, request.actor.at),
        may_import=may_in_event(request.actor, EventAct.IMPORT, event),
    )


@require_POST
@declares(EventAct.GIVE_ROLE)
@signed_in
def role_end(
    request: HtmxHttpRequest, event_id: uuid.UUID, role_id: uuid.UUID
) -> HttpResponse:
    """End a role now; it stays in the record."""
    event = desk_event(request, event_id, EventAct.GIVE_ROLE)
    role = found(request, Role.objects.filter(event=event), role_id)
    end_role(act_form(request, versioned=False), event, role)
    return see_other("roles", event.pk)


@require_POST
@declares(EventAct.LINK_ACCOUNT)
@signed_in
def account_link(request: HtmxHttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Say which player an account of the staff is, for the guard of the cards."""
    event = desk_event(request, event_id, EventAct.LINK_ACCOUNT)
    form = AccountForm(request.POST, event=event)
    if not form.is_valid():
        roles_form = RoleForm(None, sections=section_names(event))
        page = _page(request, event, roles_form, PeopleForm(None), form)
        return screen(request, "desk/people.html", page, status=422)
    given = form.cleaned_data
    act = act_form(request, versioned=False)
    if given["player"] is not None:
        link_account(act, event, given["player"], given["user"])
    else:
        for row in players_of(event):
            if row.participant.user_id == given["user"].pk:
                link_account(act, event, row.participant, None)
    return see_other("roles", event.pk)


@require_POST
@declares(EventAct.IMPORT)
@signed_in
def people(request: HtmxHttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Enter contestants by number, with names that stay out of the log."""
    event = desk_event(request, event_id, EventAct.IMPORT)
    form = PeopleForm(request.POST)
    if not form.is_valid():
        roles_form = RoleForm(None, sections=section_names(event))
        page = _page(request, event, roles_form, form)
        return screen(request, "desk/people.html", page, status=422)
    add_contestants(
        act_form(request, versioned=False), event, form.cleaned_data["lines"]
    )
    return see_other("roles", event.pk)
