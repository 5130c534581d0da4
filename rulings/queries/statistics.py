"""What an event's rulings come to: by law, cause and director, and how long they took.

Counted from the rows of the chief's list; a board that the reader plays is left out.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from statistics import median

from django.contrib.auth.models import User

from rulings.models import Appeal, Result, Ruling
from rulings.queries.case.rows import rows_of
from rulings.queries.chief import CaseRow, Live
from rulings.solver.types import Cause
from rulings.states import State


@dataclass(frozen=True, slots=True)
class RuledCase:
    """A case with what the figures need: its laws and cause, how long, what followed.

    `took` is the time from the call to the first announcement; `corrected` says that a
    later ruling was announced, `changed` that an appeal changed it.
    """

    row: CaseRow
    laws: tuple[str, ...]
    cause: Cause | None
    took: timedelta | None
    corrected: bool
    appeals: int
    changed: bool

    @property
    def by(self) -> User | None:
        """Return who ruled, whoever has the case now."""
        return self.row.ruled_by


def ruled_cases(found: Live) -> list[RuledCase]:
    """Return the cases that a director has ruled on; two queries at most."""
    rows = [row for row in found.rows if row.ruling is not None and not row.barred]
    causes = _causes(row.ruling for row in rows if row.ruling is not None)
    return [_ruled(row, causes) for row in rows if row.case.state != State.CANCELLED]


def _ruled(row: CaseRow, causes: dict[str, Cause]) -> RuledCase:
    rulings, appeals = rows_of(row.case, Ruling), rows_of(row.case, Appeal)
    told = [one.announced_at for one in rulings if one.announced_at is not None]
    assert row.ruling is not None  # noqa: S101 - only such rows are counted
    proposal = row.ruling.proposal
    return RuledCase(
        row,
        tuple(row.ruling.laws),
        causes.get(proposal.result_hash) if proposal else None,
        min(told) - row.case.called_at if told else None,
        len(told) > 1,
        len(appeals),
        any(one.outcome == Appeal.Outcome.CHANGED for one in appeals),
    )


def _causes(rulings: Iterable[Ruling]) -> dict[str, Cause]:
    """Return why the claim failed, by the hash of what the solver answered."""
    hashes = {one.proposal.result_hash for one in rulings if one.proposal is not None}
    results = Result.objects.filter(result_hash__in=hashes - {""})
    read = ((row.result_hash, json.loads(bytes(row.data))) for row in results)
    return {mark: Cause(data.get("cause", Cause.NONE)) for mark, data in read}


def count_of(values: Iterable[str]) -> list[tuple[str, int]]:
    """Return how often each value comes, the most frequent first."""
    return sorted(Counter(values).items(), key=lambda one: (-one[1], one[0]))


def usual_time(cases: Sequence[RuledCase]) -> timedelta | None:
    """Return the median time from the call to the announcement; None without one."""
    lengths = [one.took.total_seconds() for one in cases if one.took is not None]
    return timedelta(seconds=median(lengths)) if lengths else None
