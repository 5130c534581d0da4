"""The only reader of time (R6): one instant for a whole request, in UTC."""

from __future__ import annotations

from datetime import UTC, datetime

from django.db import connection


def receipt_at() -> datetime:
    """Return the database's clock: read once, after the whole request has arrived.

    PostgreSQL's `clock_timestamp()` does not stand still inside a transaction, as
    `now()` does; SQLite has no clock of its own, so the host's is read.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            read: datetime = cursor.fetchone()[0]
        return read.astimezone(UTC)
    return datetime.now(UTC)
