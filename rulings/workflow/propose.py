"""Ask the solver about a case, and store what it answers (R15).

A proposal is never a state: a director may rule without waiting for it. Identical
questions of a case are computed once; whether an answer is stale is derived.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from datetime import datetime

from rulings.models import Fact, Progress, Proposal, Result
from rulings.permissions import system_actor
from rulings.queries.solving import ALLOW, STRIKE, SolverInput, solver_input
from rulings.solver import VERSION as SOLVER_VERSION
from rulings.solver.settings import PlayAt
from rulings.states import Act
from rulings.workflow.acts import Form, Scene, Write, perform
from rulings.workflow.canonical import canonical_bytes, digest
from rulings.workflow.errors import Invalid
from rulings.workflow.log import Receipt, commit_text

RETRY = {Proposal.Status.FAILED, Proposal.Status.TIMED_OUT}


def propose(form: Form, case_id: uuid.UUID, budget: int | None = None) -> Receipt:
    """Queue a solve of the case as it is now, unless the same one is known."""
    return perform(
        Act.PROPOSE, form, case_id, plan_proposal(budget), {"budget": budget}
    )


def plan_proposal(budget: int | None = None) -> Write:
    """Return the write that queues a solve, for acts that let one follow."""

    def write(scene: Scene) -> None:
        asked = solver_input(scene.case, budget)
        if asked is None:
            raise Invalid("The solver needs contract, claim and cards first.")
        queue(scene, asked)

    return write


def queue(scene: Scene, asked: SolverInput) -> None:
    """Plan the row of a solve and enqueue its job in the same transaction."""
    from rulings.workflow.solve import solve_proposal  # noqa: PLC0415 - a cycle: the job stores through this module

    case = scene.case
    row = Proposal.objects.filter(case=case, input_hash=asked.hash).first()
    if row is not None and row.status not in RETRY:
        return
    if row is None:
        row = scene.rows.insert(
            Proposal,
            case=case,
            case_version=case.version,
            settings=asked.settings.to_json(),
            solver_version=SOLVER_VERSION,
            input_hash=asked.hash,
            budget=asked.settings.budget,
            queued_at=scene.form.at,
        )
    else:
        scene.rows.change(
            row,
            status=Proposal.Status.QUEUED,
            queued_at=scene.form.at,
            finished_at=None,
            reproducible=True,
        )
    question = {
        "position": str(asked.position),
        "claim": asked.claim.to_json(),
        "settings": asked.settings.to_json(),
    }
    solve_proposal.enqueue(str(case.pk), str(row.pk), json.dumps(question))


def strike(form: Form, case_id: uuid.UUID, play: str, reason: str) -> Receipt:
    """Strike a play of the line as irrational, with a reason, and solve again."""
    return _switch(Act.STRIKE, STRIKE, form, case_id, play, reason)


def allow(form: Form, case_id: uuid.UUID, play: str, reason: str) -> Receipt:
    """Allow a play that was left out, with a reason, and solve again."""
    return _switch(Act.ALLOW, ALLOW, form, case_id, play, reason)


def _switch(  # noqa: PLR0917 - private, two callers
    act: Act, prefix: str, form: Form, case_id: uuid.UUID, play: str, reason: str
) -> Receipt:
    """Turn a switch of the director on, or off again where it is on."""
    key = prefix + str(PlayAt.parse(play))

    def write(scene: Scene) -> None:
        scene.inputs["reason"] = commit_text(reason)
        row = Fact.objects.filter(case=scene.case, key=key, seat="").first()
        if row is None:
            scene.rows.insert(
                Fact, case=scene.case, key=key, value=True, source="director"
            )
        else:
            scene.rows.change(row, value=not row.value)
        scene.follow(Act.PROPOSE, plan_proposal())

    return perform(act, form, case_id, write, {"play": play, "reason": reason})


def store_result(
    case_id: uuid.UUID,
    proposal_id: uuid.UUID,
    *,
    at: datetime,
    status: Proposal.Status,
    result: Mapping[str, object] | None = None,
    bounds: tuple[int, int] | None = None,
) -> Receipt:
    """Store what a solve gave; killed or failed ones keep the bounds they reported.

    The case's version stays: a result overtakes nobody's form.
    """

    def write(scene: Scene) -> None:
        row = Proposal.objects.get(pk=proposal_id, case=scene.case)
        values: dict[str, object] = {"status": status, "finished_at": at}
        if result is not None:
            data = canonical_bytes(result)
            values["result_hash"] = digest(data)
            Result.objects.get_or_create(
                result_hash=values["result_hash"], defaults={"data": data}
            )
        else:
            values["reproducible"] = False
        if bounds is not None:
            values["low"], values["high"] = bounds
        scene.rows.change(row, **values)

    form = Form(by=system_actor("worker", at), at=at)
    return perform(Act.SOLVED, form, case_id, write, {})


def report_progress(proposal_id: uuid.UUID, low: int, high: int) -> None:
    """Keep the bounds a running solve has proven, for the page that waits."""
    Progress.objects.update_or_create(
        proposal_id=proposal_id, defaults={"low": low, "high": high}
    )


__all__ = [
    "allow",
    "plan_proposal",
    "propose",
    "report_progress",
    "store_result",
    "strike",
]
