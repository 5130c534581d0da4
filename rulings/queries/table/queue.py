"""The calls of an event as one director needs them: new ones, own ones, the others'.

A fixed number of queries. New calls come first until somebody takes them, then own
ones with which play waits; each lane by time, so rows keep their place.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TypeVar

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from rulings.laws.periods import on_time
from rulings.models import (
    SEATED,
    Agreement,
    Answer,
    Appeal,
    Case,
    Entry,
    Event,
    Objection,
    Playing,
    Proposal,
    Ruling,
    Statement,
    Window,
)
from rulings.permissions import BLIND, Actor, asked_of, visible
from rulings.permissions.embargo import TO_COME
from rulings.queries.at_once import read_at_once
from rulings.queries.case.appeals import (
    APPEALING,
    DECIDED,
    announced_among,
    serves_nobody,
)
from rulings.queries.case.mistakes import cancel_reasons
from rulings.queries.staff import Guards, guards_of
from rulings.queries.table.way import end_reached
from rulings.solver.inputs import NODE_BUDGET
from rulings.states import RESULT_KNOWN, Act, State

OfCase = TypeVar("OfCase", Window, Objection, Agreement)

NOW = (State.CALLED, State.CONTESTED, State.FROZEN, State.RULED)
TAKEN_IN_WORDS = (State.CALLED, State.CONTESTED, State.FROZEN, State.RESERVED)
OVER = (State.CLOSED, State.CANCELLED)
COUNTED = ("counted_low", "counted_high")
CHANGES = frozenset(
    {
        *(Act.CLAIM, Act.STATEMENT, Act.POSITION, Act.FACT, Act.ANSWER, Act.STRIKE),
        *(Act.ALLOW, Act.UNDO, Act.MOVE, Act.CHANGE_FACTS),
    }
)
"""Acts after which another question may be asked of the solver."""


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
    a director, one of `wishes`; `window` is the one that closes first; `later` is the
    board on which the side that agreed has yet to call (Law 69A); `said` that there
    are words; `ends` is the outcome without a ruling that the answers have reached.
    """

    case: Case
    mine: bool
    barred: bool
    free: tuple[str, ...] = ()
    wish: Objection | None = None
    window: Window | None = None
    agreed: Agreement | None = None
    later: Playing | None = None
    wishes: tuple[Objection, ...] = ()
    said: bool = False
    ends: str = ""

    @property
    def counted(self) -> tuple[int, int] | None:
        """Return the tricks that were counted, lowest and highest.

        None where nothing was for the facts as they are, and for who plays the board.
        """
        low, high = (getattr(self.case, name, None) for name in COUNTED)
        blind = getattr(self.case, BLIND, False)
        if low is None or high is None or self.barred or blind:
            return None
        return int(low), int(high)

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


@dataclass(frozen=True, slots=True)
class Calls:
    """The calls of an event, and the cases that were called by mistake, with guards."""

    lanes: Queue
    cancelled: tuple[Case, ...]
    guards: Guards


def calls_of(actor: Actor, event: Event, guards: Guards | None = None) -> Calls:
    """Return the calls of an event as one member of staff sees them."""
    said = Statement.objects.filter(case=OuterRef("pk"))
    answered = Answer.objects.filter(case=OuterRef("pk"), set_aside=False)
    cases = list(
        _counted(visible(actor, Case.objects.filter(event=event)))
        .exclude(Q(state=State.CLOSED, follow_ups=[]) & ~Q(pk__in=_wished(event)))
        .annotate(
            said=Exists(said), answered=Exists(answered), **{BLIND: asked_of(actor)}
        )
        .select_related(
            "director",
            "claim",
            "position",
            "playing__board",
            "playing__table__section",
            "playing__round__session",
        )
        .only(*SHOWN)
        .order_by("called_at", "pk")
    )
    for case in cases:
        case.event = event
    found = _QueueReads(actor, event, cases, guards)
    rows = [_row(case, found) for case in cases]
    lanes: Queue = {lane: [] for lane in Lane}
    for row in sorted(rows, key=_turn):
        if row.lane is not None:
            lanes[row.lane].append(row)
    cancelled = [case for case in cases if case.state == State.CANCELLED]
    return Calls(lanes, tuple(reversed(cancelled)), found.guards)


def _counted(cases: QuerySet[Case]) -> QuerySet[Case]:
    """Let cases tell what was counted for the facts as they are now.

    A fact that changes the question asks it at once; one that leads back to a question
    asked before does not, and then the case itself says which number fits.
    """
    rows = Proposal.objects.filter(case=OuterRef("pk"))
    newest = rows.filter(budget__lte=NODE_BUDGET).order_by("-queued_at")
    changed = Entry.objects.filter(case_id=OuterRef("pk"), act__in=CHANGES)
    ended = rows.filter(
        Q(queued_at__gte=OuterRef("asked_last")),
        Q(queued_at__gte=OuterRef("changed_last")),
        finished_at__isnull=False,
        low__isnull=False,
    ).order_by(F("high") - F("low"), "-queued_at")
    return cases.annotate(
        asked_last=Subquery(newest.values("queued_at")[:1]),
        changed_last=Subquery(changed.order_by("-seq").values("at")[:1]),
    ).annotate(
        counted_low=Subquery(ended.values("low")[:1]),
        counted_high=Subquery(ended.values("high")[:1]),
    )


