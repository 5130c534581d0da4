"""The gate before the pages: when a request arrived, and how many run at once (R6).

A request is stamped when its last byte is here, before it waits for anything. Each
kind has places of its own, and all together no more than the process has connections to
the database: pages that look again by themselves never keep a filing waiting. Where too
many wait, those are refused first, words that are read while they are typed with them,
then other pages. A filing waits as long as it must; only where hundreds wait already is
it refused, before anything of it ran, with a page or a script that sends it again.

The answer leaves the gate when it is whole: a slow reader keeps no place. How many
bytes wait, for how long, and how many requests are open is bounded too (`intake.py`).
Positions by lines alone are answered while they come in (`lines.py`).
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from http import HTTPStatus
from io import BytesIO
from typing import IO, Any
from uuid import UUID

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.core.signals import request_started
from django.http.multipartparser import MultiPartParserError
from django.template.loader import render_to_string
from django.urls import set_script_prefix
from django.utils import translation

from rulings.clock import ticks
from rulings.views.api.problems import problem
from rulings.views.common import ARRIVED, STREAM
from tdweb.hosting.intake import (
    IN_MEMORY,
    Body,
    BodyRefused,
    Gone,
    Message,
    Receive,
    Store,
)
from tdweb.hosting.lines import LineStreams, takes
from tdweb.hosting.measures import Silent
from tdweb.hosting.stream import Heads, Hub, heads_of
from tdweb.logs import route_of
from tdweb.trouble import sent

Scope = dict[str, Any]
Send = Callable[[Message], Awaitable[None]]

MOST_OPEN = 1000
"""So many requests of a process may be open: on their way in, waiting, answered."""
MOST_FILINGS = 512
"""So many filings may wait for a place."""
AGAIN = b"5"
"""In so many seconds a page that was refused tries again."""
LATER = 0.2
"""So many seconds a stream waits where polls have no place."""
FEW = 4
"""With so many connections each kind has one, but visitors look with the others."""
NOT_MODIFIED = 304
CROWDED = "Too many ask at once. Nothing was read; ask again in a few seconds."
READ_ALONG = b"words"
"""What htmx names where words are only read while they are typed: nothing is filed."""
VISITORS = "/rule"
"""Where the public page begins: who asks there never waits in a director's place."""
UNSAFE = frozenset({"POST", "PUT", "PATCH", "DELETE"})


@dataclass(frozen=True, slots=True)
class WholeAnswer:
    """A whole answer."""

    status: int
    body: bytes = b""
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    route: str = "none"
    """The name of the route that gave it."""
    stream: UUID | None = None
    """The event to whose changes a page listens; its headers begin the stream."""


class GateLane:
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


