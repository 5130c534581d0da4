"""What the end of a round and a publication close or start, counted beforehand.

Both move the windows of many cases at once (Laws 69A, 79C, 92B), so who taps sees
how many first. Nothing is written here.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from rulings.models import Case, Event, Playing, Round, Session, Window
from rulings.states import State


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
    played = Playing.objects.filter(round__session=session)
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
