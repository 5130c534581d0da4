"""Take up the jobs of workers that are gone (R15).

A worker killed at work leaves its job, a solve or the reading of a file, marked as
running for ever. It is queued again; one that has cost several workers, or whose job
is gone, ends as failed or refused, so that it can be asked for once more.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from django.db.models import Q, QuerySet
from django_tasks_db.models import DBTaskResult

from rulings.models import Progress, Proposal
from rulings.workflow import files
from rulings.workflow.positions import give_up_positions, solve_position
from rulings.workflow.results import store_result
from rulings.workflow.solve import BEHIND, LOST_AFTER, LOST_BEHIND, solve_proposal

Job: TypeAlias = "DBTaskResult[Any, Any]"
PROPOSALS, POSITIONS = solve_proposal.module_path, solve_position.module_path
READINGS = files.read_kept_file.module_path
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
    running = _jobs(PROPOSALS, "RUNNING") | _jobs(POSITIONS, "RUNNING")
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