def lanes(connections: int) -> dict[str, GateLane]:
    """Share out the connections of a process; one is left for the health page.

    Kinds share their places where there are fewer connections than kinds: two at least.
    """
    others = max(1, (connections - 1) * 2 // 7)
    visitors = int(settings.TD_RULE and connections > FEW)
    filings = max(1, connections - 1 - 2 * others - visitors)
    looks = GateLane(others, queue=64 * others, patience=10)
    polls = GateLane(others, queue=8 * others, patience=2)
    health = GateLane(1, queue=16, patience=5)
    return {
        "filing": GateLane(filings, queue=MOST_FILINGS),
        "visitor": GateLane(1, queue=256, patience=10) if visitors else looks,
        "poll": polls if connections >= FEW else looks,
        "look": looks,
        "file": GateLane(2, queue=512, patience=10),
        "health": health if connections >= FEW - 1 else looks,
    }


def kind_of(scope: Scope) -> str:
    """Return which places a request may take; visitors have one place of their own."""
    if settings.TD_RULE and scope["path"].startswith(VISITORS):
        return "visitor"
    if scope["method"] in UNSAFE:
        return "poll" if header(scope, b"hx-trigger-name") == READ_ALONG else "filing"
    path = scope["path"]
    if path.startswith(("/healthz", "/metrics")):
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

    def __call__(self, scope: Scope, body: IO[bytes]) -> WholeAnswer:
        """Answer a request that is here whole."""
        set_script_prefix(scope.get("root_path", ""))
        request_started.send(sender=type(self), scope=scope)
        try:
            request = ASGIRequest(scope, body)
        except (UnicodeDecodeError, RequestDataTooBig):
            return WholeAnswer(400)
        response = self.get_response(request)
        try:
            if stream := response.headers.get(STREAM, ""):
                del response[STREAM], response["Content-Length"]
            pairs = [
                (name.lower().encode("latin1"), value.encode("latin1"))
                for name, value in response.items()
            ]
            pairs += [
                (b"set-cookie", cookie.output(header="").strip().encode("latin1"))
                for cookie in response.cookies.values()
            ]
            whole, route = b"".join(response), route_of(request)
            listens = UUID(stream) if stream else None
            return WholeAnswer(response.status_code, whole, pairs, route, listens)
        finally:
            response.close()


class Gate:
    """The site as an ASGI application; `pages` runs in threads, one for each place."""

    def __init__(
        self,
        pages: Callable[[Scope, IO[bytes]], WholeAnswer],
        places: dict[str, GateLane] | None = None,
        store: Store | None = None,
        measures: Silent | None = None,
    ) -> None:
        self.pages = pages
        self.lanes = places or lanes(settings.TD_POOL)
        self.measures = measures or Silent()
        for kind, lane in self.lanes.items():
            self.measures.watch(kind, partial(len, lane.waiting))
        self.store = store or Store()
        self.free = MOST_OPEN
        self.hub = Hub(self.look)
        self.streams = LineStreams(self.in_place)
        most = sum(lane.free for lane in set(self.lanes.values()))
        self.threads = ThreadPoolExecutor(most, thread_name_prefix="page")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take a request in, let it wait for its place, and answer it."""
        if scope["type"] != "http":
            raise ValueError(f"The site answers HTTP, not {scope['type']}.")
        if not self.free:
            self.measures.refused(kind_of(scope), HTTPStatus.SERVICE_UNAVAILABLE)
            await tell(send, closing(busy(scope)))
            return
        self.free -= 1
        try:
            if takes(scope["method"], scope["path"], header(scope, b"content-type")):
                await self.stream(scope, receive, send)
                return
            with Body(self.store) as body:
                found = await self.take(scope, receive, body)
            if found.stream is None:
                await tell(send, found)
            elif self.hub.free:
                await send(beginning(found))
                await self.hub.hold(found.stream, receive, send)
            else:
                self.measures.refused("stream", HTTPStatus.SERVICE_UNAVAILABLE)
                await tell(send, WholeAnswer(HTTPStatus.SERVICE_UNAVAILABLE))
        except Gone:
            return
        finally:
            self.free += 1

    async def look(self, chains: list[UUID]) -> Heads:
        """Return the heads of some events; nothing where polls have no place either."""
        lane = self.lanes["poll"]
        return await self.run(lane, heads_of, chains) if await lane.enter() else {}

    async def in_place(self, function: Callable[..., Any], *given: object) -> Any:  # noqa: ANN401 - what it returns
        """Return what a function says that uses the database, in a place of a poll."""
        lane = self.lanes["poll"]
        while not await lane.enter():  # noqa: ASYNC110 - as below
            await asyncio.sleep(LATER)  # nothing says when a place is free
        return await self.run(lane, function, *given)

    async def run(
        self,
        lane: GateLane,
        function: Callable[..., Any],
        *given: object,
    ) -> Any:  # noqa: ANN401 - what it returns
        """Run a function in a thread; its place is free again when it has ended."""
        loop = asyncio.get_running_loop()
        running = loop.run_in_executor(self.threads, function, *given)
        running.add_done_callback(lambda _done: lane.leave())
        return await asyncio.shield(running)

    async def stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer positions by lines as they come, or say why not."""
        token = header(scope, b"authorization").decode("latin1")
        refused = await self.streams.hold(token, receive, send)
        if refused is not None:
            self.measures.refused("filing", refused.status_code)
            pairs = [
                (name.lower().encode("latin1"), value.encode("latin1"))
                for name, value in refused.items()
            ]
            await tell(
                send, closing(WholeAnswer(refused.status_code, refused.content, pairs))
            )

    async def take(self, scope: Scope, receive: Receive, body: Body) -> WholeAnswer:
        """Return the answer to a request whose body is still to come."""
        try:
            await body.take_in(receive)
        except BodyRefused as why:
            self.measures.refused(kind_of(scope), why.status)
            full = why.status is HTTPStatus.SERVICE_UNAVAILABLE
            return closing(busy(scope) if full else WholeAnswer(why.status))
        scope[ARRIVED] = arrived = ticks()
        kind = kind_of(scope)
        found = await self.answer(scope, body, kind)
        if found is None:
            self.measures.refused(kind, HTTPStatus.SERVICE_UNAVAILABLE)
            return busy(scope, body if body.size <= IN_MEMORY else None)
        self.measures.answered(kind, found.route, found.status, ticks() - arrived)
        return found

    async def answer(self, scope: Scope, body: Body, kind: str) -> WholeAnswer | None:
        """Return the answer of the pages, or None when there is no place."""
        lane = self.lanes[kind]
        if not await lane.enter():
            return None
        found: WholeAnswer = await self.run(lane, self.pages, scope, body.file)
        return found


def busy(scope: Scope, body: Body | None = None) -> WholeAnswer:
    """Say that there is too much to do; a person gets a page that tries again.

    A form is in that page whole, with its key. Of one whose body was not taken in the
    page only says that nothing was recorded.
    """
    headers = [(b"retry-after", AGAIN), (b"cache-control", b"no-store")]
    status = HTTPStatus.SERVICE_UNAVAILABLE
    if scope["path"].startswith("/api/"):
        headers.append((b"content-type", b"application/json"))
        return WholeAnswer(status, problem(status, CROWDED).content, headers)
    kind = kind_of(scope)
    if header(scope, b"x-poll") or kind not in {"look", "filing", "visitor"}:
        return WholeAnswer(status, b"", headers)
    request = ASGIRequest(scope, body.file if body else BytesIO())
    context: dict[str, object] = {"seconds": AGAIN.decode()}
    if scope["method"] in UNSAFE:
        context |= kept(request) if body else {"unread": True}
    else:
        headers.append((b"hx-refresh", b"true"))
    with translation.override(translation.get_language_from_request(request)):
        page = render_to_string("503.html", context).encode()
    headers.append((b"content-type", b"text/html; charset=utf-8"))
    headers.append((b"content-security-policy", policy()))
    headers.append((b"x-content-type-options", b"nosniff"))
    return WholeAnswer(status, page, headers)


def kept(request: ASGIRequest) -> dict[str, object]:
    """Return what a page needs to send a form again by itself, if it can be read."""
    try:
        return sent(request) | {"again": True}
    except (MultiPartParserError, SuspiciousOperation):
        return {"unread": True}


def policy() -> bytes:
    """Return what a browser may do on a page that no middleware of Django has seen."""
    rules = settings.CSP_DIRECTIVES.items()
    return "; ".join(f"{name} {' '.join(of)}" for name, of in rules).encode()


def closing(said: WholeAnswer) -> WholeAnswer:
    """Return an answer to a body that was not read: its connection ends with it."""
    return replace(said, headers=[*said.headers, (b"connection", b"close")])


async def tell(send: Send, said: WholeAnswer) -> None:
    """Send a whole answer."""
    headers = list(said.headers)
    known = any(name == b"content-length" for name, _ in headers)
    if not known and said.status != NOT_MODIFIED:
        headers.append((b"content-length", str(len(said.body)).encode()))
    await send(beginning(replace(said, headers=headers)))
    await send({"type": "http.response.body", "body": said.body})


def beginning(said: WholeAnswer) -> Message:
    """Return the message with status and headers of an answer."""
    kind = "http.response.start"
    return {"type": kind, "status": said.status, "headers": said.headers}
