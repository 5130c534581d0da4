"""A final ruling taken into the casebook of the site, and out of it again.

What is published is the case without people, and the texts that the chief director
has read for names; the words taken down at the table stay in the case.
"""

from __future__ import annotations

import uuid
from dataclasses import astuple, dataclass

from django.db.models import Max

from rulings.models import Case, CasebookCase, Claim, Ruling
from rulings.permissions.embargo import embargo_lifted
from rulings.queries.case.final import is_final
from rulings.queries.case.repaired import in_force
from rulings.queries.table.casebook import cause_of, named_in
from rulings.states import Act, State
from rulings.workflow.acts import ActContext, ActRun, perform
from rulings.workflow.errors import Fault
from rulings.workflow.log import Receipt, commit_text

LAWS = 200
"""Characters of the Laws by which the list is searched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CasebookTexts:
    """What is published of what was said and written, as the chief director put it."""

    said: str = ""
    objection: str = ""
    reasons: str = ""


def take_in(context: ActContext, case_id: uuid.UUID, texts: CasebookTexts) -> Receipt:
    """Take a case into the casebook, or publish it again with other texts.

    Raises Fault while anything can change the ruling, while somebody may play the
    board, and where a text names somebody of the event.
    """
    given = CasebookTexts(
        said=texts.said.strip(),
        objection=texts.objection.strip(),
        reasons=texts.reasons.strip(),
    )

    def write(run: ActRun) -> None:
        case = run.case
        ruling = in_force(case)
        if (
            case.state != State.ANNOUNCED
            or ruling is None
            or not is_final(case, context.at)
        ):
            raise Fault("casebook_not_final")
        if not embargo_lifted(case.playing.board, context.at):
            raise Fault("casebook_board_in_play")
        if names := named_in(case, " \n".join(astuple(given))):
            raise Fault("casebook_names", names=", ".join(names))
        values = {
            "ruling": ruling,
            "year": case.called_at.year,
            "laws": ", ".join(map(str, ruling.laws))[:LAWS],
            "cause": cause_of(ruling) if _falls_short(case, ruling) else "",
            "said": commit_text(given.said),
            "objection": commit_text(given.objection),
            "reasons": commit_text(given.reasons),
            "shown": True,
        }
        row = CasebookCase.objects.filter(case=case).first()
        if row is None:
            run.rows.insert(CasebookCase, case=case, number=_next_number(), **values)
        else:
            run.rows.change(row, **values)

    payload = {
        "said": given.said,
        "objection": given.objection,
        "reasons": given.reasons,
    }
    return perform(Act.INTO_CASEBOOK, context, case_id, write, payload)


def take_out(context: ActContext, case_id: uuid.UUID) -> Receipt:
    """Take a case out of the casebook: nobody reads it there any more."""

    def write(run: ActRun) -> None:
        row = CasebookCase.objects.filter(case=run.case, shown=True).first()
        if row is None:
            raise Fault("casebook_not_in")
        run.rows.change(row, shown=False)

    return perform(Act.OUT_OF_CASEBOOK, context, case_id, write, {})


def _falls_short(case: Case, ruling: Ruling) -> bool:
    """Say whether the claiming side gets less than it claimed."""
    claim: Claim | None = getattr(case, "claim", None)
    if claim is None or claim.tricks_left is None or ruling.tricks_claimer is None:
        return False
    claimed = claim.tricks_claimed
    return ruling.tricks_claimer < (claim.tricks_left if claimed is None else claimed)


def _next_number() -> int:
    """Return the next number of the site; two events at once: one of them tries again.

    `in_transaction` repeats the act that finds its number taken.
    """
    last: int | None = CasebookCase.objects.aggregate(last=Max("number"))["last"]
    return (last or 0) + 1
