"""What the chief director reads: every case of an event by state and time left.

A fixed number of queries however many cases there are. Tricks and contracts of a
board the reader has still to play are left out (R11).
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import chain

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Exists, Q
from django_tasks_db.models import DBTaskResult

from rulings.laws.periods import on_time
from rulings.models import (
    Appeal,
    Case,
    Event,
    Objection,
    Preparation,
    Proposal,
    Round,
    Ruling,
    Statement,
    VisitorQuestion,
    Window,
)
from rulings.permissions import BLIND, Actor, asked_of, visible
from rulings.queries.case.appeals import DECIDED, announced_among, is_unannounced
from rulings.queries.case.final import Blocker, blockers_with, is_running
from rulings.queries.case.rows import keep_tables, rows_of
from rulings.queries.case.rules import needs_chief
from rulings.queries.case.solving import GONE_AFTER
from rulings.queries.staff import Guards, guards_of
from rulings.queries.table.similar import Kinship, SimilarPair, pairs_of
from rulings.states import State

SILENT_AFTER = timedelta(seconds=settings.TD_REFINE_SECONDS + 30)
"""A worker that searches on for as long as it may is not silent yet."""


class Group(StrEnum):
    """The headings of the list, in order."""

    WAITING = "waiting"
    PLAYER = "player"
    APPEAL = "appeal"
    RULING = "ruling"
    WINDOWS = "windows"
    DONE = "done"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class CaseRow:
    """One case on the chief's list.

    `barred` says that the reader plays the board; `free` names who could take it.
    `ruling` is the newest, announced or not; `unannounced` says that the decision of an
    appeal waits to be announced; `same` is another case with the same facts and other
    tricks.
    """

    case: Case
    group: Group
    barred: bool
    free: tuple[str, ...]
    ruling: Ruling | None
    proposal: Proposal | None
    appeal: Appeal | None
    unannounced: bool
    next_window: Window | None
    windows: tuple[Window, ...]
    disputed: bool
    blocks: tuple[Blocker, ...]
    same: Case | None

    @property
    def is_blocking(self) -> bool:
        """Say whether somebody must act before the result is final."""
        return any(not blocker.waits_for_time for blocker in self.blocks)

    @property
    def ruled_by(self) -> User | None:
        """Return who ruled: whoever made the first announced ruling, or the newest.

        Another may have the case now, and a correction is one of that ruling.
        """
        told = (one for one in rows_of(self.case, Ruling) if one.announced_at)
        found = next(told, self.ruling)
        return None if found is None else found.by

    @property
    def asks_chief(self) -> bool:
        """Say whether the ruling waits for the chief's confirmation."""
        return (
            self.case.state == State.RULED
            and self.ruling is not None
            and needs_chief(self.case, self.ruling)
        )

    def urgency(self, at: datetime) -> int:
        """Return the place among those of one heading, the lowest first."""
        if self.asks_chief:
            return 0
        promised = self.case.reserved_until
        late = promised is not None and not on_time(at, promised)
        return 1 if late and self.case.state == State.RESERVED else 2


@dataclass(frozen=True, slots=True)
class Live:
    """The whole list of an event at an instant, and when its play ends.

    `unlinked` are the names of those who rule and are linked to no player; `pairs` the
    similar claims, two by two, of boards that the reader does not play; `directors` all
    who rule, by account.
    """

    rows: tuple[CaseRow, ...]
    at: datetime
    finish_at: datetime | None
    round_order: int | None
    rounds: int
    unlinked: tuple[str, ...] = ()
    pairs: tuple[SimilarPair, ...] = ()
    directors: tuple[tuple[int, str], ...] = ()

    def of(self, group: Group) -> tuple[CaseRow, ...]:
        """Return the rows of one heading: what asks the chief, then late promises."""
        rows = (row for row in self.rows if row.group is group)
        return tuple(sorted(rows, key=lambda row: row.urgency(self.at)))

    @property
    def blocking(self) -> tuple[CaseRow, ...]:
        """Return the rows on which somebody must act before the result is final."""
        return tuple(row for row in self.rows if row.is_blocking)


def solver_silent_since(at: datetime) -> datetime | None:
    """Return since when a job waits that no worker takes; None where one works."""
    jobs = DBTaskResult.objects.exclude(queue_name=VisitorQuestion.QUEUE)
    recent = at - SILENT_AFTER
    works = jobs.filter(Q(started_at__gt=recent) | Q(finished_at__gt=recent))
    ready_soon = Preparation.objects.filter(seen_at__gte=at - GONE_AFTER)
    silent = jobs.ready().exclude(Exists(works)).exclude(Exists(ready_soon))
    waits = silent.filter(enqueued_at__lte=recent).order_by("enqueued_at")
    return waits.values_list("enqueued_at", flat=True).first()


