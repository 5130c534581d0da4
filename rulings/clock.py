"""The only reader of time (R6): one instant for a whole request, in UTC."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import TypeVar

from django.db import connection
from django.db.models import DateTimeField, Func, Model, QuerySet

AnyRow = TypeVar("AnyRow", bound=Model)


@dataclass(frozen=True, slots=True)
class ClockReading:
    """The database's clock as a query brought it, and what `ticks` said then."""

    at: datetime
    ticks: float


class ClockTimestamp(Func):
    """PostgreSQL's clock, as a column beside the rows of a query."""

    template = "clock_timestamp()"
    output_field = DateTimeField()


COLUMN = "clock"
READING = "clock_reading"
"""The column of the clock, and where a row keeps its reading."""


def with_clock(rows: QuerySet[AnyRow]) -> QuerySet[AnyRow]:
    """Return a query that brings the database's clock too, where one has its own."""
    if connection.vendor != "postgresql":
        return rows
    found: QuerySet[AnyRow] = rows.annotate(**{COLUMN: ClockTimestamp()})
    return found


def keep_reading(row: Model, *, on: Model | None = None) -> None:
    """Keep the clock that came with a row, on that row or on another one."""
    if (at := getattr(row, COLUMN, None)) is not None:
        setattr(on or row, READING, ClockReading(at.astimezone(UTC), ticks()))


def reading_of(row: object) -> ClockReading | None:
    """Return the clock that came with a row; None where none did."""
    return getattr(row, READING, None)


def receipt_at(
    arrived: float | None = None, read: ClockReading | None = None
) -> datetime:
    """Return the database's clock, as it stood when the whole request had arrived.

    `arrived` is a reading of `ticks` at that moment: what the request has waited since,
    also for a connection to the database, is subtracted. With a clock that was `read`
    with other rows the database is not asked again.
    """
    if read is not None:
        waited = 0.0 if arrived is None else max(0.0, read.ticks - arrived)
        return read.at - timedelta(seconds=waited)
    if arrived is None:
        return database_clock()
    connection.ensure_connection()
    waited = max(0.0, ticks() - arrived)
    return database_clock() - timedelta(seconds=waited)


def database_clock() -> datetime:
    """Return the database's clock as it stands.

    PostgreSQL's `clock_timestamp()` does not stand still inside a transaction, as
    `now()` does; SQLite has no clock of its own, so the host's is read.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            read: datetime = cursor.fetchone()[0]
        return read.astimezone(UTC)
    return host_clock()


def host_clock() -> datetime:
    """Return this machine's own clock, to be compared with the database's."""
    return datetime.now(UTC)


def ticks() -> float:
    """Return seconds that only count on, whatever becomes of the clocks."""
    return monotonic()
