"""What programs find by the numbers they know: rounds, boards at tables, slips.

No name, hand, position or line is read here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from rulings.models import SEATED, Event, Playing, Round, Session, Slip


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardKey:
    """A board at a table, as a program knows it; the deal set only where two meet."""

    session: int
    section: str
    table: int
    board: int
    deal_set: str = ""


def playings_at(event: Event, place: BoardKey) -> list[Playing]:
    """Return the playings of a place: one, unless its board is of several deal sets."""
    rows = Playing.objects.filter(
        board__event=event,
        round__session__order=place.session,
        table__section__letter=place.section,
        table__number=place.table,
        board__number=place.board,
    ).select_related("board", "table", "round__session")
    if place.deal_set:
        rows = rows.filter(board__deal_set=place.deal_set)
    return list(rows.order_by("board__deal_set"))


def round_at(event: Event, session: int, number: int) -> Round | None:
    """Return a round of a session by their numbers, or None."""
    rows = Round.objects.select_related("session")
    return rows.filter(
        session__event=event, session__order=session, order=number
    ).first()


def sessions_with_schedule(event: Event, only: int | None = None) -> Iterable[Session]:
    """Return the sessions in order, each with its rounds and their playings."""
    playings = (
        Playing.objects.exclude(status=Playing.Status.CANCELLED)
        .select_related("board", "table__section", *SEATED)
        .order_by("table__section__letter", "table__number", "board__number")
    )
    rounds = Round.objects.order_by("order").prefetch_related(
        Prefetch("playings", playings)
    )
    rows = Session.objects.filter(event=event).order_by("order")
    if only is not None:
        rows = rows.filter(order=only)
    return rows.prefetch_related(Prefetch("rounds", rounds))


def slips_for_programs(event: Event, *, waiting: bool) -> QuerySet[Slip]:
    """Return the slips of an event as they were issued; only those not taken yet."""
    rows = Slip.objects.filter(ruling__case__event=event).select_related(
        "ruling__case__playing__board",
        "ruling__case__playing__table__section",
        "ruling__case__playing__round__session",
    )
    if waiting:
        rows = rows.filter(acknowledged_at=None)
    return rows.order_by("issued_at", "pk")
