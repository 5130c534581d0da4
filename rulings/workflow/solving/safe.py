"""The safe words of an announced claim, looked for behind everything else (R15).

They change no number and are no act: derived from the question, by whose hash they are
kept. A search gives way to a first answer and begins again when nothing waits.
"""

from __future__ import annotations

import json
import uuid
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING or django.VERSION < (6, 0):
    from django_tasks import task
else:
    from django.tasks import task

from rulings.clock import receipt_at
from rulings.models import Case, SafeResult
from rulings.queries.case.solving import solver_input
from rulings.solver.tools.child import safe_into
from rulings.workflow.solving.propose import ASKED_OF
from rulings.workflow.solving.solve import BEHIND, is_awaited, run_child

LAST = BEHIND - 10
"""The priority of these jobs: behind refinements too."""


def queue_safe_words(case: Case) -> None:
    """Queue the search for an announced claim; one that is known is not repeated."""
    if case.kind == Case.Kind.CLAIM:
        find_safe_words.enqueue(str(case.pk))


@task(priority=LAST)
def find_safe_words(case_id: str) -> None:
    """Look for safe words of the claim as it is ruled on now, and keep them."""
    rows = Case.objects.select_related(*ASKED_OF).filter(pk=uuid.UUID(case_id))
    case = rows.first()
    asked = None if case is None else solver_input(case)
    if asked is None or SafeResult.objects.filter(pk=asked.hash).exists():
        return
    question = {
        "position": str(asked.position),
        "claim": asked.claim.to_json(),
        "settings": asked.settings.to_json(),
    }
    outcome = run_child(
        json.dumps(question),
        lambda _low, _high: None,
        is_wanted=lambda: not is_awaited(),
        work=safe_into,
    )
    if outcome["status"] == "unwanted":
        find_safe_words.enqueue(case_id)
        return
    SafeResult.objects.get_or_create(
        input_hash=asked.hash,
        defaults={"found_at": receipt_at(), "data": outcome.get("result")},
    )
