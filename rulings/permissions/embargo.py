"""Who may still play a board, and until when its cards stay hidden (R11).

Unknown means hidden: without a schedule the embargo lasts to the session's end.
"""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from rulings.models import Board, Contestant, Participant, Playing, Round, Session

TO_COME = (Playing.Status.SCHEDULED, Playing.Status.IN_PLAY)


def playings_of_deal(board: Board) -> QuerySet[Playing]:
    """Return every playing of the same cards in the event, in any section."""
    return Playing.objects.filter(board=board)


def session_over(session: Session, at: datetime) -> bool:
    """Say whether the effective end of a session's last round has passed."""
    ends = list(
        Round.objects.filter(session=session)
        .annotate(end=Coalesce("ended_at", "ends_at"))
        .values_list("end", flat=True)
    )
    return bool(ends) and all(end is not None and end <= at for end in ends)


def embargo_lifted(board: Board, at: datetime) -> bool:
    """Say whether no one in the whole field can still play this board."""
    playings = playings_of_deal(board)
    if playings.filter(status__in=TO_COME).exists():
        return False
    sessions = Session.objects.filter(
        rounds__playings__board=board, schedule_known=False
    ).distinct()
    return all(session_over(session, at) for session in sessions)


def may_still_play(user: User, board: Board) -> bool:
    """Say whether a playing member of staff sits at the board now or later."""
    mine = Participant.objects.filter(event=board.event_id, user=user)
    ids = [str(pk) for pk in mine.values_list("pk", flat=True)]
    if not ids:
        return False
    contestants = [
        contestant.pk
        for contestant in Contestant.objects.filter(event=board.event_id)
        if set(contestant.members) & set(ids)
    ]
    return (
        playings_of_deal(board)
        .filter(Q(ns__in=contestants) | Q(ew__in=contestants), status__in=TO_COME)
        .exists()
    )


def sits_in(user: User, playing: Playing) -> bool:
    """Say whether a member of staff is one of the players of a playing."""
    ids = {
        str(pk)
        for pk in Participant.objects.filter(
            event=playing.board.event_id, user=user
        ).values_list("pk", flat=True)
    }
    members = {
        member
        for side in (playing.ns, playing.ew)
        if side is not None
        for member in side.members
    }
    return bool(ids & members)
