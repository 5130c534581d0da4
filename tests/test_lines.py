"""Positions by lines: read as they come, answered in order, held back, counted."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta

import pytest
from django.db import connections
from django_tasks_db.models import DBTaskResult

from rulings.models import Entry, KeyDay, LineBatch
from rulings.views.api import lines as door
from rulings.workflow.event.api_keys import revoke_key, set_quota
from rulings.workflow.solving import bulk
from rulings.workflow.solving.bulk import answer_lines, until_tomorrow
from tdweb.hosting import lines
from tdweb.hosting.gate import Gate
from tdweb.hosting.lines import LineStreams
from tests.factories import make_event, shell
from tests.programs import give_key

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
EASY = {
    "position": "S E:- 11-0 N:.A..2 .2..3 .K..4 .3..5",
    "claimer": "N",
    "declarer": "N",
    "tricks": 1,
}
KIND = "application/x-ndjson; charset=utf-8"


@pytest.fixture
def cast(monkeypatch, settings):
    cast = make_event()
    settings.TD_BULK = "1"
    monkeypatch.setattr(door, "receipt_at", lambda: cast.at)
    monkeypatch.setattr(bulk, "_solver", Unsearched())
    monkeypatch.setattr(lines, "close_old_connections", lambda: None)
    return cast


class Unsearched:
    """Answers as a child of a worker does, without a search."""

    def row(self, question):
        claimed = json.loads(question)["claim"]["tricks"]
        return {"status": "exact", "award": claimed, "claimed_left": claimed}


@pytest.fixture
def pool():
    """Lend the test's connection to a thread, as a place of the gate has one."""
    mine = connections["default"]
    mine.inc_thread_sharing()
    lent = ThreadPoolExecutor(1, initializer=lend, initargs=(mine,))
    yield lent
    lent.shutdown()
    mine.dec_thread_sharing()


def lend(mine):
    connections["default"] = mine


class Stream:
    """A program's stream at the gate: lines go in when it likes, rows are kept."""

    def __init__(self, hall, token, *, reads=True):
        self.told, self.reads, self.sent = [], reads, asyncio.Queue()
        self.taken = 0
        headers = {"authorization": f"Bearer {token}", "content-type": KIND}
        pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
        scope = {"type": "http", "method": "POST", "path": lines.PATH, "headers": pairs}
        self.running = asyncio.create_task(hall.gate(scope, self.receive, self.send))

    async def receive(self):
        message = await self.sent.get()
        self.taken += 1
        return message

    async def send(self, message):
        if not self.reads and message["type"] == "http.response.body":
            await asyncio.Event().wait()
        self.told.append(message)

    def put(self, *sent, more=True):
        body = b"".join(
            one if isinstance(one, bytes) else json.dumps(one).encode() + b"\n"
            for one in sent
        )
        self.sent.put_nowait({"type": "http.request", "body": body, "more_body": more})

    def leave(self):
        self.sent.put_nowait({"type": "http.disconnect"})

    @property
    def status(self):
        return self.told[0]["status"]

    @property
    def headers(self):
        return {name.decode(): text.decode() for name, text in self.told[0]["headers"]}

    @property
    def body(self):
        return b"".join(one["body"] for one in self.told[1:])

    @property
    def rows(self):
        return [json.loads(line) for line in self.body.splitlines()]


class Hall:
    """A gate with one place, and a worker that answers from it while a story runs."""

    def __init__(self, pool, *, worked=True):
        self.pool, self.worked = pool, worked
        self.gate = Gate(None)
        self.gate.streams = LineStreams(self.work)

    async def work(self, function, *given):
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.pool, function, *given)

    async def answer(self):
        while self.worked:
            await self.work(answer_batches)
            await asyncio.sleep(0.01)

    async def become(self, condition):
        """Let everything go on until something is so."""
        async with asyncio.timeout(8):
            while not await self.work(condition):  # noqa: ASYNC110 - a database
                await asyncio.sleep(0.01)

    def run(self, story):
        """Run a story in a loop of its own: a browser's tests keep one here."""

        async def whole():
            worker = asyncio.create_task(self.answer())
            try:
                return await asyncio.wait_for(story(), 10)
            finally:
                worker.cancel()
                with suppress(asyncio.CancelledError):
                    await worker

        with ThreadPoolExecutor(1) as alone:
            return alone.submit(asyncio.run, whole()).result()

    def all_of(self, token, *sent):
        """Send everything, then return the stream with its rows."""

        async def story():
            stream = Stream(self, token)
            stream.put(*sent, more=False)
            await stream.running
            return stream

        return self.run(story)


