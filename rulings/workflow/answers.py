"""Answer the questions of the flow; a changed answer keeps all that still apply.

Also the later checks of a case that is over: each is a walk of its own, from an entry
that an outcome named (Laws 16, 26, 27D).
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping

from rulings.models import Answer, Case
from rulings.queries.case.flow import walk_case
from rulings.queries.case.rows import keep_rows
from rulings.states import Act, State
from rulings.workflow.acts import ActContext, ActRun, FollowUp, perform
from rulings.workflow.errors import Fault
from rulings.workflow.facts import freeze_when_complete, set_fact
from rulings.workflow.log import Receipt, commit_text
from rulings.workflow.objections import plan_contest


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


def contest_after(case: Case, act: Act, context: ActContext) -> FollowUp | None:
    """Return the doubt that an answer raises, where nobody has objected yet.

    A conceded trick is put in question (Laws 69B, 71), or play after the claim went on
    and does not count (68D2). The cards come next, as for every claim that is ruled on.
    """
    if act not in {Act.ANSWER, Act.FACT} or case.state != State.CALLED:
        return None
    # With the rows that the act has set, each table read once: nobody writes to it.
    written = keep_rows(Case.objects.get(pk=case.pk))
    walked = walk_case(written, context.at)
    went_on = walked.walk.passed("played_on") is not None
    asked = walked.flow.points.among("comes_back", *(["contest"] if went_on else []))
    return FollowUp(Act.CONTEST, plan_contest()) if walked.stands in asked else None


def settle_follow_up(
    context: ActContext,
    case_id: uuid.UUID,
    *,
    step: str,
    choice: str,
    values: Mapping[str, object] | None = None,
    reason: str = "",
    entry: str = "",
    ends: bool = True,
) -> Receipt:
    """Record the answer to a question of a check that is due.

    `entry` is where the check begins, the step itself where none is given. With `ends`
    the case waits for it no longer. Whether the choice is offered was asked of the
    flow before. Raises Invalid where the check is not due.
    """

    def write(run: ActRun) -> None:
        case = run.case
        _require_due(run, entry or step)
        given: dict[str, object] = {
            "choice": choice,
            "values": dict(values or {}),
            "reason": commit_text(reason),
            "set_aside": False,
        }
        row = Answer.objects.filter(case=case, step=step).first()
        if row is None:
            run.rows.insert(Answer, case=case, step=step, **given)
        else:
            run.rows.change(row, **given)
        if ends:
            _end(run, entry or step)

    payload = {
        "step": step,
        "choice": choice,
        "values": values or {},
        "reason": reason,
        "entry": entry,
    }
    return perform(Act.RESOLVE, context, case_id, write, payload)


def record_for_follow_up(
    context: ActContext,
    case_id: uuid.UUID,
    *,
    entry: str,
    values: Mapping[str, object],
    ends: bool,
) -> Receipt:
    """Record what a rule of a due check needs, or nothing but that it is seen."""

    def write(run: ActRun) -> None:
        _require_due(run, entry)
        for key, value in sorted(values.items()):
            set_fact(run, key, value)
        if ends:
            _end(run, entry)

    payload = {"entry": entry, "values": dict(values)}
    return perform(Act.RESOLVE, context, case_id, write, payload)


def _require_due(run: ActRun, entry: str) -> None:
    if entry not in run.case.follow_ups:
        raise Fault("check_not_due")


def _end(run: ActRun, entry: str) -> None:
    left = [name for name in run.case.follow_ups if name != entry]
    run.rows.change(run.case, follow_ups=left)
