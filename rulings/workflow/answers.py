"""Answer the questions of the flow; a changed answer keeps all that still apply."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping

from rulings.models import Answer
from rulings.states import Act
from rulings.workflow.acts import Form, Scene, perform
from rulings.workflow.facts import freeze_when_complete
from rulings.workflow.log import Receipt, commit_text


def answer(
    form: Form,
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

    def write(scene: Scene) -> None:
        rows = {row.step: row for row in Answer.objects.filter(case=scene.case)}
        choices = {**(also or {}), step: choice}
        scene.inputs["steps"] = sorted(choices)  # also where the choice is the same
        for name, chosen in sorted(choices.items()):
            given: dict[str, object] = {
                "choice": chosen,
                "values": dict(values or {}) if name == step else {},
                "reason": commit_text(reason) if name == step else "",
                "set_aside": False,
            }
            if name in rows:
                scene.rows.change(rows[name], **given)
            else:
                scene.rows.insert(Answer, case=scene.case, step=name, **given)
        for other, row in sorted(rows.items()):
            if other not in choices:
                scene.rows.change(row, set_aside=other in moot)
        freeze_when_complete(scene)

    payload = {
        "step": step,
        "choice": choice,
        "values": values or {},
        "reason": reason,
        "also": dict(also or {}),
    }
    return perform(Act.ANSWER, form, case_id, write, payload)
