"""The calls of an event in lanes: where a director is needed next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Side
from rulings.models import Case, Objection, Playing, Window
from rulings.presenters import ClockView
from rulings.presenters.results import window_clock
from rulings.presenters.table.words import PURPOSES, objection_words, wants, who
from rulings.presenters.words import one_of, side_name
from rulings.queries.staff import name_of
from rulings.queries.table.queue import (
    CallRow,
    Lane,
    Queue,
)
from rulings.states import State

Tap = Callable[[Case], object]

NEW, LONG = timedelta(minutes=2), timedelta(minutes=5)
"""Until when a call is new, and from when it has waited long."""

LANES = {
    Lane.NEW: gettext_noop("New: nobody is there"),
    Lane.PLAY_WAITS: gettext_noop("Mine: play is waiting"),
    Lane.LATER: gettext_noop("Mine: no play is waiting"),
    Lane.OTHERS: gettext_noop("With other directors"),
}
OWN = (Lane.NEW, Lane.PLAY_WAITS, Lane.LATER)

AGES = {
    "a1": gettext_noop("new"),
    "a2": gettext_noop("waiting"),
    "a3": gettext_noop("long"),
}
"""The three steps of age, by the class that draws them."""


@dataclass(frozen=True, slots=True)
class QueuedCall:
    """One call as drawn; `takes` calls are taken with a tap, others only opened.

    `age` is the step of age of a call with which somebody waits, "" for others; `tap`
    what the button to take it sends.
    """

    case: Case
    row: CallRow
    title: str
    more: str
    next: str
    contract: Contract | None
    age: str
    age_words: str
    takes: bool
    clock: ClockView | None = None
    call_side: str = ""
    call_board: Playing | None = None
    tap: object = None


@dataclass(frozen=True, slots=True)
class LaneView:
    """A lane with its calls."""

    lane: Lane
    words: str
    calls: list[QueuedCall]


@dataclass(frozen=True, slots=True)
class FilterView:
    """One choice of which calls are shown."""

    query: str
    words: str
    count: int | None
    on: bool


def colleagues_of(lanes: Queue) -> list[tuple[int, str]]:
    """Return the others who have calls, by name; not calls that the reader plays."""
    rows = (row.case for row in lanes[Lane.OTHERS] if not row.barred)
    found = {case.director_id: name_of(case.director) for case in rows}
    named = [(pk, name) for pk, name in found.items() if pk is not None]
    return sorted(named, key=lambda one: one[1])


def filters_of(wanted: str, lanes: Queue) -> tuple[str, list[FilterView]]:
    """Return which calls are asked for, and the choices: own and new, all, a section.

    The choice of a section is offered where calls come from more than one.
    """
    sections = sorted({_section(row) for rows in lanes.values() for row in rows})
    if wanted != "all" and wanted not in sections:
        wanted = ""
    counts = {lane: len(rows) for lane, rows in lanes.items()}
    own = sum(counts[lane] for lane in OWN)
    views = [
        FilterView("", _("Mine and new"), own, on=not wanted),
        FilterView("all", _("All"), sum(counts.values()), on=wanted == "all"),
    ]
    if len(sections) > 1:
        views += [
            FilterView(
                letter,
                _("Section %(letter)s") % {"letter": letter},
                None,
                on=wanted == letter,
            )
            for letter in sections
        ]
    return wanted, views


def _section(row: CallRow) -> str:
    return row.case.playing.table.section.letter


def lanes_of(lanes: Queue, wanted: str, at: datetime, tap: Tap) -> list[LaneView]:
    """Return the lanes that have a call to show; `tap` is for a button on a case."""
    shown = OWN if not wanted else tuple(Lane)
    sections = None if wanted in {"", "all"} else {wanted}
    views = [
        LaneView(
            lane,
            _(LANES[lane]),
            [
                _view(row, at, tap)
                for row in lanes[lane]
                if sections is None or _section(row) in sections
            ],
        )
        for lane in shown
    ]
    return [view for view in views if view.calls]


def _view(row: CallRow, at: datetime, tap: Tap) -> QueuedCall:
    """Return a call with what is known of it, and what is to be done next."""
    case = row.case
    waits = row.lane in {Lane.NEW, Lane.PLAY_WAITS} or row.wish is not None
    age = _age(at - row.since) if waits else ""
    side = Side(row.agreed.side) if row.agreed is not None and row.later else None
    promised = case.state == State.RESERVED and case.reserved_until is not None
    late = promised and row.until is not None and row.until < at
    return QueuedCall(
        case,
        row,
        _title(row),
        _whose(row),
        "" if row.barred else _next(row),
        _contract(row),
        "a3" if late else age,
        _("late") if late else _(AGES[age]) if age else "",
        takes=case.director_id is None and not row.barred and waits,
        clock=None if waits or row.window is None else window_clock(row.window, at),
        call_side="" if side is None else side_name(side),
        call_board=row.later,
        tap=tap(case),
    )


def _age(waited: timedelta) -> str:
    return "a1" if waited < NEW else "a2" if waited <= LONG else "a3"


def _contract(row: CallRow) -> Contract | None:
    """Return the contract, but never to somebody who may still play the board."""
    text = "" if row.barred else row.case.playing.contract
    return Contract.parse(text) if text else None


TITLES = {
    State.RULED: gettext_noop("Announce the ruling"),
    State.RESERVED: gettext_noop("Ruling promised"),
    State.AGREED: gettext_noop("Agreed claim"),
    State.ANNOUNCED: gettext_noop("Ruling announced"),
    State.APPEALED: gettext_noop("Ruling under appeal"),
}


def _title(row: CallRow) -> str:
    """Return how far a case has come, or what a player wants."""
    case = row.case
    if row.wish is not None:
        return f"{who(row.wish)} {wants(row.wish, case)}"
    if row.unfinished and case.state != State.RESERVED:
        return _("Look at the play")
    if case.state == State.FROZEN:
        return _ready(row)
    if case.state in TITLES:
        return _(TITLES[State(case.state)])
    if getattr(case, "claim", None) is None:
        return _("Director, please")
    return _("Claim, doubted") if case.state == State.CONTESTED else _("Claim")


def _ready(row: CallRow) -> str:
    """Return that a ruling can be made, with its number where one was counted."""
    if row.counted is None:
        return _("Ruling ready")
    low, high = row.counted
    if low == high:
        return _("Ruling ready: %(n)d") % {"n": low}
    values = {"low": low, "high": high}
    if high == low + 1:
        return _("Ruling ready: %(low)d or %(high)d") % values
    return _("Ruling ready: %(low)d to %(high)d") % values


def _whose(row: CallRow) -> str:
    """Return who has the call, or who objects in one's own."""
    case = row.case
    if row.barred:
        names = one_of(row.free) or _("nobody else yet")
        board = case.playing.board.number
        sentence = _("You play board %(board)d yourself. Hand it to %(names)s.")
        return sentence % {"board": board, "names": names}
    if case.director_id is None:
        return _("nobody has taken it")
    if not row.mine:
        return _("%(name)s has it") % {"name": name_of(case.director)}
    if row.wish is None and case.state in {State.CONTESTED, State.FROZEN}:
        doubts = [one for one in row.wishes if _doubts(one)]
        return objection_words(doubts[0]) if doubts else ""
    return ""


