"""Say to open pages that something has changed in their event: streams of events.

A page that polls may ask for its own address as `text/event-stream`. Who may read the
page may listen; what is said is only that the event has moved, and the page then asks
for itself as it does when it polls. One look each second reads the heads of all events
with listeners, however many listen. Where too many listen already, the page polls on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from uuid import UUID

from django.db import DatabaseError, close_old_connections

from rulings.models import Head
from tdweb.hosting.intake import Message, Receive

Send = Callable[[Message], Awaitable[None]]
Heads = Mapping[UUID, int]

MOST_LISTENERS = 300
"""So many pages may listen to a process; the others poll."""
EVERY = 1.0
"""Seconds between two looks at the heads."""
SIGN_OF_LIFE = 25.0
"""Seconds of silence after which a proxy might end a connection."""
LONGEST = 600.0
"""Seconds after which a page has to ask again, and its right to read is looked at."""
MOVED, HERE = b"data: moved\n\n", b": here\n\n"


def heads_of(chains: list[UUID]) -> Heads:
    """Return the number of the last entry of each chain; nothing without a database."""
    try:
        rows = Head.objects.filter(chain__in=chains)
        return dict(rows.values_list("chain", "seq"))
    except DatabaseError:
        return {}
    finally:
        close_old_connections()


class Hub:
    """The pages that listen to this process, by event."""

    def __init__(
        self, look: Callable[[list[UUID]], Awaitable[Heads]], every: float = EVERY
    ) -> None:
        self.look = look
        self.every = every
        self.free = MOST_LISTENERS
        self.listeners: dict[UUID, set[asyncio.Event]] = {}
        self.seen: dict[UUID, int] = {}
        self.watching: asyncio.Task[None] | None = None

    async def hold(self, chain: UUID, receive: Receive, send: Send) -> None:
        """Say to one page whenever its event has moved, until it is gone."""
        moved = asyncio.Event()
        if chain in self.seen:  # else the first look says it, and misses nothing
            moved.set()  # whatever happened since the page was made
        self.listeners.setdefault(chain, set()).add(moved)
        self.free -= 1
        if self.watching is None:
            self.watching = asyncio.create_task(self._watch())
        gone = asyncio.create_task(_gone(receive))
        gone.add_done_callback(lambda _done: moved.set())
        try:
            await _speak(moved, gone, send)
        finally:
            gone.cancel()
            self.free += 1
            self.listeners[chain].discard(moved)
            if not self.listeners[chain]:
                del self.listeners[chain]
                self.seen.pop(chain, None)

    async def _watch(self) -> None:
        """Look while anybody listens."""
        try:
            while self.listeners:
                found = await self.look(list(self.listeners))
                for chain, seq in found.items():
                    if self.seen.get(chain) != seq:
                        for moved in self.listeners.get(chain, ()):
                            moved.set()
                    self.seen[chain] = seq
                await asyncio.sleep(self.every)
        finally:
            self.watching = None


async def _speak(moved: asyncio.Event, gone: asyncio.Task[None], send: Send) -> None:
    """Send what there is to say, for so long as one page may listen."""
    loop = asyncio.get_running_loop()
    until = loop.time() + LONGEST
    while loop.time() < until:
        with suppress(TimeoutError):
            await asyncio.wait_for(moved.wait(), SIGN_OF_LIFE)
        if gone.done():
            return
        said = MOVED if moved.is_set() else HERE
        moved.clear()
        await send({"type": "http.response.body", "body": said, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


async def _gone(receive: Receive) -> None:
    """Wait until the page has closed its connection."""
    while (await receive())["type"] != "http.disconnect":
        pass
