"""Let a visitor of the public page ask the solver: a queue of its own (R15).

Nothing of it is a ruling and nothing is logged: no event, no case, no person and no
address is kept. A worker of its own takes these jobs (`db_worker --queue-name
visitors`), so that no director waits for them; where none runs they are not taken.
"""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import django
from django.db.models import Q, QuerySet
from django_tasks_db.models import DBTaskResult

if TYPE_CHECKING or django.VERSION < (6, 0):
    from django_tasks import task
else:
    from django.tasks import task

from rulings.bridge.positions import Position
from rulings.clock import receipt_at
from rulings.models import VisitorQuestion
from rulings.solver import Settings, SolverClaim
from rulings.solver.tools.child import safe_into
from rulings.workflow.errors import Fault, sentence_of
from rulings.workflow.solving.solve import (
    BEHIND,
    LOST_AFTER,
    WALL_SECONDS,
    run_child,
)

KEPT_FOR = timedelta(hours=1)
"""So long the answer can be looked at again."""

LEFT_AFTER = timedelta(minutes=2)
"""Who has not looked for so long has left: his question is forgotten unanswered."""

WAITING_AT_MOST = 200
"""So many questions wait at once; who comes then is asked to come back."""

FASTEST = 3.0
"""Seconds that are left at least for the safe words, of all that a question has."""

Status = VisitorQuestion.Status
GOOD = (Status.QUEUED, Status.EXACT, Status.RANGE)
"""How a question stands that need not be asked again."""


def ask_as_visitor(
    given: dict[str, str],
    asked: tuple[Position, SolverClaim, Settings],
    at: datetime,
) -> VisitorQuestion:
    """Queue a question and return its row; `given` is the form as it was sent.

    Raises Fault for a claim that does not fit the position, and where too many wait.
    The same question is answered once, as where many open one link. Old questions are
    forgotten.
    """
    position, claim, settings = asked
    try:
        claim.check(position)
    except ValueError as error:
        raise Fault("claim_not_computed", why=sentence_of(error)) from error
    forget_questions(at)
    parts = {
        "position": str(position),
        "claim": claim.to_json(),
        "settings": settings.to_json(),
    }
    question = json.dumps(parts, sort_keys=True)
    same = VisitorQuestion.objects.filter(question=question, status__in=GOOD)
    known = next((row for row in same if row.given == given), None)
    if known is not None:
        return known
    if _waiting().count() >= WAITING_AT_MOST:
        raise Fault("visitors_too_many", n=WAITING_AT_MOST)
    row = VisitorQuestion.objects.create(
        given=given, question=question, queued_at=at, seen_at=at
    )
    answer_visitor.enqueue(str(row.pk))
    return row


def forget_questions(at: datetime) -> None:
    """Forget answers after their hour, with their jobs, and who has left the queue."""
    left = Q(status=Status.QUEUED, seen_at__lt=at - LEFT_AFTER)
    VisitorQuestion.objects.filter(left | Q(queued_at__lt=at - KEPT_FOR)).delete()
    DBTaskResult.objects.finished().filter(
        queue_name=VisitorQuestion.QUEUE, finished_at__lt=at - KEPT_FOR
    ).delete()


def give_up_questions(at: datetime, alive: Collection[str]) -> int:
    """End old questions that no job alive will answer; they can be asked again."""
    lost = Q(finished_at=None, queued_at__lt=at - LOST_AFTER) & ~Q(pk__in=alive)
    ended = VisitorQuestion.objects.filter(lost, status=Status.QUEUED).update(
        status=Status.FAILED, finished_at=at
    )
    # Some are answered, but for the safe words.
    VisitorQuestion.objects.filter(lost).update(finished_at=at)
    return ended


def still_waits(row: VisitorQuestion, at: datetime) -> None:
    """Note that somebody still waits for an answer."""
    VisitorQuestion.objects.filter(pk=row.pk, status=Status.QUEUED).update(seen_at=at)


def place_of(row: VisitorQuestion) -> int:
    """Return the place of a question in the queue: 1 is being answered or next."""
    return _waiting().filter(queued_at__lt=row.queued_at).count() + 1


def _waiting() -> QuerySet[VisitorQuestion]:
    return VisitorQuestion.objects.filter(status=Status.QUEUED)


@task(queue_name=VisitorQuestion.QUEUE)
def answer_visitor(question_id: str) -> None:
    """Solve a question, then look for safe words in the time that is left of it.

    Where others wait for their number, or begin to, the words come behind. One that
    nobody waits for any more keeps nobody else waiting.
    """
    pk = uuid.UUID(question_id)
    row = VisitorQuestion.objects.filter(pk=pk, status=Status.QUEUED).first()
    if row is None:
        return
    if receipt_at() - (row.seen_at or row.queued_at) > LEFT_AFTER:
        VisitorQuestion.objects.filter(pk=pk).delete()
        return
    begun = time.monotonic()
    outcome = run_child(
        row.question,
        lambda low, high: _store(pk, low=low, high=high),
        seconds=WALL_SECONDS - FASTEST,
    )
    values: dict[str, object] = {
        "status": Status(outcome["status"]),
        "result": outcome.get("result"),
    }
    if bounds := outcome.get("bounds"):
        values["low"], values["high"] = bounds
    _store(pk, **values)
    if _waiting().exclude(pk=pk).exists():
        words_for_visitor.enqueue(question_id)
    else:
        _find_words(row, WALL_SECONDS - (time.monotonic() - begun))


@task(queue_name=VisitorQuestion.QUEUE, priority=BEHIND)
def words_for_visitor(question_id: str) -> None:
    """Look for the safe words of a question that is answered; numbers go first."""
    pk = uuid.UUID(question_id)
    row = VisitorQuestion.objects.filter(pk=pk, finished_at=None).first()
    if row is not None:
        _find_words(row, WALL_SECONDS - FASTEST)


def _find_words(row: VisitorQuestion, seconds: float) -> None:
    """Look for the words; give way to a number that somebody begins to wait for."""
    found = run_child(
        row.question,
        _unheard,
        seconds=seconds,
        is_wanted=lambda: not _waiting().exists(),
        work=safe_into,
    )
    if found["status"] == "unwanted":
        words_for_visitor.enqueue(str(row.pk))
        return
    _store(row.pk, safe=found.get("result"), finished_at=receipt_at())


def _store(pk: uuid.UUID, **values: object) -> None:
    """Write what is known of an answer; a question that is forgotten stays so."""
    VisitorQuestion.objects.filter(pk=pk).update(**values)


def _unheard(_low: int, _high: int) -> None:
    """Hear no bounds: words are found or not."""