def answer_batches():
    for job in DBTaskResult.objects.filter(status="READY", queue_name="bulk"):
        DBTaskResult.objects.filter(pk=job.pk).update(status="SUCCESSFUL")
        answer_lines.call(*job.args_kwargs["args"])


def test_rows_come_in_order_and_a_wrong_line_costs_itself_alone(cast, pool):
    program = give_key(cast, "director")
    before = Entry.objects.count()

    stream = Hall(pool).all_of(
        program.token,
        {**EASY, "id": "first"},
        b"\n",
        {**EASY, "tricks": 4},
        b"{no JSON\n",
        {**EASY, "typo": 1},
        {**EASY, "tricks": 0},
    )

    assert (stream.status, stream.headers["content-type"]) == (200, KIND[:20])
    assert [row["line"] for row in stream.rows] == [1, 3, 4, 5, 6]
    codes = [row.get("code") for row in stream.rows]
    assert codes == [None, *["line_wrong"] * 3, None]
    first, *_, last = stream.rows
    assert (first["id"], first["status"], first["award"]) == ("first", "exact", 1)
    assert last["claimed_left"] == 0
    assert "give 0 to 2" in stream.rows[1]["error"]
    assert "typo" in stream.rows[3]["error"]
    assert KeyDay.objects.get().positions == 2
    assert not LineBatch.objects.exists()
    assert Entry.objects.count() == before


def test_a_row_is_there_before_the_next_line_is_sent(cast, pool):
    token, hall = give_key(cast).token, Hall(pool)

    async def story():
        stream = Stream(hall, token)
        for number in (1, 2):
            stream.put(EASY)
            await hall.become(lambda number=number: len(stream.rows) == number)
        stream.put(more=False)
        await stream.running
        return stream

    assert [row["line"] for row in hall.run(story).rows] == [1, 2]


@pytest.mark.parametrize("reads", [True, False], ids=["no worker", "no reader"])
def test_no_more_is_read_than_workers_and_reader_keep_up_with(
    cast, pool, monkeypatch, reads
):
    monkeypatch.setattr(lines, "IN_A_BATCH", 1)
    monkeypatch.setattr(lines, "HELD", 2)
    token, hall = give_key(cast).token, Hall(pool, worked=not reads)
    # On their way, the one that is waited for, the one that is next; rows held.
    most = lines.AHEAD + 2 + (0 if reads else 2 + 2)

    async def story():
        stream = Stream(hall, token, reads=reads)
        for _ in range(40):
            stream.put(EASY)
        await hall.become(lambda: stream.taken > lines.AHEAD)
        await asyncio.sleep(0.3)
        held = stream.taken
        stream.running.cancel()
        with suppress(asyncio.CancelledError):
            await stream.running
        return held

    assert lines.AHEAD < hall.run(story) <= most
    assert not LineBatch.objects.exists()


def test_who_leaves_has_nothing_solved_for_him(cast, pool):
    token, hall = give_key(cast).token, Hall(pool, worked=False)

    async def story():
        stream = Stream(hall, token)
        stream.put(EASY)
        await hall.become(LineBatch.objects.exists)
        stream.leave()
        await stream.running
        return stream

    stream = hall.run(story)
    assert stream.rows == []
    assert not LineBatch.objects.exists()
    answer_batches()  # its job finds nothing to do


