"""Tables in play now with their boards, for a call taken with one tap."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from rulings.models import Case, Event, Playing, Round, Session, Table
from rulings.permissions import Actor, EventAct, may_in_event
from rulings.queries.table.queue import OVER, TAKEN_IN_WORDS
from rulings.queries.table.staff import Guards, guards_of


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
    return [
        next(of_session)
        for _, of_session in groupby(rounds, key=lambda row: row.session_id)
    ]


def current_session(event: Event) -> Session | None:
    """Return the session being played, or the last one."""
    rounds = current_rounds(event)
    if rounds:
        return rounds[0].session
    return Session.objects.filter(event=event).order_by("-order").first()


def tables_in_play(actor: Actor, event: Event) -> tuple[TableInPlay, ...]:
    """Return the tables that somebody directs in the current round, in order."""
    rounds = current_rounds(event)[:1]
    playings = (
        Playing.objects.filter(round__in=rounds)
        .exclude(status=Playing.Status.CANCELLED)
        .select_related("board", "table__section", "round")
        .order_by("table__section__letter", "table__number", "board__number")
    )
    open_cases = {
        case.playing_id: case
        for case in Case.objects.filter(playing__round__in=rounds).exclude(
            state__in=OVER
        )
    }
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
