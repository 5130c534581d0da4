"""kill -9 while rulings are recorded: nothing acknowledged is lost (T2, R5, R9)."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from rulings.models import Entry, Ruling
from rulings.workflow.proof.verify import verify
from tests import factories, processes, tree

SEED = 68


@contextmanager
def writers():
    """Start the program that forks writers; yield how to talk with it."""
    with subprocess.Popen(
        [sys.executable, tree.ROOT / "tests" / "kill_writer.py"],
        cwd=tree.ROOT,
        env=processes.environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdout.readline() == "ready\n"
        yield program


def kill_one(program, receipts, wait):
    """Kill a writer a moment after some receipts, and return those it had given.

    Counted, not timed: a slow machine kills at work too.
    """
    program.stdin.write("go\n")
    program.stdin.flush()
    lines = [program.stdout.readline()]
    while (
        not any(line.startswith("writer") for line in lines)
        or "begun\n" not in lines
        or sum(line.startswith("receipt") for line in lines) < receipts
    ):
        lines.append(program.stdout.readline())
    time.sleep(wait)
    writer = next(line for line in lines if line.startswith("writer"))
    os.kill(int(writer.split()[1]), signal.SIGKILL)
    while lines[-1] != "gone\n":
        lines.append(program.stdout.readline())
    words = [line.split() for line in lines if line.startswith("receipt")]
    return {int(seq): code for _, seq, code in words}


def rulings_in_log(after):
    """Return the ids of rulings that entries after a number wrote."""
    found = set()
    for entry in Entry.objects.filter(seq__gt=after, act__in=("rule", "revise")):
        rows = json.loads(bytes(entry.data))["rows"]
        found |= {row for table, row, _ in rows if table == "ruling"}
    return found


def kill_many(times):
    """Kill so many writers; return receipts and the times they were given a moment."""
    chance = random.Random(SEED)
    acknowledged = {}
    written, checked = rulings_in_log(0), Entry.objects.latest("seq").seq
    with writers() as program:
        for _ in range(times):
            receipts, wait = chance.randrange(3), chance.uniform(0, 0.1)
            acknowledged |= kill_one(program, receipts, wait)

            kept = dict(
                Entry.objects.filter(seq__in=acknowledged).values_list("seq", "code")
            )
            written |= rulings_in_log(checked)
            checked = Entry.objects.order_by("seq").last().seq

            assert kept == acknowledged
            assert {str(row.pk) for row in Ruling.objects.all()} == written
    return acknowledged


@pytest.mark.django_db(transaction=True)
def test_killed_writers_lose_no_receipt_and_leave_no_half_ruling():
    cast = factories.make_event()
    factories.make_case(cast, state="announced")

    acknowledged = kill_many(50)

    assert len(acknowledged) >= 25  # enough work for the kills to hit
    assert verify().findings == []


@pytest.mark.soak("T2")
@pytest.mark.django_db(transaction=True)
def test_a_thousand_killed_writers_lose_nothing():
    cast = factories.make_event()
    factories.make_case(cast, state="announced")

    acknowledged = kill_many(1000)

    assert len(acknowledged) >= 500
    assert verify().findings == []
