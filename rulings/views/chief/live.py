"""The chief's desk: figures, cases by state, one case peeked at, deadlines."""

from __future__ import annotations

import uuid

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rulings.models import Case, Event
from rulings.permissions import Refused, letters_in_event
from rulings.presenters.results import WINDOW_WORDS
from rulings.queries.case.final import Blocks, unacknowledged_slips
from rulings.queries.case.rules import flow_of
from rulings.queries.chief import CaseRow, Group, Live, live_of
from rulings.queries.staff import unlinked_directors
from rulings.views.chief.peek import Peek, peek_of
from rulings.views.chief.rows import group_views, row_view
from rulings.views.chief.timeline import MINUTE, timeline_of
from rulings.views.common import (
    HtmxHttpRequest,
    declares,
    event_for,
    fields_of,
    screen,
    signed_in,
)


def chief_event(request: HtmxHttpRequest, event_id: uuid.UUID) -> Event:
    """Return an event to its chief; somebody else in it is refused."""
    event = event_for(request, event_id)
    if "C" not in letters_in_event(request.actor, event.pk):
        raise Refused(_("This desk is the chief director's."))
    return event


@require_safe
@declares("live")
@signed_in
def live(request: HtmxHttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Show every case of the event; polled while the page is visible."""
    event = chief_event(request, event_id)
    found = live_of(request.actor, event)
    peeked = _peeked(request, found)
    context = {
        "event": event,
        "live": found,
        "at": found.at,
        "groups": group_views(found),
        "figures": _figures(found),
        "peek": peeked,
        "peeked_id": peeked.case.pk if peeked else None,
        "timeline": timeline_of(found),
        "address": _address(event, peeked),
        "unlinked": unlinked_directors(event, found.at),
        "hidden": fields_of(peeked.case if peeked else None),
    }
    return screen(request, "chief/live.html", context, part="board")


def _address(event: Event, peeked: Peek | None) -> str:
    address = reverse("live", args=(event.pk,))
    return f"{address}?peek={peeked.case.pk}" if peeked else address


def _peeked(request: HtmxHttpRequest, found: Live) -> Peek | None:
    """Return the case asked for, or the first that asks for the chief."""
    wanted = request.GET.get("peek", "")
    rows = [row for row in found.rows if str(row.case.pk) == wanted]
    rows += [row for row in found.rows if row.asks_chief]
    for group in (Group.PLAYER, Group.APPEAL, Group.RULING):
        rows += found.of(group)
    return peek_of(request.actor, rows[0]) if rows else None


def _figures(found: Live) -> dict[str, object]:
    waiting, ruling = found.of(Group.WAITING), found.of(Group.RULING)
    windows = [window for row in found.rows for window in row.windows]
    ends = [window.closes_at for window in windows if window.closes_at is not None]
    finish = found.finish_at
    return {
        "waiting": len(waiting),
        "oldest": min((row.case.called_at for row in waiting), default=None),
        "ruling": len(ruling),
        "asking": sum(row.asks_chief for row in ruling),
        "blocking": len(found.blocking),
        "windows": len(windows),
        "next": min(ends, default=None),
        "finish": finish,
        "minutes": max((finish - found.at) // MINUTE, 0) if finish else None,
        "same": next((row for row in found.rows if row.same is not None), None),
    }


@require_safe
@declares("what blocks the final result")
@signed_in
def blocks(request: HtmxHttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """List what keeps the result from being final: to be done first, then the times."""
    event = chief_event(request, event_id)
    found = live_of(request.actor, event)
    listed = [row for row in found.rows if row.blocks]
    context = {
        "event": event,
        "at": found.at,
        "acting": [_block_row(row, found) for row in listed if row.is_blocking],
        "timed": [_block_row(row, found) for row in listed if not row.is_blocking],
        "slips": unacknowledged_slips(event),
    }
    return screen(request, "chief/blocks.html", context)


def _block_row(row: CaseRow, found: Live) -> dict[str, object]:
    view = row_view(row, found.at)
    reasons = []
    for blocker in row.blocks:
        if blocker.kind is Blocks.WINDOW:
            reasons.append((str(WINDOW_WORDS[blocker.detail]), blocker.until))
        elif blocker.kind is Blocks.STATE:
            reasons.append((view.state, row.case.reserved_until))
        elif blocker.kind is Blocks.OBJECTION:
            reasons.append((_("A player waits for an answer"), None))
        else:
            name = _follow_up_words(row.case, blocker.detail)
            reasons.append((_("To follow up: %(name)s") % {"name": name}, None))
    return {"view": view, "reasons": reasons}


def _follow_up_words(case: Case, entry: str) -> str:
    """Return the question that a case still waits for, people by their parts."""
    flow = flow_of(case)
    if entry not in flow.steps:
        return entry
    parts = {name: _(meaning) for name, meaning in flow.placeholders.items()}
    return _(flow.steps[entry].question).format(**parts)
