"""What the desks share: the way back, who may open a desk, the tabs of a page."""

from __future__ import annotations

import uuid

from django.urls import reverse
from django.utils.translation import gettext as _

from rulings.models import Event
from rulings.permissions import (
    EVENT_RIGHTS,
    EventAct,
    Refused,
    letters_in_event,
    may_somewhere,
)
from rulings.views.common import HtmxHttpRequest, event_for


def desk_event(request: HtmxHttpRequest, event_id: uuid.UUID, *acts: EventAct) -> Event:
    """Return an event to those who may do one of some acts in it; refuse the others.

    Somebody of one section opens the desk too; the act itself asks for its place.
    """
    event = event_for(request, event_id)
    if not any(may_somewhere(request.actor, act, event) for act in acts):
        raise Refused("This desk is not for your role in the event.")
    return event


def frame(
    request: HtmxHttpRequest, event: Event, here: str, **more: object
) -> dict[str, object]:
    """Return what every desk shows: the event, its tabs by right, the time.

    A template calls `key` wherever it writes one, so each form has its own.
    """
    letters = letters_in_event(request.actor, event.pk)
    tabs = [
        (name, words, reverse(name, args=(event.pk,)))
        for name, words, acts in (
            ("scores", _("Scores"), (EventAct.ENTER_SCORE,)),
            ("schedule", _("Schedule"), (EventAct.SCHEDULE, EventAct.END_ROUND)),
            ("passes", _("Slips"), (EventAct.ISSUE_PASS,)),
            ("import_files", _("Files"), (EventAct.IMPORT,)),
            ("roles", _("People"), (EventAct.GIVE_ROLE,)),
            ("keys", _("Programs"), (EventAct.ISSUE_KEY,)),
            ("laws", _("Laws"), (EventAct.REGULATION,)),
        )
        if any(letters & EVENT_RIGHTS[act] for act in acts)
    ]
    return {
        "event": event,
        "here": here,
        "tabs": tabs,
        "is_chief": bool(letters & EVENT_RIGHTS[EventAct.OUTAGE]),
        "at": request.actor.at,
        "key": uuid.uuid4,
        **more,
    }
