"""The calls of an event as one director needs them: new ones, own ones, the others'.

A fixed number of queries. New calls come first until somebody takes them, then own
ones with which play waits; each lane by time, so rows keep their place.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import Q, QuerySet

from rulings.laws.periods import on_time
from rulings.models import Agreement, Appeal, Case, Event, Objection, Playing, Window
from rulings.permissions import Actor, visible
from rulings.permissions.embargo import TO_COME
from rulings.queries.case.appeals import APPEALING, announced_by_case, serves_nobody
from rulings.queries.case.mistakes import cancel_reasons
from rulings.queries.staff import Guards, guards_of
from rulings.states import RESULT_KNOWN, State

NOW = (State.CALLED, State.CONTESTED, State.FROZEN, State.RULED)
TAKEN_IN_WORDS = (State.CALLED, State.CONTESTED, State.FROZEN, State.RESERVED)
OVER = (State.CLOSED, State.CANCELLED)


class Lane(StrEnum):
    """Where a call stands in the list of one director, the most urgent first."""

    NEW = "new"
    PLAY_WAITS = "play_waits"
    LATER = "later"
    OTHERS = "others"


@dataclass(frozen=True, slots=True)
class CallRow:
    """One case in the queue.

    `free` names who can take a guarded call; `wish` is a player's wish that waits for
    a director; `window` is the one that closes first; `later` is the board on which
    the side that agreed has yet to call (Law 69A).
    """

    case: Case
    mine: bool
    barred: bool
    free: tuple[str, ...] = ()
    wish: Objection | None = None
    window: Window | None = None
    agreed: Agreement | None = None
    later: Playing | None = None

    @property
    def opens(self) -> bool:
        """Say whether the reader may open the case; a player of it only takes words."""
        return not self.barred or self.case.state in TAKEN_IN_WORDS

    @property
    def since(self) -> datetime:
        """Return since when somebody waits: the wish where one does, else the call."""
        return self.case.called_at if self.wish is None else self.wish.received_at

    @property
    def unfinished(self) -> bool:
        """Say whether a ruling was promised, or a check is due after the play."""
        over = self.case.state in {*RESULT_KNOWN, *OVER}
        due = over and bool(self.case.follow_ups)
        return self.case.state == State.RESERVED or due

    @property
    def until(self) -> datetime | None:
        """Return by when the director has to act, or the window that ends first."""
        if self.case.state == State.RESERVED:
            return self.case.reserved_until
        return None if self.window is None else self.window.closes_at

    @property
    def lane(self) -> Lane | None:
        """Return where the call stands; None where nothing is open any more."""
        waits = self.case.state in NOW
        known = self.case.state in RESULT_KNOWN and self.window is not None
        if not (waits or self.wish or self.unfinished or known):
            return None
        if self.case.director_id is None:
            return Lane.NEW if waits or self.wish else Lane.OTHERS
        if not self.mine:
            return Lane.OTHERS
        return Lane.PLAY_WAITS if waits else Lane.LATER


Queue = dict[Lane, list[CallRow]]
"""The calls of an event by lane, the longest waiting or the soonest to end first."""


def queue_of(actor: Actor, event: Event) -> Queue:
    """Return the calls of an event as one member of staff sees them."""
    user_id = actor.user.pk if actor.user else None
    cases = list(
        visible(actor, Case.objects.filter(event=event))
        .exclude(Q(state__in=OVER) & Q(follow_ups=[]) & ~Q(pk__in=_wished(event)))
        .select_related(
            "event",
            "director",
            "claim",
            "position",
            "playing__board",
            "playing__table__section",
            "playing__round__session",
        )
        .prefetch_related("windows", "objections", "agreements", "statements")
        .order_by("called_at", "pk")
    )
    guards = guards_of(event.pk, actor.at)
    later = _later_boards(case for case in cases if case.state == State.AGREED)
    decisions = announced_by_case(cases)
    rows = [
        _row(
            case,
            user_id,
            guards,
            later,
            decisions=decisions.get(case.pk, ()),
            at=actor.at,
        )
        for case in cases
    ]
    lanes: Queue = {lane: [] for lane in Lane}
    for row in sorted(rows, key=_turn):
        if row.lane is not None:
            lanes[row.lane].append(row)
    return lanes


@dataclass(frozen=True, slots=True)
class CancelledRow:
    """A call that was cancelled, and why; `barred` readers are to play the board."""

    case: Case
    reason: str
    barred: bool


def cancelled_calls(actor: Actor, event: Event) -> list[CancelledRow]:
    """Return the calls of an event that were made by mistake, the newest first."""
    cases = list(
        visible(actor, Case.objects.filter(event=event, state=State.CANCELLED))
        .select_related("playing__board", "playing__table__section")
        .select_related("playing__round__session")
        .order_by("-called_at", "pk")
    )
    if not cases:
        return []
    user_id = actor.user.pk if actor.user else None
    guards, reasons = guards_of(event.pk, actor.at), cancel_reasons(cases)
    barred = {case.pk: guards.barred(user_id, case.playing) for case in cases}
    return [
        CancelledRow(
            case, "" if barred[case.pk] else reasons.get(case.pk, ""), barred[case.pk]
        )
        for case in cases
    ]


def _turn(row: CallRow) -> tuple[bool, datetime]:
    """Return how soon a row needs somebody: who waits before what only ends."""
    waits = row.wish is not None or row.case.state in NOW
    never = datetime.max.replace(tzinfo=row.since.tzinfo)
    return not waits, row.since if waits else row.until or never


def _row(
    case: Case,
    user_id: int | None,
    guards: Guards,
    later: dict[uuid.UUID, Playing],
    *,
    decisions: Collection[Appeal],
    at: datetime,
) -> CallRow:
    windows = [
        row
        for row in case.windows.all()
        if row.purpose not in APPEALING or not serves_nobody(row, decisions)
    ]
    barred = guards.barred(user_id, case.playing)
    known = case.state in {*RESULT_KNOWN, *OVER}
    wishes = [row for row in case.objections.all() if row.waits]
    agreed = [row for row in case.agreements.all() if row.withdrawn_at is None]
    open_agreement = any(
        window.purpose == Window.Purpose.AGREEMENT and on_time(at, window.closes_at)
        for window in windows
    )
    return CallRow(
        case,
        mine=case.director_id is not None and case.director_id == user_id,
        barred=barred,
        free=guards.free(case.playing, but=user_id) if barred else (),
        wish=wishes[0] if wishes and (known or _only_wished(case)) else None,
        window=soonest(windows, at),
        agreed=agreed[0] if agreed else None,
        later=later.get(case.pk) if open_agreement else None,
    )


def _only_wished(case: Case) -> bool:
    """Say whether a player's wish is all that is known of a case."""
    return case.state == State.CALLED and getattr(case, "claim", None) is None


