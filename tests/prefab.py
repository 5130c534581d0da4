"""Rows that a factory builds in test after test: built once, then written again.

The first call on an empty database runs the verbs and notes each statement they send;
a later test that asks for the same, in the same order, gets the same statements. As
soon as a test writes anything itself, its factories build as before.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.db import connection

from rulings.models import Entry

HARMLESS = ("SELECT", "SAVEPOINT", "RELEASE", "SET CONSTRAINTS", "PRAGMA")
WRITES = ("INSERT", "UPDATE", "DELETE")


@dataclass(slots=True)
class Built:
    """A state of the database: the statements that led here, and what comes next."""

    statements: list[tuple[str, Any, bool]] = field(default_factory=list)
    value: object = None
    then: dict[object, Built] = field(default_factory=dict)


class Shelf:
    """What has been built so far, and where the database of this test stands.

    `here` is None once the test has written something of its own.
    """

    def __init__(self) -> None:
        self.empty = Built()
        self.here: Built | None = None
        self.noted: list[tuple[str, Any, bool]] | None = None
        self.writes_again = False

    def forget(self) -> None:
        """Know nothing of the database: a test begins or ends."""
        self.here, self.noted = None, None

    def watch(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        """Note a statement while something is built; else a write leaves the shelf."""
        if not self.writes_again and not sql.lstrip("( ").startswith(HARMLESS):
            if self.noted is not None and sql.startswith(WRITES):
                self.noted.append((sql, *rest[:2]))
            else:
                self.forget()
        return execute(sql, *rest)

    def get(self, key: object, build: Callable[[], Any]) -> Any:
        """Return what a function builds, from the shelf where it is there."""
        if self.noted is not None or not connection.in_atomic_block:
            return build()  # inside another build, or seen by other connections
        if self.watch not in connection.execute_wrappers:
            connection.execute_wrappers.append(self.watch)
        if self.here is None and not self._is_empty():
            return build()
        here = self.here or self.empty
        if key not in here.then:
            return self._build(here, key, build)
        self._write_again(here.then[key])
        self.here = here.then[key]
        return copy.deepcopy(self.here.value)

    def _is_empty(self) -> bool:
        return not (Entry.objects.exists() or User.objects.exists())

    def _build(self, here: Built, key: object, build: Callable[[], Any]) -> Any:
        self.here, self.noted = None, []
        noted = self.noted
        try:
            value = build()
            complete = self.noted is noted
        finally:
            self.noted = None
        if complete:
            self.here = here.then[key] = Built(noted, copy.deepcopy(value))
        return value

    def _write_again(self, built: Built) -> None:
        self.writes_again = True
        try:
            with connection.cursor() as cursor:
                for sql, params, many in built.statements:
                    (cursor.executemany if many else cursor.execute)(sql, params)
        finally:
            self.writes_again = False


shelf = Shelf()


def prefab(key: Callable[..., object]) -> Callable[[Callable[..., Any]], Any]:
    """Take what a factory returns from the shelf; `key` tells its arguments apart.

    A key of None says that these arguments are built each time.
    """

    def decorate(factory: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(factory)
        def inner(*args: object, **kwargs: object) -> Any:
            told = key(*args, **kwargs)
            if told is None:
                return factory(*args, **kwargs)
            whole = (factory.__name__, told)
            return shelf.get(whole, lambda: factory(*args, **kwargs))

        return inner

    return decorate
