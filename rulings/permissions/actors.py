"""Who acts: staff, a pass, a program, a link, a worker, or nobody known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal, TypeVar

from django.contrib.auth.models import AnonymousUser, User

from rulings.models import ApiKey, Opinion, Pass, PollPeer

Known = TypeVar("Known")


class Via(StrEnum):
    """On which device or road an act came in; stands in the log."""

    OWN_DEVICE = "own_device"
    DIRECTORS_TABLET = "directors_tablet"
    API = "api"
    WORKER = "worker"
    SHELL = "shell"


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody who acts or looks, at the one instant of his request (R6)."""

    kind: Literal["user", "pass", "key", "link", "worker", "shell", "anonymous"]
    at: datetime
    via: Via = Via.OWN_DEVICE
    user: User | None = None
    table_pass: Pass | None = None
    api_key: ApiKey | None = None
    link: Opinion | PollPeer | None = None
    memory: dict[object, Any] | None = field(default=None, compare=False, repr=False)

    def looking(self) -> Actor:
        """Return the same actor for a look, for which nothing is read twice.

        Never for an act: what it may do is read behind its locks, as it is then.
        """
        return replace(self, memory={})

    @property
    def looks(self) -> bool:
        """Say whether he only looks."""
        return self.memory is not None

    def once(self, key: object, read: Callable[[], Known]) -> Known:
        """Return what a function reads about him: once for a look, else each time."""
        if self.memory is None:
            return read()
        if key not in self.memory:
            self.memory[key] = read()
        known: Known = self.memory[key]
        return known

    @property
    def id(self) -> str:
        """Return the id that stands in the log; never a name."""
        if self.user is not None:
            return str(self.user.pk)
        if self.api_key is not None:
            return str(self.api_key.pk)
        if self.link is not None:
            return str(self.link.pk)
        return str(self.table_pass.pk) if self.table_pass is not None else ""

    @property
    def key_owner(self) -> str:
        """Return whose idempotency keys count together (R3).

        A contestant's, not a pass's: a slip may be replaced between two tries.
        """
        if self.table_pass is not None:
            return contestant_keys(str(self.table_pass.contestant_id))
        return f"{self.kind}:{self.id}"


def contestant_keys(contestant_id: str) -> str:
    """Return the name under which the keys of all passes of a contestant count."""
    return f"contestant:{contestant_id}"


def user_actor(
    user: User | AnonymousUser, at: datetime, via: Via = Via.OWN_DEVICE
) -> Actor:
    """Return a member of staff, or nobody when not signed in or not active."""
    if isinstance(user, User) and user.is_active:
        return Actor("user", at, via, user=user)
    return Actor("anonymous", at, via)


def pass_actor(table_pass: Pass, at: datetime) -> Actor:
    """Return the holder of a pass: a contestant, never a person (R13)."""
    return Actor("pass", at, Via.OWN_DEVICE, table_pass=table_pass)


def key_actor(api_key: ApiKey, at: datetime) -> Actor:
    """Return the program that holds a key: one role in one event."""
    return Actor("key", at, Via.API, api_key=api_key)


def link_actor(link: Opinion | PollPeer, at: datetime) -> Actor:
    """Return whoever holds the link that asks for an opinion or an answer."""
    return Actor("link", at, link=link)


def system_actor(kind: Literal["worker", "shell"], at: datetime) -> Actor:
    """Return the solver's worker, or the shell of the machine."""
    return Actor(kind, at, Via.WORKER if kind == "worker" else Via.SHELL)
