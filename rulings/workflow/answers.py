"""Answer the questions of the flow; a changed answer keeps all that still apply."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping

from rulings.models import Answer
from rulings.states import Act
from rulings.workflow.acts import Form, Scene, perform
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
) -> Receipt:
    """Record the answer of one step; `set_aside` names steps it makes moot.

    Whether the choice is offered was asked of the flow before (laws.walk).
    """
    moot = frozenset(set_aside)

    def write(scene: Scene) -> None:
        given: dict[str, object] = {
            "choice": choice,
            "values": dict(values or {}),
            "reason": commit_text(reason),
            "set_aside": False,
        }
        rows = {row.step: row for row in Answer.objects.filter(case=scene.case)}
        if step in rows:
            scene.rows.change(rows[step], **given)
        else:
            scene.rows.insert(Answer, case=scene.case, step=step, **given)
        for other, row in sorted(rows.items()):
            if other != step:
                scene.rows.change(row, set_aside=other in moot)

    payload = {"step": step, "choice": choice, "values": values or {}, "reason": reason}
    return perform(Act.ANSWER, form, case_id, write, payload)