def live_of(actor: Actor, event: Event) -> Live:
    """Return the chief's list of an event."""
    cases = list(
        visible(actor, Case.objects.filter(event=event))
        .annotate(**{BLIND: asked_of(actor)})
        .select_related(
            "claim",
            "position",
            "director",
            "playing__board",
            "playing__table__section",
            "playing__round__session",
        )
        .order_by("called_at", "pk")
    )
    for case in cases:
        case.event = event
    guards = guards_of(event.pk, actor.at)
    found = _LiveReads(event, cases, guards, actor)
    rounds = list(
        Round.objects.filter(session__event=event).order_by("session__order", "order")
    )
    now = [row for row in rounds if row.ended_at is None]
    ends = [row.ended_at or row.ends_at for row in rounds]
    return Live(
        tuple(found.row(case) for case in cases),
        actor.at,
        max((end for end in ends if end is not None), default=None),
        now[0].order if now else None,
        sum(row.session_id == now[0].session_id for row in rounds) if now else 0,
        guards.unlinked,
        found.pairs,
        tuple(guards.names.items()),
    )


class _LiveReads:
    """Everything the rows need, read once for all cases."""

    def __init__(
        self, event: Event, cases: list[Case], guards: Guards, actor: Actor
    ) -> None:
        self.at, self.guards = actor.at, guards
        self.user_id = actor.user.pk if actor.user else None
        keep_tables(event, cases)
        rulings = {case.pk: rows_of(case, Ruling) for case in cases}
        self.rulings = {pk: rows[-1] for pk, rows in rulings.items() if rows}
        appeals = [row for case in cases for row in rows_of(case, Appeal)]
        self.appeals = {row.ruling.case_id: row for row in appeals if not row.outcome}
        self.unannounced = {
            row.ruling.case_id
            for row in appeals
            if row.outcome in DECIDED and is_unannounced(row)
        }
        self.decisions = announced_among(appeals, chain(*rulings.values()))
        free = [
            case
            for case in cases
            if not self.is_barred(case) and not getattr(case, BLIND)
        ]
        self.pairs = tuple(pairs_of(free, self.rulings))
        self.same = _unexplained(self.pairs)

    def is_barred(self, case: Case) -> bool:
        """Say whether the reader plays the board of a case."""
        return self.guards.barred(self.user_id, case.playing)

    def row(self, case: Case) -> CaseRow:
        every, put = rows_of(case, Window), rows_of(case, Objection)
        windows = [
            row
            for row in every
            if case.state != State.CANCELLED and is_running(row, self.at)
        ]
        wishes = sum(row.waits for row in put)
        waiting = case.director_id is None
        return CaseRow(
            case,
            _group(case, windows, wishes),
            self.is_barred(case),
            self.guards.free(case.playing) if waiting else (),
            self.rulings.get(case.pk),
            _answered(rows_of(case, Proposal)),
            self.appeals.get(case.pk),
            case.pk in self.unannounced,
            _next(windows),
            tuple(windows),
            _is_disputed(rows_of(case, Statement)),
            tuple(
                blockers_with(
                    case, every, put, self.decisions.get(case.pk, ()), self.at
                )
            ),
            self.same.get(case.pk),
        )


def _answered(proposals: Iterable[Proposal]) -> Proposal | None:
    """Return the newest proposal that has a number."""
    found = [row for row in proposals if row.low is not None]
    return max(found, key=lambda row: row.queued_at, default=None)


def _is_disputed(layers: Iterable[Statement]) -> bool:
    return any("disputed" in {row.read_back_ns, row.read_back_ew} for row in layers)


def _group(case: Case, windows: list[Window], wishes: int) -> Group:
    state = State(case.state)
    if state is State.CANCELLED and not wishes:
        return Group.CANCELLED
    if state is State.CALLED and case.director_id is None:
        return Group.WAITING
    if state in {
        State.CALLED,
        State.CONTESTED,
        State.FROZEN,
        State.RESERVED,
        State.RULED,
    }:
        return Group.RULING
    if wishes:
        return Group.PLAYER
    if state is State.APPEALED:
        return Group.APPEAL
    return Group.WINDOWS if windows else Group.DONE


def _next(windows: list[Window]) -> Window | None:
    """Return the window that closes first; of those without an end the first."""
    timed = [row for row in windows if row.closes_at is not None]
    return next(iter(timed or windows), None)


def _unexplained(pairs: Iterable[SimilarPair]) -> dict[uuid.UUID, Case]:
    """Return, for each case, another with the same facts and other tricks."""
    found: dict[uuid.UUID, Case] = {}
    for pair in pairs:
        if pair.kinship is Kinship.UNEXPLAINED:
            found.setdefault(pair.one.case.pk, pair.other.case)
            found.setdefault(pair.other.case.pk, pair.one.case)
    return found
