"""Keep the workers going: prepare the solver, and take up lost workers' jobs (R15).

A worker killed at work leaves its job, a solve or the reading of a file, marked as
running for ever. It is queued again; one that has cost several workers, or whose job
is gone, ends as failed or refused, so that it can be asked for once more. Compiling
the solver takes a processor half a minute, once for each state of the sources; until
then no job is taken, and a page says that the solver is being prepared.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from django.db import DatabaseError
from django.db.models import Q, QuerySet
from django_tasks_db.models import DBTaskResult

from rulings.clock import receipt_at
from rulings.models import Preparation, Progress, Proposal
from rulings.queries.case.solving import GONE_AFTER, SIGN_EVERY
from rulings.workflow.event import files
from rulings.workflow.solving.bulk import answer_lines
from rulings.workflow.solving.positions import give_up_positions, solve_position
from rulings.workflow.solving.solve import (
    BEHIND,
    LOST_AFTER,
    LOST_BEHIND,
    solve_proposal,
    store_result,
)
from rulings.workflow.solving.visitors import (
    answer_visitor,
    give_up_questions,
    words_for_visitor,
)

Job: TypeAlias = "DBTaskResult[Any, Any]"
PROPOSALS, POSITIONS = solve_proposal.module_path, solve_position.module_path
READINGS = files.read_kept_file.module_path
VISITORS = answer_visitor.module_path
WORDS = words_for_visitor.module_path
LINES = answer_lines.module_path
WORKERS = 3
"""How many workers a job may cost before it is given up."""


@dataclass(frozen=True, slots=True)
class Swept:
    """How many jobs were queued again, and how many questions given up."""

    queued_again: int
    given_up: int


def sweep(at: datetime) -> Swept:
    """Queue lost jobs again and end questions that no job will answer."""
    again = 0
    lost = Q(started_at__lt=at - LOST_AFTER, priority__gt=BEHIND)
    lost |= Q(started_at__lt=at - LOST_BEHIND)
    solves = PROPOSALS, POSITIONS, VISITORS, WORDS, LINES
    running = DBTaskResult.objects.filter(task_path__in=solves, status="RUNNING")
    reading = _jobs(READINGS, "RUNNING")
    unread = reading.filter(started_at__lt=at - files.LOST_AFTER)
    for job in (*running.filter(lost), *unread):
        spent = len(job.worker_ids) >= WORKERS
        # Only where neither another sweep nor its own worker was first.
        moved = DBTaskResult.objects.filter(
            pk=job.pk, status="RUNNING", started_at=job.started_at
        ).update(status="FAILED" if spent else "READY")
        again += 0 if spent else moved
    gone = _give_up(at) + give_up_positions(at, _alive(POSITIONS))
    gone += give_up_questions(at, [*_alive(VISITORS), *_alive(WORDS)])
    return Swept(again, gone + files.give_up_readings(at, _alive(READINGS)))


def _jobs(path: str, *statuses: str) -> QuerySet[Job]:
    return DBTaskResult.objects.filter(task_path=path, status__in=statuses)


def _alive(path: str) -> list[str]:
    """Return what the jobs that are queued or at work are about."""
    jobs = _jobs(path, "READY", "RUNNING")
    return [job.args_kwargs["args"][0] for job in jobs]


def _give_up(at: datetime) -> int:
    jobs = _jobs(PROPOSALS, "READY", "RUNNING")
    alive = {job.args_kwargs["args"][1] for job in jobs}
    count = 0
    for row in Proposal.objects.filter(
        status=Proposal.Status.QUEUED, queued_at__lt=at - LOST_AFTER
    ):
        if str(row.pk) in alive:
            continue
        seen = Progress.objects.filter(proposal_id=row.pk).first()
        stored = store_result(
            row.case_id,
            row.pk,
            at=at,
            status=Proposal.Status.FAILED,
            bounds=(seen.low, seen.high) if seen else None,
        )
        Progress.objects.filter(proposal_id=row.pk).delete()
        count += stored is not None
    return count


def prepare(make_ready: Callable[[], object], every: timedelta = SIGN_EVERY) -> None:
    """Run what makes the solver ready; meanwhile leave a sign of life now and then.

    It runs beside this thread, which alone uses the database. What it raises is
    raised here, and the sign is taken away either way.
    """
    at = receipt_at()
    Preparation.objects.filter(seen_at__lt=at - GONE_AFTER).delete()
    pk = Preparation.objects.create(started_at=at, seen_at=at).pk
    beside = _Beside(make_ready)
    try:
        beside.start()
        while beside.is_alive():
            beside.join(every.total_seconds())
            # Only a report: a busy database must not end the work it reports.
            with suppress(DatabaseError):
                Preparation.objects.filter(pk=pk).update(seen_at=receipt_at())
    finally:
        Preparation.objects.filter(pk=pk).delete()
    if beside.failure is not None:
        raise beside.failure


class _Beside(threading.Thread):
    """A thread that keeps what went wrong in it."""

    def __init__(self, work: Callable[[], object]) -> None:
        super().__init__(daemon=True)
        self.work = work
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            self.work()
        except BaseException as error:  # noqa: BLE001 - raised in the thread that waits
            self.failure = error
