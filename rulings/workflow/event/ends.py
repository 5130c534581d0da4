"""How an event and a person's data end: closed, archived, handed out, erased (R19).

A closed event is final and can be opened again; an archived one is for reading only.
Erasing takes away a name and the words of a player; the record keeps their
commitments, says that they were erased, and still proves itself.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from time import sleep

from django.db import connection, transaction
from django.db.models import Q

from rulings.models import (
    ApiKey,
    Case,
    Event,
    ImportFile,
    Participant,
    Pass,
    Person,
    Private,
    Session,
    Subscription,
    Window,
)
from rulings.permissions import EventAct
from rulings.queries.case.final import blockers, waived
from rulings.queries.case.rules import regulations_of
from rulings.queries.person import (
    contestants_with,
    files_naming,
    name_of_player,
    names_entered,
    open_cases,
    published_words,
    said_by,
)
from rulings.states import State
from rulings.workflow.acts import ActContext
from rulings.workflow.errors import Fault, need_reason
from rulings.workflow.event.transaction import EventActRun, perform_in_event
from rulings.workflow.log import Receipt, commit_text
from rulings.workflow.windows import anchors_of, extend_passes, retime

log = logging.getLogger(__name__)
PAUSES = (0.2, 0.5, 0)
"""So many seconds lie between the tries to clear SQLite's journal."""
USUAL_PATIENCE = 20000
"""ms that a connection waits for another's lock (tdweb/settings.py, R5)."""


def close_event(context: ActContext, event: Event) -> Receipt:
    """Close an event whose every case is final: nothing more is planned or scored.

    Its directors get a notice that leads to the list of its rulings.

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


def extend_session(
    context: ActContext, event: Event, session: Session, *, minutes: int, reason: str
) -> Receipt:
    """Give every open time of a session more minutes, with the chief's reason.

    An agreement ends by an event at the table and is left alone (69A).
    """
    need_reason(reason)
    if minutes <= 0:
        raise Fault("minutes_missing")

    def plan(run: EventActRun, window: Window) -> None:
        run.rows_of(window.case).change(
            window, extended_minutes=window.extended_minutes + minutes
        )

    given = _Timed(EventAct.EXTEND_SESSION, session, reason, {"minutes": minutes})
    return _time_session(context, event, given, open_windows_of, plan)


def close_session_early(
    context: ActContext, event: Event, session: Session, *, reason: str
) -> Receipt:
    """End now the times of a session that everybody entitled has given up.

    So a prize-giving need not wait for them. A time that somebody still has is never
    shortened: it stays open. Raises Fault where no time has been given up.
    """
    need_reason(reason)

    def plan(run: EventActRun, window: Window) -> None:
        run.rows_of(window.case).change(window, closed_early_at=context.at)

    given = _Timed(EventAct.CLOSE_SESSION, session, reason, {})
    return _time_session(context, event, given, given_up_in, plan)


def given_up_in(session: Session, at: datetime) -> list[Window]:
    """Return the open times of a session that everybody entitled has given up."""
    return [row for row in open_windows_of(session, at) if waived(row)]


def open_windows_of(session: Session, at: datetime) -> list[Window]:
    """Return the times of a session that are open, but for agreements, by table."""
    rows = (
        Window.objects.filter(
            Q(closes_at__isnull=True) | Q(closes_at__gte=at),
            case__playing__round__session=session,
            closed_early_at__isnull=True,
        )
        .exclude(purpose=Window.Purpose.AGREEMENT)
        .exclude(case__state=State.CANCELLED)
        .select_related("case__event", "case__playing__board")
        .select_related("case__playing__table__section")
        .select_related("case__playing__round__session")
    )
    place = "case__playing__table__section__letter", "case__playing__table__number"
    return list(rows.order_by(*place, "case__playing__board__number", "purpose"))


@dataclass(frozen=True, slots=True)
class _Timed:
    """An act on the times of a session: which, why, and what its form gave."""

    act: EventAct
    session: Session
    reason: str
    inputs: Mapping[str, object]


def _time_session(
    context: ActContext,
    event: Event,
    given: _Timed,
    find: Callable[[Session, datetime], list[Window]],
    plan: Callable[[EventActRun, Window], None],
) -> Receipt:
    """Change some times of a session and recompute their ends, in one entry."""

    def write(run: EventActRun) -> None:
        fresh = find(given.session, context.at)
        if not fresh:
            raise Fault("no_time_there")
        words = commit_text(given.reason)
        run.inputs.update(given.inputs, reason=words, session=given.session.pk)
        for window in fresh:
            case = window.case
            plan(run, window)
            rows = run.rows_of(case)
            rows.change(window, changed_reason=words)
            retime(rows, window, anchors_of(case), regulations_of(case))
        extend_passes(run.rows, given.session, run.by_case.values())

    payload = {"session": given.session.pk, "reason": given.reason, **given.inputs}
    cases = Case.objects.filter(playing__round__session=given.session)
    return perform_in_event(given.act, context, event, write, payload, cases=cases)


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
        said = list(said_by(person))
        texts = {one.commitment for one in said} | published_words(said)
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
    receipt = perform_in_event(EventAct.ERASE, context, event, write, payload)
    transaction.on_commit(clear_journal)
    return receipt


def clear_journal() -> None:
    """Leave nothing erased in SQLite's journal: pages of before stand there for long.

    Pages are overwritten as they are freed (secure_delete). Who still reads an older
    state is waited for; the journal of a long reader is cleared at the next erasure, or
    when the site stops.
    """
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        for pause in PAUSES:
            cursor.execute("PRAGMA busy_timeout=1000")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            (busy, *_pages) = cursor.fetchone()
            cursor.execute(f"PRAGMA busy_timeout={USUAL_PATIENCE}")
            if not busy:
                return
            sleep(pause)
    log.warning("What was erased still stands in the journal: somebody reads it.")
