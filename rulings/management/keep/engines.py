"""The two databases: how a snapshot leaves one, and how another takes its place.

Everything slow is done on a copy beside the database; the change itself is one rename,
so that whoever is killed leaves either the old database or the new one.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from django.db import connection

from rulings.management.keep.file import OWNER_ONLY, Unfit, sync_folder
from rulings.management.keep.live import RUNNING

SIDES = ("-wal", "-shm", "-journal")
NEWER = "unrecognized configuration parameter"
"""What a server says to a program that sets what only later servers know."""
OLDER = "server version mismatch"
"""What a program says of a server that is newer than itself."""
OF_LATER = "unsupported version"
"""What a program says of a snapshot that programs of a later version made."""
LEAVING = 5.0
"""Seconds for which PostgreSQL may still show, or serve, somebody who has left."""


class SQLite:
    """A database in one file, with side files while it is open."""

    name = "SQLite"
    member = "database.sqlite3"

    def __init__(self) -> None:
        self.database = Path(connection.settings_dict["NAME"])

    def exists(self) -> bool:
        """Say whether there is a database."""
        return self.database.exists()

    def dump(self, target: Path) -> None:
        """Write a consistent snapshot; the site may go on writing."""
        target.unlink(missing_ok=True)
        target.touch(mode=OWNER_ONLY)
        address = f"{self.database.absolute().as_uri()}?mode=rw"  # it is not made
        source = sqlite3.connect(address, uri=True)
        copy = sqlite3.connect(target)
        try:
            source.execute("PRAGMA busy_timeout=20000")
            source.backup(copy)  # in one step: no writer can come between
            copy.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.Error as error:
            raise Unfit(f"{self.database} cannot be copied: {error}.") from error
        finally:
            copy.close()
            source.close()

    def copy_name(self, purpose: str) -> str:
        """Return the name of a copy beside the database."""
        return f"{self.database}.{purpose}"

    def load(self, dump: Path, name: str) -> None:
        """Make a database of a snapshot."""
        self.discard(name)
        shutil.move(dump, name)  # perhaps from another disk

    def discard(self, name: str) -> None:
        """Remove a copy with its side files."""
        for ending in ("", *SIDES):
            Path(name + ending).unlink(missing_ok=True)

    def require_alone(self) -> None:
        """Do nothing: the lock of `live.alone` already says it."""

    def put_in_place(self, name: str) -> str:
        """Let a copy take the database's place; return where the old one is now."""
        _fold(Path(name))
        with Path(name).open("rb") as file:
            os.fsync(file.fileno())
        kept = Path(f"{self.database}.replaced")
        if self.database.exists():
            self.discard(str(kept))
            # A damaged database keeps its side files, out of the way of the new one.
            with suppress(sqlite3.Error):
                _fold(self.database)
            for ending in SIDES:
                side = Path(f"{self.database}{ending}")
                if side.exists():
                    side.replace(f"{kept}{ending}")
            os.link(self.database, kept)
        else:
            self.discard(str(self.database))  # side files alone would spoil the new one
        Path(name).replace(self.database)
        sync_folder(self.database.absolute().parent)
        return str(kept) if kept.exists() else ""


def _fold(path: Path) -> None:
    """Take what the side files hold into the database; they are gone afterwards."""
    file = sqlite3.connect(path, timeout=20)
    try:
        file.execute("PRAGMA journal_mode=DELETE")
    finally:
        file.close()


