"""What the phones of a contestant read: own cases, own wishes, receipts, the clock.

No card leaves this module: those pages have none. Only the score of a claim as stated
is counted from the cards.
"""

from __future__ import annotations

import json
import uuid
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q

from rulings.bridge.positions import Position as Cards
from rulings.bridge.seats import Seat
from rulings.models import (
    SEATED,
    Agreement,
    Appeal,
    Case,
    Entry,
    Event,
    Objection,
    Pass,
    Playing,
    Ruling,
    Window,
    seats_any_of,
)
from rulings.permissions import Actor, embargo_lifted, letters_in_case, visible
from rulings.permissions.embargo import (
    TO_COME,
    is_played,
    pass_serves,
    sessions_over,
    waits_for_the_end,
)
from rulings.permissions.visibility import cases_to_speak_in
from rulings.queries.case.appeals import (
    APPEALING,
    DECIDED,
    announced_by_case,
    is_dealt_with,
    is_unannounced,
    may_appeal_no_more,
    serves,
    standing,
)
from rulings.queries.case.final import is_of_use, needs_admitting, window_to_appeal
from rulings.queries.case.rows import rows_of
from rulings.queries.case.solving import replay_of
from rulings.queries.words import texts_of
from rulings.states import State

PLACE = (
    "event",
    "claim",
    "director",
    "playing__board",
    "playing__table__section",
    "playing__round__session",
    "playing__ns",
    "playing__ew",
)
"""What every page of a case joins."""

SPEAKS = frozenset({"D", "C", "S"})
"""Who may write down what players say; never who plays the board."""


@dataclass(frozen=True, slots=True)
class AnnouncedCase:
    """A case with what both sides may know: the announced ruling, the windows."""

    case: Case
    ruling: Ruling | None
    windows: tuple[Window, ...]
    appeals: tuple[Appeal, ...] = ()

    def state_for(self, side: str) -> State:
        """Return how the case stands for a side.

        Of the opponents' appeal it learns once a director has dealt with it.
        """
        state = State(self.case.state)
        waiting = (row for row in self.appeals if not row.outcome)
        known = (row.side == side or is_dealt_with(self.case, row) for row in waiting)
        secret = state is State.APPEALED and not any(known)
        return State.ANNOUNCED if secret else state

    @property
    def decisions(self) -> list[Appeal]:
        """Return the announced decisions on the ruling in force."""
        known = [row for row in self.appeals if row.outcome and not is_unannounced(row)]
        return standing(known, self.ruling)

    @property
    def unannounced(self) -> list[Appeal]:
        """Return the decisions on appeals that wait to be announced."""
        return [row for row in self.appeals if is_unannounced(row)]

    def may_appeal(self, side: str) -> bool:
        """Say whether a side still has the right to appeal, in time or not."""
        return not may_appeal_no_more(self.decisions, side) or any(
            row.purpose in APPEALING and serves(row, self.decisions, side)
            for row in self.windows
        )

    def window_to_appeal(self, side: str, at: datetime) -> Window | None:
        """Return the window that times an appeal of a side, None if none is left."""
        return window_to_appeal(self.windows, self.decisions, side, at)


def events_of_codes(at: datetime) -> list[Event]:
    """Return the events whose slips still serve: running, or taking late entries."""
    serving = Pass.objects.filter(
        Q(expires_at__isnull=True) | Q(expires_at__gt=at),
        session__event=OuterRef("pk"),
        revoked_at__isnull=True,
    )
    late = Q(phase=Event.Phase.CLOSED) & Exists(serving)
    rows = Event.objects.filter(Q(phase=Event.Phase.RUNNING) | late)
    return list(rows.order_by("name"))


def own_cases(actor: Actor) -> list[AnnouncedCase]:
    """Return the cases of a pass, by board, in the same number of queries for any."""
    cases = visible(actor, Case.objects.exclude(state=State.CANCELLED))
    cases = cases.order_by("playing__board__number", "called_at")
    return announced_cases(cases.select_related(*PLACE))


def case_to_speak_in(actor: Actor, case_id: uuid.UUID) -> Case | None:
    """Return a case whose players' words this member of staff may write down."""
    rows = cases_to_speak_in(actor).select_related(*PLACE)
    case = rows.filter(pk=case_id).first()
    if case is None or not letters_in_case(actor, case) & SPEAKS:
        return None
    return case


@dataclass(frozen=True, slots=True)
class OwnBoard:
    """A board that a contestant has played, with the own side's score."""

    playing: Playing
    side: str
    score: int | None


