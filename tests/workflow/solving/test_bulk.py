"""Batches of a stream: answered by a child or a cluster, then forgotten."""

import json
import logging
import multiprocessing
import os
import threading
from contextlib import suppress
from datetime import timedelta
from multiprocessing.connection import Connection

import pytest
from django_tasks_db.models import DBTaskResult

from rulings.models import LineBatch
from rulings.solver import Settings
from rulings.solver.tools import asked
from rulings.workflow.solving import bulk
from rulings.workflow.solving.bulk import answer_lines, forget_streams
from rulings.workflow.solving.solve import LOST_AFTER
from rulings.workflow.solving.sweep import sweep
from tests.factories import make_event

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


CLAIM = {"claimer": "N", "declarer": "N", "tricks": 1}
QUESTION = json.dumps(
    {
        "position": "S E:- 11-0 N:.A..2 .2..3 .K..4 .3..5",
        "claim": CLAIM,
        "settings": Settings().to_json(),
    }
)


@pytest.fixture
def cast():
    return make_event()


class Threads:
    """Gives threads for children: they end at what ends a child."""

    Pipe = staticmethod(multiprocessing.Pipe)

    class Process(threading.Thread):
        def __init__(self, *, target, args, daemon):
            pipe, memory = args
            own = Connection(os.dup(pipe.fileno()))  # as a child has its own
            super().__init__(target=target, args=(own, memory), daemon=daemon)

        def kill(self):
            """Let it end by itself: its pipe is closed."""

        def run(self):
            with suppress(EOFError, OSError):
                super().run()


def strange(pipe, _memory):
    """Answer as a child does, but for a question that ends it and one that lasts."""
    with pipe:
        while (question := pipe.recv()) != "break":
            if question != "last":
                pipe.send({"award": int(question)})


def test_a_question_that_takes_too_long_or_breaks_costs_itself_alone(cast, monkeypatch):
    monkeypatch.setattr(bulk, "FORKS", Threads)
    monkeypatch.setattr(bulk, "answer_rows", strange)
    monkeypatch.setattr(bulk, "WALL_SECONDS", 0.2)
    monkeypatch.setattr(bulk, "_solver", solver := bulk.LineSolver())
    batch = bulk.queue_lines(["1", "break", "3", "last", "5"], cast.at)

    answer_lines.call(str(batch))
    solver.end()

    rows = bulk.rows_so_far(batch)
    assert [row["award"] for row in rows] == [1, None, 3, None, 5]
    codes = [row.get("code") for row in rows]
    assert codes == [None, "failed", None, "timed_out", None]


def test_a_question_that_breaks_the_solver_is_logged_without_its_cards(
    cast, monkeypatch, caplog
):
    def broken(*_given):
        raise ZeroDivisionError("S A K Q")

    monkeypatch.setattr(asked, "adjudicate", broken)
    monkeypatch.setattr(bulk, "_elsewhere", [])
    bulk.answer_elsewhere(map)
    batch = bulk.queue_lines([QUESTION], cast.at)
    caplog.set_level(logging.ERROR, logger=bulk.log.name)

    answer_lines.call(str(batch))

    (row,) = bulk.rows_so_far(batch)
    assert (row["code"], "where" in row) == ("failed", False)
    (line,) = caplog.records
    assert line.facts["why"] == "No proposal came of it: ZeroDivisionError."
    assert line.facts["where"].startswith("test_bulk.py:")
    assert "A K Q" not in str(line.__dict__)


def test_a_cluster_answers_where_the_worker_was_given_one(cast, monkeypatch):
    monkeypatch.setattr(bulk, "_elsewhere", [])
    parts = []

    def spread(work, batches):
        for batch in batches:
            parts.append(len(batch))
            yield [{"award": int(one)} for one in batch]

    bulk.answer_elsewhere(spread)
    batch = bulk.queue_lines([str(one) for one in range(20)], cast.at)

    answer_lines.call(str(batch))

    assert [row["award"] for row in bulk.rows_so_far(batch)] == list(range(20))
    assert parts == [8, 8, 4]


def test_what_broken_streams_left_is_swept(cast):
    bulk.queue_lines(["x"], cast.at)
    DBTaskResult.objects.update(status="RUNNING", started_at=cast.at, worker_ids=["w"])

    late = cast.at + LOST_AFTER + timedelta(seconds=1)
    assert sweep(late).queued_again == 1
    forget_streams(late)
    assert LineBatch.objects.exists()
    forget_streams(cast.at + bulk.KEPT_FOR + timedelta(seconds=1))
    assert not LineBatch.objects.exists()