def test_a_key_has_so_many_positions_a_day(cast, pool, settings):
    settings.TD_BULK_DAY = 2
    program, wait = give_key(cast), until_tomorrow(cast.at)

    first = Hall(pool).all_of(program.token, EASY, EASY, b"{}\n", EASY, EASY)
    second = Hall(pool).all_of(program.token, EASY)
    other = Hall(pool).all_of(give_key(cast, "director").token, EASY)

    codes = [row.get("code") for row in first.rows]
    assert codes == [None, None, "line_wrong", "lines_day"]
    assert first.rows[-1]["retry_after"] == wait
    said = json.loads(second.body)
    assert (second.status, said["code"]) == (429, "lines_day")
    assert second.headers["retry-after"] == str(wait)
    assert "2 positions of the day" in said["problem"]
    assert other.status == 200
    cast.at += timedelta(seconds=wait)
    assert Hall(pool).all_of(program.token, EASY).status == 200


def test_a_key_may_have_a_number_of_its_own_which_counts_at_once(cast, pool):
    program, other, hall = give_key(cast), give_key(cast, "director"), Hall(pool)
    set_quota(shell(cast.at), cast.event, program.key, 2)

    async def story():
        stream = Stream(hall, program.token)
        stream.put(EASY)
        await hall.become(lambda: stream.rows)
        await hall.work(set_quota, shell(cast.at), cast.event, program.key, 1)
        stream.put(EASY)
        await stream.running
        return stream

    codes = [row.get("code") for row in hall.run(story).rows]
    assert codes == [None, "lines_day"]
    assert Hall(pool).all_of(other.token, EASY, EASY).status == 200
    set_quota(shell(cast.at), cast.event, program.key, None)
    assert Hall(pool).all_of(program.token, EASY).status == 200


def test_a_key_that_is_revoked_ends_its_stream(cast, pool):
    program, hall = give_key(cast), Hall(pool)

    async def story():
        stream = Stream(hall, program.token)
        stream.put(EASY)
        await hall.become(lambda: stream.rows)
        await hall.work(revoke_key, shell(cast.at), cast.event, program.key)
        stream.put(EASY, EASY)
        await stream.running
        return stream

    codes = [row.get("code") for row in hall.run(story).rows]
    assert codes == [None, "key_revoked"]


@pytest.mark.parametrize(
    ("role", "told"),
    [
        pytest.param("scorer", (403, None), id="role"),
        pytest.param("director", (503, "lines_off"), id="off"),
        pytest.param(None, (401, None), id="no key"),
    ],
)
def test_who_may_not_is_told_before_anything_is_read(cast, pool, settings, role, told):
    settings.TD_BULK = ""
    token = give_key(cast, role).token if role else "td_none"

    stream = Hall(pool).all_of(token, EASY)

    assert (stream.status, json.loads(stream.body).get("code")) == told
    assert not LineBatch.objects.exists()


def test_a_key_has_one_stream_at_a_time(cast, pool):
    token, hall = give_key(cast).token, Hall(pool)

    async def story():
        first, second = Stream(hall, token), None
        first.put(EASY)
        await hall.become(lambda: first.rows)
        second = Stream(hall, token)
        await second.running
        first.put(more=False)
        await first.running
        return second

    second = hall.run(story)
    assert (second.status, json.loads(second.body)["code"]) == (429, "lines_many")
    assert int(second.headers["retry-after"]) > 0


@pytest.mark.parametrize(
    ("sent", "code"),
    [(None, "lines_silent"), (b"x" * (lines.MAX_LINE + 1), "lines_too_long")],
)
def test_a_stream_that_says_nothing_or_no_end_is_ended(
    cast, pool, monkeypatch, sent, code
):
    monkeypatch.setattr(lines, "SILENCE", 0.2)
    token, hall = give_key(cast).token, Hall(pool)

    async def story():
        stream = Stream(hall, token)
        if sent:
            stream.put(sent)
        await stream.running
        return stream

    assert [row["code"] for row in hall.run(story).rows] == [code]
