"""The job that solves: a killable child process with wall and memory limits (R15).

Runs in a worker (`manage.py db_worker`), never in the web process. The child is
forked from a server that has the double-dummy library loaded, so a solve starts at
once; it never touches the database.
"""

from __future__ import annotations

import multiprocessing
import time
import uuid
from datetime import timedelta
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

import django
from django.conf import settings

if TYPE_CHECKING or django.VERSION < (6, 0):
    from django_tasks import task
else:
    from django.tasks import task

from rulings.clock import receipt_at
from rulings.models import Progress, Proposal
from rulings.solver.child import solve_into
from rulings.workflow.results import report_progress, store_result

WALL_SECONDS: float = settings.TD_SOLVE_SECONDS
MEMORY_BYTES: int = settings.TD_SOLVE_BYTES
LOST_AFTER = timedelta(seconds=3 * WALL_SECONDS)
"""A job still running after this has lost its worker and is queued again."""

_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload(["rulings.solver.warm"])


@task()
def solve_proposal(case_id: str, proposal_id: str, question: str) -> None:
    """Solve one question and store the answer; running it twice is harmless."""
    row = Proposal.objects.filter(pk=proposal_id).first()
    if row is None or row.status != Proposal.Status.QUEUED:
        return
    pk = uuid.UUID(proposal_id)
    outcome = run_child(question, lambda low, high: report_progress(pk, low, high))
    bounds = outcome.get("bounds")
    store_result(
        uuid.UUID(case_id),
        pk,
        at=receipt_at(),
        status=Proposal.Status(outcome["status"]),
        result=outcome.get("result"),
        bounds=bounds and (bounds[0], bounds[1]),
    )
    Progress.objects.filter(proposal_id=pk).delete()


def run_child(question: str, report: Any) -> dict[str, Any]:  # noqa: ANN401 - a callable of two counts
    """Run one solve in a child and return its status, result and bounds.

    A child over its time is killed and leaves the bounds it had reported.
    """
    ours, theirs = _forks.Pipe(duplex=False)
    child = _forks.Process(
        target=solve_into, args=(question, theirs, MEMORY_BYTES), daemon=True
    )
    child.start()
    theirs.close()
    try:
        return _listen(ours, time.monotonic() + WALL_SECONDS, report)
    finally:
        child.kill()
        child.join()
        ours.close()


def _listen(child: Connection, end: float, report: Any) -> dict[str, Any]:  # noqa: ANN401 - a callable of two counts
    """Return what a child says before an instant of the monotonic clock."""
    bounds: tuple[int, int] | None = None
    while child.poll(max(0.0, end - time.monotonic())):
        try:
            kind, value = child.recv()
        except EOFError:
            return {"status": "failed", "bounds": bounds}
        if kind == "done":
            return {"bounds": bounds, **value}
        bounds = value
        report(*value)
    return {"status": "timed_out", "bounds": bounds}
