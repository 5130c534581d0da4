"""The rows of a case, each table read once for a page that writes nothing (R14).

An act reads afresh each time: what it has written itself must be seen.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from django.contrib.auth.models import User
from django.db.models import Model, OuterRef, Q, QuerySet, Subquery

from rulings.models import (
    Agreement,
    Answer,
    Appeal,
    Case,
    CasePattern,
    Event,
    Fact,
    Objection,
    Opinion,
    Poll,
    PollPeer,
    Private,
    Proposal,
    Ruling,
    Slip,
    Statement,
    Window,
)
from rulings.queries.at_once import read_of

AnyRow = TypeVar("AnyRow", bound=Model)

IN_ORDER: dict[type[Model], tuple[str, ...]] = {
    Agreement: ("given_at",),
    Answer: ("pk",),
    Appeal: ("received_at",),
    CasePattern: ("proposal__queued_at",),
    Fact: ("key", "seat"),
    Objection: ("received_at",),
    Opinion: ("asked_at",),
    Poll: ("asked_at",),
    PollPeer: ("asked_at",),
    Proposal: ("budget",),
    Ruling: ("number",),
    Statement: ("pk",),
    Window: ("closes_at",),
}
"""The tables of a case, and in which order their rows are read."""


WITH: dict[type[Model], tuple[str, ...]] = {
    Appeal: ("ruling", "new_ruling", "decided_by"),
    PollPeer: ("poll",),
    Ruling: ("by", "proposal", "slip"),
}
"""What is read with the rows of a table."""

CASE_OF: dict[type[Model], str] = {
    Appeal: "ruling__case",
    CasePattern: "proposal__case",
    PollPeer: "poll__case",
}
"""Where a table names the case of a row, if not in a column of its own."""

TEXTS: dict[type[Model], str] = {
    Objection: "words",
    Ruling: "reasons",
    Statement: "words",
}
"""The column of a table whose text is read with its rows."""

TEXT = "text_read"


def keep_rows(case: Case) -> Case:
    """Let the tables of a case be read once, all in one query.

    For a page, or a rule of an act, that writes nothing to it.
    """
    case.kept = {}
    return case


def keep_tables(event: Event, cases: Iterable[Case]) -> None:
    """Read all tables for cases of an event at once; for a page that writes nothing."""
    _keep({case.pk: case for case in cases}, "event", event.pk)


def _keep(cases: Mapping[uuid.UUID, Case], column: str, pk: uuid.UUID) -> None:
    """Read all tables in one query, for the cases whose `column` is this id."""

    def queries(pk: uuid.UUID) -> list[QuerySet[Any]]:
        of: dict[str, object] = {column: pk}
        mine = Ruling.objects.filter(**_through("case", of))
        heard = Appeal.objects.filter(ruling__in=mine)
        people = User.objects.filter(
            Q(pk__in=mine.values("by")) | Q(pk__in=heard.values("decided_by"))
        )
        slips = Slip.objects.filter(ruling__in=mine)
        parts = [
            with_texts(table, **_through(_case_of(table), of)) for table in IN_ORDER
        ]
        return [*parts, people, slips]

    *read, users, given = read_of(pk, f"case by {column}", queries)
    tables = dict(zip(IN_ORDER, read, strict=True))
    _join(tables, {user.pk: user for user in users}, given)
    for case in cases.values():
        case.kept = {table: [] for table in IN_ORDER}
    for table, rows in tables.items():
        for row in rows:
            found = cases.get(_case_id(row))
            if found is None or found.kept is None:
                continue
            if table not in CASE_OF:
                row.case = found
            found.kept[table].append(row)


def _case_of(table: type[Model]) -> str:
    return CASE_OF.get(table, "case")


def _through(path: str, of: Mapping[str, object]) -> dict[str, object]:
    return {f"{path}__{column}": value for column, value in of.items()}


def _case_id(row: Model) -> uuid.UUID:
    """Return the case of a row of any table; that of an appeal by its ruling."""
    held = row.ruling if isinstance(row, Appeal) else row
    held = held.proposal if isinstance(held, CasePattern) else held
    return held.case_id  # type: ignore[attr-defined, no-any-return]  # each table has it


def _join(
    tables: Mapping[type[Model], Sequence[Any]],
    users: Mapping[int, User],
    slips: Iterable[Slip],
) -> None:
    """Let rows know each other as after `select_related`."""
    rulings: dict[uuid.UUID, Ruling] = {row.pk: row for row in tables[Ruling]}
    proposals = {row.pk: row for row in tables[Proposal]}
    for row in rulings.values():
        row.by = users[row.by_id]
        if row.proposal_id is not None:
            row.proposal = proposals[row.proposal_id]
    for pattern in tables[CasePattern]:
        pattern.proposal = proposals[pattern.proposal_id]
    polls = {row.pk: row for row in tables[Poll]}
    for peer in tables[PollPeer]:
        peer.poll = polls[peer.poll_id]
    for slip in slips:
        slip.ruling = rulings[slip.ruling_id]
    for appeal in tables[Appeal]:
        appeal.ruling = rulings[appeal.ruling_id]
        if appeal.new_ruling_id is not None:
            appeal.new_ruling = rulings[appeal.new_ruling_id]
        if appeal.decided_by_id is not None:
            appeal.decided_by = users[appeal.decided_by_id]


def with_texts(table: type[AnyRow], **of: object) -> QuerySet[AnyRow]:
    """Return the rows of a table in order, with the texts and rows beside them."""
    found = table._default_manager.filter(**of).order_by(*IN_ORDER[table])  # noqa: SLF001 - Django's documented way to any model's rows
    if table in WITH:
        found = found.select_related(*WITH[table])
    if table in TEXTS:
        text = Private.objects.filter(commitment=OuterRef(TEXTS[table]))
        found = found.annotate(**{TEXT: Subquery(text.values("text"))})
    return found


def rows_of(case: Case, table: type[AnyRow]) -> list[AnyRow]:
    """Return all rows of a case in a table, in order."""
    if case.kept is not None:
        if table not in case.kept:
            _keep({case.pk: case}, "pk", case.pk)
        return case.kept[table]  # type: ignore[return-value]  # kept by its own table
    rows = list(with_texts(table, **{_case_of(table): case}))
    for row in rows:
        if table not in CASE_OF:
            row.case = case  # type: ignore[attr-defined]  # each table has it
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
