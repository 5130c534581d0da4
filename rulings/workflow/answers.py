"""Answer the questions of the flow; a changed answer keeps all that still apply."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping

from rulings.models import Answer
from rulings.states import Act
from rulings.workflow.acts import ActContext, ActRun, perform
from rulings.workflow.facts import freeze_when_complete
from rulings.workflow.log import Receipt, commit_text


def answer(
    context: ActContext,
    case_id: uuid.UUID,
    *,
    step: str,
    choice: str,
    values: Mapping[str, object] | None = None,
    reason: str = "",
    set_aside: Iterable[str] = (),
    also: Mapping[str, str] | None = None,
) -> Receipt:
    """Record the answer of one step; `set_aside` names steps it makes moot.

    `also` holds choices of other steps that the same tap gives.
    Whether the choice is offered was asked of the flow before (laws.walk).
    """
    moot = frozenset(set_aside)

    def write(run: ActRun) -> None:
        rows = {row.step: row for row in Answer.objects.filter(case=run.case)}
        choices = {**(also or {}), step: choice}
        run.inputs["steps"] = sorted(choices)  # also where the choice is the same
        for name, chosen in sorted(choices.items()):
            given: dict[str, object] = {
                "choice": chosen,
                "values": dict(values or {}) if name == step else {},
                "reason": commit_text(reason) if name == step else "",
                "set_aside": False,
            }
            if name in rows:
                run.rows.change(rows[name], **given)
            else:
                run.rows.insert(Answer, case=run.case, step=name, **given)
        for other, row in sorted(rows.items()):
            if other not in choices:
                run.rows.change(row, set_aside=other in moot)
        freeze_when_complete(run)

    payload = {
        "step": step,
        "choice": choice,
        "values": values or {},
        "reason": reason,
        "also": dict(also or {}),
    }
    return perform(Act.ANSWER, context, case_id, write, payload)
