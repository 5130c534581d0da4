"""The job that solves: queued with its row, run in a child that can be killed (R15).

Runs in a worker (`manage.py db_worker`), never in the web process. The child is
forked from a server that has the double-dummy library loaded, so a solve starts at
once; it never touches the database. A range is refined behind everything else, each
time with a larger budget as a question of its own.
"""

from __future__ import annotations

import json
import multiprocessing
import time
import uuid
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

import django
from django.conf import settings
from django_tasks_db.models import DBTaskResult

from rulings.models import CasePattern, Progress, Proposal, Result
from rulings.permissions import system_actor
from rulings.states import Act
from rulings.workflow.acts import ActContext, ActRun, perform
from rulings.workflow.log import Receipt, canonical_bytes, digest

if TYPE_CHECKING or django.VERSION < (6, 0):
    from django_tasks import task
else:
    from django.tasks import task

from rulings.clock import receipt_at
from rulings.queries.case.solving import SolverInput, larger_budget, solver_input
from rulings.solver import VERSION as SOLVER_VERSION
from rulings.solver.inputs import NODE_BUDGET
from rulings.solver.tools.child import solve_into, stand_ready
from rulings.states import State, possible

WALL_SECONDS: float = settings.TD_SOLVE_SECONDS
REFINE_SECONDS: float = settings.TD_REFINE_SECONDS
MEMORY_BYTES: int = settings.TD_SOLVE_BYTES
LOST_AFTER = timedelta(seconds=3 * WALL_SECONDS)
LOST_BEHIND = timedelta(seconds=3 * REFINE_SECONDS)
"""A job still running after this has lost its worker and is queued again."""

LOOK_SECONDS = 0.25
"""How often a running solve is asked whether it is still wanted."""

FIRST, BEHIND = 0, -50
"""Priorities of jobs: first answers, and refinements that give way to them."""

RETRY = {Proposal.Status.FAILED, Proposal.Status.TIMED_OUT}
Status = Proposal.Status

FORKS = multiprocessing.get_context("forkserver")
"""Forks children from a server that has loaded what solves need."""
FORKS.set_forkserver_preload(["rulings.solver.tools.warm"])


def warm_up() -> None:
    """Load, or compile once, what solves need; wait until it is there.

    Until then a first solve would spend its time on that and be killed.
    """
    child = FORKS.Process(target=stand_ready, daemon=True)
    child.start()
    child.join()


def queue(run: ActRun, asked: SolverInput) -> None:
    """Plan the row of a solve and enqueue its job in the same transaction."""
    case = run.case
    row = Proposal.objects.filter(case=case, input_hash=asked.hash).first()
    if row is not None and row.status not in RETRY:
        return
    if row is None:
        row = run.rows.insert(
            Proposal,
            case=case,
            case_version=case.version,
            settings=asked.settings.to_json(),
            solver_version=SOLVER_VERSION,
            input_hash=asked.hash,
            budget=asked.settings.budget,
            queued_at=run.context.at,
        )
        found = asked.pattern
        CasePattern.objects.create(proposal=row, cards=found.cards, ways=found.ways)
    else:
        run.rows.change(
            row,
            status=Status.QUEUED,
            queued_at=run.context.at,
            finished_at=None,
            reproducible=True,
        )
    question = {
        "position": str(asked.position),
        "claim": asked.claim.to_json(),
        "settings": asked.settings.to_json(),
    }
    _enqueue(row, str(case.pk), json.dumps(question))


def _enqueue(row: Proposal, case_id: str, question: str) -> None:
    job = solve_proposal.using(priority=BEHIND if refines(row) else FIRST)
    job.enqueue(case_id, str(row.pk), question)


def refines(row: Proposal) -> bool:
    """Say whether a proposal asks with more than the first budget."""
    return row.budget > NODE_BUDGET


@task()
def solve_proposal(case_id: str, proposal_id: str, question: str) -> None:
    """Solve one question and store the answer; running it twice is harmless."""
    row = Proposal.objects.filter(pk=proposal_id).first()
    if row is None or row.status != Status.QUEUED:
        return
    pk = row.pk
    outcome = run_child(
        question,
        lambda low, high: report_progress(pk, low, high),
        seconds=REFINE_SECONDS if refines(row) else WALL_SECONDS,
        is_wanted=lambda: is_wanted(row),
    )
    if outcome["status"] == "unwanted" and refines(row) and not is_stale(row):
        Progress.objects.filter(proposal_id=pk).delete()
        _enqueue(row, case_id, question)  # again, when nothing else waits
        return
    ended = outcome["status"] if outcome["status"] != "unwanted" else Status.TIMED_OUT
    bounds = outcome.get("bounds")
    store_result(
        uuid.UUID(case_id),
        pk,
        at=receipt_at(),
        status=Status(ended),
        result=outcome.get("result"),
        bounds=bounds and (bounds[0], bounds[1]),
        then=refine,
    )
    Progress.objects.filter(proposal_id=pk).delete()


