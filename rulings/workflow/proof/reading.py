"""Read rows that may have been tampered with, and say which cannot be read.

A value that is none of its column's type must not stop `verify`, which is to say
where it stands.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db import DatabaseError, connection, models, transaction
from django.db.models.functions import Cast

from rulings.models import Logged
from rulings.workflow.log import columns, plain

UNREADABLE = (ValueError, TypeError, AttributeError, ValidationError, DatabaseError)
MODE = "transaction_mode"
"""What a connection to SQLite calls how its transactions begin."""

AnyRow = TypeVar("AnyRow", bound=models.Model)


@contextmanager
def one_moment() -> Iterator[None]:
    """Read the database as it is at one moment, whatever is written meanwhile (R21).

    Without it an entry that is written between two reads would look like a fault.
    Nobody who writes waits for the reader. Within a transaction that is one already.
    """
    if connection.in_atomic_block:
        yield
        return
    mode = getattr(connection, MODE, None)
    setattr(connection, MODE, "DEFERRED")  # SQLite: usual are those that write
    try:
        with transaction.atomic():
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            yield
    finally:
        setattr(connection, MODE, mode)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it was written: where, and what."""

    where: str
    what: str

    def __str__(self) -> str:
        """Return one line."""
        return f"{self.where}: {self.what}"


def read(rows: models.QuerySet[AnyRow], findings: list[Finding]) -> Iterator[AnyRow]:
    """Yield rows in their order; add a finding for each that cannot be read.

    After the first of those the others come one by one, each by its key as text.
    """
    given = set()
    try:
        for row in rows.iterator(500):
            given.add(row.pk)
            yield row
    except UNREADABLE:
        keys = rows.annotate(as_text=Cast("pk", models.TextField()))
        for key in list(keys.values_list("as_text", flat=True)):
            try:
                row = _by_key(rows.model, key, "*")
            except UNREADABLE:
                findings.append(_finding(rows.model, key))
                continue
            if row.pk not in given:
                yield row


def _by_key(model: type[AnyRow], key: str, column: str) -> AnyRow:
    meta = model._meta  # noqa: SLF001 - Django's documented meta API
    names = "*" if column == "*" else f'"{meta.pk.column}", "{column}"'
    query = (
        f'SELECT {names} FROM "{meta.db_table}" '  # noqa: S608 - names of the model
        f'WHERE CAST("{meta.pk.column}" AS text) = %s'
    )
    return model._default_manager.raw(query, [key])[0]  # noqa: SLF001 - Django's documented meta API


def _finding(model: type[models.Model], key: str) -> Finding:
    """Return a finding that names the first column that cannot be read."""
    fields = model._meta.concrete_fields  # noqa: SLF001 - Django's documented meta API
    where = f"{model._meta.model_name} {as_id(key)}"  # noqa: SLF001 - Django's documented meta API
    faults = (
        (field.attname, _fault(model, key, str(field.column))) for field in fields
    )
    column, error = next((name, error) for name, error in faults if error is not None)
    return Finding(f"{where} {column}", f"cannot be read: {error}")


def _fault(model: type[models.Model], key: str, column: str) -> Exception | None:
    try:
        _by_key(model, key, column)
    except UNREADABLE as error:
        return error
    return None


def as_id(key: str) -> str:
    """Return a key as ids are written; SQLite keeps them without dashes."""
    try:
        return str(uuid.UUID(key))
    except ValueError:
        return key


def stored_values(row: Logged) -> dict[str, Any]:
    """Return every column of a row; a value no entry can hold as a text saying so."""
    return {name: _plain(getattr(row, name)) for name in columns(type(row))}


def _plain(value: object) -> Any:  # noqa: ANN401 - what JSON holds
    try:
        return plain(value)
    except TypeError:
        return f"not writable: {value!r}"


def as_bytes(value: object) -> bytes:
    """Return the bytes of a binary column, even where somebody put text into it."""
    return value.encode() if isinstance(value, str) else bytes(value)  # type: ignore[call-overload]  # memoryview on PostgreSQL
