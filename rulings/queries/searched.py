"""The claim of a case as another regulation set lets the cards be searched.

A search of its own, kept with the positions that belong to no case: what it finds is
shown beside the case and is never a proposal for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rulings.laws.regulations import Regulations
from rulings.models import AskedPosition, Case
from rulings.queries.flow import current_proposal, values_of
from rulings.queries.flows import flow_of
from rulings.queries.regulations import regulations_of
from rulings.queries.solving import SolverInput, solver_input
from rulings.solver.settings import settings_under

Bounds = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Searched:
    """How a case is searched under another set, and how far that is.

    `applies` says that the flow turns on cards at all, `alike` that nothing the search
    reads is set differently; `asked` is the question, None while claim or cards are
    missing; `row` its search, None where nobody has asked. `own` are the tricks proven
    under the case's own set.
    """

    applies: bool
    alike: bool
    asked: SolverInput | None
    row: AskedPosition | None
    own: Bounds | None

    @property
    def pending(self) -> bool:
        """Say whether a worker has still to answer."""
        return self.row is not None and self.row.status == AskedPosition.Status.QUEUED

    @property
    def bounds(self) -> Bounds | None:
        """Return the tricks proven, the same number twice where it is exact."""
        row = self.row
        if row is None:
            return None
        if row.result is not None:
            return int(row.result["low"]), int(row.result["high"])
        return None if row.low is None or row.high is None else (row.low, row.high)

    @property
    def values(self) -> Mapping[str, Any]:
        """Return what the search says to the rules of the flow; nothing without one."""
        if self.alike or self.row is None or self.row.result is None:
            return {}
        return values_of(self.row.result)


def searched_under(case: Case, regulations: Regulations, edition: str) -> Searched:
    """Return the search of a case under a set in an edition, as far as it is."""
    own = regulations_of(case)
    alike = settings_under(own.values) == settings_under(regulations.values)
    asked = question_under(case, regulations, edition)
    row = None
    if asked is not None and not alike:
        rows = AskedPosition.objects.filter(event=case.event_id)
        row = rows.filter(input_hash=asked.hash).first()
    proposal = current_proposal(case)
    low = None if proposal is None else proposal.low
    high = None if proposal is None else proposal.high
    bounds = None if low is None or high is None else (low, high)
    applies = "cards" in flow_of(case).inputs
    return Searched(applies, alike, asked, row, bounds)


def question_under(
    case: Case, regulations: Regulations, edition: str
) -> SolverInput | None:
    """Return the question to the solver with another set; strikes and class stay."""
    asked = solver_input(case)
    if asked is None:
        return None
    own = asked.settings
    settings = replace(
        settings_under(regulations.values, regulations.name, edition),
        player_class=own.player_class,
        strikes=own.strikes,
        allowances=own.allowances,
        budget=own.budget,
    )
    return replace(asked, settings=settings)
