"""When a request had arrived, what waits for whom, and what is refused first (R6)."""

import asyncio
from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient
from django.urls import reverse

from rulings import clock
from rulings.models import Objection
from rulings.views.common import ARRIVED
from rulings.workflow.event import scores
from tdweb.gate import IN_MEMORY, Gate, Lane, kind_of, lanes
from tests.factories import make_case, make_event
from tests.people import hold, phone, sent, slips_of, stop_clock, tablet

MS = timedelta(milliseconds=1)


class Waited(AsyncClient):
    """A browser whose requests had arrived three seconds before they are served."""

    def _base_scope(self, **request):
        return super()._base_scope(**request) | {ARRIVED: 1000.0}


@pytest.mark.django_db
@pytest.mark.parametrize(("offset", "late_ms"), [(-MS, 0), (0 * MS, 0), (MS, 1)])
def test_what_waited_for_its_turn_is_as_late_as_it_came(monkeypatch, offset, late_ms):
    cast = make_event(values={"phones": "always"})
    case = make_case(cast, state="announced")
    _noor, esme = slips_of(cast, case)
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    last = max(row.closes_at for row in case.windows.exclude(purpose="own_side"))
    served = last + offset + timedelta(seconds=3)
    monkeypatch.setattr(clock, "database_clock", lambda: served)
    monkeypatch.setattr(clock, "ticks", lambda: 1003.0)
    browser = hold(Waited(), esme.table_pass)

    answer = async_to_sync(browser.post)(
        reverse("player_case", args=[case.pk]), sent(act="object", words="No.")
    )

    assert answer.status_code == 303
    row = Objection.objects.latest("received_at")
    assert (row.received_at, row.late_ms) == (last + offset, late_ms)


def scope_of(method="GET", path="/", **headers):
    pairs = [(k.replace("_", "-").encode(), v.encode()) for k, v in headers.items()]
    return {
        "type": "http",
        "method": method,
        "path": path,
        "headers": [(b"host", b"localhost"), *pairs],
        "query_string": b"",
    }


class Inner:
    """What stands behind the gate: it answers with the body when it is let."""

    def __init__(self):
        self.running = []
        self.go = asyncio.Event()

    async def __call__(self, scope, receive, send):
        self.running.append(kind_of(scope))
        assert scope[ARRIVED] <= clock.ticks()
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message["body"], message["more_body"]
        await self.go.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": body})


async def ask(gate, scope, *parts):
    """Send a request to the gate; return status, headers and body of the answer."""
    messages = [
        {"type": "http.request", "body": part, "more_body": True} for part in parts
    ]
    messages.append({"type": "http.request", "body": b"", "more_body": False})
    told = []

    async def receive():
        return messages.pop(0) if messages else {"type": "http.disconnect"}

    async def send(message):
        told.append(message)

    await gate(scope, receive, send)
    headers = {key.decode(): value.decode() for key, value in told[0]["headers"]}
    return told[0]["status"], headers, b"".join(part["body"] for part in told[1:])


async def settle():
    """Let everything go on that can."""
    for _ in range(10):
        await asyncio.sleep(0)


def gate_of(inner, **more):
    return Gate(
        inner, {"filing": Lane(1), "poll": Lane(1, queue=1, patience=60)} | more
    )


def test_filings_wait_and_polls_are_refused_first():
    async def story():
        inner = Inner()
        gate = gate_of(inner)
        filings = [
            asyncio.create_task(ask(gate, scope_of("POST"), b"no. ", b"%d" % number))
            for number in range(40)
        ]
        polls = [asyncio.create_task(ask(gate, scope_of(x_poll="1"))) for _ in range(5)]
        await settle()
        running, refused = list(inner.running), [one for one in polls if one.done()]
        inner.go.set()
        filed = [await one for one in filings]
        return running, [one.result() for one in refused], filed

    running, refused, filed = asyncio.run(story())
    assert sorted(running) == ["filing", "poll"]
    assert [(status, headers["retry-after"]) for status, headers, _ in refused] == [
        (503, "5")
    ] * 3
    assert [body for *_, body in filed] == [b"no. %d" % number for number in range(40)]


