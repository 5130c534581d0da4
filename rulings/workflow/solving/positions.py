"""Let a program ask the solver about a position: a queued job and its answer (R15).

The position belongs to no case, so nothing of it is a ruling. The log says that it was
asked, by a hash of the question; the answer is derived and not logged.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Collection
from datetime import datetime
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING or django.VERSION < (6, 0):
    from django_tasks import task
else:
    from django.tasks import task

from rulings.bridge.positions import Position
from rulings.clock import receipt_at
from rulings.models import AskedPosition, Event
from rulings.permissions import EventAct
from rulings.solver import Settings, SolverClaim, input_hash
from rulings.workflow.acts import ActContext
from rulings.workflow.errors import Fault, sentence_of
from rulings.workflow.event.transaction import EventActRun, perform_in_event
from rulings.workflow.log import Receipt
from rulings.workflow.solving.solve import LOST_AFTER, run_child

PRIORITY = -10
"""Behind the first answers on cases, before their refinements."""

WAITING_AT_MOST = 50
"""So many positions of an event wait at once (R15)."""

Status = AskedPosition.Status
RETRY = {Status.FAILED, Status.TIMED_OUT}


class TooManyWaiting(Exception):
    """The event's quota of positions waits already; nothing was written."""


def ask_position(
    context: ActContext,
    event: Event,
    position: Position,
    claim: SolverClaim,
    settings: Settings,
) -> tuple[Receipt, AskedPosition]:
    """Queue a question unless the event has it answered; return its receipt and row.

    Raises Invalid for a claim that does not fit the position, TooManyWaiting beyond
    the event's quota.
    """
    try:
        claim.check(position)
    except ValueError as error:
        raise Fault("claim_not_computed", why=sentence_of(error)) from error
    mark = input_hash(position, claim, settings)
    question = {
        "position": str(position),
        "claim": claim.to_json(),
        "settings": settings.to_json(),
    }

    def write(run: EventActRun) -> None:
        run.inputs["question"] = mark
        _queue(run.event, mark, json.dumps(question, sort_keys=True), context.at)

    payload = {"question": mark}
    receipt = perform_in_event(EventAct.ASK_POSITION, context, event, write, payload)
    return receipt, AskedPosition.objects.get(event=event, input_hash=mark)


def _queue(event: Event, mark: str, question: str, at: datetime) -> None:
    row = AskedPosition.objects.filter(event=event, input_hash=mark).first()
    if row is not None and row.status not in RETRY:
        return
    waiting = AskedPosition.objects.filter(event=event, status=Status.QUEUED)
    if waiting.count() >= WAITING_AT_MOST:
        raise TooManyWaiting(
            f"{WAITING_AT_MOST} positions of this event wait already. Ask again when "
            "some of them are answered."
        )
    asked_id = uuid.uuid4() if row is None else row.pk
    if row is None:
        AskedPosition(
            pk=asked_id,
            event=event,
            input_hash=mark,
            question=question,
            queued_at=at,
        ).save(force_insert=True)
    else:
        AskedPosition.objects.filter(pk=asked_id).update(
            status=Status.QUEUED, queued_at=at, finished_at=None
        )
    solve_position.enqueue(str(asked_id))


@task(priority=PRIORITY)
def solve_position(asked_id: str) -> None:
    """Answer one question; running it twice is harmless."""
    pk = uuid.UUID(asked_id)
    row = AskedPosition.objects.filter(pk=pk, status=Status.QUEUED).first()
    if row is None:
        return
    outcome = run_child(row.question, lambda low, high: _store(pk, low=low, high=high))
    values: dict[str, object] = {
        "status": Status(outcome["status"]),
        "result": outcome.get("result"),
        "finished_at": receipt_at(),
    }
    if bounds := outcome.get("bounds"):
        values["low"], values["high"] = bounds
    _store(pk, **values)


def _store(pk: uuid.UUID, **values: object) -> None:
    """Write what is known of an answer, unless another run has ended it."""
    AskedPosition.objects.filter(pk=pk, status=Status.QUEUED).update(**values)


def give_up_positions(at: datetime, alive: Collection[str]) -> int:
    """End old questions that no job alive will answer; they can be asked again."""
    return (
        AskedPosition.objects.filter(
            status=Status.QUEUED, queued_at__lt=at - LOST_AFTER
        )
        .exclude(pk__in=alive)
        .update(status=Status.FAILED, finished_at=at)
    )
