"""What the chief director reads: every case of an event by state and time left.

A fixed number of queries however many cases there are. Tricks and contracts of a
board the reader has still to play are left out (R11).
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.conf import settings
from django.db.models import Q
from django_tasks_db.models import DBTaskResult

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
    Window,
)
from rulings.permissions import Actor, visible
from rulings.queries.case.final import Blocker, blockers_of, is_running
from rulings.queries.case.rules import needs_chief
from rulings.queries.case.solving import GONE_AFTER
from rulings.queries.staff import Guards, guards_of
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
    `ruling` is the newest, announced or not; `same` is another case with the same
    claim and other tricks.
    """

    case: Case
    group: Group
    barred: bool
    free: tuple[str, ...]
    ruling: Ruling | None
    proposal: Proposal | None
    appeal: Appeal | None
    next_window: Window | None
    windows: tuple[Window, ...]
    open_wishes: int
    disputed: bool
    blocks: tuple[Blocker, ...]
    same: Case | None

    @property
    def is_blocking(self) -> bool:
        """Say whether somebody must act before the result is final."""
        return any(not blocker.waits_for_time for blocker in self.blocks)

    @property
    def asks_chief(self) -> bool:
        """Say whether the ruling waits for the chief's confirmation."""
        return (
            self.case.state == State.RULED
            and self.ruling is not None
            and needs_chief(self.case, self.ruling)
        )


@dataclass(frozen=True, slots=True)
class Live:
    """The whole list of an event at an instant, and when its play ends."""

    rows: tuple[CaseRow, ...]
    at: datetime
    finish_at: datetime | None
    round_order: int | None
    rounds: int

    def of(self, group: Group) -> tuple[CaseRow, ...]:
        """Return the rows of one heading."""
        return tuple(row for row in self.rows if row.group is group)

    @property
    def blocking(self) -> tuple[CaseRow, ...]:
        """Return the rows on which somebody must act before the result is final."""
        return tuple(row for row in self.rows if row.is_blocking)


def solver_silent_since(at: datetime) -> datetime | None:
    """Return since when a job waits that no worker takes; None where one works."""
    jobs = DBTaskResult.objects
    waits = jobs.ready().order_by("enqueued_at").values_list("enqueued_at", flat=True)
    oldest, recent = waits.first(), at - SILENT_AFTER
    if oldest is None or oldest > recent:
        return None
    works = jobs.filter(Q(started_at__gt=recent) | Q(finished_at__gt=recent)).exists()
    ready_soon = Preparation.objects.filter(seen_at__gte=at - GONE_AFTER).exists()
    return None if works or ready_soon else oldest


def live_of(actor: Actor, event: Event) -> Live:
    """Return the chief's list of an event."""
    cases = list(
        visible(actor, Case.objects.filter(event=event))
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
    found = _Found(cases, guards_of(event.pk, actor.at), actor)
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
    )


class _Found:
    """Everything the rows need, read once for all cases."""

    def __init__(self, cases: list[Case], guards: Guards, actor: Actor) -> None:
        self.at, self.guards = actor.at, guards
        self.user_id = actor.user.pk if actor.user else None
        self.rulings = _newest(
            Ruling.objects.filter(case__in=cases)
            .select_related("proposal", "by")
            .order_by("number")
        )
        for case in cases:
            if case.pk in self.rulings:
                self.rulings[case.pk].case = case  # read once, with all it shows
        self.proposals = {
            row.case_id: row
            for row in Proposal.objects.filter(
                case__in=cases, low__isnull=False
            ).order_by("queued_at")
        }
        self.appeals = {
            row.ruling.case_id: row
            for row in Appeal.objects.filter(
                ruling__case__in=cases, outcome=""
            ).select_related("ruling")
        }
        self.windows: dict[uuid.UUID, list[Window]] = defaultdict(list)
        for window in Window.objects.filter(case__in=cases).order_by("closes_at"):
            self.windows[window.case_id].append(window)
        self.wishes: dict[uuid.UUID, int] = defaultdict(int)
        for wish in Objection.objects.filter(case__in=cases, resolution=""):
            self.wishes[wish.case_id] += wish.waits
        self.disputed = {
            row.case_id
            for row in Statement.objects.filter(case__in=cases)
            if "disputed" in {row.read_back_ns, row.read_back_ew}
        }
        self.blocks: dict[uuid.UUID, list[Blocker]] = defaultdict(list)
        for blocker in blockers_of(cases, actor.at):
            self.blocks[blocker.case.pk].append(blocker)
        self.same = _differing(cases, self.rulings)

    def row(self, case: Case) -> CaseRow:
        windows = [
            row
            for row in self.windows[case.pk]
            if case.state != State.CANCELLED and is_running(row, self.at)
        ]
        barred = self.guards.barred(self.user_id, case.playing)
        waiting = case.director_id is None
        return CaseRow(
            case,
            _group(case, windows, self.wishes[case.pk]),
            barred,
            self.guards.free(case.playing) if waiting else (),
            self.rulings.get(case.pk),
            self.proposals.get(case.pk),
            self.appeals.get(case.pk),
            _next(windows),
            tuple(windows),
            self.wishes[case.pk],
            case.pk in self.disputed,
            tuple(self.blocks[case.pk]),
            None if barred else self.same.get(case.pk),
        )


def _newest(rulings: Iterable[Ruling]) -> dict[uuid.UUID, Ruling]:
    return {row.case_id: row for row in rulings}


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


def _differing(
    cases: list[Case], rulings: Mapping[uuid.UUID, Ruling]
) -> dict[uuid.UUID, Case]:
    """Return, for each ruled case, another with the same claim and other tricks."""
    alike: dict[object, list[Case]] = defaultdict(list)
    for case in cases:
        claim, position = getattr(case, "claim", None), getattr(case, "position", None)
        if claim is None or position is None or case.pk not in rulings:
            continue
        mark = (
            case.playing.board_id,
            case.playing.contract,
            position.text,
            claim.claimer,
            claim.tricks_claimed,
        )
        alike[mark].append(case)
    found = {}
    for group in alike.values():
        for case in group:
            mine = rulings[case.pk].tricks_claimer
            others = [o for o in group if rulings[o.pk].tricks_claimer != mine]
            if others:
                found[case.pk] = others[0]
    return found
