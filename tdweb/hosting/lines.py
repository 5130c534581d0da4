"""Positions by lines: a body that is read as its answer goes out, both without end.

The one request that does not wait in whole before the pages: its lines go to workers a
batch at a time, and their rows go back in the order of the lines. Nothing is read while
the batches on their way and the rows not fetched are as many as a process holds, so a
program is slowed to the pace of the workers, and one that does not read is not served.
Whatever touches the database is done by `work`, in a place of the gate.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import close_old_connections
from django.http import HttpResponse

from rulings.solver.tools.asked import unanswered
from rulings.solver.tools.batch import Row
from rulings.views.api.lines import (
    Line,
    LinesAsked,
    LineStream,
    ask_lines,
    ended_by,
    open_stream,
    too_many,
)
from rulings.views.api.site import PREFIX
from rulings.workflow.errors import Fault
from rulings.workflow.solving.bulk import forget_lines, rows_so_far
from tdweb.hosting.intake import Gone, Message, Receive

Send = Callable[[Message], Awaitable[None]]
Work = Callable[..., Awaitable[Any]]
"""Runs a function with its arguments where the database may be used."""

PATH = f"/{PREFIX}/positions"
KINDS = (b"application/x-ndjson", b"application/jsonl")
MOST_STREAMS = 8
"""So many streams run in a process at once, one for each key."""
IN_A_BATCH, ON_A_CLUSTER = 32, 256
"""Lines that a worker takes at a time: one that solves itself, one with a cluster."""
AHEAD = 3
"""Batches on their way for each worker, the one that it answers among them."""
HELD = 64
"""Batches of rows that wait until the program reads."""
MAX_LINE = 4096
GATHER = 0.05
"""So long lines wait for others of their batch."""
SILENCE = 60.0
"""So long a program may send nothing, or read nothing."""
LOOK = 0.03
"""Seconds between two looks for the rows of a batch."""
LOST = 300.0
"""A batch without rows for so long has no worker, and its lines have no answer."""
ROW_BYTES = [
    (b"content-type", b"application/x-ndjson"),
    (b"cache-control", b"no-store"),
]


def takes(method: str, path: str, kind: bytes) -> bool:
    """Say whether a request is a stream of positions, by its kind of content."""
    return (
        method == "POST"
        and path == PATH
        and kind.partition(b";")[0].strip().lower() in KINDS
    )


def in_batches() -> tuple[int, int]:
    """Return how many lines a batch has, and how many batches are on their way."""
    if settings.TD_BULK == "ray":
        return ON_A_CLUSTER, AHEAD
    return IN_A_BATCH, AHEAD * int(settings.TD_BULK or 1)


class TooLong(Exception):
    """A line has more bytes than a position can have."""


class BodyLines:
    """The lines of a body, as they come."""

    def __init__(self, receive: Receive) -> None:
        self.receive = receive
        self.rest = b""
        self.whole: deque[Line] = deque()
        self.number = 0
        self.ended = False

    async def some(self, most: int) -> list[Line]:
        """Return the next lines that hold anything, at most so many; none at the end.

        Raises Gone where the program has left, TimeoutError where it says nothing.
        """
        found: list[Line] = []
        while len(found) < most:
            if self.whole:
                found.append(self.whole.popleft())
            elif self.ended:
                break
            else:
                try:
                    async with asyncio.timeout(GATHER if found else SILENCE):
                        message = await self.receive()
                except TimeoutError:
                    if found:
                        break
                    raise
                self._take(message)
        return found

    def _take(self, message: Message) -> None:
        if message["type"] == "http.disconnect":
            raise Gone
        *whole, self.rest = (self.rest + message.get("body", b"")).split(b"\n")
        self.ended = not message.get("more_body", False)
        if self.ended:
            whole.append(self.rest)
            self.rest = b""
        for line in whole:
            self.number += 1
            if line.strip():
                self.whole.append((self.number, line))
        if any(len(line) > MAX_LINE for line in (*whole, self.rest)):
            raise TooLong


class LineStreams:
    """The streams of this process; `work` runs what uses the database."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.running: set[UUID] = set()

    async def hold(
        self, authorization: str, receive: Receive, send: Send
    ) -> HttpResponse | None:
        """Answer a stream until its end; return its refusal instead, if it has one."""
        stream = await self.work(_closing(open_stream), authorization)
        if isinstance(stream, HttpResponse):
            return stream
        key = stream.key.pk
        if key in self.running or len(self.running) >= MOST_STREAMS:
            return too_many(1 if key in self.running else MOST_STREAMS)
        self.running.add(key)
        flow = _Flow(self.work, stream, BodyLines(receive))
        try:
            await send(
                {"type": "http.response.start", "status": 200, "headers": ROW_BYTES}
            )
            await flow.run(send)
        finally:
            self.running.discard(key)
            if flow.waiting:
                await asyncio.shield(self.work(_closing(forget_lines), flow.waiting))
        return None


