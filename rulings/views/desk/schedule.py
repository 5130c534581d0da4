"""The schedule: sessions with their movement, and the rounds as they start and end.

The schedule decides until when a board is under embargo (R11).
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import replace

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from rulings.forms.desk import SessionForm
from rulings.forms.events import RoundMovedForm
from rulings.importers.faults import UnreadableFile
from rulings.importers.schedules import (
    Placement,
    mitchell,
    read_schedule_csv,
    team_match,
)
from rulings.models import Contestant, Event, Round
from rulings.permissions import EventAct, may_in_event, require_in_event
from rulings.queries.desk import deal_sets_of, round_closing, session_rows
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
from rulings.views.desk.files import problem_words
from rulings.workflow.event.schedule import Timing, add_session
from rulings.workflow.event.scores import end_round, start_round


@require_http_methods(["GET", "HEAD", "POST"])
@declares(EventAct.SCHEDULE)
@signed_in
def schedule(request: HtmxHttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Show the sessions; look at a new one before it is added."""
    acts = (EventAct.SCHEDULE, EventAct.END_ROUND)
    event = desk_event(request, event_id, *acts)
    if request.method != "POST":
        return _page(request, event)
    desk_event(request, event_id, EventAct.SCHEDULE)
    form = SessionForm(request.POST, request.FILES)
    placements = placements_of(form, event) if form.is_valid() else ()
    if form.errors or not placements:
        return _page(request, event, form, status=422)
    if request.POST.get("do") != "add":
        return _page(request, event, form, placements)
    length, pause = form.lengths()
    add_session(
        act_form(request, versioned=False),
        event,
        placements=placements,
        timing=Timing(starts_at=form.starts(), round_length=length, pause=pause),
        deal_set=form.cleaned_data["deal_set"],
    )
    return see_other("schedule", event.pk)


def _page(
    request: HtmxHttpRequest,
    event: Event,
    form: SessionForm | None = None,
    placements: Sequence[Placement] = (),
    status: int = 200,
) -> HttpResponse:
    context = frame(
        request,
        event,
        "schedule",
        sessions=session_rows(event),
        form=form or SessionForm(None),
        csv_text=_csv_text(form),
        grid=_grid(placements),
        count=len(placements),
        deal_sets=deal_sets_of(event),
        may_plan=may_in_event(request.actor, EventAct.SCHEDULE, event),
        may_end=may_in_event(request.actor, EventAct.END_ROUND, event),
    )
    return screen(request, "desk/schedule.html", context, status=status)


def placements_of(form: SessionForm, event: Event) -> Sequence[Placement]:
    """Return the movement a form asks for; what is wrong is added to the form."""
    try:
        placements = _movement(form)
    except UnreadableFile as error:
        form.add_error("csv", _(error.template).format(**error.params))
        return ()
    except ValueError as error:
        form.add_error(None, str(error))
        return ()
    _check_pairs(form, event, placements)
    return () if form.errors else placements


def _movement(form: SessionForm) -> Sequence[Placement]:
    given = form.cleaned_data
    section, first = given["section"] or "A", given["first_board"] or 1
    if given["kind"] == "match":
        rounds = given["rounds"] or 1
        return team_match(
            given["boards"], rounds=rounds, section=section, first_board=first
        )
    if given["kind"] == "mitchell":
        return mitchell(
            given["tables"],
            given["rounds"],
            given["boards"],
            section=section,
            first_board=first,
        )
    reading = read_schedule_csv(_csv_text(form).encode())
    for problem in reading.problems:
        form.add_error("csv", problem_words(problem))
    return reading.placements


def _csv_text(form: SessionForm | None) -> str:
    """Return the pasted lines, or those of the file chosen instead."""
    if form is None or not hasattr(form, "cleaned_data"):
        return ""
    file = form.cleaned_data.get("file")
    if file is None:
        return str(form.cleaned_data.get("csv") or "")
    file.seek(0)
    return str(file.read().decode("utf-8", "replace"))


def _check_pairs(
    form: SessionForm, event: Event, placements: Sequence[Placement]
) -> None:
    entered = {
        str(number)
        for number in Contestant.objects.filter(event=event).values_list(
            "number", flat=True
        )
    }
    missing = {pair for one in placements for pair in (one.ns, one.ew)} - entered
    if missing:
        numbers = ", ".join(sorted(missing, key=lambda text: (len(text), text)))
        form.add_error(
            None, _("Enter these first, under People: %(list)s.") % {"list": numbers}
        )


def _grid(placements: Sequence[Placement]) -> list[tuple[int, list[dict[str, object]]]]:
    """Return the movement by round: at each table who meets, on which boards."""
    rounds: dict[int, dict[tuple[str, int, str, str], list[int]]] = {}
    for one in placements:
        cell = (one.section, one.table, one.ns, one.ew)
        rounds.setdefault(one.round, {}).setdefault(cell, []).append(one.board)
    return [
        (
            number,
            [
                {
                    "table": f"{section}{table}",
                    "ns": ns,
                    "ew": ew,
                    "first": min(boards),
                    "last": max(boards),
                }
                for (section, table, ns, ew), boards in sorted(cells.items())
            ],
        )
        for number, cells in sorted(rounds.items())
    ]


@require_http_methods(["GET", "HEAD", "POST"])
@declares(EventAct.END_ROUND)
@signed_in
def round_moved(
    request: HtmxHttpRequest, event_id: uuid.UUID, round_id: uuid.UUID
) -> HttpResponse:
    """Move the recorded end of a round to when it really was, with the reason."""
    event = desk_event(request, event_id, EventAct.END_ROUND)
    row = found(request, Round.objects.filter(session__event=event), round_id)
    require_in_event(request.actor, EventAct.END_ROUND, event)
    if row.ended_at is None:
        return see_other("schedule", event.pk)
    form = RoundMovedForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        act = replace(act_form(request, versioned=False), said_at=form.instant())
        end_round(act, event, row, reason=form.cleaned_data["reason"])
        return see_other("schedule", event.pk)
    closing = round_closing(row, row.ended_at)
    context = frame(request, event, "schedule", round=row, form=form, closing=closing)
    status = 422 if form.is_bound else 200
    return screen(request, "desk/round_moved.html", context, status=status)


@require_POST
@declares(EventAct.START_ROUND, EventAct.END_ROUND)
@signed_in
def round_clock(
    request: HtmxHttpRequest, event_id: uuid.UUID, round_id: uuid.UUID
) -> HttpResponse:
    """Record that a round has started or ended; an end makes agreements firm (69A)."""
    event = desk_event(request, event_id, EventAct.END_ROUND)
    row = found(request, Round.objects.filter(session__event=event), round_id)
    verb = start_round if request.POST.get("do") == "start" else end_round
    verb(act_form(request, versioned=False), event, row)
    return see_other("schedule", event.pk)
