"""Who may still play a board, and until when its cards stay hidden (R11).

Unknown means hidden: without a schedule the embargo lasts to the session's end.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from django.contrib.auth.models import User
from django.db.models import (
    BooleanField,
    ExpressionWrapper,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
)

from rulings.models import (
    Board,
    Contestant,
    Event,
    Participant,
    Pass,
    Playing,
    Round,
    Session,
    seats_any_of,
)

Who = TypeVar("Who")

TO_COME = (Playing.Status.SCHEDULED, Playing.Status.IN_PLAY)


def playings_of_deal(board: Board) -> QuerySet[Playing]:
    """Return every playing of the same cards in the event, in any section."""
    return Playing.objects.filter(board=board)


def session_ended_at(session: Session) -> datetime | None:
    """Return when a session was over: the recorded end of its last round, if any."""
    last = Round.objects.filter(session=session).order_by("-order").first()
    return None if last is None else last.ended_at


def session_over(session: Session, at: datetime) -> bool:
    """Say whether a session's end is recorded; a plan that has run out ends nothing."""
    ended_at = session_ended_at(session)
    return ended_at is not None and ended_at <= at


def sessions_over(event_id: uuid.UUID, at: datetime) -> QuerySet[Session]:
    """Return the sessions of an event whose end is recorded."""
    last = Round.objects.filter(session=OuterRef("pk")).order_by("-order")
    ended_at = Subquery(last.values("ended_at")[:1])
    rows = Session.objects.filter(event=event_id).annotate(ended_at=ended_at)
    return rows.filter(ended_at__isnull=False, ended_at__lte=at)


def waits_for_the_end(event: Event) -> bool:
    """Say whether phones wait for the end of a session (regulation `phones`)."""
    values = event.regulation.get("values", {})
    return bool(values.get("phones", "after_session") == "after_session")


def pass_serves(table_pass: Pass, session_id: uuid.UUID, at: datetime) -> bool:
    """Say whether a pass serves a session of its event: where phones wait, its end.

    One pass serves the whole event; so it opens nothing of a session that goes on.
    """
    event = table_pass.session.event
    if waits_for_the_end(event):
        return sessions_over(event.pk, at).filter(pk=session_id).exists()
    return True


def is_played(playing: Playing, at: datetime) -> bool:
    """Say whether a board is over at its table: recorded so, or its session is."""
    if playing.status == Playing.Status.FINISHED:
        return True
    return playing.status in TO_COME and session_over(playing.round.session, at)


def embargo_lifted(board: Board, at: datetime) -> bool:
    """Say whether no one in the whole field can still play this board."""
    playings = playings_of_deal(board)
    if playings.filter(status__in=TO_COME).exists():
        return False
    sessions = Session.objects.filter(
        rounds__playings__board=board, schedule_known=False
    ).distinct()
    return all(session_over(session, at) for session in sessions)


def contestants_of(user: User, event_id: uuid.UUID) -> frozenset[uuid.UUID]:
    """Return the contestants of an event that somebody of the staff belongs to."""
    mine = Participant.objects.filter(event=event_id, user=user)
    ids = {str(pk) for pk in mine.values_list("pk", flat=True)}
    if not ids:
        return frozenset()
    return frozenset(
        contestant.pk
        for contestant in Contestant.objects.filter(event=event_id)
        if ids & set(contestant.members)
    )


def unknown_sessions(event_id: uuid.UUID, at: datetime) -> QuerySet[Session]:
    """Return the sessions that go on and whose schedule is not known."""
    last = Round.objects.filter(session=OuterRef("pk")).order_by("-order")
    ended_at = Subquery(last.values("ended_at")[:1])
    rows = Session.objects.filter(event=event_id, schedule_known=False)
    over = Q(ended_at__isnull=False, ended_at__lte=at)
    return rows.annotate(ended_at=ended_at).exclude(over)