class _Flow:
    """One stream: lines are read, asked and told by three tasks, each at its pace."""

    def __init__(self, work: Work, stream: LineStream, lines: BodyLines) -> None:
        self.work = work
        self.stream = stream
        self.lines = lines
        self.most, ahead = in_batches()
        self.asked: asyncio.Queue[LinesAsked | bytes | None] = asyncio.Queue(ahead)
        self.rows: asyncio.Queue[bytes | None] = asyncio.Queue(HELD)
        self.waiting: list[UUID] = []

    async def run(self, send: Send) -> None:
        """Read, ask and tell until each line has its row, or the program is gone."""
        gone = False
        try:
            async with asyncio.TaskGroup() as group:
                reading = group.create_task(self._read())
                asking = group.create_task(self._answer())
                with suppress(TimeoutError):  # it does not read: it gets no more
                    await self._tell(send)
                reading.cancel()
                asking.cancel()
        except* Gone:
            gone = True
        if not gone:
            await send({"type": "http.response.body", "body": b""})

    async def _read(self) -> None:
        """Hand lines in until there are no more, or no more may come."""
        over = False
        try:
            while not over and (lines := await self.lines.some(self.most)):
                asked = await self.work(_closing(ask_lines), self.stream, lines)
                if asked.batch is not None:
                    self.waiting.append(asked.batch)
                over = asked.over
                await self.asked.put(asked)
        except TimeoutError:
            fault = Fault("lines_silent", seconds=int(SILENCE))
            await self.asked.put(ended_by(fault, self.lines.number))
        except TooLong:
            fault = Fault("lines_too_long", n=MAX_LINE)
            await self.asked.put(ended_by(fault, self.lines.number))
        await self.asked.put(None)
        while (await self.lines.receive())["type"] != "http.disconnect":
            pass  # what it still sends is not read
        raise Gone

    async def _answer(self) -> None:
        """Wait for the rows of one batch after another."""
        while (asked := await self.asked.get()) is not None:
            if isinstance(asked, bytes):
                await self.rows.put(asked)
                continue
            found: list[Row] = []
            if asked.batch is not None:
                found = await self._found(asked.batch)
                self.waiting.remove(asked.batch)
            lost = unanswered("failed", "No worker has answered in time.")
            found += [lost] * (asked.rows.count(None) - len(found))
            await self.rows.put(asked.told(found))
        await self.rows.put(None)

    async def _found(self, batch: UUID) -> list[Row]:
        loop = asyncio.get_running_loop()
        until = loop.time() + LOST
        while loop.time() < until:
            rows: list[Row] | None = await self.work(_closing(rows_so_far), batch)
            if rows is not None:
                return rows
            await asyncio.sleep(LOOK)
        return []

    async def _tell(self, send: Send) -> None:
        while (rows := await self.rows.get()) is not None:
            async with asyncio.timeout(SILENCE):
                await send(
                    {"type": "http.response.body", "body": rows, "more_body": True}
                )


def _closing(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that gives its connection to the database back."""

    def run(*given: object) -> Any:  # noqa: ANN401 - what it returns
        try:
            return function(*given)
        finally:
            close_old_connections()

    return run
