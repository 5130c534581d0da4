"""Answer a later check of a case that is over: what it had left to look at (Law 16)."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

from rulings.models import Answer
from rulings.states import Act
from rulings.workflow.acts import Form, Scene, perform
from rulings.workflow.errors import Invalid
from rulings.workflow.log import Receipt, commit_text


def settle_follow_up(
    form: Form,
    case_id: uuid.UUID,
    *,
    step: str,
    choice: str,
    values: Mapping[str, object] | None = None,
    reason: str = "",
) -> Receipt:
    """Record the answer to a check that was due; the case waits for it no longer.

    Whether the choice is offered was asked of the flow before. Raises Invalid where
    the check is not due.
    """

    def write(scene: Scene) -> None:
        case = scene.case
        if step not in case.follow_ups:
            raise Invalid("This check is not due on the case, or has been answered.")
        given: dict[str, object] = {
            "choice": choice,
            "values": dict(values or {}),
            "reason": commit_text(reason),
            "set_aside": False,
        }
        row = Answer.objects.filter(case=case, step=step).first()
        if row is None:
            scene.rows.insert(Answer, case=case, step=step, **given)
        else:
            scene.rows.change(row, **given)
        left = [name for name in case.follow_ups if name != step]
        scene.rows.change(case, follow_ups=left)

    payload = {"step": step, "choice": choice, "values": values or {}, "reason": reason}
    return perform(Act.RESOLVE, form, case_id, write, payload)
