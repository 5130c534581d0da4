"""Rows of several tables in one query, for pages that need something of each.

The columns of every row come as text in one object, which both databases can make and
join; a model's own fields read them back.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

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
    Value,
    Window,
)
from django.db.models.functions import Cast, JSONObject, RowNumber

TRUE = frozenset({"1", "true"})
"""How SQLite and PostgreSQL write a boolean that holds as text."""


def read_at_once(parts: Sequence[QuerySet[Any]]) -> list[list[Any]]:
    """Return the rows of each query, in its order; all come in one query.

    Each model stands once. What a query annotates comes as text; what it joins
    (`select_related`) is not read.
    """
    if not parts:
        return []
    queries = [_as_text(number, part) for number, part in enumerate(parts)]
    found: list[list[tuple[int, Any]]] = [[] for _ in parts]
    for number, place, columns in queries[0].union(*queries[1:], all=True):
        found[number].append((place, _row(parts[number], columns)))
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
