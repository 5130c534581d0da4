"""The demo's proposals, computed while it is set up and not by a worker later."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any

from rulings.models import Case, Proposal
from rulings.queries.case.solving import SolverInput, solver_input
from rulings.workflow.solving.propose import store_result
from rulings.workflow.solving.solve import run_child

CHILDREN = 2


def solve(case: Case, at: datetime) -> None:
    """Answer the question a case has asked, if it still waits for an answer."""
    asked = solver_input(case)
    waiting = Proposal.objects.filter(case=case, status=Proposal.Status.QUEUED)
    row = waiting.filter(input_hash=asked.hash).first() if asked else None
    if asked is not None and row is not None:
        store(case, row, run(asked), at)


def solve_waiting(at: datetime) -> None:
    """Answer every question that waits, two at a time."""
    waiting = [
        (row, asked)
        for row in Proposal.objects.filter(
            status=Proposal.Status.QUEUED
        ).select_related("case")
        if (asked := solver_input(row.case)) and asked.hash == row.input_hash
    ]
    with ThreadPoolExecutor(CHILDREN) as pool:
        outcomes = pool.map(run, [asked for _, asked in waiting])
        for (row, _), outcome in zip(waiting, outcomes, strict=True):
            store(row.case, row, outcome, at)


def run(asked: SolverInput) -> dict[str, Any]:
    """Return what the solver's child says to a question."""
    question = {
        "position": str(asked.position),
        "claim": asked.claim.to_json(),
        "settings": asked.settings.to_json(),
    }
    return run_child(json.dumps(question), lambda _low, _high: None)


def store(case: Case, row: Proposal, outcome: dict[str, Any], at: datetime) -> None:
    """Store the answer at an instant of the demo's day."""
    store_result(
        case.pk,
        row.pk,
        at=at,
        status=Proposal.Status(outcome["status"]),
        result=outcome.get("result"),
        bounds=outcome.get("bounds"),
    )