def _doubts(row: Objection) -> bool:
    return (
        row.wish == Objection.Wish.DOUBT
        and row.resolution != Objection.Resolution.WITHDRAWN
    )


def _before_objections(row: CallRow) -> str:
    """Return what is to be done with a claim that nobody has contested yet."""
    if row.ends:
        return _("close the case: %(outcome)s") % {"outcome": _(row.ends)}
    if getattr(row.case, "claim", None) is None:
        return _("what was claimed")
    if not row.said:
        return _("the words of the claim")
    doubts = [one for one in row.wishes if _doubts(one)]
    if doubts:
        return _("take up the objection of %(who)s") % {"who": who(doubts[0])}
    return _("who objects")


def _next(row: CallRow) -> str:
    """Return the next thing to be done, in words; "" where nothing is."""
    case = row.case
    table = f"{_section(row)}{case.playing.table.number}"
    if row.wish is not None:
        return _("hear them and decide")
    if case.state == State.RULED:
        return _("read it out at %(table)s") % {"table": table}
    if case.state in {State.FROZEN, State.RESERVED}:
        return _("the ruling")
    if row.unfinished:
        return _("answer what was left for after the play")
    if case.state == State.CALLED:
        return _before_objections(row)
    if case.state == State.CONTESTED:
        entered = getattr(case, "position", None) is not None
        return _("the ruling") if entered else _("the cards")
    if row.window is not None:
        return str(PURPOSES[Window.Purpose(row.window.purpose)])
    return ""
