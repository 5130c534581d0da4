"""Whether the solver is being prepared, as the workers themselves say (R15)."""

from __future__ import annotations

from datetime import datetime, timedelta

from django_tasks_db.models import DBTaskResult

from rulings.models import Preparation, Proposal

SIGN_EVERY = timedelta(seconds=2)
GONE_AFTER = timedelta(seconds=10)
"""A worker without a sign of life for so long is not believed to prepare any more."""


def waits_for_preparation(row: Proposal | None, at: datetime) -> bool:
    """Say whether a queued proposal waits while a worker compiles the solver.

    Not when another worker is at it already.
    """
    if row is None or row.status != Proposal.Status.QUEUED:
        return False
    alive = Preparation.objects.filter(seen_at__gte=at - GONE_AFTER)
    if not alive.exists():
        return False
    jobs = DBTaskResult.objects.filter(
        status="RUNNING", args_kwargs__args__1=str(row.pk)
    )
    return not jobs.exists()
