"""Ask the solver about a case (R15).

A proposal is never a state: a director may rule without waiting for it. Identical
questions of a case are computed once; whether an answer is stale is derived.
"""

from __future__ import annotations

import json
import uuid

from rulings.models import Fact, Proposal
from rulings.queries.solving import ALLOW, STRIKE, SolverInput, solver_input
from rulings.solver import VERSION as SOLVER_VERSION
from rulings.solver.settings import PlayAt
from rulings.states import Act
from rulings.workflow.acts import Form, Scene, Write, perform
from rulings.workflow.errors import Invalid
from rulings.workflow.log import Receipt, commit_text
from rulings.workflow.results import store_result
from rulings.workflow.solve import solve_proposal

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


__all__ = [
    "allow",
    "plan_proposal",
    "propose",
    "store_result",
    "strike",
]
