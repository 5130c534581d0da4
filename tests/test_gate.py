"""When a request had arrived, what waits for whom, and what is refused first (R6)."""

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from io import BytesIO
from urllib.parse import urlencode

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client
from django.urls import reverse

from rulings import clock
from rulings.forms.table.statement import StatementForm
from rulings.models import Objection
from rulings.views.common import ARRIVED
from rulings.workflow.event import scores
from tdweb.hosting.gate import (
    MOST_FILINGS,
    MOST_OPEN,
    READ_ALONG,
    Gate,
    GateLane,
    Pages,
    WholeAnswer,
    kind_of,
    lanes,
)
from tdweb.hosting.intake import Store
from tests.factories import make_case, make_event
from tests.people import hold, phone, sent, slips_of, stop_clock, tablet

SECRET = "gate" * 8
MS = timedelta(milliseconds=1)


def run(story):
    """Run a story in a loop of its own: a browser's tests keep one in this thread."""
    with ThreadPoolExecutor(1) as alone:
        return alone.submit(asyncio.run, story()).result()


@pytest.fixture
def one_connection():
    """Keep the connection of the test, as Django's own test client does."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.django_db
@pytest.mark.usefixtures("one_connection")
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
    jar = hold(Client(), esme.table_pass).cookies | {"csrftoken": SECRET}
    cookies = "; ".join(f"{name}={getattr(v, 'value', v)}" for name, v in jar.items())
    form = sent(act="object", words="No.", csrfmiddlewaretoken=SECRET)
    body = urlencode(form).encode()
    scope = scope_of(
        "POST",
        reverse("player_case", args=[case.pk]),
        cookie=cookies,
        content_type="application/x-www-form-urlencoded",
        content_length=str(len(body)),
    )

    answer = Pages()(scope | {ARRIVED: 1000.0}, BytesIO(body))

    assert answer.status == 303
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
        self.go = threading.Event()

    def __call__(self, scope, body):
        assert scope[ARRIVED] <= clock.ticks()
        self.running.append(kind_of(scope))
        assert self.go.wait(60)
        return WholeAnswer(200, body.read())


async def ask(gate, scope, *parts, send=None):
    """Send a request to the gate; return status, headers and body of the answer."""
    messages = [
        {"type": "http.request", "body": part, "more_body": True} for part in parts
    ]
    messages.append({"type": "http.request", "body": b"", "more_body": False})
    told = []

    async def receive():
        return messages.pop(0)

    async def keep(message):
        told.append(message)

    await gate(scope, receive, send or keep)
    headers = {key.decode(): value.decode() for key, value in told[0]["headers"]}
    return told[0]["status"], headers, b"".join(part["body"] for part in told[1:])


async def until(condition):
    """Let everything go on until something is so."""
    for _ in range(10_000):
        if condition():
            return
        await asyncio.sleep(0.001)
    raise AssertionError("It did not become so.")


def gate_of(inner, store=None, **more):
    places = {"filing": GateLane(1), "poll": GateLane(1, queue=1, patience=60)}
    return Gate(inner, places | more, store)


def test_filings_wait_and_polls_are_refused_first():
    async def story():
        inner = Inner()
        gate = gate_of(inner)
        filings = [
            asyncio.create_task(ask(gate, scope_of("POST"), b"no. ", b"%d" % number))
            for number in range(40)
        ]
        polls = [asyncio.create_task(ask(gate, scope_of(x_poll="1"))) for _ in range(5)]
        await until(lambda: sum(one.done() for one in polls) == 3)
        await until(lambda: len(inner.running) == 2)
        refused = [one.result() for one in polls if one.done()]
        running = list(inner.running)
        inner.go.set()
        return running, refused, [await one for one in filings]

    running, refused, filed = run(story)
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
        messages = [{"type": "http.request", "body": b"half", "more_body": True}]

        async def receive():
            return messages.pop() if messages else {"type": "http.disconnect"}

        await gate(scope_of("POST"), receive, None)
        return large[2], len(inner.running)

    assert run(story) == (b"x" * 200_000, 1)


def test_a_slow_reader_keeps_no_place():
    async def story():
        inner = Inner()
        inner.go.set()
        gate = gate_of(inner)
        reading, stuck = asyncio.Event(), asyncio.Event()

        async def send(_message):
            reading.set()
            await stuck.wait()

        slow = asyncio.create_task(ask(gate, scope_of("POST"), send=send))
        await reading.wait()
        answer = await ask(gate, scope_of("POST"), b"quick")
        slow.cancel()
        return answer

    assert run(story)[0] == 200


def test_a_page_that_is_refused_says_so_in_the_readers_language():
    async def story():
        gate = gate_of(Inner(), look=GateLane(0, queue=0))
        return await ask(gate, scope_of(accept_language="fr", hx_request="true"))

    status, headers, page = run(story)
    assert (status, headers["retry-after"], headers["hx-refresh"]) == (503, "5", "true")
    assert '<html lang="fr">' in page.decode()
    assert '<meta http-equiv="refresh" content="5">' in page.decode()


def test_a_program_that_is_refused_reads_why():
    async def story():
        gate = gate_of(Inner(), look=GateLane(0, queue=0))
        return await ask(gate, scope_of(path="/api/v1/slips"))

    status, headers, said = run(story)
    assert (status, headers["retry-after"]) == (503, "5")
    assert headers["content-type"] == "application/json"
    assert "ask again in a few seconds" in json.loads(said)["problem"]


def test_who_waits_too_long_is_refused_and_keeps_no_place():
    async def story():
        lane = GateLane(1, queue=4, patience=0)
        entered = [await lane.enter(), await lane.enter()]
        lane.patience = None
        gone = asyncio.create_task(lane.enter())
        await until(lambda: lane.waiting)
        gone.cancel()
        await until(gone.done)
        lane.leave()
        return [*entered, await lane.enter(), lane.free]

    assert run(story) == [True, False, True, 0]


@pytest.mark.parametrize("public", [False, True], ids=["", "public page"])
@pytest.mark.parametrize("connections", [2, 3, 4, 5, 8, 20])
def test_all_that_runs_at_once_has_a_connection(settings, connections, public):
    settings.TD_RULE = public
    places = lanes(connections)

    asking = {lane for name, lane in places.items() if name != "file"}

    assert sum(lane.free for lane in asking) <= connections
    assert all(lane.free for lane in asking)
    assert places["filing"].queue == MOST_FILINGS
    assert (places["visitor"] is places["look"]) is (not public or connections < 5)


FORM = {"content_type": "application/x-www-form-urlencoded"}


def test_where_hundreds_wait_a_filing_comes_back_whole_and_goes_out_again():
    async def story():
        inner = Inner()
        gate = gate_of(inner, filing=GateLane(1, queue=1))
        first, second = (
            asyncio.create_task(ask(gate, scope_of("POST"), name))
            for name in (b"first", b"second")
        )
        await until(lambda: gate.lanes["filing"].waiting)
        form = scope_of("POST", "/cases/7/", **FORM)
        refused = await ask(gate, form, b"key=k1&words=a%22b&csrfmiddlewaretoken=t")
        inner.go.set()
        return refused, (await first)[2], (await second)[2]

    (status, headers, page), *filed = run(story)
    page = page.decode()
    assert (status, headers["retry-after"]) == (503, "5")
    assert "hx-refresh" not in headers
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert '<form method="post" action="/cases/7/" data-again="5">' in page
    assert '<input type="hidden" name="key" value="k1">' in page
    assert '<input type="hidden" name="words" value="a&quot;b">' in page
    assert 'name="csrfmiddlewaretoken" value="t"' in page
    assert "http-equiv" not in page
    assert filed == [b"first", b"second"]


def test_words_that_are_read_while_they_are_typed_are_refused_before_filings():
    reading = scope_of("POST", hx_request="true", hx_trigger_name="words")
    field = StatementForm().fields["words"].widget.attrs

    assert READ_ALONG == b"words"
    assert "hx-post" in field
    assert kind_of(reading) == kind_of(scope_of(x_poll="1")) == "poll"
    assert kind_of(scope_of("POST")) == "filing"


def test_a_body_that_does_not_come_is_waited_for_no_longer_than_its_time():
    async def story():
        gate = Gate(Inner(), store=Store(patience=0.05))
        told = []

        async def never():
            await asyncio.sleep(60)

        async def send(message):
            told.append(message)

        await gate(scope_of("POST"), never, send)
        return told[0], gate.free

    start, free = run(story)
    assert (start["status"], free) == (408, MOST_OPEN)
    assert (b"connection", b"close") in start["headers"]


def test_large_files_share_a_room_and_small_filings_need_none():
    async def story():
        inner = Inner()
        gate = gate_of(inner, store=Store(100_000), filing=GateLane(1))
        large = b"x" * 150_000
        first = asyncio.create_task(ask(gate, scope_of("POST"), large))
        await until(lambda: inner.running)
        other = await ask(gate, scope_of("POST", **FORM), large)
        program = await ask(gate, scope_of("POST", "/api/v1/records"), large)
        small = asyncio.create_task(ask(gate, scope_of("POST"), b"small"))
        inner.go.set()
        return other, program, await first, await small, gate.store.free

    other, program, first, small, free = run(story)
    status, headers, page = other
    assert (status, headers["retry-after"], headers["connection"]) == (
        503,
        "5",
        "close",
    )
    assert "Go back, wait a moment and send it again." in page.decode()
    assert "<form" not in page.decode()
    assert program[0] == 503
    assert json.loads(program[2])["problem"]
    assert (first[0], small[2], free) == (200, b"small", 100_000)


def test_no_more_requests_are_open_than_a_process_bears():
    async def story():
        inner = Inner()
        gate = gate_of(inner)
        gate.free = 2
        waiting = [
            asyncio.create_task(ask(gate, scope_of("POST"), b"no.")) for _ in range(2)
        ]
        await until(lambda: not gate.free)
        refused = await ask(gate, scope_of("POST", "/api/v1/slips"), b"never read")
        inner.go.set()
        return refused, [(await one)[2] for one in waiting], gate.free

    refused, filed, free = run(story)
    assert (refused[0], refused[1]["connection"]) == (503, "close")
    assert (filed, free) == ([b"no.", b"no."], 2)


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
