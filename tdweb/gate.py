"""The gate before the pages: when a request arrived, and how many run at once (R6).

A request is stamped when its last byte is here, before it waits for anything. Each
kind has places of its own, and all together no more than the process has connections to
the database: pages that look again by themselves never keep a filing waiting. Where too
many wait, those are refused first, then other pages; a filing waits as long as it must.

The answer leaves the gate when it is whole: a slow reader keeps nobody's place.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.core.signals import request_started
from django.template.loader import render_to_string
from django.urls import set_script_prefix
from django.utils import translation

from rulings.clock import ticks
from rulings.views.api.problems import problem
from rulings.views.common import ARRIVED

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

IN_MEMORY = 64 * 1024
"""So much of a body that waits stays in memory, the rest in a file."""
MAX_BODY = 64 * 1024 * 1024
AGAIN = b"5"
"""In so many seconds a page that was refused tries again."""
BUSY, NOT_MODIFIED = 503, 304
CROWDED = "Too many ask at once. Nothing was read; ask again in a few seconds."
UNSAFE = frozenset({"POST", "PUT", "PATCH", "DELETE"})


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole answer."""

    status: int
    body: bytes = b""
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)


class Lane:
    """The places of one kind of request, and the queue before them."""

    def __init__(
        self, places: int, queue: int | None = None, patience: float | None = None
    ) -> None:
        self.free = places
        self.queue = queue
        self.patience = patience
        self.waiting: deque[asyncio.Future[bool]] = deque()

    async def enter(self) -> bool:
        """Take a place; False where the queue is full or nobody left in time."""
        if self.free:
            self.free -= 1
            return True
        if self.queue is not None and len(self.waiting) >= self.queue:
            return False
        loop = asyncio.get_running_loop()
        place: asyncio.Future[bool] = loop.create_future()
        self.waiting.append(place)
        if self.patience is not None:
            loop.call_later(self.patience, self.give_up, place)
        try:
            return await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled() and place.result():
                self.leave()
            raise

    def give_up(self, place: asyncio.Future[bool]) -> None:
        """Stop waiting for a place."""
        if not place.done():
            self.waiting.remove(place)
            place.set_result(False)

    def leave(self) -> None:
        """Give the place to who has waited longest."""
        while self.waiting:
            place = self.waiting.popleft()
            if not place.done():
                place.set_result(True)
                return
        self.free += 1


def lanes(connections: int) -> dict[str, Lane]:
    """Share out the connections of a process; one is left for the health page."""
    others = max(1, (connections - 1) * 2 // 7)
    return {
        "filing": Lane(max(1, connections - 1 - 2 * others)),
        "poll": Lane(others, queue=8 * others, patience=2),
        "look": Lane(others, queue=64 * others, patience=10),
        "file": Lane(2, queue=512, patience=10),
        "health": Lane(1, queue=16, patience=5),
    }


def kind_of(scope: Scope) -> str:
    """Return which places a request may take."""
    if scope["method"] in UNSAFE:
        return "filing"
    path = scope["path"]
    if path.startswith("/healthz"):
        return "health"
    if path.startswith("/static/"):
        return "file"
    return "poll" if header(scope, b"x-poll") else "look"


def header(scope: Scope, name: bytes) -> bytes:
    """Return a header of a request, or nothing."""
    headers: list[tuple[bytes, bytes]] = scope["headers"]
    return next((value for key, value in headers if key == name), b"")


class Pages(BaseHandler):
    """Django as it runs in one thread: from the request to the whole answer."""

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware()

    def __call__(self, scope: Scope, body: IO[bytes]) -> Answer:
        """Answer a request that is here whole."""
        set_script_prefix(scope.get("root_path", ""))
        request_started.send(sender=type(self), scope=scope)
        try:
            request = ASGIRequest(scope, body)
        except (UnicodeDecodeError, RequestDataTooBig):
            return Answer(400)
        response = self.get_response(request)
        try:
            pairs = [
                (name.lower().encode("latin1"), value.encode("latin1"))
                for name, value in response.items()
            ]
            pairs += [
                (b"set-cookie", cookie.output(header="").strip().encode("latin1"))
                for cookie in response.cookies.values()
            ]
            return Answer(response.status_code, b"".join(response), pairs)
        finally:
            response.close()


class Gate:
    """The site as an ASGI application; `pages` runs in threads, one for each place."""

    def __init__(
        self,
        pages: Callable[[Scope, IO[bytes]], Answer],
        places: dict[str, Lane] | None = None,
    ) -> None:
        self.pages = pages
        self.lanes = places or lanes(settings.TD_POOL)
        most = sum(lane.free for lane in self.lanes.values())
        self.threads = ThreadPoolExecutor(most, thread_name_prefix="page")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take a request in, let it wait for its place, and answer it."""
        if scope["type"] != "http":
            raise ValueError(f"The site answers HTTP, not {scope['type']}.")
        with SpooledTemporaryFile(max_size=IN_MEMORY) as body:
            if not await take_in(body, receive):
                found = Answer(413) if body.tell() > MAX_BODY else None
            else:
                scope[ARRIVED] = ticks()
                found = await self.answer(scope, body)
        if found is not None:
            await tell(send, found)

    async def answer(self, scope: Scope, body: IO[bytes]) -> Answer:
        """Return the answer of the pages, or what is said when there is no place."""
        lane = self.lanes[kind_of(scope)]
        if not await lane.enter():
            return busy(scope)
        loop = asyncio.get_running_loop()
        running = loop.run_in_executor(self.threads, self.pages, scope, body)
        running.add_done_callback(lambda _done: lane.leave())
        return await asyncio.shield(running)


async def take_in(body: IO[bytes], receive: Receive) -> bool:
    """Read a whole request; False where it broke off or is larger than any file."""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return False
        body.write(message.get("body", b""))
        if body.tell() > MAX_BODY:
            return False
        if not message.get("more_body", False):
            body.seek(0)
            return True


def busy(scope: Scope) -> Answer:
    """Say that there is too much to do; a person gets a page that tries again."""
    headers = [(b"retry-after", AGAIN), (b"cache-control", b"no-store")]
    if scope["path"].startswith("/api/"):
        headers.append((b"content-type", b"application/json"))
        return Answer(BUSY, problem(BUSY, CROWDED).content, headers)
    if header(scope, b"x-poll") or kind_of(scope) != "look":
        return Answer(BUSY, b"", headers)
    request = ASGIRequest(scope, BytesIO())
    with translation.override(translation.get_language_from_request(request)):
        page = render_to_string("503.html", {"seconds": AGAIN.decode()}).encode()
    headers.append((b"content-type", b"text/html; charset=utf-8"))
    headers.append((b"hx-refresh", b"true"))
    return Answer(BUSY, page, headers)


async def tell(send: Send, said: Answer) -> None:
    """Send a whole answer."""
    headers = list(said.headers)
    known = any(name == b"content-length" for name, _ in headers)
    if not known and said.status != NOT_MODIFIED:
        headers.append((b"content-length", str(len(said.body)).encode()))
    start = {"type": "http.response.start", "status": said.status, "headers": headers}
    await send(start)
    await send({"type": "http.response.body", "body": said.body})