def _wished(event: Event) -> QuerySet[Objection, uuid.UUID]:
    """Return the cases of an event on which a wish waits, also closed ones."""
    waiting = Objection.objects.filter(case__event=event, resolution="")
    undecided = waiting.filter(Q(admitted=None) | Q(admitted=True))
    return undecided.values_list("case_id", flat=True)


def soonest(windows: Iterable[Window], at: datetime) -> Window | None:
    """Return the open window that closes first; a window without an end comes last."""
    found = [window for window in windows if on_time(at, window.closes_at)]
    never = datetime.max.replace(tzinfo=at.tzinfo)
    return min(
        found, key=lambda row: (row.closes_at or never, row.purpose), default=None
    )


def _later_boards(cases: Iterable[Case]) -> dict[uuid.UUID, Playing]:
    """Return the next board at the table of each case, where one is to come."""
    wanted = list(cases)
    to_come = (
        list(
            Playing.objects.filter(
                table__in={case.playing.table_id for case in wanted}, status__in=TO_COME
            )
            .select_related("board", "round")
            .order_by("round__order", "board__number")
        )
        if wanted
        else []
    )
    found: dict[uuid.UUID, Playing] = {}
    for case in wanted:
        for playing in to_come:
            same = playing.table_id == case.playing.table_id
            if same and playing.pk != case.playing_id:
                found[case.pk] = playing
                break
    return found