def refine(run: ActRun, row: Proposal) -> None:
    """Search a range further with a larger budget, if the case still asks it.

    Part of the entry of the result, so that nobody's form becomes outdated. Where small
    cards are not known the range is theirs, and no search narrows it.
    """
    budget = larger_budget(row.budget)
    state = State(run.case.state)
    if (
        row.status != Status.RANGE
        or budget is None
        or Act.PROPOSE not in possible(state)
    ):
        return
    asked = solver_input(run.case, row.budget)
    if asked is None or asked.claim.spots:
        return
    if asked.hash == row.input_hash:
        queue(run, asked.with_budget(budget))


def is_wanted(row: Proposal) -> bool:
    """Say whether a running solve should go on.

    Not when it was stopped or its case asks another question by now. A refinement gives
    way to a first answer that waits.
    """
    if is_stale(row):
        return False
    return not refines(row) or not is_awaited()


def is_awaited() -> bool:
    """Say whether a director waits for a first answer that no worker has taken."""
    waiting = DBTaskResult.objects.filter(
        task_path=solve_proposal.module_path, status="READY", priority__gt=BEHIND
    )
    return waiting.exists()


def is_stale(row: Proposal) -> bool:
    """Say whether a proposal is no longer queued, or another question came later."""
    queued = Proposal.objects.filter(case_id=row.case_id, status=Status.QUEUED)
    if not queued.filter(pk=row.pk).exists():
        return True
    return queued.filter(queued_at__gt=row.queued_at).exists()


def run_child(
    question: str,
    report: Callable[[int, int], object],
    *,
    seconds: float | None = None,
    is_wanted: Callable[[], bool] = lambda: True,
    work: Callable[[str, Any, int], None] = solve_into,
) -> dict[str, Any]:
    """Run one solve in a child and return its status, result and bounds.

    A child over its time, or no longer wanted, is killed and leaves the bounds it
    had reported.
    """
    limit = WALL_SECONDS if seconds is None else seconds
    ours, theirs = FORKS.Pipe(duplex=False)
    child = FORKS.Process(
        target=work, args=(question, theirs, MEMORY_BYTES), daemon=True
    )
    child.start()
    theirs.close()
    try:
        return _listen(ours, time.monotonic() + limit, report, is_wanted)
    finally:
        child.kill()
        child.join()
        ours.close()


def _listen(
    child: Connection,
    end: float,
    report: Callable[[int, int], object],
    is_wanted: Callable[[], bool],
) -> dict[str, Any]:
    """Return what a child says before an instant of the monotonic clock."""
    bounds: tuple[int, int] | None = None
    while (left := end - time.monotonic()) > 0:
        if not child.poll(min(left, LOOK_SECONDS)):
            if not is_wanted():
                return {"status": "unwanted", "bounds": bounds}
            continue
        try:
            kind, value = child.recv()
        except EOFError:
            return {"status": "failed", "bounds": bounds}
        if kind == "done":
            return {"bounds": bounds, **value}
        bounds = value
        report(*value)
    return {"status": "timed_out", "bounds": bounds}


def store_result(
    case_id: uuid.UUID,
    proposal_id: uuid.UUID,
    *,
    at: datetime,
    status: Proposal.Status,
    result: Mapping[str, object] | None = None,
    bounds: tuple[int, int] | None = None,
    then: Callable[[ActRun, Proposal], None] | None = None,
) -> Receipt | None:
    """Store what a solve gave; killed or failed ones keep the bounds they reported.

    The case's version stays: a result overtakes nobody's form. The first result of a
    queued solve counts; None for one that comes after it, or whose question has been
    taken back. `then` plans what follows in the same entry.
    """

    def write(run: ActRun) -> None:
        row = Proposal.objects.filter(pk=proposal_id, case=run.case).first()
        if row is None or row.status != Proposal.Status.QUEUED:
            raise _AnsweredError
        values: dict[str, object] = {
            "status": status,
            "finished_at": at,
            "reproducible": result is not None,
        }
        if result is not None:
            data = canonical_bytes(result)
            values["result_hash"] = digest(data)
            Result.objects.get_or_create(
                result_hash=values["result_hash"], defaults={"data": data}
            )
        if bounds is not None:
            values["low"], values["high"] = bounds
        run.rows.change(row, **values)
        if then is not None:
            then(run, row)

    form = ActContext(by=system_actor("worker", at), at=at)
    try:
        return perform(Act.SOLVED, form, case_id, write, {})
    except _AnsweredError:
        return None


class _AnsweredError(Exception):
    """The solve has been answered by another run of its job."""


def report_progress(proposal_id: uuid.UUID, low: int, high: int) -> None:
    """Keep the bounds a running solve has proven, for the page that waits."""
    Progress.objects.update_or_create(
        proposal_id=proposal_id, defaults={"low": low, "high": high}
    )
