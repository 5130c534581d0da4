"""How an event and a person's data end: closed, archived, handed out, erased (R19).

A closed event is final and can be opened again; an archived one is for reading only.
Erasing takes away a name and the words of a player; the record keeps their
commitments, says that they were erased, and still proves itself.
"""

from __future__ import annotations

import uuid

from rulings.models import (
    ApiKey,
    Event,
    ImportFile,
    Participant,
    Pass,
    Person,
    Private,
    Subscription,
)
from rulings.permissions import EventAct
from rulings.queries.case.final import blockers
from rulings.queries.person import (
    contestants_with,
    files_naming,
    name_of_player,
    names_entered,
    open_cases,
    said_by,
)
from rulings.workflow.acts import ActContext
from rulings.workflow.errors import Fault, need_reason
from rulings.workflow.event.transaction import EventActRun, perform_in_event
from rulings.workflow.log import Receipt, commit_text


def close_event(context: ActContext, event: Event) -> Receipt:
    """Close an event whose every case is final: nothing more is planned or scored.

    Raises Fault while a case can still change.
    """

    def write(run: EventActRun) -> None:
        _require_final(run)
        run.rows.change(run.event, phase=Event.Phase.CLOSED)

    return perform_in_event(EventAct.CLOSE_EVENT, context, event, write, {})


def reopen_event(context: ActContext, event: Event, *, reason: str) -> Receipt:
    """Open a closed event again, with the reason."""
    need_reason(reason)

    def write(run: EventActRun) -> None:
        if run.event.phase != Event.Phase.CLOSED:
            raise Fault("event_not_closed")
        run.inputs["reason"] = commit_text(reason)
        run.rows.change(run.event, phase=Event.Phase.RUNNING)

    payload = {"reason": reason}
    return perform_in_event(EventAct.REOPEN_EVENT, context, event, write, payload)


def _require_final(run: EventActRun) -> None:
    waiting = {row.case.pk for row in blockers(run.event, run.context.at)}
    if waiting:
        raise Fault("cases_open", count=len(waiting))


def archive_event(context: ActContext, event: Event) -> Receipt:
    """Close an event for good: slips and keys end, and nothing is recorded any more.

    Raises Fault while a case can still change.
    """

    def write(run: EventActRun) -> None:
        _require_final(run)
        run.rows.change(run.event, phase=Event.Phase.ARCHIVED)
        for model, field in ((Pass, "session__event"), (ApiKey, "event")):
            for row in model.objects.filter(**{field: event}, revoked_at__isnull=True):
                run.rows.change(row, revoked_at=context.at)

    return perform_in_event(EventAct.ARCHIVE, context, event, write, {})


def hand_out(context: ActContext, participant: Participant) -> Receipt:
    """Record that a player's data were given out."""

    def write(run: EventActRun) -> None:
        run.inputs["participant"] = participant.pk

    return perform_in_event(
        EventAct.OWN_DATA,
        context,
        participant.event,
        write,
        {"participant": participant.pk},
    )


def erase_person(
    context: ActContext, event: Event, participant_id: uuid.UUID, *, reason: str
) -> Receipt:
    """Erase a player's name and words, and the files in which the name stands.

    Raises Fault while a ruling on the player's boards can still change: the words are
    what it is decided by.
    """
    need_reason(reason)

    def write(run: EventActRun) -> None:
        person = Participant.objects.get(pk=participant_id, event=event)
        if waiting := open_cases(person, context.at):
            raise Fault("cases_open", count=len(waiting))
        name = name_of_player(person)
        texts = {one.commitment for one in said_by(person)}
        files = files_naming(person, name) if name else []
        erased = {str(person.pk), *texts, *names_entered(person)}
        run.inputs["participant"] = person.pk
        run.inputs["reason"] = commit_text(reason)
        run.inputs["erased"] = erased | {file.sha256 for file in files}
        Person.objects.filter(participant=person).delete()
        Private.objects.filter(pk__in=erased).delete()
        ImportFile.objects.filter(pk__in=[file.pk for file in files]).delete()
        mine = contestants_with(person)
        Subscription.objects.filter(table_pass__contestant__in=mine).delete()

    payload = {"participant": participant_id}
    return perform_in_event(EventAct.ERASE, context, event, write, payload)
