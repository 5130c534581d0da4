"""Does the database keep its promises (R5)? Asked of the live connection.

A changed address or server setting must not quietly weaken what the record rests
on, so each process asks at its first connection, and `manage.py check --database
default` asks on demand.
"""

from django.core.exceptions import ImproperlyConfigured
from django.db.backends.base.base import BaseDatabaseWrapper

EXPECTED: dict[str, dict[str, int | str]] = {
    "sqlite": {
        "PRAGMA journal_mode": "wal",
        "PRAGMA synchronous": 2,  # FULL
        "PRAGMA foreign_keys": 1,
        "PRAGMA busy_timeout": 20000,
    },
    "postgresql": {
        "SHOW synchronous_commit": "on",
        "SHOW transaction_isolation": "read committed",
    },
}
_asked: set[str] = set()


def faults_of(connection: BaseDatabaseWrapper) -> list[str]:
    """Return a sentence for each setting of a connection that is not as it must be."""
    faults = []
    with connection.cursor() as cursor:
        for question, expected in EXPECTED.get(connection.vendor, {}).items():
            cursor.execute(question)
            (given,) = cursor.fetchone()
            if given != expected:
                faults.append(f"{question} answers {given!r}, must be {expected!r}.")
    mode = getattr(connection, "transaction_mode", None)
    if connection.vendor == "sqlite" and mode != "IMMEDIATE":
        faults.append(f"Transactions begin {mode!r}, must be 'IMMEDIATE'.")
    return faults


def assert_promises(connection: BaseDatabaseWrapper, **kwargs: object) -> None:  # noqa: ARG001 a signal's arguments
    """Refuse to work on a connection with faults; asked once a process and database."""
    if connection.alias in _asked:
        return
    _asked.add(connection.alias)
    if faults := faults_of(connection):
        _asked.discard(connection.alias)
        raise ImproperlyConfigured(" ".join(faults))
