"""Keys for programs: issue, list, revoke. A token is shown once and stored nowhere."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from rulings.forms.keys import KeyForm
from rulings.models import KEY_ROLES, ApiKey, Event, Role
from rulings.permissions import EventAct, letters_in_event
from rulings.queries.desk import key_rows
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
from rulings.workflow.event.api_keys import issue_key, revoke_key

PURPOSES = {
    Role.Name.DIRECTOR: _("ends rounds, notes calls, asks the solver, reads slips"),
    Role.Name.SCORER: _("reads slips"),
    Role.Name.ADMINISTRATOR: _("brings in boards and records of play"),
    Role.Name.CHIEF: _("all of this"),
}


@require_http_methods(["GET", "HEAD", "POST"])
@declares(EventAct.ISSUE_KEY)
@signed_in
def keys(request: HtmxHttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Show which programs have a key, and issue one; its token is shown once."""
    event = desk_event(request, event_id, EventAct.ISSUE_KEY)
    roles = _offered(request, event)
    form = KeyForm(request.POST or None, roles=roles)
    if request.method != "POST" or not form.is_valid():
        status = 422 if form.is_bound else 200
        page = _page(request, event, form, roles)
        return screen(request, "desk/keys.html", page, status=status)
    given = form.cleaned_data
    carried = act_form(request, versioned=False)
    issued = issue_key(carried, event, Role.Name(given["role"]), given["purpose"])
    page = _page(request, event, KeyForm(None, roles=roles), roles)
    page |= {"sent": True, "token": issued.token if issued else ""}
    return screen(request, "desk/keys.html", page)


def _page(
    request: HtmxHttpRequest, event: Event, form: KeyForm, roles: list[Role.Name]
) -> dict[str, object]:
    rows = [
        {
            "key": row.key,
            "purpose": row.purpose,
            "role": DESK_WORDS[Role.Name(row.key.role)],
            "may_end": row.key.role in roles and row.key.revoked_at is None,
        }
        for row in key_rows(event)
    ]
    return frame(
        request,
        event,
        "keys",
        form=form,
        sent=False,
        token="",
        address=f"{settings.TD_ADDRESS}/api/v1/",
        roles=[(one.value, DESK_WORDS[one], PURPOSES[one]) for one in roles],
        rows=rows,
    )


def _offered(request: HtmxHttpRequest, event: Event) -> list[Role.Name]:
    letters = letters_in_event(request.actor, event.pk)
    return [one for one in KEY_ROLES if "A" in letters or one != "administrator"]


@require_POST
@declares(EventAct.REVOKE_KEY)
@signed_in
def key_revoke(
    request: HtmxHttpRequest, event_id: uuid.UUID, key_id: uuid.UUID
) -> HttpResponse:
    """Revoke a key: its program is out at the next request."""
    event = desk_event(request, event_id, EventAct.REVOKE_KEY)
    key = found(request, ApiKey.objects.filter(event=event), key_id)
    revoke_key(act_form(request, versioned=False), event, key)
    return see_other("keys", event.pk)
