"""How an act that concerns no single case runs: rounds, scores, roles, imports.

The event's log is locked before anything is read: every act of the event waits for
it (R5), so the cases whose windows move are the right ones and stay as they are.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from django.db.models import QuerySet

from rulings.models import Case, Event, Head, Playing
from rulings.permissions import EventAct, require_in_event, role_word
from rulings.queries.case.hearing import StatementContext, hearing_of
from rulings.workflow.acts import (
    ActContext,
    ActRun,
    Write,
    actor_content,
    once,
    require_unarchived,
)
from rulings.workflow.errors import Fault
from rulings.workflow.facts import rehear
from rulings.workflow.log import SHOWN, Receipt, Rows, append, lock_chain, snapshot

RETIME = "retime"
"""The act of a case's entry for what an act on the event sets on the case: its
windows when an anchor appears, a slip that has been taken."""


@dataclass(slots=True)
class EventActRun:
    """What an event act works on while it runs; `head` is its chain's, locked."""

    context: ActContext
    head: Head
    rows: Rows
    event: Event
    cases: list[Case]
    inputs: dict[str, object] = field(default_factory=dict)
    by_case: dict[uuid.UUID, Rows] = field(default_factory=dict)
    noted: set[uuid.UUID] = field(default_factory=set)

    def note_board(self, case: Case) -> None:
        """Write the board as it is now into an entry of the case."""
        self.noted.add(case.pk)

    def rows_of(self, case: Case) -> Rows:
        """Return the rows set on one case: they get an entry of the case's own.

        So a dossier proves them without showing what the act did elsewhere.
        """
        return self.by_case.setdefault(case.pk, Rows())


AFTER_THE_END = frozenset({EventAct.OWN_DATA, EventAct.ERASE})
"""What is done for a person when the event has been archived."""

CLOSED_TO = frozenset(
    {
        EventAct.REGULATION,
        EventAct.IMPORT,
        EventAct.SCHEDULE,
        EventAct.START_ROUND,
        EventAct.END_ROUND,
        EventAct.OWN_CALL,
        EventAct.ENTER_SCORE,
        EventAct.PUBLISH,
        EventAct.ISSUE_PASS,
        EventAct.CLOSE_EVENT,
    }
)
"""What a closed event takes no more; what a player files late is heard all the same."""

RecordRule = Callable[[Case], Write | None]
"""Plans what a new contract or record of play changes on a case of its board."""

RECORD = {"contract", "play"}
"""Columns of a playing that cases of its board are asked about."""

_rules: list[RecordRule] = []


def follow_every_record(rule: RecordRule) -> None:
    """Let a rule look at each case whose board has got another record."""
    if rule not in _rules:
        _rules.append(rule)


EventWatcher = Callable[[Event, EventAct, ActContext], None]

_watchers: list[EventWatcher] = []


def watch_every_event_act(watcher: EventWatcher) -> None:
    """Let a watcher see each act on an event, in its transaction."""
    if watcher not in _watchers:
        _watchers.append(watcher)


def perform_in_event(
    act: EventAct,
    context: ActContext,
    event: Event,
    write: Callable[[EventActRun], None],
    payload: Mapping[str, object],
    *,
    cases: QuerySet[Case] | None = None,
    sections: Collection[uuid.UUID] = (),
) -> Receipt:
    """Do an act on an event and return its receipt; the first one for a known key.

    `cases` are those whose rows may change; asked for only when nobody else can open
    one any more. `sections` are those the act concerns: the right is asked for each,
    and for the whole event where there is none. Raises Refused or KeyReused, and then
    nothing was written.
    """

    def do(head: Head, mark: str) -> Receipt:
        fresh = Event.objects.get(pk=event.pk)
        if act not in AFTER_THE_END:
            require_unarchived(fresh, act)
        if act in CLOSED_TO and fresh.phase == Event.Phase.CLOSED:
            raise Fault("event_closed")
        for section_id in sections or (None,):
            letters = require_in_event(context.by, act, fresh, section_id)
        found = Case.objects.none() if cases is None else cases.filter(event=fresh)
        cases_now = list(found.order_by("pk").distinct())
        run = EventActRun(context, head, Rows(), fresh, cases_now)
        write(run)
        heard = _heard_before(run)
        receipt = append(
            chain=event.pk,
            act=act.value,
            at=context.at,
            rows=run.rows,
            content={
                **actor_content(context, role_word(letters), mark),
                "inputs": run.inputs,
            },
            head=head,
        )
        _follow_records(run, heard, act, role_word(letters))
        for case in run.cases:
            _append_for_case(run, case, act, role_word(letters))
        for watcher in _watchers:
            watcher(run.event, act, context)
        return receipt

    return once(
        act, context, payload, on=event.pk, lock=lambda: lock_chain(event.pk), do=do
    )


def _heard_before(run: EventActRun) -> dict[uuid.UUID, StatementContext]:
    """Return with what the words are read of each case whose record will be another.

    Read before the act's rows are written.
    """
    changed = {
        uuid.UUID(row_id)
        for table, row_id, values in run.rows.rows
        if table == "playing" and values and RECORD & values.keys()
    }
    if not changed:
        return {}
    rows = Case.objects.filter(playing__in=changed).select_related("playing__board")
    return {row.pk: hearing_of(row) for row in rows}


def _follow_records(
    run: EventActRun,
    heard: Mapping[uuid.UUID, StatementContext],
    act: EventAct,
    role: str,
) -> None:
    """Let cases follow whose boards have another record: words first, then questions.

    Words that read differently now get an entry before the rules ask about them.
    """
    known = {case.pk: case for case in run.cases}
    for row in Case.objects.filter(pk__in=list(heard)).order_by("pk"):
        case = known.get(row.pk, row)
        words = ActRun(run.context, Rows(), case)
        rehear(words, heard[row.pk], hearing_of(row))
        if words.rows.rows:
            run.rows_of(case).rows.extend(words.rows.rows)
            _append_for_case(run, case, act, role)
            del run.by_case[case.pk]
            run.noted.discard(case.pk)
        for write in filter(None, (rule(case) for rule in _rules)):
            write(ActRun(run.context, run.rows_of(case), case))
            if case is row:
                run.cases.append(case)


def _append_for_case(run: EventActRun, case: Case, act: EventAct, role: str) -> None:
    rows = run.by_case.get(case.pk, Rows())
    if not rows.rows and case.pk not in run.noted:
        return
    playing = Playing.objects.select_related(*SHOWN).get(pk=case.playing_id)
    append(
        chain=run.event.pk,
        act=RETIME,
        at=run.context.at,
        rows=rows,
        content={
            **actor_content(run.context, role),
            "inputs": {"because": act.value, "place": snapshot(playing)},
            "state": [case.state, case.state],
            "version": [case.version, case.version],
        },
        case_id=case.pk,
        head=run.head,
    )
