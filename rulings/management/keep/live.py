"""Whether somebody works with the database: servers and workers hold a lock.

On SQLite it is a shared lock on a file beside the database, let go by the system when
the process ends, however it ends. PostgreSQL itself knows who is connected.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from rulings.management.keep.file import OWNER_ONLY, Unfit

RUNNING = "A server or a worker runs on {name}: stop the site first (Ctrl-C)."
_held: dict[Path, int] = {}
"""Lock files that this process holds to its end, by their handles."""


def hold() -> None:
    """Say for the life of this process that it works with the database.

    Raises ImproperlyConfigured while the database is being replaced.
    """
    if connection.vendor != "sqlite":
        return
    path = _lock_file()
    if path in _held:
        return
    handle = os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(handle)
        raise ImproperlyConfigured(
            "The database is being restored or upgraded; start again when it is done."
        ) from error
    _held[path] = handle


@contextmanager
def alone() -> Iterator[None]:
    """Keep servers and workers out meanwhile; raise Unfit where one runs."""
    if connection.vendor != "sqlite":
        yield
        return
    with _open(_lock_file()) as file:
        _lock(file, RUNNING.format(name=connection.settings_dict["NAME"]))
        yield


@contextmanager
def one_at_a_time(folder: Path) -> Iterator[None]:
    """Let one backup, restore or upgrade of a folder run; raise Unfit for another."""
    folder.mkdir(parents=True, exist_ok=True)
    with _open(folder / "backup.lock") as file:
        _lock(file, "Another backup, restore or upgrade is running.")
        yield


def _lock_file() -> Path:
    return Path(f"{connection.settings_dict['NAME']}.live")


def _open(path: Path) -> IO[str]:
    path.touch(mode=OWNER_ONLY)
    return path.open("r+")


def _lock(file: IO[str], refusal: str) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise Unfit(refusal) from error
