"""The public clock: which window closes when and why, for everybody in the event.

No cards, names or outcomes: table, purpose, time and reason.
"""

from __future__ import annotations

import uuid
from typing import Any

from django.http import Http404, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from rulings.models import Event, Window
from rulings.permissions import Actor
from rulings.permissions.relations import in_event
from rulings.presenters.results import WINDOW_LAWS, merged_clocks
from rulings.queries.player import public_windows
from rulings.views.common import (
    HtmxHttpRequest,
    declares,
    pass_from_cookie,
    polled,
    screen,
)


@require_safe
@declares("public clock")
@polled
def public_clock(request: HtmxHttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Show every open window of an event, the next to close first."""
    event = _event(request, event_id)
    timezone.activate(event.zone)
    at = request.actor.at
    tables: dict[uuid.UUID, list[Window]] = {}
    for window in public_windows(event, at):
        tables.setdefault(window.case_id, []).append(window)
    rows: list[dict[str, Any]] = [
        {
            "table": group[0].case.playing.table,
            "laws": ", ".join(sorted({WINDOW_LAWS[row.purpose] for row in group})),
            "clocks": merged_clocks(group, at),
        }
        for group in tables.values()
    ]
    context = {"event": event, "rows": rows, "at": at}
    return screen(request, "player/clock.html", context, part="rows")


def _event(request: HtmxHttpRequest, event_id: uuid.UUID) -> Event:
    actors: list[Actor] = [request.actor]
    if (holder := pass_from_cookie(request, request.actor.at)) is not None:
        actors.append(holder)
    event = Event.objects.filter(pk=event_id).first()
    if event is None or not any(in_event(actor, event) for actor in actors):
        raise Http404
    return event
