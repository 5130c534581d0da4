"""The chief's list in words: state, tricks, time and flags of each case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulings.bridge.contracts import Contract
from rulings.models import Ruling
from rulings.permissions import BLIND
from rulings.presenters.awards import award_of, award_short, of_words
from rulings.presenters.clocks import LOW, left_words
from rulings.presenters.results import WINDOW_LAWS
from rulings.queries.chief import CaseRow, Group, Live
from rulings.queries.staff import name_of
from rulings.states import State

GROUP_WORDS = {
    Group.WAITING: gettext_lazy("Waiting"),
    Group.PLAYER: gettext_lazy("A player waits"),
    Group.APPEAL: gettext_lazy("Appeals waiting"),
    Group.RULING: gettext_lazy("Being ruled"),
    Group.WINDOWS: gettext_lazy("Deadlines running"),
    Group.DONE: gettext_lazy("Nothing open"),
    Group.CANCELLED: gettext_lazy("Cancelled"),
}
TIMED = frozenset({Group.PLAYER, Group.APPEAL, Group.WINDOWS})
"""Headings under which the window that closes next is shown."""

SHORT_STATES = {
    State.CALLED: gettext_lazy("Called"),
    State.AGREED: gettext_lazy("Agreed"),
    State.CONTESTED: gettext_lazy("Facts being taken"),
    State.FROZEN: gettext_lazy("Ruling ready"),
    State.RESERVED: gettext_lazy("Reserved"),
    State.RULED: gettext_lazy("Ruled, not announced"),
    State.ANNOUNCED: gettext_lazy("Announced"),
    State.APPEALED: gettext_lazy("Appeal"),
    State.CLOSED: gettext_lazy("Closed"),
    State.CANCELLED: gettext_lazy("Called by mistake"),
}


@dataclass(frozen=True, slots=True)
class Flag:
    """A tag beside a case: its kind (warn, stop, note) and its words."""

    kind: str
    words: str


@dataclass(frozen=True, slots=True)
class CaseLine:
    """One line of the list."""

    row: CaseRow
    contract: Contract | None
    state: str
    director: str
    tricks: str
    since: datetime | None
    left: str
    until: datetime | None
    low: bool
    flags: tuple[Flag, ...]


@dataclass(frozen=True, slots=True)
class GroupView:
    """A heading with its lines."""

    words: str
    rows: tuple[CaseLine, ...]
    total: int


def group_views(shown: Live, listed: Sequence[CaseRow]) -> list[GroupView]:
    """Return the listed cases by heading; an empty heading is left out.

    Each says how many cases are under it, also where a page lists a part of them.
    """
    page = replace(shown, rows=tuple(listed))
    return [
        GroupView(
            str(words),
            tuple(row_view(row, page.at) for row in page.of(group)),
            len(shown.of(group)),
        )
        for group, words in GROUP_WORDS.items()
        if page.of(group)
    ]


def in_order(live: Live) -> list[CaseRow]:
    """Return the cases in the order of their headings."""
    return [row for group in GROUP_WORDS for row in live.of(group)]


def row_view(row: CaseRow, at: datetime) -> CaseLine:
    """Return one case as a line."""
    case = row.case
    text = "" if row.barred else case.playing.contract
    until = _until(row)
    ongoing = row.group in {Group.WAITING, Group.RULING}
    return CaseLine(
        row,
        Contract.parse(text) if text else None,
        state_words(row),
        name_of(case.director),
        "" if row.barred or getattr(case, BLIND, False) else tricks_words(row),
        case.called_at if ongoing and until is None else None,
        _left(row, until, at) if until else "",
        until,
        until is not None and until - at < LOW,
        tuple(_flags(row)),
    )


def _left(row: CaseRow, until: datetime, at: datetime) -> str:
    """Return the time left in few words; a promise that has passed is overdue."""
    if until < at:
        return (
            _("overdue") if row.case.state == State.RESERVED else left_words(until - at)
        )
    minutes = (until - at) // timedelta(minutes=1)
    return _("%(n)d min") % {"n": minutes}


def _until(row: CaseRow) -> datetime | None:
    if row.case.state == State.RESERVED:
        return row.case.reserved_until
    if row.group in TIMED and row.next_window is not None:
        return row.next_window.closes_at
    return None


def state_words(row: CaseRow) -> str:
    """Return where a case stands, with what it waits for."""
    words = str(SHORT_STATES[State(row.case.state)])
    if row.group is Group.WAITING and row.free:
        return _("Free to take it: %(names)s") % {"names": ", ".join(row.free)}
    if row.asks_chief:
        return _("Asks you to confirm")
    if row.disputed and row.case.state == State.CONTESTED:
        return _("Wording disputed")
    if row.group in TIMED and row.next_window is not None:
        return f"{words}, {WINDOW_LAWS[row.next_window.purpose]}"
    return words


def tricks_words(row: CaseRow) -> str:
    """Return the tricks ruled, or proposed, of those left; empty while unknown."""
    claim = getattr(row.case, "claim", None)
    left = claim.tricks_left if claim else None
    if row.ruling is not None and row.case.state != State.CONTESTED:
        return award_short(award_of(row.ruling, left))
    if row.proposal is not None and row.group is Group.RULING:
        low, high = row.proposal.low, row.proposal.high
        number = str(low) if low == high else f"{low}–{high}"
        return _("%(number)s proposed") % {"number": of_words(number, left)}
    if claim is not None and left:
        return of_words(
            str(left if claim.tricks_claimed is None else claim.tricks_claimed), left
        )
    return ""


def _flags(row: CaseRow) -> list[Flag]:
    flags = []
    if row.group is Group.WAITING:
        flags.append(Flag("warn", _("assign")))
    if row.case.state == State.RESERVED and row.case.reserved_until is None:
        flags.append(Flag("warn", _("no time")))
    if row.ruling is not None and row.ruling.review == Ruling.Review.SENT_BACK:
        flags.append(Flag("note", _("sent back")))
    if row.appeal is not None and row.appeal.admissible is None:
        flags.append(Flag("warn", _("appeal to admit")))
    if row.same is not None:
        table = row.same.playing.table
        name = f"{table.section.letter}{table.number}"
        flags.append(Flag("warn", _("≠ table %(table)s") % {"table": name}))
    if row.group in {*TIMED, Group.DONE} and row.is_blocking:
        flags.append(Flag("stop", _("blocks final")))
    return flags


__all__ = ["CaseLine", "Flag", "GroupView", "group_views", "row_view"]
