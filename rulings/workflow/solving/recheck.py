"""Check stored proposals by the plain rules, each within a limit of time (R15).

A proposal holds no position: it is checked against the question that it answered,
which is the case's own or that of its job. Where neither is left, the proposal is
passed over and the report says so.
"""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django_tasks_db.models import DBTaskResult

from rulings.bridge.positions import Position
from rulings.models import Proposal
from rulings.queries.case.solving import result_of, solver_input
from rulings.solver import Settings, SolverClaim, input_hash
from rulings.solver.tools.child import check_into
from rulings.workflow.proof.reading import Finding
from rulings.workflow.solving.solve import solve_proposal

CHECK_SECONDS = 20.0
"""How long the check of one proposal may take."""

_forks = multiprocessing.get_context("forkserver")


@dataclass(frozen=True, slots=True)
class Rechecked:
    """One proposal that was looked at: what is wrong, and what was left out."""

    where: str
    faults: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    def findings(self) -> Iterator[Finding]:
        """Yield each fault as a finding of `verify`."""
        for fault in self.faults:
            yield Finding(self.where, fault)


def stored_proposals() -> list[Proposal]:
    """Return the proposals that have a result, in the order they were asked for."""
    rows = Proposal.objects.exclude(result_hash="").select_related("case__playing")
    return list(rows.order_by("queued_at", "pk"))


def recheck(row: Proposal, seconds: float = CHECK_SECONDS) -> Rechecked:
    """Return what the plain rules say of a stored proposal."""
    found = Rechecked(f"case {row.case_id} proposal {row.pk}")
    try:
        stored: object = result_of(row)
    except ValueError as error:
        found.faults.append(f"the stored result cannot be read: {error}")
        return found
    if stored is None:
        found.faults.append("its result is gone")
        return found
    if not isinstance(stored, dict):
        found.faults.append("the stored result is none")
        return found
    if (row.low, row.high) != (stored.get("low"), stored.get("high")):
        found.faults.append(
            f"the row says {row.low} to {row.high}, the result "
            f"{stored.get('low')} to {stored.get('high')}"
        )
    question = question_of(row)
    if question is None:
        found.left_out.append("all: the question it answered is no longer held")
        return found
    faults, left_out = _checked(question, stored, seconds)
    found.faults.extend(faults)
    found.left_out.extend(left_out)
    return found


def question_of(row: Proposal) -> str | None:
    """Return the question a proposal answered, as its hash proves; None if lost."""
    asked = solver_input(row.case, row.budget)
    if asked is not None and asked.hash == row.input_hash:
        question = {
            "position": str(asked.position),
            "claim": asked.claim.to_json(),
            "settings": asked.settings.to_json(),
        }
        return json.dumps(question)
    jobs = DBTaskResult.objects.filter(task_path=solve_proposal.module_path)
    for job in jobs.filter(args_kwargs__args__1=str(row.pk)):
        text = str(job.args_kwargs["args"][2])
        if _hash(text) == row.input_hash:
            return text
    return None


def _hash(question: str) -> str:
    try:
        given = json.loads(question)
        return input_hash(
            Position.parse(given["position"]),
            SolverClaim.from_json(given["claim"]),
            Settings.from_json(given["settings"]),
        )
    except (LookupError, TypeError, ValueError):
        return ""


def _checked(
    question: str, stored: dict[str, Any], seconds: float
) -> tuple[list[str], list[str]]:
    """Return faults and what was left out, from a child that may be killed."""
    ours, theirs = _forks.Pipe(duplex=False)
    child = _forks.Process(
        target=check_into, args=(question, stored, theirs), daemon=True
    )
    child.start()
    theirs.close()
    try:
        if not ours.poll(seconds):
            return [], [f"all: it took more than {seconds:g} seconds"]
        faults, left_out = ours.recv()
    except EOFError:
        return [], ["all: the check broke off"]
    else:
        return faults, left_out
    finally:
        child.kill()
        child.join()
        ours.close()


__all__ = ["CHECK_SECONDS", "Rechecked", "question_of", "recheck", "stored_proposals"]
