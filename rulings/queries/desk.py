"""What scorer and administrator read: scores, slips, files, schedule, people, keys.

No hand, position or line is read here: a scorer never needs them. The end of a round
and a publication move the windows of many cases at once (Laws 69A, 79C, 92B), so the
desk sees beforehand how many.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Count, F, Q, QuerySet

from rulings.models import (
    SEATED,
    ApiKey,
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
    Window,
)
from rulings.permissions import Actor, letters_in_event, open_opinions
from rulings.queries.staff import guards_of
from rulings.queries.words import texts_of
from rulings.states import State

Barred = Callable[[Playing], bool]
"""Whether the reader may not see the result of a playing."""

LEFT_IN = ~Q(status=Playing.Status.CANCELLED)
"""A playing that has not been left out of the schedule."""


def sessions_of(event: Event) -> list[Session]:
    """Return the sessions of an event in playing order."""
    return list(Session.objects.filter(event=event).order_by("order"))


def rounds_of(sessions: Iterable[Session]) -> list[Round]:
    """Return the rounds of some sessions in playing order."""
    by_key = {session.pk: session for session in sessions}
    rows = Round.objects.filter(session__in=by_key).order_by("session__order", "order")
    for row in (found := list(rows)):
        row.session = by_key[row.session_id]
    return found


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
        Playing.objects.filter(LEFT_IN, round=round_)
        .select_related("board", "table__section", *SEATED)
        .order_by("table__section__letter", "table__number", "board__number")
    )
    cases = {row.playing_id: row for row in Case.objects.filter(playing__in=playings)}
    return [ScoreRow(row, cases.get(row.pk), barred(row)) for row in playings]


def barred_for(actor: Actor, event: Event) -> Barred:
    """Return the question whether somebody may not see the result of a playing.

    As `permissions.letters_at_table`, for a whole list: a scorer may see the boards
    that he has played. Whoever is asked for an opinion on a case sees its score once he
    has given it.
    """
    if actor.user is None:
        return lambda _playing: True
    closed = _closed_to(actor, actor.user, event)
    if not letters_in_event(actor, event.pk) & {"C", "D"}:
        return closed
    asked = open_opinions(actor.at).filter(user=actor.user, case__event=event)
    unheard = frozenset(asked.values_list("case__playing", flat=True))
    return lambda playing: playing.pk in unheard or closed(playing)


def _closed_to(actor: Actor, user: User, event: Event) -> Barred:
    """Return whether somebody has still to play a board, or directs and sat there."""
    guards = guards_of(event.pk, actor.at, reader=user)
    user_id = user.pk
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
        .order_by(F("acknowledged_at").asc(nulls_first=True), "issued_at")
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
        for row in Playing.objects.filter(LEFT_IN, round__session__in=sessions)
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
    """A contestant with names, and the newest slip."""

    contestant: Contestant
    names: tuple[str, ...]
    table_pass: Pass | None
    players: tuple[tuple[str, str], ...] = ()


def contestant_rows(event: Event) -> list[ContestantRow]:
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
        for row in Pass.objects.filter(session__event=event).order_by("issued_at")
    }
    return [
        ContestantRow(
            row,
            tuple(names[member] for member in row.members if member in names),
            passes.get(row.pk),
            tuple((member, names.get(member, "")) for member in row.members),
        )
        for row in contestants
    ]


def names_by_number(event: Event) -> dict[int, str]:
    """Return the names of each contestant; who is erased has none."""
    members = Contestant.objects.filter(event=event).values_list("number", "members")
    people = Person.objects.filter(participant__event=event)
    names = {str(pk): name for pk, name in people.values_list("participant", "name")}
    return {
        number: " – ".join(names[one] for one in listed if one in names)
        for number, listed in members
    }


def pair_words(row: ContestantRow) -> str:
    """Return the words by which a contestant is looked for."""
    return " ".join([str(row.contestant.number), *row.names])


def place_words(playing: Playing) -> str:
    """Return the words by which a result is looked for: table, board, pairs."""
    return " ".join(
        [
            playing.table.name,
            str(playing.board.number),
            playing.ns_numbers,
            playing.ew_numbers,
        ]
    )


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


def roles_list(event: Event) -> list[list[object]]:
    """Return the roles of an event under headings, as they are read back."""
    names = section_names(event)
    rows: list[list[object]] = [
        [
            row.user.get_username(),
            row.role,
            ", ".join(names.get(pk, "") for pk in row.sections),
        ]
        for row in roles_of_event(event)
    ]
    return [["account", "role", "sections"], *rows]


@dataclass(frozen=True, slots=True)
class KeyRow:
    """A key with the words that say which program it is for."""

    key: ApiKey
    purpose: str


def key_rows(event: Event) -> list[KeyRow]:
    """Return the keys of an event, those still open first."""
    keys = sorted(
        ApiKey.objects.filter(event=event).order_by("-issued_at"),
        key=lambda row: row.revoked_at is not None,
    )
    words = texts_of(row.purpose for row in keys)
    return [KeyRow(row, words.get(row.purpose, "")) for row in keys]


@dataclass(frozen=True, slots=True)
class RoundClosing:
    """What the end of a round closes: agreements that run, boards in play; passes."""

    agreements: tuple[Case, ...]
    in_play: int
    is_last: bool


def round_closing(row: Round, at: datetime) -> RoundClosing:
    """Return what the end of a round would close now; the last ends the session.

    Agreements that were withdrawn do not count: only one that stands becomes firm.
    """
    is_last = not Round.objects.filter(
        session=row.session_id, order__gt=row.order
    ).exists()
    running = Window.objects.filter(
        Q(closes_at=None) | Q(closes_at__gte=at),
        purpose=Window.Purpose.AGREEMENT,
        case__state=State.AGREED,
    )
    if is_last:
        running = running.filter(case__playing__round__session=row.session_id)
    else:
        running = running.filter(case__playing__round=row)
    cases = Case.objects.filter(pk__in=running.values("case_id")).select_related(
        "playing__board", "playing__table"
    )
    waiting = (Playing.Status.SCHEDULED, Playing.Status.IN_PLAY)
    return RoundClosing(
        tuple(cases.order_by("playing__table__number", "playing__board__number")),
        row.playings.filter(status__in=waiting).count(),
        is_last,
    )


@dataclass(frozen=True, slots=True)
class Publication:
    """What a publication starts: results that stand, those missing, rounds open."""

    scored: int
    unscored: tuple[Playing, ...]
    open_rounds: tuple[Round, ...]


def publication_of(session: Session) -> Publication:
    """Return what the publication of a session would start now."""
    played = Playing.objects.filter(LEFT_IN, round__session=session)
    missing = played.filter(score_entered_at=None).select_related(
        "board", "table__section", "round"
    )
    return Publication(
        played.exclude(score_entered_at=None).count(),
        tuple(missing.order_by("board__number", "table__number")),
        tuple(session.rounds.filter(ended_at=None).order_by("order")),
    )


def rounds_in(event: Event) -> QuerySet[Round]:
    """Return the rounds of an event with what a page names of them."""
    return Round.objects.filter(session__event=event).select_related("session")
