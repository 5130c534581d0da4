"""The queue: where a director is needed next."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_safe

from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Side
from rulings.models import Case, Playing, Window
from rulings.permissions import EventAct, letters_in_event, may_in_event
from rulings.presenters import ClockView
from rulings.presenters.results import window_clock
from rulings.presenters.words import side_name
from rulings.queries.staff import name_of
from rulings.queries.table.queue import CallRow, cancelled_calls, queue_of
from rulings.queries.table.tables import current_rounds
from rulings.states import State
from rulings.views.common import (
    HtmxHttpRequest,
    declares,
    event_for,
    fields_of,
    screen,
    signed_in,
)
from rulings.views.table.calls import need_floor
from rulings.views.table.words import PURPOSES, wants, who

LONG = timedelta(minutes=3)
"""A call open for longer is marked, in words."""


@dataclass(frozen=True, slots=True)
class CallLine:
    """One row as drawn; `takes` rows are taken with the tap, others only opened."""

    case: Case
    row: CallRow
    title: str
    tag: str
    tag_words: str
    more: str
    contract: Contract | None
    since: datetime
    long: bool
    takes: bool
    css: str
    clock: ClockView | None = None
    call_side: str = ""
    call_board: Playing | None = None


@declares("look")
@require_safe
@signed_in
def queue(request: HtmxHttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Show calls, promises and windows; the rows are polled while the page is seen."""
    event = event_for(request, event_id)
    need_floor(request, event)
    calls = queue_of(request.actor, event)
    at = request.actor.at
    with timezone.override(ZoneInfo(event.zone)):
        context = {
            "event": event,
            "now": at,
            "called": [_now(row, at) for row in calls.now],
            "finish": [_reserved(row, at) for row in calls.finish],
            "running": [_running(row, at) for row in calls.running],
            "cancelled": [] if request.htmx else cancelled_calls(request.actor, event),
            "rounds": current_rounds(event),
            "may_end": may_in_event(request.actor, EventAct.END_ROUND, event),
            "hidden": fields_of(),
            "reader": name_of(request.actor.user),
            "is_chief": "C" in letters_in_event(request.actor, event.pk),
        }
        return screen(request, "table/queue.html", context, part="rows")


def _contract(row: CallRow) -> Contract | None:
    """Return the contract, but never to somebody who may still play the board."""
    text = "" if row.barred else row.case.playing.contract
    return Contract.parse(text) if text else None


def _now(row: CallRow, at: datetime) -> CallLine:
    case = row.case
    tag, words, more = _whose(row)
    since = row.since
    if row.wish is not None:
        title = f"{who(row.wish)} {wants(row.wish, case)}"
    else:
        title = _stage(case)
    return CallLine(
        case,
        row,
        title,
        tag,
        words,
        more,
        _contract(row),
        since=since,
        long=at - since > LONG,
        takes=case.director_id is None and not row.barred,
        css=_css(row),
    )


def _css(row: CallRow) -> str:
    if row.barred:
        return "guarded"
    if row.case.director_id is None:
        return "now"
    return "now taken" if row.mine else ""


def _whose(row: CallRow) -> tuple[str, str, str]:
    """Return tag, its word, and the sentence on who acts next."""
    case = row.case
    if row.barred:
        names = ", ".join(row.free) or _("nobody else yet")
        board = case.playing.board.number
        sentence = _("You play board %(board)d yourself. Hand it to %(names)s.")
        return "warn", _("not for you"), sentence % {"board": board, "names": names}
    if case.director_id is None:
        return "stop", _("waiting"), _("nobody has taken it")
    if row.mine:
        return "note", _("yours"), ""
    return "", "", _("%(name)s has it") % {"name": name_of(case.director)}


def _stage(case: Case) -> str:
    """Return how far a case has come, in words."""
    if case.state == State.RULED:
        return _("Ruled, not told yet")
    if case.state == State.FROZEN:
        return _("Facts complete, not ruled")
    if getattr(case, "claim", None) is None:
        return _("Call, no details yet")
    if not list(case.statements.all()):
        return _("Claim, words to take")
    if case.state == State.CALLED:
        return _("Claim, objections to hear")
    if getattr(case, "position", None) is None:
        return _("Doubted claim, cards to take")
    return _("Doubted claim")


def _reserved(row: CallRow, at: datetime) -> CallLine:
    case = row.case
    late = case.reserved_until is not None and case.reserved_until < at
    return CallLine(
        case,
        row,
        _("Look at the play") if case.follow_ups else _("Ruling promised"),
        "warn" if late else "",
        _("late") if late else "",
        "" if row.mine else _("%(name)s has it") % {"name": name_of(case.director)},
        _contract(row),
        since=case.called_at,
        long=late,
        takes=False,
        css="guarded" if row.barred else "",
    )


TITLES = {
    State.AGREED: gettext_noop("Agreed claim"),
    State.ANNOUNCED: gettext_noop("Ruling announced"),
    State.APPEALED: gettext_noop("Ruling under appeal"),
}


def _running(row: CallRow, at: datetime) -> CallLine:
    case, window = row.case, row.window
    clock = None if window is None else window_clock(window, at)
    purpose = "" if window is None else str(PURPOSES[Window.Purpose(window.purpose)])
    side = Side(row.agreed.side) if row.agreed is not None and row.later else None
    return CallLine(
        case,
        row,
        _(TITLES[State(case.state)]),
        "",
        "",
        purpose,
        _contract(row),
        since=case.called_at,
        long=False,
        takes=False,
        css="",
        clock=clock,
        call_side="" if side is None else side_name(side),
        call_board=row.later,
    )
