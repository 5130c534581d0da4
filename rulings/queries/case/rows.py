"""The rows of a case, each table read once for a page that writes nothing (R14).

An act reads afresh each time: what it has written itself must be seen.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterable
from typing import TypeVar

from django.db.models import Exists, Model, OuterRef, QuerySet, Subquery

from rulings.models import (
    Agreement,
    Answer,
    Case,
    Event,
    Fact,
    Objection,
    Private,
    Proposal,
    Ruling,
    Statement,
    Window,
)

AnyRow = TypeVar("AnyRow", bound=Model)

IN_ORDER: dict[type[Model], tuple[str, ...]] = {
    Agreement: ("given_at",),
    Answer: ("pk",),
    Fact: ("key", "seat"),
    Objection: ("received_at",),
    Proposal: ("budget",),
    Ruling: ("number",),
    Statement: ("pk",),
    Window: ("closes_at",),
}
"""The tables of a case, and in which order their rows are read."""


WITH: dict[type[Model], tuple[str, ...]] = {Ruling: ("by", "proposal", "slip")}
"""What is read with the rows of a table."""

TEXTS: dict[type[Model], str] = {
    Objection: "words",
    Ruling: "reasons",
    Statement: "words",
}
"""The column of a table whose text is read with its rows."""

TEXT = "text_read"


def with_tables(cases: QuerySet[Case]) -> QuerySet[Case]:
    """Let a query of cases tell which tables have rows of each (`keep_rows`)."""
    return cases.annotate(
        **{
            _has(table): Exists(
                table._default_manager.filter(case=OuterRef("pk"))  # noqa: SLF001 - as below
            )
            for table in IN_ORDER
        }
    )


def _has(table: type[Model]) -> str:
    return f"has_{table.__name__.lower()}"


def keep_rows(case: Case) -> Case:
    """Let each table of a case be read once, and none that has no row of it.

    Only for a page that writes nothing.
    """
    case.kept = {table: [] for table in IN_ORDER if not getattr(case, _has(table), 1)}
    return case


def keep_tables(
    event: Event, cases: Iterable[Case], tables: Iterable[type[Model]]
) -> None:
    """Read some tables once for cases of an event; for a page that writes nothing."""
    listed = {case.pk: case for case in cases}
    for case in listed.values():
        case.kept = {}
    for table in tables:
        kept: dict[uuid.UUID, list[Model]] = defaultdict(list)
        for row in _read(table, case__event=event):
            kept[row.case_id].append(row)  # type: ignore[attr-defined]  # each table has it
        for pk, case in listed.items():
            case.kept = {**(case.kept or {}), table: kept[pk]}
            for row in kept[pk]:
                row.case = case  # type: ignore[attr-defined]  # as above


def _read(table: type[AnyRow], **of: Case | Event) -> QuerySet[AnyRow]:
    """Return the rows of a table in order, with what is read beside them."""
    found = table._default_manager.filter(**of).order_by(*IN_ORDER[table])  # noqa: SLF001 - Django's documented way to any model's rows
    if table in WITH:
        found = found.select_related(*WITH[table])
    if table in TEXTS:
        text = Private.objects.filter(commitment=OuterRef(TEXTS[table]))
        found = found.annotate(**{TEXT: Subquery(text.values("text"))})
    return found


def rows_of(case: Case, table: type[AnyRow]) -> list[AnyRow]:
    """Return all rows of a case in a table, in order."""
    if case.kept is not None and table in case.kept:
        return case.kept[table]  # type: ignore[return-value]  # kept by its own table
    rows = list(_read(table, case=case))
    for row in rows:
        row.case = case  # type: ignore[attr-defined]  # each table has it
    if case.kept is not None:
        case.kept[table] = rows  # type: ignore[assignment]  # as above
    return rows


def texts_with(rows: Iterable[Model]) -> dict[str, str]:
    """Return the texts read with some rows by commitment; erased ones have none."""
    read = ((getattr(row, TEXTS[type(row)]), getattr(row, TEXT)) for row in rows)
    return {mark: text for mark, text in read if text is not None}


def answers_of(case: Case) -> list[Answer]:
    """Return the answers to the flow's questions that are in force."""
    return [row for row in rows_of(case, Answer) if not row.set_aside]


def statement_of(case: Case) -> Statement | None:
    """Return what was said with the claim."""
    said = (
        row for row in rows_of(case, Statement) if row.layer == Statement.Layer.CLAIM
    )
    return next(said, None)


DROPPED = (Objection.Resolution.REFUSED, Objection.Resolution.WITHDRAWN)
"""How a wish ends that counts for nothing."""


def heard_wishes(case: Case) -> list[Objection]:
    """Return the wishes that count: admitted or not yet judged, and not dropped."""
    return [
        row
        for row in rows_of(case, Objection)
        if row.admitted is not False and row.resolution not in DROPPED
    ]
