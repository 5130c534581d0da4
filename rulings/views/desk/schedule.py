"""The schedule: sessions with their movement, and the rounds as they start and end.

The schedule decides until when a board is under embargo (R11).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from django.http import HttpResponse
from django.utils.translation import gettext as _

from rulings.forms.acts import ButtonForm
from rulings.forms.desk import SessionForm
from rulings.forms.events import RoundMovedForm
from rulings.forms.people import MAX_PAIRS
from rulings.forms.typed import whole
from rulings.importers.faults import UnreadableFile
from rulings.importers.movements import (
    arrow_switched,
    barometer,
    drawn_round,
    howell,
    individual,
    mitchell,
    read_draw,
    round_robin,
    summary_of,
    team_match,
    without_pair,
)
from rulings.importers.schedules import Placement, read_schedule_csv
from rulings.models import Contestant, Event, Round
from rulings.permissions import EventAct, may_in_event, require_in_event
from rulings.queries.desk import deal_sets_of, round_closing, session_rows
from rulings.views.common import found, see_other
from rulings.views.desk.common import DeskScreen
from rulings.views.desk.files import problem_words
from rulings.views.screens import Filled
from rulings.workflow.errors import Fault
from rulings.workflow.event.schedule import (
    WHOLE,
    Timing,
    add_session,
    pairs_missing,
)
from rulings.workflow.event.scores import end_round, start_round


class ScheduleScreen(DeskScreen[Filled]):
    """The sessions with their rounds, and the plan of a new one."""

    tab, template = "schedule", "desk/schedule.html"
    placements: Sequence[Placement] = ()

    def context(self) -> dict[str, object]:
        """Return the sessions, each round with its button, and what is planned."""
        actor, event = self.request.actor, self.event
        return {
            "form": self.form if isinstance(self.form, SessionForm) else SessionForm(),
            "sessions": [
                (entry, [(row, self.button(row.pk)) for row in entry.rounds])
                for entry in session_rows(event)
            ],
            "grid": _grid(self.placements),
            "count": len(self.placements),
            "summary": summary_of(self.placements),
            "missing": _missing(event, self.placements),
            "deal_sets": deal_sets_of(event),
            "may_plan": may_in_event(actor, EventAct.SCHEDULE, event),
            "may_end": may_in_event(actor, EventAct.END_ROUND, event),
        }


class Schedule(ScheduleScreen[SessionForm]):
    """The schedule, and a session that is looked at before it is added."""

    acts = (EventAct.SCHEDULE,)
    opens = (EventAct.SCHEDULE, EventAct.END_ROUND)
    form_class = SessionForm

    def make_form(self, data: object) -> SessionForm:
        """Return the plan of a session; only who adds sessions sends one."""
        if data is None:
            return SessionForm()
        self.admit(EventAct.SCHEDULE)
        return SessionForm(self.request.POST, self.request.FILES)

    def act(self, form: SessionForm) -> object:
        """Show the movement, or add the session."""
        placements = placements_of(form, self.event)
        if form.errors or not placements:
            return None
        if self.request.POST.get("do") != "add":
            self.placements = placements
            return None
        given, (length, pause) = form.cleaned_data, form.lengths()
        return add_session(
            form.context(self.request.actor),
            self.event,
            placements=placements,
            timing=Timing(
                starts_at=given["starts_at"], round_length=length, pause=pause
            ),
            deal_set=given["deal_set"],
            enters_pairs=True,
            to_draw=given["rounds"] - 1 if given["kind"] == "draw" else 0,
            carried=WHOLE if given["carried"] is None else given["carried"],
        )


def placements_of(form: SessionForm, event: Event) -> Sequence[Placement]:
    """Return the movement a form asks for; what is wrong is added to the form."""
    try:
        placements = _movement(form, teams=event.kind == Event.Kind.TEAMS)
    except UnreadableFile as error:
        field = "csv" if form.cleaned_data["kind"] in {"csv", "draw"} else None
        form.add_error(field, _(error.template).format(**error.params))
        return ()
    _check_pairs(form, _missing(event, placements))
    return () if form.errors else placements


def _movement(form: SessionForm, *, teams: bool) -> Sequence[Placement]:
    given = form.cleaned_data
    section, first = given["section"] or "A", given["first_board"] or 1
    if given["kind"] == "draw":
        matches, boards = read_draw(given["csv"]), given["boards"]
        return drawn_round(
            matches, 1, boards, section=section, first_board=first, teams=teams
        )
    if given["kind"] == "csv":
        reading = read_schedule_csv(given["csv"].encode())
        for problem in reading.problems:
            form.add_error("csv", problem_words(problem))
        return reading.placements
    if given["kind"] == "match":
        rounds = given["rounds"] or 1
        return team_match(
            given["boards"], rounds=rounds, section=section, first_board=first
        )
    kinds: dict[str, Callable[..., Sequence[Placement]]] = {
        "mitchell": partial(mitchell, share=given["share"]),
        "howell": howell,
        "barometer": barometer,
        "individual": individual,
        "robin": round_robin,
    }
    placements = kinds[given["kind"]](
        given["tables"],
        given["rounds"],
        given["boards"],
        section=section,
        first_board=first,
    )
    placements = arrow_switched(placements, given["switched"] or 0)
    return without_pair(placements, str(given["missing"] or ""))


def _check_pairs(form: SessionForm, missing: Sequence[str]) -> None:
    """Refuse pairs that have no number: the others are entered with the session."""
    odd = [one for one in missing if not 0 < (whole(one) or 0) <= MAX_PAIRS]
    if odd:
        words = _("A pair is named by a number. These are none: %(list)s.")
        form.add_error(None, words % {"list": ", ".join(odd)})


def _missing(event: Event, placements: Sequence[Placement]) -> list[str]:
    numbers = Contestant.objects.filter(event=event).values_list("number", flat=True)
    return pairs_missing(placements, [str(number) for number in numbers])


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


class RoundMoved(DeskScreen[RoundMovedForm]):
    """The recorded end of a round moves to when it really was, with the reason."""

    acts = opens = (EventAct.END_ROUND,)
    tab, template = "schedule", "desk/round_moved.html"
    form_class = RoundMovedForm
    round: Round

    def enter(self) -> HttpResponse | None:
        """Find the round; one that has not ended is on the schedule."""
        super().enter()
        rows = Round.objects.filter(session__event=self.event)
        self.round = found(self.request, rows, self.kwargs["round_id"])
        require_in_event(self.request.actor, EventAct.END_ROUND, self.event)
        return None if self.round.ended_at else see_other("schedule", self.event.pk)

    def make_form(self, data: object) -> RoundMovedForm:
        """Return the form, with the end that is recorded."""
        ended = {"ended_at": self.round.ended_at}
        return RoundMovedForm(data, initial=ended)  # type: ignore[arg-type]  # a request's POST

    def context(self) -> dict[str, object]:
        """Return the round, and what its end has established."""
        assert self.round.ended_at is not None  # noqa: S101 - see `enter`
        closing = round_closing(self.round, self.round.ended_at)
        return {"round": self.round, "closing": closing}

    def act(self, form: RoundMovedForm) -> object:
        """Move the end."""
        given = form.cleaned_data
        context = form.context(self.request.actor)
        said = replace(context, said_at=given["ended_at"])
        return end_round(said, self.event, self.round, reason=given["reason"])


class RoundClock(ScheduleScreen[ButtonForm]):
    """A round has started or ended; an end makes agreements firm (69A)."""

    acts = (EventAct.START_ROUND, EventAct.END_ROUND)
    opens = (EventAct.END_ROUND,)
    http_method_names = ["post"]
    form_class = ButtonForm

    def act(self, form: ButtonForm) -> object:
        """Record the instant."""
        rows = Round.objects.filter(session__event=self.event)
        row = found(self.request, rows, self.kwargs["round_id"])
        verbs = {"start": start_round, "end": end_round}
        do = self.request.POST.get("do", "end")
        if do not in verbs:
            raise Fault("round_start_or_end")
        return verbs[do](form.context(self.request.actor), self.event, row)


schedule, round_moved, round_clock = (
    Schedule.as_view(),
    RoundMoved.as_view(),
    RoundClock.as_view(),
)