class PostgreSQL:
    """A database on a server; its own programs copy it."""

    name = "PostgreSQL"
    member = "database.dump"

    def __init__(self) -> None:
        self.database = str(connection.settings_dict["NAME"])

    def exists(self) -> bool:
        """Say whether there is a database."""
        with self._server() as server:
            asked = "SELECT 1 FROM pg_database WHERE datname = %s"
            return server.execute(asked, [self.database]).fetchone() is not None

    def dump(self, target: Path) -> None:
        """Write a consistent snapshot; the site may go on writing."""
        target.unlink(missing_ok=True)
        target.touch(mode=OWNER_ONLY)
        ways = ["--format=custom", "--no-owner", "--no-privileges"]
        self._run("pg_dump", self.database, *ways, f"--file={target}")

    def copy_name(self, purpose: str) -> str:
        """Return the name of a copy beside the database."""
        return f"{self.database}_{purpose}"

    def load(self, dump: Path, name: str) -> None:
        """Make a database of a snapshot."""
        import psycopg  # noqa: PLC0415 - SQLite does without
        from psycopg.sql import SQL, Identifier  # noqa: PLC0415 - SQLite does without

        make = SQL("CREATE DATABASE {} TEMPLATE template0 ENCODING 'UTF8'")
        until = time.monotonic() + LEAVING
        while True:
            try:
                self.discard(name)
                with self._server() as server:
                    server.execute(make.format(Identifier(name)))
                break
            except psycopg.errors.InsufficientPrivilege as error:
                raise Unfit(
                    "The copy cannot be opened: the database's account may not make"
                    " a database (ALTER ROLE ... CREATEDB lets it)."
                ) from error
            except (
                psycopg.errors.DuplicateDatabase,
                psycopg.errors.ObjectInUse,
                psycopg.errors.UniqueViolation,
            ):  # the server still works for somebody who was killed
                if time.monotonic() > until:
                    raise
                time.sleep(0.1)
        ways = ["--no-owner", "--no-privileges", "--exit-on-error"]
        self._run("pg_restore", name, *ways, str(dump))
        dump.unlink()

    def discard(self, name: str) -> None:
        """Remove a copy."""
        from psycopg.sql import SQL, Identifier  # noqa: PLC0415 - SQLite does without

        _leave()
        with self._server() as server:
            server.execute(SQL("DROP DATABASE IF EXISTS {}").format(Identifier(name)))

    def require_alone(self) -> None:
        """Raise Unfit where anybody stays connected to the database.

        Who has just left, as this program itself did, is still shown for a moment.
        """
        _leave()
        asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s"
        until = time.monotonic() + LEAVING
        with self._server() as server:
            while server.execute(asked, [self.database]).fetchone() != (0,):
                if time.monotonic() > until:
                    raise Unfit(RUNNING.format(name=self.database))
                time.sleep(0.05)

    def put_in_place(self, name: str) -> str:
        """Let a copy take the database's place; return where the old one is now."""
        import psycopg  # noqa: PLC0415 - SQLite does without
        from psycopg.sql import SQL, Identifier  # noqa: PLC0415 - SQLite does without

        kept = f"{self.database}_replaced"
        rename = SQL("ALTER DATABASE {} RENAME TO {}")
        old = self.exists()
        self.discard(kept)
        with self._server() as server:
            try:
                with server.transaction():
                    if old:
                        server.execute(
                            rename.format(Identifier(self.database), Identifier(kept))
                        )
                    server.execute(
                        rename.format(Identifier(name), Identifier(self.database))
                    )
            except psycopg.errors.ObjectInUse as error:
                raise Unfit(RUNNING.format(name=self.database)) from error
        return kept if old else ""

    def _address(self, database: str) -> tuple[str, str]:
        """Return where a database is, for PostgreSQL's programs, and the password."""
        from psycopg import conninfo, pq  # noqa: PLC0415 - SQLite does without

        known = {one.keyword.decode() for one in pq.Conninfo.get_defaults()}
        given = connection.get_connection_params()
        chosen = {key: value for key, value in given.items() if key in known}
        password = str(chosen.pop("password", "") or "")
        return conninfo.make_conninfo(**chosen | {"dbname": database}), password

    @contextmanager
    def _server(self) -> Iterator[Any]:
        """Yield a connection to the server that stands on no database of ours."""
        import psycopg  # noqa: PLC0415 - SQLite does without

        apart = "postgres" if self.database != "postgres" else "template1"
        address, password = self._address(apart)
        with psycopg.connect(address, password=password, autocommit=True) as server:
            yield server

    def _run(self, program: str, database: str, *arguments: str) -> None:
        found = shutil.which(program)
        if found is None:
            raise Unfit(
                f"{program} is not on PATH: install PostgreSQL's client programs"
                " (Debian: apt-get install postgresql-client)."
            )
        address, password = self._address(database)
        done = subprocess.run(  # noqa: S603 - PostgreSQL's own program
            [found, f"--dbname={address}", *arguments],
            env={**os.environ, **({"PGPASSWORD": password} if password else {})},
            capture_output=True,
            check=False,
            text=True,
        )
        if done.returncode:
            said = " ".join(done.stderr.split()) or "it said nothing"
            if NEWER in said or OLDER in said:
                said = (
                    f"it is {'newer' if NEWER in said else 'older'} than the server;"
                    " install the client programs of the server's own version (Debian:"
                    f" postgresql-client-{self._version()}) and put them first on PATH."
                )
            elif OF_LATER in said:
                said = (
                    "the backup is of a later PostgreSQL than this program; use a"
                    " server and client programs of that version."
                )
            raise Unfit(f"{program} failed: {said}")

    def _version(self) -> int:
        """Return the version of the server, such as 15."""
        with self._server() as server:
            return int(server.info.server_version) // 10000


def _leave() -> None:
    """Close every connection of this process to the database."""
    connection.close()
    if hasattr(connection, "close_pool"):
        connection.close_pool()


@contextmanager
def standing_on(name: str) -> Iterator[None]:
    """Let everything read and write the database of this name meanwhile."""
    _leave()
    usual = connection.settings_dict["NAME"]
    connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        _leave()
        connection.settings_dict["NAME"] = usual


def engine() -> SQLite | PostgreSQL:
    """Return the database that DATABASE_URL names."""
    return SQLite() if connection.vendor == "sqlite" else PostgreSQL()
