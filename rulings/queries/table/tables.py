"""Tables in play with their boards, and what a director can be called for there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.db.models import Prefetch

from rulings.laws.engine import flows, load_flow
from rulings.laws.errors import NotHeld
from rulings.models import SEATED, Case, Event, Playing, Round, Session, Table
from rulings.permissions import Actor, EventAct, may_in_event
from rulings.queries.case.rules import CLAIMS, kind_of_flow
from rulings.queries.staff import Guards, guards_of
from rulings.queries.table.queue import OVER, TAKEN_IN_WORDS

BOARD, TABLE, PLAYING = "board", "table", "playing"
"""What typed numbers may name that the event does not have."""


@dataclass(frozen=True, slots=True)
class BoardAtTable:
    """A board at a table: to be called for, or with the case it already has."""

    playing: Playing
    case: Case | None
    barred: bool
    free: tuple[str, ...]

    @property
    def opens(self) -> bool:
        """Say whether the reader may open the case; its player only takes words."""
        case = self.case
        return case is not None and (not self.barred or case.state in TAKEN_IN_WORDS)


@dataclass(frozen=True, slots=True)
class TableInPlay:
    """A table with the boards of its round."""

    table: Table
    boards: tuple[BoardAtTable, ...]


def current_rounds(event: Event) -> list[Round]:
    """Return the round being played in each session: the first not yet ended."""
    rounds = (
        Round.objects.filter(session__event=event, ended_at__isnull=True)
        .select_related("session")
        .order_by("session__order", "order")
    )
    return _first_of_each(rounds)


def _first_of_each(rounds: Iterable[Round]) -> list[Round]:
    """Return the first round of each session; they come session by session."""
    return [
        next(of_session)
        for _, of_session in groupby(rounds, key=lambda row: row.session_id)
    ]


def session_now(event: Event, at: datetime) -> Session | None:
    """Return the session running now, None where that is not certain.

    The record of ended rounds says which has begun and is not over, else the plan
    does. Where both speak and differ, neither decides.
    """
    return _running(_sessions(event), at)


def _sessions(event: Event) -> list[Session]:
    rounds = Prefetch("rounds", Round.objects.order_by("order"))
    return list(event.sessions.prefetch_related(rounds).order_by("order"))


def _running(sessions: Sequence[Session], at: datetime) -> Session | None:
    if len(sessions) <= 1:
        return sessions[0] if sessions else None
    rounds = {one: list(one.rounds.all()) for one in sessions}
    over = {
        row.pk: row.ended_at is not None and row.ended_at <= at
        for held in rounds.values()
        for row in held
    }
    open_ = [
        one
        for one, held in rounds.items()
        if not held or not all(over[row.pk] for row in held)
    ]
    begun = [one for one in open_ if any(over[row.pk] for row in rounds[one])]
    planned = [one for one in open_ if _is_planned_now(rounds[one], at)]
    named = set(begun) | set(planned)
    return named.pop() if len(named) == 1 else None


def _is_planned_now(rounds: list[Round], at: datetime) -> bool:
    """Say whether an instant is between the first start and the last planned end."""
    starts = [row.begins_at for row in rounds if row.begins_at is not None]
    ends = [row.ends_at for row in rounds if row.ends_at is not None]
    return bool(starts) and bool(ends) and min(starts) <= at < max(ends)


@dataclass(frozen=True, slots=True)
class FoundPlaying:
    """Where typed numbers lead: a playing, or a session in which there is none.

    With neither, one of the sessions in `choices` must be said. `unknown` names what
    the event does not have: board, table, or that board at that table.
    """

    playing: Playing | None = None
    session: Session | None = None
    choices: tuple[Session, ...] = ()
    unknown: str = ""


def place_of(
    event: Event,
    at: datetime,
    *,
    section: str,
    table: int,
    board: int,
    session: str = "",
) -> FoundPlaying:
    """Return where a board at a table is played, in the session said or running."""
    known = {
        row.round.session_id: row
        for row in Playing.objects.filter(
            board__event=event,
            board__number=board,
            table__number=table,
            table__section__letter=section,
        ).select_related("board__event", "table", "round__session")
    }
    sessions = list(event.sessions.order_by("order"))
    chosen = next((one for one in sessions if str(one.pk) == session), None)
    if chosen is None:
        now = session_now(event, at)
        if now is not None and (now.pk in known or not known):
            chosen = now
        elif now is None and len(known) == 1:
            return FoundPlaying(playing=next(iter(known.values())))
        else:
            wanted = set(known) | ({now.pk} if now is not None else set())
            offered = [one for one in sessions if not wanted or one.pk in wanted]
            return FoundPlaying(choices=tuple(offered))
    if chosen.pk in known:
        return FoundPlaying(known[chosen.pk], chosen)
    return FoundPlaying(
        session=chosen, unknown=_unknown(event, chosen, section, table, board)
    )


def _unknown(
    event: Event, session: Session, section: str, table: int, board: int
) -> str:
    """Name what the event does not have, the board first."""
    if not event.boards.filter(number=board).exists():
        return BOARD
    tables = Table.objects.filter(section__session=session, section__letter=section)
    return PLAYING if tables.filter(number=table).exists() else TABLE


def lettered(tables: Iterable[TableInPlay]) -> bool:
    """Say whether tables are named with their section: section A alone needs none."""
    return {place.table.section.letter for place in tables} != {"A"}


def tables_in_play(actor: Actor, event: Event) -> tuple[TableInPlay, ...]:
    """Return the tables that somebody directs in the current round, in order."""
    sessions = _sessions(event)
    now = _running(sessions, actor.at)
    going = (row for one in sessions for row in one.rounds.all() if not row.ended_at)
    rounds = [
        row for row in _first_of_each(going) if now is None or row.session_id == now.pk
    ][:1]
    playings = (
        Playing.objects.filter(round__in=rounds)
        .exclude(status=Playing.Status.CANCELLED)
        .select_related("board", "table__section")
        .only(*SEATED, "board__number", "table__number", "table__section__letter")
        .order_by("table__section__letter", "table__number", "board__number")
    )
    cases = Case.objects.filter(playing__round__in=rounds).exclude(state__in=OVER)
    open_cases = {case.playing_id: case for case in cases.only("playing", "state")}
    guards = guards_of(event.pk, actor.at)
    user_id = actor.user.pk if actor.user else None
    return tuple(
        TableInPlay(
            table,
            tuple(
                _board(row, open_cases.get(row.pk), guards, user_id) for row in group
            ),
        )
        for table, group in groupby(playings, key=lambda row: row.table)
        if may_in_event(actor, EventAct.OWN_CALL, event, table.section_id)
    )


def _board(
    playing: Playing, case: Case | None, guards: Guards, user_id: int | None
) -> BoardAtTable:
    barred = guards.barred(user_id, playing)
    free = guards.free(playing, but=user_id) if barred else ()
    return BoardAtTable(playing, case, barred, free)


def kinds_of(edition: str) -> dict[str, str]:
    """Return each kind of case with the words it is offered in, claims first."""
    names = sorted(flows(), key=lambda name: (name != CLAIMS, name))
    found: dict[str, str] = {}
    for name in names:
        try:
            flow = load_flow(name, edition)
        except NotHeld:
            continue
        words = next(iter(flow.starts.values()), flow.title)
        found[kind_of_flow(name)] = words
    return found
