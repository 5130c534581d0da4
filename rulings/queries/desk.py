"""What scorer and administrator read: scores, slips, files, schedule, passes, people.

No hand, position or line is read here: a scorer never needs them.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.db.models import Count, QuerySet

from rulings.models import (
    Case,
    Contestant,
    Event,
    Pass,
    Person,
    Playing,
    Role,
    Round,
    Session,
    Slip,
    Table,
)
from rulings.permissions import Actor, letters_in_event
from rulings.queries.table.staff import guards_of

Barred = Callable[[Playing], bool]
"""Whether the reader may not see the result of a playing."""


def sessions_of(event: Event) -> list[Session]:
    """Return the sessions of an event in playing order."""
    return list(Session.objects.filter(event=event).order_by("order"))


def rounds_of(session: Session) -> list[Round]:
    """Return the rounds of a session in playing order."""
    return list(Round.objects.filter(session=session).order_by("order"))


def current_round(rounds: Iterable[Round]) -> Round | None:
    """Return the first round that has not ended, else the last."""
    listed = list(rounds)
    open_rounds = [row for row in listed if row.ended_at is None]
    return next(iter(open_rounds or listed[-1:]), None)


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A board at a table with its result, and the case on it where there is one.

    `barred` says that the reader may not see the result: he has still to play the
    board, or directs and sat there himself (R11).
    """

    playing: Playing
    case: Case | None
    barred: bool


def score_rows(round_: Round, barred: Barred) -> list[ScoreRow]:
    """Return the boards of a round by table."""
    playings = list(
        Playing.objects.filter(round=round_)
        .select_related("board", "table__section", "ns", "ew")
        .order_by("table__section__letter", "table__number", "board__number")
    )
    cases = {row.playing_id: row for row in Case.objects.filter(playing__in=playings)}
    return [ScoreRow(row, cases.get(row.pk), barred(row)) for row in playings]


def barred_for(actor: Actor, event: Event) -> Barred:
    """Return the question whether somebody may not see the result of a playing.

    As `permissions.letters_at_table`, for a whole list: a scorer may see the boards
    that he has played.
    """
    if actor.user is None:
        return lambda _playing: True
    guards = guards_of(event.pk, actor.at, reader=actor.user)
    user_id = actor.user.pk
    if "S" in letters_in_event(actor, event.pk):
        return lambda playing: guards.has_to_play(user_id, playing)
    return lambda playing: guards.barred(user_id, playing)


@dataclass(frozen=True, slots=True)
class SlipRow:
    """A slip, and whether its reader may not see what it says."""

    slip: Slip
    barred: bool


def slip_rows(event: Event, barred: Barred) -> list[SlipRow]:
    """Return the slips of an event, the untaken ones first."""
    return [SlipRow(slip, barred(slip.ruling.case.playing)) for slip in slips_of(event)]


def slips_of(event: Event) -> QuerySet[Slip]:
    """Return the slips of an event, the untaken ones first."""
    return (
        Slip.objects.filter(ruling__case__event=event)
        .select_related(
            "by",
            "ruling__case__playing__board",
            "ruling__case__playing__table__section",
            "ruling__case__playing__ns",
            "ruling__case__playing__ew",
        )
        .order_by("acknowledged_at", "issued_at")
    )


def tables_of(event: Event) -> list[Table]:
    """Return every table of an event, the newest session first."""
    return list(
        Table.objects.filter(section__session__event=event)
        .select_related("section__session")
        .order_by("-section__session__order", "section__letter", "number")
    )


def deal_sets_of(event: Event) -> list[str]:
    """Return the names of the event's deal sets."""
    return sorted(set(event.boards.values_list("deal_set", flat=True)))


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session with the size of its schedule."""

    session: Session
    rounds: tuple[Round, ...]
    tables: int
    boards: int


def session_rows(event: Event) -> list[SessionRow]:
    """Return the sessions with rounds, tables and boards counted."""
    sessions = sessions_of(event)
    rounds: dict[uuid.UUID, list[Round]] = defaultdict(list)
    for row in Round.objects.filter(session__in=sessions).order_by("order"):
        rounds[row.session_id].append(row)
    counts = {
        row["round__session"]: (row["tables"], row["boards"])
        for row in Playing.objects.filter(round__session__in=sessions)
        .values("round__session")
        .annotate(
            tables=Count("table", distinct=True), boards=Count("board", distinct=True)
        )
    }
    return [
        SessionRow(
            session,
            tuple(rounds[session.pk]),
            *counts.get(session.pk, (0, 0)),
        )
        for session in sessions
    ]


@dataclass(frozen=True, slots=True)
class ContestantRow:
    """A contestant with names, and the newest slip for a session."""

    contestant: Contestant
    names: tuple[str, ...]
    table_pass: Pass | None


def contestant_rows(event: Event, session: Session | None) -> list[ContestantRow]:
    """Return the contestants by number; names come from the erasable table."""
    contestants = list(Contestant.objects.filter(event=event).order_by("number"))
    names = {
        str(pk): name
        for pk, name in Person.objects.filter(participant__event=event).values_list(
            "participant_id", "name"
        )
    }
    passes = {
        row.contestant_id: row
        for row in Pass.objects.filter(session=session).order_by("issued_at")
    }
    return [
        ContestantRow(
            row,
            tuple(names[member] for member in row.members if member in names),
            passes.get(row.pk),
        )
        for row in contestants
    ]


def roles_of_event(event: Event) -> list[Role]:
    """Return the roles of an event that have not ended."""
    return list(
        Role.objects.filter(event=event, until__isnull=True)
        .select_related("user")
        .order_by("role", "user__username")
    )


def section_names(event: Event) -> dict[str, str]:
    """Return the sections of an event by id, as session and letter."""
    return {
        str(section.pk): f"{session.order} {section.letter}"
        for session in Session.objects.filter(event=event).order_by("order")
        for section in session.sections.order_by("letter")
    }
