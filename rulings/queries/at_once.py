"""Rows of several tables in one query, for pages that need something of each.

The columns of every row come as text in one object, which both databases can make and
join; a model's own fields read them back.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from django.db import connection
from django.db.models import (
    BooleanField,
    DateTimeField,
    F,
    Field,
    IntegerField,
    JSONField,
    Model,
    QuerySet,
    TextField,
    UUIDField,
    Value,
    Window,
)
from django.db.models.functions import Cast, JSONObject, RowNumber

TRUE = frozenset({"1", "true"})
"""How SQLite and PostgreSQL write a boolean that holds as text."""


Queries = Callable[[uuid.UUID], Sequence[QuerySet[Any]]]

ANY = uuid.UUID("5e5e5e5e-0000-4000-8000-5e5e5e5e5e5e")
"""Stands in a query that is kept where the id that is asked for comes."""


def read_at_once(parts: Sequence[QuerySet[Any]]) -> list[list[Any]]:
    """Return the rows of each query, in its order; all come in one query.

    Each model stands once. What a query annotates comes as text; what it joins
    (`select_related`) is not read.
    """
    if not parts:
        return []
    sql, values = _compiled(parts)
    return _found(parts, sql, values)


def read_of(pk: uuid.UUID, name: str, queries: Queries) -> list[list[Any]]:
    """Return the rows of each query about one thing, as `read_at_once` does.

    To make so large a query takes longer than to run it: under its `name` it is made
    once, and afterwards only the id in it is another.
    """
    kept = KEPT.get((connection.vendor, name))
    if kept is None:
        parts = queries(ANY)
        kept = KEPT[connection.vendor, name] = (parts, *_compiled(parts))
    parts, sql, values = kept
    stands, given = _written(ANY), _written(pk)
    return _found(parts, sql, [given if one == stands else one for one in values])


KEPT: dict[tuple[str, str], tuple[Sequence[QuerySet[Any]], str, Sequence[object]]] = {}
"""The queries made so far, by the database they are written for and their name."""


def _written(pk: uuid.UUID) -> object:
    """Return an id as a query gives it to the database."""
    return UUIDField().get_db_prep_value(pk, connection)


def _compiled(parts: Sequence[QuerySet[Any]]) -> tuple[str, Sequence[object]]:
    """Return the one query, as the database gets it, and the values in it."""
    first, *others = [_as_text(number, part) for number, part in enumerate(parts)]
    compiler = first.union(*others, all=True).query.get_compiler(connection=connection)
    sql, values = compiler.as_sql()
    return sql, values


def _found(
    parts: Sequence[QuerySet[Any]], sql: str, values: Sequence[object]
) -> list[list[Any]]:
    found: list[list[tuple[int, Any]]] = [[] for _ in parts]
    with connection.cursor() as cursor:
        cursor.execute(sql, values)  # type: ignore[arg-type]  # as Django made them
        for number, place, columns in cursor:
            row = _row(parts[number], json.loads(columns))
            found[number].append((place, row))
    return [[row for _, row in sorted(rows, key=_place)] for rows in found]


def _place(one: tuple[int, Any]) -> int:
    return one[0]


def _as_text(number: int, part: QuerySet[Any]) -> QuerySet[Any, Any]:
    """Return the number of a query, the place of each row in it, and its columns."""
    names = [field.attname for field in _fields(part)] + list(part.query.annotations)
    columns = {name: Cast(F(name), TextField()) for name in names}
    order = part.query.order_by or ("pk",)
    found: QuerySet[Any, Any] = part.order_by().select_related(None)
    place = Window(RowNumber(), order_by=[*order])  # type: ignore[list-item]  # of a model
    told: QuerySet[Any, Any] = found.annotate(
        read_from=Value(number, IntegerField()),
        read_place=place,
        read_row=JSONObject(**columns),
    )
    return told.values_list("read_from", "read_place", "read_row")


def _fields(part: QuerySet[Any]) -> Sequence[Field[Any, Any]]:
    fields: Sequence[Field[Any, Any]] = part.model._meta.concrete_fields  # noqa: SLF001 - Django's documented meta API
    return fields


def _row(part: QuerySet[Any], columns: dict[str, str | None]) -> Model:
    fields = _fields(part)
    names = [field.attname for field in fields]
    values = [_read(field, columns[field.attname]) for field in fields]
    row: Model = part.model.from_db(part.db, names, values)
    for name in part.query.annotations:
        setattr(row, name, columns[name])
    return row


def _read(field: Field[Any, Any], text: str | None) -> object:
    """Return the value of a column from its text."""
    if text is None:
        return None
    if isinstance(field, JSONField):
        return json.loads(text, cls=field.decoder)
    if isinstance(field, BooleanField):
        return text in TRUE
    if isinstance(field, DateTimeField):
        at = datetime.fromisoformat(text)
        return at if at.tzinfo else at.replace(tzinfo=UTC)
    return field.to_python(text)
