"""The only reader of time (R6): one instant for a whole request, in UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from time import monotonic

from django.db import connection


def receipt_at(arrived: float | None = None) -> datetime:
    """Return the database's clock, as it stood when the whole request had arrived.

    `arrived` is a reading of `ticks` at that moment: what the request has waited since,
    also for a connection to the database, is subtracted.
    """
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