def own_boards(actor: Actor) -> list[OwnBoard]:
    """Return the boards that a pass's contestant has played, the last round first."""
    table_pass = actor.table_pass
    if table_pass is None:
        return []
    mine = table_pass.contestant_id
    event_id = table_pass.session.event_id
    over = sessions_over(event_id, actor.at).values("pk")
    played = Q(status=Playing.Status.FINISHED)
    played |= Q(status__in=TO_COME, round__session__in=over)
    if waits_for_the_end(table_pass.session.event):
        played = Q(round__session__in=over) & ~Q(status=Playing.Status.CANCELLED)
    rows = (
        Playing.objects.filter(played, seats_any_of([mine]), board__event=event_id)
        .select_related("board__event", "table__section", "round__session", *SEATED)
        .order_by("-round__session__order", "-round__order", "board__number")
    )
    return [_own_board(row, mine) for row in rows]


def own_board(actor: Actor, playing_id: uuid.UUID) -> OwnBoard | None:
    """Return a board of a pass's contestant that has been played."""
    table_pass = actor.table_pass
    if table_pass is None:
        return None
    mine = table_pass.contestant_id
    rows = Playing.objects.filter(
        seats_any_of([mine]),
        round__session__event=table_pass.session.event_id,
        pk=playing_id,
    ).select_related("board__event", "table__section", "round__session", *SEATED)
    playing = rows.first()
    if playing is None or not is_played(playing, actor.at):
        return None
    if not pass_serves(table_pass, playing.round.session_id, actor.at):
        return None
    return _own_board(playing, mine)


def own_case_on(actor: Actor, playing: Playing) -> Case | None:
    """Return the newest case on a board of a pass that has not been cancelled."""
    rows = visible(actor, Case.objects.filter(playing=playing))
    return rows.exclude(state=State.CANCELLED).order_by("-called_at").first()


def _own_board(playing: Playing, mine: uuid.UUID) -> OwnBoard:
    side = playing.side_of(mine)
    score = playing.score
    own = None if score is None else score if side == "NS" else -score
    return OwnBoard(playing, side, own)


def announced_cases(cases: Iterable[Case]) -> list[AnnouncedCase]:
    """Return what both sides may know of some cases."""
    listed = list(cases)
    if len(listed) == 1 and listed[0].kept is not None:
        return [_announced_kept(listed[0])]
    if not listed:
        return []
    rulings = {
        row.case_id: row
        for row in Ruling.objects.filter(
            case__in=listed, current=True, announced_at__isnull=False
        ).select_related("by")
    }
    for case in listed:
        if case.pk in rulings:
            rulings[case.pk].case = case  # read once, with all it shows
    windows: dict[uuid.UUID, list[Window]] = defaultdict(list)
    for window in Window.objects.filter(case__in=listed).order_by("closes_at"):
        windows[window.case_id].append(window)
    appeals: dict[uuid.UUID, list[Appeal]] = defaultdict(list)
    rows = Appeal.objects.filter(ruling__case__in=listed, outcome__in=("", *DECIDED))
    for row in rows.select_related("ruling"):
        appeals[row.ruling.case_id].append(row)
    return [
        AnnouncedCase(
            case,
            rulings.get(case.pk),
            tuple(windows[case.pk]),
            tuple(appeals[case.pk]),
        )
        for case in listed
    ]


def _announced_kept(case: Case) -> AnnouncedCase:
    """Return `announced_cases` of one case whose rows a page keeps."""
    known = (row for row in rows_of(case, Ruling) if row.current and row.announced_at)
    put = (row for row in rows_of(case, Appeal) if row.outcome in ("", *DECIDED))
    windows = tuple(rows_of(case, Window))
    return AnnouncedCase(case, next(known, None), windows, tuple(put))


@dataclass(frozen=True, slots=True)
class WishRow:
    """A wish of the own side, with its own words and what became of it."""

    wish: Objection
    words: str
    answer: str
    undecided: bool


def own_wishes(case: Case, side: str, at: datetime) -> list[WishRow]:
    """Return the wishes of a side, newest first.

    A director's reason may name cards: it is left out while the board may be played.
    """
    rows = [row for row in reversed(rows_of(case, Objection)) if row.side == side]
    windows = rows_of(case, Window) if rows else []
    lifted = bool(rows) and embargo_lifted(case.playing.board, at)
    texts = texts_of(
        commitment
        for row in rows
        for commitment in (row.words, row.resolve_reason, row.admit_reason)
    )
    return [
        WishRow(
            row,
            texts.get(row.words, ""),
            texts.get(row.resolve_reason or row.admit_reason, "") if lifted else "",
            undecided=not row.resolution and needs_admitting(row, windows),
        )
        for row in rows
    ]


