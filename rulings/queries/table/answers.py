"""What a changed answer makes moot: the walk with all answers ever given."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from rulings.models import Answer, Case
from rulings.queries.flow import CaseWalk, walk_case


def walk_with(
    case: Case,
    at: datetime,
    step: str,
    choice: str,
    values: dict[str, object],
    *,
    also: Mapping[str, str] | None = None,
) -> tuple[CaseWalk, list[str]]:
    """Return the walk after an answer, and the steps whose answers it makes moot.

    Answers set aside before count again where they apply. Raises NotOffered for a
    choice that the step does not offer now.
    """
    set_aside = Answer.objects.filter(case=case, set_aside=True).exclude(step=step)
    more: dict[str, Any] = {
        row.step: {"choice": row.choice, **row.values} for row in set_aside
    }
    more |= also or {}
    more[step] = {"choice": choice, **values}
    walked = walk_case(case, at, more=more)
    given = Answer.objects.filter(case=case).values_list("step", flat=True)
    moot = set(walked.walk.unused) & set(given) - {step, *(also or {})}
    return walked, sorted(moot)
