"""The proposal of a case as it is now: how far it is, and what it says (R15)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulings.models import Case, Progress, Proposal
from rulings.queries.flow import current_proposal
from rulings.queries.solving import result_of, solver_input

ENDED = frozenset(
    {
        Proposal.Status.EXACT,
        Proposal.Status.RANGE,
        Proposal.Status.TIMED_OUT,
        Proposal.Status.FAILED,
    }
)


@dataclass(frozen=True, slots=True)
class Proposed:
    """A proposal with its result, and the tricks proven so far.

    `row` is None while nothing has been asked; `askable` says whether the facts
    suffice to ask. `stale` is true when only an answer to other facts is there.
    """

    row: Proposal | None
    result: Mapping[str, Any] | None
    low: int | None
    high: int | None
    askable: bool
    stale: bool

    @property
    def pending(self) -> bool:
        """Say whether a worker has still to answer."""
        return self.row is not None and self.row.status not in ENDED

    @property
    def award(self) -> int | None:
        """Return the one number proposed, None while it is a range."""
        if self.low is None or self.low != self.high:
            return None
        return self.low


def proposed(case: Case) -> Proposed:
    """Return the proposal that fits the case's facts now."""
    asked = solver_input(case)
    row = current_proposal(case)
    older = row is None and Proposal.objects.filter(case=case).exists()
    result = result_of(row) if row else None
    low, high = _bounds(row, result)
    return Proposed(row, result, low, high, asked is not None, older)


def _bounds(
    row: Proposal | None, result: Mapping[str, Any] | None
) -> tuple[int | None, int | None]:
    if result is not None:
        return int(result["low"]), int(result["high"])
    if row is None:
        return None, None
    if row.low is not None:
        return row.low, row.high
    progress = Progress.objects.filter(proposal_id=row.pk).first()
    return (progress.low, progress.high) if progress else (None, None)
