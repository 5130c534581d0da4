"""A request's body as it comes in: bounded in bytes, in time, and in what all hold.

Small bodies are never refused for the sake of large ones: what a filing needs stays in
memory, and only what goes beyond that shares the room which a process has for files.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from tempfile import SpooledTemporaryFile
from typing import Any, Self

Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]

IN_MEMORY = 64 * 1024
"""So many bytes of a body that waits stay in memory, the rest in a file."""
MAX_BODY = 64 * 1024 * 1024
AT_ONCE = 2 * MAX_BODY
"""So many bytes of large bodies a process holds at once."""
PATIENCE = 30.0
"""So many seconds a body may take, and a second more for each SLOWEST bytes of it."""
SLOWEST = 16 * 1024


class Gone(Exception):
    """The request broke off: there is nobody to answer."""


class BodyRefused(Exception):
    """A body that is not taken in, with the status that says why."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status)
        self.status = status


class Store:
    """The room that all large bodies of a process share, in bytes."""

    def __init__(self, free: int = AT_ONCE, patience: float = PATIENCE) -> None:
        self.free = free
        self.patience = patience


class Body:
    """One body, held until its request is answered."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.file = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - closed at the exit
        self.size = 0

    def __enter__(self) -> Self:
        """Begin to hold it."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Let go of it and of the room it took."""
        self.file.close()
        self.store.free += self.beyond

    @property
    def beyond(self) -> int:
        """Return how many of its bytes do not stay in memory."""
        return max(0, self.size - IN_MEMORY)

    async def take_in(self, receive: Receive) -> None:
        """Read it whole; raise Refused where it is too large or too slow, or Gone."""
        loop = asyncio.get_running_loop()
        until = loop.time() + self.store.patience
        while True:
            try:
                async with asyncio.timeout_at(until + self.size / SLOWEST):
                    message = await receive()
            except TimeoutError:
                raise BodyRefused(HTTPStatus.REQUEST_TIMEOUT) from None
            if message["type"] == "http.disconnect":
                raise Gone
            self.add(message.get("body", b""))
            if not message.get("more_body", False):
                self.file.seek(0)
                return

    def add(self, part: bytes) -> None:
        """Keep a part; raise Refused where there is no room for it."""
        if self.size + len(part) > MAX_BODY:
            raise BodyRefused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        before = self.beyond
        self.size += len(part)
        self.store.free -= self.beyond - before
        if self.store.free < 0:
            raise BodyRefused(HTTPStatus.SERVICE_UNAVAILABLE)
        self.file.write(part)
