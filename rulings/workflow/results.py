"""Store what the solver answers; a result is never a state of the case (R15)."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from datetime import datetime

from rulings.models import Progress, Proposal, Result
from rulings.permissions import system_actor
from rulings.states import Act
from rulings.workflow.acts import ActContext, ActRun, perform
from rulings.workflow.canonical import canonical_bytes, digest
from rulings.workflow.log import Receipt


def store_result(
    case_id: uuid.UUID,
    proposal_id: uuid.UUID,
    *,
    at: datetime,
    status: Proposal.Status,
    result: Mapping[str, object] | None = None,
    bounds: tuple[int, int] | None = None,
    then: Callable[[ActRun, Proposal], None] | None = None,
) -> Receipt | None:
    """Store what a solve gave; killed or failed ones keep the bounds they reported.

    The case's version stays: a result overtakes nobody's form. The first result of a
    queued solve counts; None for one that comes after it, or whose question has been
    taken back. `then` plans what follows in the same entry.
    """

    def write(run: ActRun) -> None:
        row = Proposal.objects.filter(pk=proposal_id, case=run.case).first()
        if row is None or row.status != Proposal.Status.QUEUED:
            raise _AnsweredError
        values: dict[str, object] = {
            "status": status,
            "finished_at": at,
            "reproducible": result is not None,
        }
        if result is not None:
            data = canonical_bytes(result)
            values["result_hash"] = digest(data)
            Result.objects.get_or_create(
                result_hash=values["result_hash"], defaults={"data": data}
            )
        if bounds is not None:
            values["low"], values["high"] = bounds
        run.rows.change(row, **values)
        if then is not None:
            then(run, row)

    form = ActContext(by=system_actor("worker", at), at=at)
    try:
        return perform(Act.SOLVED, form, case_id, write, {})
    except _AnsweredError:
        return None


class _AnsweredError(Exception):
    """The solve has been answered by another run of its job."""


def report_progress(proposal_id: uuid.UUID, low: int, high: int) -> None:
    """Keep the bounds a running solve has proven, for the page that waits."""
    Progress.objects.update_or_create(
        proposal_id=proposal_id, defaults={"low": low, "high": high}
    )
