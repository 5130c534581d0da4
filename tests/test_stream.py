"""Open pages are told that their event has moved, and poll on where they cannot be."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from rulings.clock import ticks
from rulings.views.common import ARRIVED
from tdweb.hosting import stream
from tdweb.hosting.gate import MOST_OPEN, Gate, GateLane, Pages, WholeAnswer
from tdweb.hosting.stream import Hub, heads_of
from tests.factories import make_case, make_event, make_user
from tests.people import phone, slips_of, tablet
from tests.test_gate import one_connection, scope_of, until

__all__ = ["one_connection"]
LISTENS = {"Accept": "text/event-stream"}
ONE, OTHER = UUID(int=1), UUID(int=2)


def run(story):
    """Run a story in a loop of its own: a browser's tests keep one in this thread."""
    with ThreadPoolExecutor(1) as alone:
        return alone.submit(asyncio.run, story()).result()


class Page:
    """A page that listens: what it was told, and its connection."""

    def __init__(self):
        self.told, self.closed = [], asyncio.Event()

    async def receive(self):
        await self.closed.wait()
        return {"type": "http.disconnect"}

    async def send(self, message):
        self.told.append(message)

    @property
    def said(self):
        return b"".join(message.get("body", b"") for message in self.told)


def hub_of(heads, looked):
    async def look(chains):
        looked.append(sorted(chains))
        return {chain: heads[chain] for chain in chains}

    return Hub(look, every=0.005)


def test_pages_hear_of_their_own_event_and_one_look_serves_them_all():
    async def story():
        heads, looked = {ONE: 5, OTHER: 9}, []
        hub = hub_of(heads, looked)
        pages = [Page() for _ in range(3)]
        listening = [
            asyncio.create_task(hub.hold(chain, page.receive, page.send))
            for chain, page in zip((ONE, ONE, OTHER), pages, strict=True)
        ]
        await until(lambda: len(looked) > 3)
        before = [page.said for page in pages]
        heads[ONE] += 1
        await until(lambda: pages[0].said.count(b"moved") == 2)
        await until(lambda: pages[1].said.count(b"moved") == 2)
        after = [page.said for page in pages]
        for page in pages:
            page.closed.set()
        await asyncio.gather(*listening)
        count = len(looked)
        await until(lambda: hub.watching is None)
        return before, after, looked[2], count, len(looked), hub

    before, after, look, count, later, hub = run(story)
    assert before == [stream.MOVED] * 3  # what happened while the page was on its way
    assert after == [stream.MOVED * 2, stream.MOVED * 2, stream.MOVED]
    assert look == [ONE, OTHER]
    assert later <= count + 1  # nobody listens, nobody looks
    assert (hub.free, hub.listeners, hub.seen) == (stream.MOST_LISTENERS, {}, {})


def test_a_page_that_hears_nothing_gets_signs_of_life_and_asks_again_in_the_end(
    monkeypatch,
):
    monkeypatch.setattr(stream, "SIGN_OF_LIFE", 0.01)
    monkeypatch.setattr(stream, "LONGEST", 0.1)

    async def story():
        page = Page()
        await hub_of({ONE: 5}, []).hold(ONE, page.receive, page.send)
        return page

    page = run(story)
    assert page.said.startswith(stream.MOVED + stream.HERE)
    assert page.told[-1] == {"type": "http.response.body", "body": b""}


def test_too_many_listeners_are_refused_and_poll_on():
    async def story():
        answer = WholeAnswer(
            200, b"", [(b"content-type", b"text/event-stream")], "x", ONE
        )
        gate = Gate(lambda *_: answer, {"look": GateLane(1), "poll": GateLane(1)})
        gate.hub = hub_of({ONE: 5}, [])
        gate.hub.free = 1
        first, second = Page(), Page()
        bodies = [{"type": "http.request", "body": b""}]

        def receive(page):
            given = bodies.copy()

            async def inner():
                return given.pop() if given else await page.receive()

            return inner

        listening = asyncio.create_task(gate(scope_of(), receive(first), first.send))
        await until(lambda: first.said)
        await gate(scope_of(), receive(second), second.send)
        first.closed.set()
        await listening
        return first.told[0], second.told[0]["status"], gate.free

    start, refused, free = run(story)
    assert (start["status"], refused) == (200, 503)
    assert start["headers"] == [(b"content-type", b"text/event-stream")]
    assert free == MOST_OPEN


@pytest.mark.django_db
@pytest.mark.usefixtures("one_connection")
def test_who_may_read_a_page_may_listen_and_nobody_else():
    cast = make_event(values={"phones": "always"})
    case = make_case(cast, state="announced")
    names = ("queue", "live", "public_clock")
    pages = {name: reverse(name, args=[cast.event.pk]) for name in names}
    esme = phone(slips_of(cast, case)[1].table_pass)
    listeners = {
        "queue": [tablet(cast.dana), tablet(cast.cleo)],
        "live": [tablet(cast.cleo)],
        "public_clock": [tablet(cast.dana), esme],
    }
    strangers = [tablet(make_user("zoe")), Client()]
    for name, address in pages.items():
        for browser in listeners[name]:
            begun = listen(browser, address)
            names = {name for name, _ in begun.headers}
            assert (begun.status, begun.body, begun.stream) == (200, b"", cast.event.pk)
            assert (b"content-type", b"text/event-stream") in begun.headers
            assert names.isdisjoint({b"x-stream", b"content-length"})
        for browser in strangers:
            refused = listen(browser, address)
            assert (refused.status in {302, 404}, refused.stream) == (True, None)
    assert listen(tablet(cast.dana), pages["live"]).stream is None
    assert heads_of([cast.event.pk]).keys() == {cast.event.pk}


def listen(browser, address):
    """Return what pages answer, behind the gate, to one that would listen."""
    jar = browser.cookies.items()
    cookie = "; ".join(f"{name}={getattr(one, 'value', one)}" for name, one in jar)
    scope = scope_of(path=address, cookie=cookie, accept="text/event-stream")
    return Pages()(scope | {ARRIVED: ticks()}, BytesIO())


@pytest.mark.django_db
def test_without_a_gate_a_page_is_told_to_stop_asking_for_a_stream():
    cast = make_event()
    page = reverse("queue", args=[cast.event.pk])
    assert tablet(cast.dana).get(page, headers=LISTENS).status_code == 204
