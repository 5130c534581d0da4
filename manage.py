#!/usr/bin/env python3
"""Run Django's commands with the settings of this site (`./td manage` calls it)."""

import os
import select
import signal
import sys

from django.core.management import execute_from_command_line
from django.db import DatabaseError, connection

READER_GONE = 128 + signal.SIGPIPE
"""The exit status that a shell expects where a pipe was closed."""


def main() -> None:
    """Hand the command line to Django."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdweb.settings")
    try:
        execute_from_command_line(sys.argv)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        if not reader_is_gone():
            raise
        sys.exit(READER_GONE)
    except DatabaseError as error:
        sentence = what_is_broken(error) or what_is_missing()
        if not sentence:
            raise
        sys.exit(f"{sys.argv[1]}: {sentence}")


DAMAGED = ("file is not a database", "malformed")
"""What SQLite says of a file that it cannot read."""


def what_is_broken(error: DatabaseError) -> str:
    """Return that a file is no database any more, and what to do; else nothing."""
    if connection.vendor != "sqlite" or not any(one in str(error) for one in DAMAGED):
        return ""
    return (
        f"the database {connection.settings_dict['NAME']} is damaged ({error})."
        " Stop the site and put a backup in its place: './td restore FILE'; the daily"
        " ones of './td serve' lie in the folder backups beside it."
    )


def what_is_missing() -> str:
    """Return what the database lacks, to anyone but the command that makes it."""
    # Only after a failure: a command that needs no database is not to look at one.
    from rulings.management.beforehand import lacking_tables  # noqa: PLC0415

    return "" if sys.argv[1] == "migrate" else lacking_tables()


def reader_is_gone() -> bool:
    """Say whether nobody reads on, as behind `| head`; what is unread is let go."""
    looked = select.poll()
    looked.register(sys.stdout)
    gone = any(what & (select.POLLERR | select.POLLHUP) for _, what in looked.poll(0))
    if gone:
        # Python writes once more when it ends, and would complain there.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return gone


if __name__ == "__main__":
    main()
