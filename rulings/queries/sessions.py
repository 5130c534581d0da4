"""What can be changed of a session: its pairs and tables, and what is left out."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.db.models import Q

from rulings.importers.schedules import COLUMNS
from rulings.models import SEATED, Contestant, Event, Playing, Session, Table
from rulings.queries.desk import contestant_rows, roles_list


def pairs_in(session: Session) -> list[Contestant]:
    """Return the contestants of a session by number."""
    playings = Playing.objects.filter(round__session=session)
    mine = Q()
    for column in SEATED:
        mine |= Q(pk__in=playings.values(column))
    return list(Contestant.objects.filter(mine).order_by("number"))


def tables_in(session: Session) -> list[Table]:
    """Return the tables of a session by section and number."""
    rows = Table.objects.filter(section__session=session).select_related("section")
    return list(rows.order_by("section__letter", "number"))


def boards_before(session: Session) -> tuple[str, int, int]:
    """Return the deal set, the last board and the boards a round, as planned so far."""
    rows = Playing.objects.filter(round__session=session).select_related("board")
    last = rows.order_by("-round__order", "-board__number").first()
    if last is None:
        return "main", 0, 1
    numbers = {
        row.board.number
        for row in rows.filter(round=last.round_id, table=last.table_id)
    }
    return last.board.deal_set, last.board.number, len(numbers)


@dataclass(frozen=True, slots=True)
class AbsentTable:
    """The boards of a table in a round that are left out."""

    round: int
    table: str
    ns: str
    ew: str


def left_out_of(session: Session) -> list[AbsentTable]:
    """Return what is left out of the rounds of a session that are not over."""
    rows = (
        Playing.objects.filter(
            round__session=session,
            round__ended_at__isnull=True,
            status=Playing.Status.CANCELLED,
        )
        .select_related("round", "table__section", *SEATED)
        .order_by("round__order", "table__section__letter", "table__number")
    )
    found = [
        AbsentTable(row.round.order, row.table.name, row.ns_numbers, row.ew_numbers)
        for row in rows
    ]
    return list(dict.fromkeys(found))


def first_places(session: Session) -> dict[uuid.UUID, str]:
    """Return where each pair sits first in a session, in the order of the tables."""
    rows = (
        Playing.objects.filter(round__session=session)
        .exclude(status=Playing.Status.CANCELLED)
        .select_related("table__section")
        .order_by("round__order", "table__section__letter", "table__number")
    )
    found: dict[uuid.UUID, tuple[str, int, str]] = {}
    for row in rows:
        for pair, side in _seated(row):
            if pair is not None:
                place = row.table.section.letter, row.table.number, side
                found.setdefault(pair, place)
    by_table = sorted(
        found.items(), key=lambda one: (*one[1][:2], "NSEW".index(one[1][2][0]))
    )
    return {pk: f"{letter}{number} {side}" for pk, (letter, number, side) in by_table}


def _seated(row: Playing) -> list[tuple[uuid.UUID | None, str]]:
    """Return who sits at a table, each with his side, or his seat where it is one."""
    if row.ns_partner_id is None and row.ew_partner_id is None:
        return [(row.ns_id, "N–S"), (row.ew_id, "E–W")]
    keys = (row.ns_id, row.ns_partner_id, row.ew_id, row.ew_partner_id)
    return list(zip(keys, "NSEW", strict=True))


def names_list(event: Event) -> list[list[object]]:
    """Return the contestants with their names, under headings."""
    rows = [[row.contestant.number, *row.names] for row in contestant_rows(event)]
    return [["number", "name", "name"], *rows]


def schedule_list(event: Event) -> list[list[object]]:
    """Return every table of every round with its boards, as a schedule is read.

    Boards at a table that do not follow one another stand in lines of their own.
    """
    playings = (
        Playing.objects.filter(round__session__event=event)
        .exclude(status=Playing.Status.CANCELLED)
        .select_related("round__session", "table__section", "board", *SEATED)
        .order_by(
            "round__session__order",
            "table__section__letter",
            "round__order",
            "table__number",
            "board__number",
        )
    )
    lines: list[list[object]] = []
    for row in playings:
        place: list[object] = [
            row.round.session.order,
            row.table.section.letter,
            row.round.order,
            row.table.number,
        ]
        pairs: list[object] = [row.ns_numbers, row.ew_numbers]
        number, last = row.board.number, lines[-1] if lines else []
        if last[:4] == place and last[6:] == pairs and last[5] == number - 1:
            last[5] = number
        else:
            lines.append([*place, number, number, *pairs])
    return [["session", *COLUMNS], *lines]


LISTS = {"names": names_list, "schedule": schedule_list, "roles": roles_list}
"""The lists that are given out as CSV, by name."""