def boards_to_come(
    contestants: Mapping[Who, AbstractSet[uuid.UUID]], event_id: uuid.UUID, at: datetime
) -> dict[Who, frozenset[uuid.UUID]]:
    """Return the boards each of some people sits at now, or may come to later.

    Where no schedule is known, that is every board of the session which he has not
    finished, for those who play in it or may be the pair that nobody wrote down.
    """
    everybody = {pk for mine in contestants.values() for pk in mine}
    if not everybody:
        return dict.fromkeys(contestants, frozenset())
    unsure = Q(round__session__in=unknown_sessions(event_id, at).values("pk"))
    found = (
        Playing.objects.annotate(unsure=ExpressionWrapper(unsure, BooleanField()))
        .filter(seats_any_of(everybody) | unsure)
        .values_list(*_SITTING, "unsure")
    )
    rows, unknown = [], set()
    for board_id, ns, ew, *partners, status, session_id, is_unsure in found:
        seated = {ns, ew} | (set(partners) - {None})
        rows.append(_Sitting(board_id, frozenset(seated), status, session_id))
        if is_unsure:
            unknown.add(session_id)
    undrawn = _undrawn_boards(event_id) if unknown else frozenset[uuid.UUID]()
    return {
        who: _to_come(mine, rows, unknown, undrawn) for who, mine in contestants.items()
    }


def _undrawn_boards(event_id: uuid.UUID) -> frozenset[uuid.UUID]:
    """Return the boards that no schedule has yet: a round to be drawn may play them."""
    rows = Board.objects.filter(event=event_id, playings__isnull=True)
    return frozenset(rows.values_list("pk", flat=True))


_SITTING = (
    *("board_id", "ns_id", "ew_id", "ns_partner_id", "ew_partner_id"),
    *("status", "round__session_id"),
)


@dataclass(frozen=True, slots=True)
class _Sitting:
    board_id: uuid.UUID
    pairs: frozenset[uuid.UUID | None]
    status: str
    session_id: uuid.UUID


def _to_come(
    mine: AbstractSet[uuid.UUID],
    rows: list[_Sitting],
    unknown: AbstractSet[uuid.UUID],
    undrawn: frozenset[uuid.UUID],
) -> frozenset[uuid.UUID]:
    if not mine:
        return frozenset()
    own = [row for row in rows if row.pairs & mine]
    coming = {row.board_id for row in own if row.status in TO_COME}
    finished = {row.board_id for row in own if row.status == Playing.Status.FINISHED}
    maybe = {
        row.session_id for row in rows if row.pairs & mine or None in row.pairs
    } & unknown
    hidden = {row.board_id for row in rows if row.session_id in maybe} - finished
    return frozenset(coming | hidden | (undrawn if maybe else frozenset()))


def may_still_play(user: User, board: Board, at: datetime) -> bool:
    """Say whether a playing member of staff sits at the board now or may later."""
    return _comes_to(contestants_of(user, board.event_id), board, at)


def _comes_to(mine: AbstractSet[uuid.UUID], board: Board, at: datetime) -> bool:
    """Say whether any of some contestants sits at a board now or may later."""
    if not mine:
        return False
    return board.pk in boards_to_come({board.pk: mine}, board.event_id, at)[board.pk]


def plays_in(user: User, session: Session, at: datetime) -> bool:
    """Say whether a member of staff plays in a session, or may do so."""
    mine = contestants_of(user, session.event_id)
    if not mine:
        return False
    own = Playing.objects.filter(seats_any_of(mine), round__session=session)
    unknown = unknown_sessions(session.event_id, at)
    return own.exists() or unknown.filter(pk=session.pk).exists()


def plays_board(user: User, playing: Playing, at: datetime) -> bool:
    """Say whether somebody plays or played there, or may still play its board."""
    mine = contestants_of(user, playing.board.event_id)
    sits = bool(mine & playing.contestants)
    return sits or _comes_to(mine, playing.board, at)
