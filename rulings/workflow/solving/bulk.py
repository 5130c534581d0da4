"""Positions that stream in by lines: counted by key and day, queued, answered (R15).

A stream hands in batches of questions and takes their rows; it reads on only while few
of its batches wait. Workers of their own answer (`db_worker --queue-name bulk`), each
in a child that can be killed, or on a cluster that the worker was given. Nothing of it
is a ruling and nothing stands in the record; what was sent is forgotten with its rows.
What the solver could not answer is named in the server's log.
"""

from __future__ import annotations

import hashlib
import logging
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, TypeAlias

import django
from django.conf import settings
from django.db import transaction
from django.db.models import F
from django_tasks_db.models import DBTaskResult

if TYPE_CHECKING or django.VERSION < (6, 0):
    from django_tasks import task
else:
    from django.tasks import task

from rulings.models import ApiKey, KeyDay, LineBatch
from rulings.solver.tools.asked import WHERE, rows_of_questions, unanswered
from rulings.solver.tools.batch import Row
from rulings.solver.tools.child import answer_rows
from rulings.workflow.solving.solve import FORKS, MEMORY_BYTES, WALL_SECONDS

KEPT_FOR = timedelta(minutes=10)
"""A batch whose stream broke off is forgotten after so long."""

COUNTS_KEPT = timedelta(days=31)
"""So long a day's count is kept."""

log = logging.getLogger(__name__)

ON_A_CORE = 8
"""So many questions go to a core of a cluster at a time."""

UNANSWERED = frozenset({"failed", "timed_out"})
"""Codes of rows that a search should have answered."""

Spread: TypeAlias = "Callable[..., Iterator[list[Row]]]"
"""What runs batches of questions elsewhere: like `map`, in their order."""

_elsewhere: list[Spread] = []


def answer_elsewhere(spread: Spread) -> None:
    """Let this worker have its questions answered by something else: a cluster."""
    _elsewhere[:] = [spread]


def quota_of(key: ApiKey) -> int:
    """Return how many positions a key may stream on a day: its own, or the site's."""
    return settings.TD_BULK_DAY if key.day_positions is None else key.day_positions


def left_of_day(key: ApiKey, at: datetime) -> int:
    """Return how many positions a key may still stream today."""
    row = KeyDay.objects.filter(key=key, day=at.date()).first()
    return max(0, quota_of(key) - (row.positions if row else 0))


def until_tomorrow(at: datetime) -> int:
    """Return the seconds until the next day of UTC, when keys may go on."""
    midnight = datetime.combine(
        at.date() + timedelta(days=1), datetime.min.time(), at.tzinfo
    )
    return int((midnight - at).total_seconds()) + 1


def take_of_day(key: ApiKey, wanted: int, at: datetime) -> int:
    """Count positions of a key today; return how many of those wanted it may have."""
    with transaction.atomic():
        KeyDay.objects.get_or_create(key=key, day=at.date())
        rows = KeyDay.objects.select_for_update()
        row = rows.get(key=key, day=at.date())
        taken = min(wanted, max(0, quota_of(key) - row.positions))
        KeyDay.objects.filter(pk=row.pk).update(positions=F("positions") + taken)
    return taken


def queue_lines(questions: Sequence[str], at: datetime) -> uuid.UUID:
    """Queue questions for a worker; return the batch under which their rows come."""
    with transaction.atomic():
        row = LineBatch.objects.create(questions=list(questions), queued_at=at)
        answer_lines.enqueue(str(row.pk))
    return row.pk


def rows_so_far(batch_id: uuid.UUID) -> list[Row] | None:
    """Return the rows of a batch, which is forgotten then; None while it waits."""
    batch = LineBatch.objects.filter(pk=batch_id).first()
    if batch is None or batch.rows is None:
        return None
    rows: list[Row] = batch.rows
    forget_lines([batch_id])
    return rows


def forget_lines(batch_ids: Iterable[uuid.UUID]) -> None:
    """Forget batches whose stream has ended; those not begun are not solved."""
    LineBatch.objects.filter(pk__in=list(batch_ids)).delete()


def forget_streams(at: datetime) -> None:
    """Forget what streams that broke off have left, ended jobs, and old counts."""
    LineBatch.objects.filter(queued_at__lt=at - KEPT_FOR).delete()
    DBTaskResult.objects.finished().filter(
        queue_name=LineBatch.QUEUE, finished_at__lt=at - KEPT_FOR
    ).delete()
    KeyDay.objects.filter(day__lt=(at - COUNTS_KEPT).date()).delete()


class LineSolver:
    """A child that answers question after question; started, and killed, as needed.

    To start one takes longer than most questions. One that takes too long, or ends at
    a question, costs that question alone.
    """

    def __init__(self) -> None:
        self.child: BaseProcess | None = None
        self.pipe: Connection | None = None

    def row(self, question: str) -> Row:
        """Return the row of a question, within the time that a solve may take."""
        try:
            pipe = self._ready()
            pipe.send(question)
            if pipe.poll(WALL_SECONDS):
                row: Row = pipe.recv()
                return row
        except (EOFError, OSError):
            self.end()
            return unanswered("failed", "The search ended without an answer.")
        self.end()
        sentence = f"No proposal within {WALL_SECONDS:.0f} seconds."
        return unanswered("timed_out", sentence)

    def _ready(self) -> Connection:
        if self.pipe is None:
            self.pipe, theirs = FORKS.Pipe()
            self.child = FORKS.Process(
                target=answer_rows, args=(theirs, MEMORY_BYTES), daemon=True
            )
            self.child.start()
            theirs.close()
        return self.pipe

    def end(self) -> None:
        """Kill the child; the next question starts another."""
        if self.pipe is not None:
            self.pipe.close()
        if self.child is not None:
            self.child.kill()
            self.child.join()
        self.child = self.pipe = None


_solver = LineSolver()


@task(queue_name=LineBatch.QUEUE)
def answer_lines(batch_id: str) -> None:
    """Answer the questions of a batch; running it twice is harmless."""
    batch = LineBatch.objects.filter(pk=uuid.UUID(batch_id)).first()
    if batch is None or batch.rows is not None:
        return
    questions: list[str] = batch.questions
    rows = _spread(questions) if _elsewhere else [_solver.row(one) for one in questions]
    for question, row in zip(questions, rows, strict=True):
        _log_unanswered(question, row)
    LineBatch.objects.filter(pk=batch.pk).update(rows=rows)


def _log_unanswered(question: str, row: Row) -> None:
    """Log a question without an answer: no card and no word of it, but its hash.

    Where in the solver it broke off is taken out of the row: it is for the site alone.
    """
    where = row.pop(WHERE, "")
    if row.get("code") in UNANSWERED:
        name = hashlib.sha256(question.encode()).hexdigest()[:12]
        facts = {"question": name, "code": row["code"], "why": row["error"]}
        facts |= {"where": where} if where else {}
        log.error("A position of a stream has no answer.", extra={"facts": facts})


def _spread(questions: list[str]) -> list[Row]:
    parts = [
        tuple(questions[first : first + ON_A_CORE])
        for first in range(0, len(questions), ON_A_CORE)
    ]
    return [row for rows in _elsewhere[0](rows_of_questions, parts) for row in rows]
