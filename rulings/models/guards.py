"""Triggers that keep the log append-only on both databases (R24).

The one place of this SQL: the migration uses it, and so do tests that must empty a
database between runs.
"""

from __future__ import annotations

from django.db.backends.base.base import BaseDatabaseWrapper

LOG_TABLE = "rulings_entry"
_REFUSAL = "the log is append-only"

_SQLITE_CREATE = tuple(
    f"CREATE TRIGGER IF NOT EXISTS {LOG_TABLE}_no_{verb.lower()} "
    f"BEFORE {verb} ON {LOG_TABLE} "
    f"BEGIN SELECT RAISE(ABORT, '{_REFUSAL}'); END"
    for verb in ("UPDATE", "DELETE")
)
_SQLITE_DROP = tuple(
    f"DROP TRIGGER IF EXISTS {LOG_TABLE}_no_{verb}" for verb in ("update", "delete")
)
_POSTGRESQL_CREATE = (
    (
        f"CREATE OR REPLACE FUNCTION {LOG_TABLE}_refuse() RETURNS trigger AS $$ "
        f"BEGIN RAISE EXCEPTION '{_REFUSAL}'; END $$ LANGUAGE plpgsql"
    ),
    (
        f"CREATE OR REPLACE TRIGGER {LOG_TABLE}_no_change "
        f"BEFORE UPDATE OR DELETE ON {LOG_TABLE} "
        f"FOR EACH ROW EXECUTE FUNCTION {LOG_TABLE}_refuse()"
    ),
    (
        f"CREATE OR REPLACE TRIGGER {LOG_TABLE}_no_truncate "
        f"BEFORE TRUNCATE ON {LOG_TABLE} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {LOG_TABLE}_refuse()"
    ),
)
_POSTGRESQL_DROP = (
    f"DROP TRIGGER IF EXISTS {LOG_TABLE}_no_change ON {LOG_TABLE}",
    f"DROP TRIGGER IF EXISTS {LOG_TABLE}_no_truncate ON {LOG_TABLE}",
)


def _run(connection: BaseDatabaseWrapper, statements: tuple[str, ...]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def create_guards(connection: BaseDatabaseWrapper) -> None:
    """Make the log refuse UPDATE, DELETE and (PostgreSQL) TRUNCATE."""
    postgresql = connection.vendor == "postgresql"
    _run(connection, _POSTGRESQL_CREATE if postgresql else _SQLITE_CREATE)


def drop_guards(connection: BaseDatabaseWrapper) -> None:
    """Lift the guards; only migrations and tests do this."""
    postgresql = connection.vendor == "postgresql"
    _run(connection, _POSTGRESQL_DROP if postgresql else _SQLITE_DROP)


def missing_guards(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the triggers that are gone, switched off or not as they were made."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT t.tgname, t.tgenabled, p.prosrc FROM pg_trigger t"
                " JOIN pg_proc p ON p.oid = t.tgfoid"
                " WHERE t.tgrelid = %s::regclass AND NOT t.tgisinternal",
                [LOG_TABLE],
            )
            made = {
                name
                for name, on, source in cursor.fetchall()
                if on in {"O", "A", b"O", b"A"} and _REFUSAL in source
            }
            wanted = {f"{LOG_TABLE}_no_change", f"{LOG_TABLE}_no_truncate"}
            return sorted(wanted - made)
        cursor.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'")
        stored = {row[0] for row in cursor.fetchall()}
    return [
        statement.split()[5]
        for statement in _SQLITE_CREATE
        if statement.replace(" IF NOT EXISTS", "") not in stored
    ]