def standing_agreement(case: Case) -> Agreement | None:
    """Return the agreement of the non-claiming side that has not been withdrawn."""
    rows = (row for row in rows_of(case, Agreement) if row.withdrawn_at is None)
    return next(rows, None)


def own_appeals(case: Case, side: str) -> list[tuple[Appeal, str]]:
    """Return the appeals of a side with its own words, newest first."""
    rows = [row for row in reversed(rows_of(case, Appeal)) if row.side == side]
    texts = texts_of(row.words for row in rows)
    return [(row, texts.get(row.words, "")) for row in rows]


def waiting_appeals(case: Case) -> list[Appeal]:
    """Return the appeals that wait on a case, at most one of each side."""
    rows = (row for row in rows_of(case, Appeal) if not row.outcome)
    return sorted(rows, key=lambda row: (row.received_at, row.side))


def waiting_appeal(case: Case, side: str = "") -> Appeal | None:
    """Return a side's appeal that has not ended, or else the first that waits."""
    found = waiting_appeals(case)
    own = [row for row in found if row.side == side]
    return next(iter([*own, *found]), None)


def ended_appeal(case: Case, side: str = "") -> Appeal | None:
    """Return the appeal of a side, or of either, that ended last."""
    rows = [row for row in rows_of(case, Appeal) if row.outcome]
    mine = [row for row in rows if side in {"", row.side}]
    return max(mine, key=lambda row: row.decided_at or row.received_at, default=None)


@dataclass(frozen=True, slots=True)
class Filed:
    """An entry of the log as its author sees it: number, code, time, what it set."""

    entry: Entry
    content: dict[str, Any]

    @property
    def phone_at(self) -> datetime | None:
        """Return what the phone's clock said, which decides nothing."""
        text = self.content.get("phone_at")
        return datetime.fromisoformat(text) if text else None

    def key_of(self, table: str) -> str | None:
        """Return the key of the row of a table that the entry set, None for none."""
        for name, key, values in self.content["rows"]:
            if name == table and values is not None:
                return str(key)
        return None

    def row(self, table: str) -> dict[str, Any] | None:
        """Return the values the entry gave to a row of a table, if it set one."""
        for name, _, values in self.content["rows"]:
            if name == table and values is not None:
                return dict(values)
        return None


def own_entry(table_pass: Pass, seq: int) -> Filed | None:
    """Return an entry that a pass has made, by its number; None for anybody else's."""
    return filed_by(table_pass.session.event_id, seq, "pass", str(table_pass.pk))


def filed_by(event_id: uuid.UUID, seq: int, kind: str, actor_id: str) -> Filed | None:
    """Return an entry on a case by its number, if this actor made it."""
    entry = Entry.objects.filter(chain=event_id, seq=seq, case_id__isnull=False).first()
    if entry is None:
        return None
    content = json.loads(bytes(entry.data))
    if (content["actor"]["kind"], content["actor"]["id"]) != (kind, actor_id):
        return None
    return Filed(entry, content)


def public_windows(event: Event, at: datetime) -> list[Window]:
    """Return every window of an event that is open, the next to close first."""
    rows = (
        Window.objects.filter(case__event=event)
        .exclude(case__state=State.CANCELLED)
        .select_related("case__playing__table__section")
        .order_by("closes_at")
    )
    decisions = announced_by_case(Case.objects.filter(event=event))
    running = [
        row for row in rows if is_of_use(row, decisions.get(row.case_id, ()), at)
    ]
    return sorted(running, key=lambda row: (row.closes_at is None, row.closes_at or at))


def total_as_claimed(case: Case) -> int | None:
    """Return the claiming side's tricks on the board if the claim is made as stated.

    None while the tricks already won are not known from cards or play record.
    """
    claim = getattr(case, "claim", None)
    if claim is None or claim.tricks_left is None:
        return None
    cards = _cards_at_claim(case, claim.tricks_left)
    if cards is None:
        return None
    claimed: int = (
        claim.tricks_left if claim.tricks_claimed is None else claim.tricks_claimed
    )
    return cards.won_by(Seat.parse(claim.claimer).side) + claimed


def _cards_at_claim(case: Case, left: int) -> Cards | None:
    stored = getattr(case, "position", None)
    if stored is not None:
        return Cards.parse(stored.text)
    replayed = replay_of(case.playing)
    if replayed is None or replayed.position.left != left:
        return None
    return replayed.position
