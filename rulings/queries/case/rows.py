"""The rows of a case, each table read once for a page that writes nothing (R14).

An act reads afresh each time: what it has written itself must be seen.
"""

from __future__ import annotations

from typing import TypeVar

from django.db.models import Model

from rulings.models import (
    Agreement,
    Answer,
    Case,
    Fact,
    Objection,
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


def keep_rows(case: Case) -> Case:
    """Let each table of a case be read once; only for a page that writes nothing."""
    case.kept = {}
    return case


def rows_of(case: Case, table: type[AnyRow]) -> list[AnyRow]:
    """Return all rows of a case in a table, in order."""
    if case.kept is not None and table in case.kept:
        return case.kept[table]  # type: ignore[return-value]  # kept by its own table
    order = IN_ORDER[table]
    rows = list(table._default_manager.filter(case=case).order_by(*order))  # noqa: SLF001 - Django's documented way to any model's rows
    if case.kept is not None:
        case.kept[table] = rows  # type: ignore[assignment]  # as above
    return rows


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
