"""Several machines on one PostgreSQL: one of each is killed, and nothing is lost."""

import json
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid
from contextlib import ExitStack, contextmanager
from datetime import timedelta

import pytest
from django.db import connection
from django_tasks_db.models import DBTaskResult

from rulings.clock import receipt_at
from rulings.models import Entry, Playing, Proposal, Role
from rulings.workflow.proof.verify import verify
from rulings.workflow.solving import solve
from rulings.workflow.solving.propose import propose
from rulings.workflow.solving.sweep import sweep
from tests import factories, processes, tree
from tests.programs import give_key

ADDRESSES = ("127.0.0.1", "127.0.0.2")
PROPOSALS = 4
WORKERS = 3
DONE = {"exact", "range", "timed_out"}


@contextmanager
def program(*command):
    """Run a program on the test database until the test is over."""
    with subprocess.Popen(
        [sys.executable, *command],
        cwd=tree.ROOT,
        env=processes.environment(),
        stdout=subprocess.DEVNULL,
    ) as started:
        try:
            yield started
        finally:
            started.kill()


@contextmanager
def web(host):
    """Run a web process on an address; the value is where it is, and itself."""
    with socket.socket() as free:
        free.bind((host, 0))
        port = free.getsockname()[1]
    command = ("-m", "uvicorn", "tdweb.asgi:application", "--lifespan", "off")
    with program(*command, "--host", host, "--port", str(port)) as started:
        yield f"http://{host}:{port}", started


def sent(addresses, token, call, key):
    """Send a call to the first machine that answers, as a program does."""
    for address in addresses:
        asked = urllib.request.Request(
            f"{address}/api/v1/calls",
            json.dumps(call).encode(),
            {
                "Host": "localhost",
                "Content-Type": "application/json",
                "Authorization": f"Bearer {token}",
                "Idempotency-Key": key,
            },
        )
        try:
            with urllib.request.urlopen(asked, timeout=30) as answer:
                return json.load(answer)["number"]
        except urllib.error.HTTPError:
            raise
        except OSError:
            continue
    raise AssertionError("no machine answers")


def wait_for(condition):
    """Look again until something has happened."""
    end = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.1)


def calls_of(cast):
    """Return each call on each board that is played, as a program says it."""
    rows = Playing.objects.filter(board__event=cast.event).select_related(
        "board", "table"
    )
    return [
        {"session": 1, "section": "A", "table": row.table.number,
         "board": row.board.number, "side": side}
        for row in rows for side in ("NS", "EW")
    ]  # fmt: skip


@pytest.mark.soak("machines")
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite is one machine's")
@pytest.mark.django_db(transaction=True)
def test_two_web_machines_and_three_workers_survive_one_of_each():
    cast = factories.make_event()
    token = give_key(cast, Role.Name.DIRECTOR).token
    for _ in range(PROPOSALS):
        case = factories.make_case(cast, state="frozen")
        propose(cast.form(cast.dana), case.pk)
    before = Entry.objects.count()

    with ExitStack() as running:
        (one, killed), (two, _kept) = (
            running.enter_context(web(host)) for host in ADDRESSES
        )
        worker = ("manage.py", "db_worker", "--no-startup-delay", "--no-reload")
        workers = [
            running.enter_context(program(*worker, "--interval", "0.1"))
            for _ in range(WORKERS)
        ]
        wait_for(lambda: DBTaskResult.objects.exclude(status="READY").exists())
        workers[0].send_signal(signal.SIGKILL)
        receipts = {}
        for at, call in enumerate(calls_of(cast)):
            if at == len(ADDRESSES) * 5:
                killed.send_signal(signal.SIGKILL)
            key, way = str(uuid.uuid4()), (one, two) if at % 2 else (two, one)
            receipts[key] = sent(way, token, call, key)
            assert sent((two,), token, call, key) == receipts[key]
        proposals = Proposal.objects.filter(case__playing__board__event=cast.event)
        sweep(receipt_at() + solve.LOST_AFTER + timedelta(seconds=1))
        wait_for(lambda: set(proposals.values_list("status", flat=True)) <= DONE)

    acts = Entry.objects.filter(act="own_call").count()
    assert acts == len(receipts) == len(set(receipts.values()))
    assert proposals.count() == PROPOSALS
    assert Entry.objects.count() >= before + acts
    assert verify().findings == []