def test_a_large_body_comes_through_and_one_that_breaks_off_does_not():
    async def story():
        inner = Inner()
        inner.go.set()
        gate = gate_of(inner)
        large = await ask(gate, scope_of("POST"), *[b"x" * 50_000] * 4)
        exact = await ask(gate, scope_of("POST"), b"y" * IN_MEMORY)
        messages = [{"type": "http.request", "body": b"half", "more_body": True}]

        async def receive():
            return messages.pop() if messages else {"type": "http.disconnect"}

        await gate(scope_of("POST"), receive, None)
        return large[2], exact[2], len(inner.running)

    large, exact, reached = asyncio.run(story())
    assert large == b"x" * 200_000
    assert exact == b"y" * IN_MEMORY
    assert reached == 2


def test_a_slow_reader_keeps_no_place():
    async def story():
        inner = Inner()
        inner.go.set()
        gate = gate_of(inner)
        stuck = asyncio.Event()

        async def receive():
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(_message):
            await stuck.wait()

        slow = asyncio.create_task(gate(scope_of("POST"), receive, send))
        await settle()
        answer = await ask(gate, scope_of("POST"), b"quick")
        slow.cancel()
        return answer

    assert asyncio.run(story())[0] == 200


def test_a_page_that_is_refused_says_so_in_the_readers_language():
    async def story():
        inner = Inner()
        gate = gate_of(inner, look=Lane(0, queue=0))
        return await ask(gate, scope_of(accept_language="fr", hx_request="true"))

    status, headers, page = asyncio.run(story())
    assert (status, headers["retry-after"], headers["hx-refresh"]) == (503, "5", "true")
    assert '<html lang="fr">' in page.decode()
    assert '<meta http-equiv="refresh" content="5">' in page.decode()


def test_who_waits_too_long_is_refused_and_keeps_no_place():
    async def story():
        lane = Lane(1, queue=4, patience=0)
        entered = [await lane.enter(), await lane.enter()]
        gone = asyncio.create_task(lane.enter())
        await settle()
        gone.cancel()
        lane.leave()
        return [*entered, await lane.enter(), lane.free]

    assert asyncio.run(story()) == [True, False, True, 0]


@pytest.mark.parametrize("connections", [1, 3, 8, 20])
def test_all_that_runs_at_once_has_a_connection(connections):
    places = lanes(connections)
    asking = sum(places[name].free for name in ("filing", "poll", "look", "health"))
    assert asking <= max(connections, 4)
    assert places["filing"].queue is None


POLL = {"HX-Request": "true", "X-Poll": "1"}


@pytest.mark.django_db
def test_a_poll_is_answered_from_the_head_until_something_changes(
    monkeypatch, django_assert_max_num_queries
):
    cast = make_event(values={"phones": "always"})
    case = make_case(cast, state="announced")
    noor, esme = slips_of(cast, case)
    stop_clock(monkeypatch, cast)
    phones = phone(esme.table_pass), reverse("player"), 3
    desk = tablet(cast.dana), reverse("queue", args=[cast.event.pk]), 4

    for browser, address, queries in (phones, desk):
        first = browser.get(address, headers=POLL)
        seen = POLL | {"If-None-Match": first["ETag"]}
        with django_assert_max_num_queries(queries):
            again = browser.get(address, headers=seen)
        whole = browser.get(address, headers={"If-None-Match": first["ETag"]})
        other = phone(noor.table_pass).get(reverse("player"), headers=seen)
        phone(noor.table_pass).post(
            reverse("player_case", args=[case.pk]), sent(act="ask")
        )
        changed = browser.get(address, headers=seen)

        assert [one.status_code for one in (first, again, whole, other, changed)] == [
            200,
            304,
            200,
            200,
            200,
        ]
        assert again.content == b""
        assert changed["ETag"] != first["ETag"]