SHOWN = (
    *("event", "state", "version", "called_at", "reserved_until", "follow_ups"),
    *("director__username", "director__first_name", "director__last_name"),
    *("claim__case", "position__case"),
    *("playing__contract", "playing__board__number"),
    *(f"playing__{column}" for column in SEATED),
    *("playing__table__number", "playing__table__section__letter"),
    *("playing__round__ends_at", "playing__round__order"),
    "playing__round__session__order",
)
"""What a list of calls needs of each."""


class _QueueReads:
    """What the rows need besides their cases, each table read once."""

    def __init__(
        self,
        actor: Actor,
        event: Event,
        cases: Sequence[Case],
        guards: Guards | None,
    ) -> None:
        self.at = actor.at
        self.user_id = actor.user.pk if actor.user else None
        self.guards = guards or guards_of(event.pk, actor.at)
        agreed = [case for case in cases if case.state == State.AGREED]
        self.later = _later_boards(agreed)
        by_key: dict[uuid.UUID, Case] = {case.pk: case for case in cases}
        heard = Appeal.objects.filter(ruling__case__event=event, outcome__in=DECIDED)
        wanted = Q(pk__in=heard.values("ruling")) | Q(current=True)
        windows, wishes, standing, appeals, rulings = read_at_once(
            [
                Window.objects.filter(case__event=event),
                Objection.objects.filter(case__event=event).order_by("received_at"),
                Agreement.objects.filter(case__event=event, withdrawn_at=None),
                heard,
                Ruling.objects.filter(
                    wanted, case__in=heard.values("ruling__case")
                ).order_by("number"),
            ]
        )
        by_ruling = {row.pk: row for row in rulings}
        for row in appeals:
            row.ruling = by_ruling[row.ruling_id]
        self.decisions = announced_among(appeals, rulings)
        self.windows = _by_case(windows, by_key)
        self.wishes = _by_case(wishes, by_key)
        self.agreed = _by_case(standing, by_key)


def _by_case(
    rows: Iterable[OfCase], cases: Mapping[uuid.UUID, Case]
) -> dict[uuid.UUID, list[OfCase]]:
    """Return rows of a table by the listed case they belong to."""
    found: dict[uuid.UUID, list[OfCase]] = defaultdict(list)
    for row in rows:
        if row.case_id in cases:
            row.case = cases[row.case_id]
            found[row.case_id].append(row)
    return found


@dataclass(frozen=True, slots=True)
class CancelledRow:
    """A call that was cancelled, and why; `barred` readers are to play the board."""

    case: Case
    reason: str
    barred: bool


def cancelled_calls(actor: Actor, calls: Calls) -> list[CancelledRow]:
    """Return the calls that were made by mistake, the newest first."""
    cases = calls.cancelled
    if not cases:
        return []
    user_id = actor.user.pk if actor.user else None
    reasons = cancel_reasons(cases)
    barred = {case.pk: calls.guards.barred(user_id, case.playing) for case in cases}
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


def _row(case: Case, found: _QueueReads) -> CallRow:
    guards, user_id, at = found.guards, found.user_id, found.at
    decisions = found.decisions.get(case.pk, ())
    windows = [
        row
        for row in found.windows.get(case.pk, ())
        if row.purpose not in APPEALING or not serves_nobody(row, decisions)
    ]
    barred = guards.barred(user_id, case.playing)
    known = case.state in {*RESULT_KNOWN, *OVER}
    put = found.wishes.get(case.pk, ())
    wishes = [row for row in put if row.waits]
    agreed = found.agreed.get(case.pk, ())
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
        later=found.later.get(case.pk) if open_agreement else None,
        wishes=tuple(put),
        said=getattr(case, "said", False),
        ends=end_reached(case, at) if getattr(case, "answered", False) else "",
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
    """Return the next board at the table of each case, where one is to come.

    A board before that of the case is none, though its score has not come in yet.
    """
    wanted = list(cases)
    to_come = (
        list(
            Playing.objects.filter(
                table__in={case.playing.table_id for case in wanted}, status__in=TO_COME
            )
            .select_related("board", "round__session")
            .order_by("round__session__order", "round__order", "board__number")
        )
        if wanted
        else []
    )
    found: dict[uuid.UUID, Playing] = {}
    for case in wanted:
        here = case.playing
        later = (
            playing
            for playing in to_come
            if playing.table_id == here.table_id and _place(playing) > _place(here)
        )
        if (first := next(later, None)) is not None:
            found[case.pk] = first
    return found


def _place(playing: Playing) -> tuple[int, int, int]:
    """Return where a board stands in the order of play at its table."""
    round_ = playing.round
    return round_.session.order, round_.order, playing.board.number
