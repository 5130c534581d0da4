"""Results in words: tricks against the contract, points for a side, windows.

Every number says whose it is; a window says why it ends when it does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext, gettext_lazy, ngettext

from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Side
from rulings.laws.periods import reasons
from rulings.models import Case, Ruling, Window
from rulings.presenters.clocks import ClockView, clock_of
from rulings.presenters.words import contract_name, one_of, side_name
from rulings.queries.case.final import waived
from rulings.queries.words import texts_of

WINDOW_WORDS = {
    "agreement": gettext_lazy("Agreement becomes firm"),
    "correction": gettext_lazy("Time to correct the score"),
    "appeal": gettext_lazy("Time to appeal"),
    "further_appeal": gettext_lazy("Time for a further appeal"),
    "ruling_request": gettext_lazy("Time to ask for a ruling"),
    "own_side": gettext_lazy("Time to report a trick not won"),
}
"""What each window is for, as both sides read it."""

WINDOW_SHORT = {
    "appeal": gettext_lazy("appeal"),
    "further_appeal": gettext_lazy("appeal further"),
    "correction": gettext_lazy("have the score corrected"),
    "ruling_request": gettext_lazy("ask for a ruling"),
    "own_side": gettext_lazy("report a trick you did not win"),
}
"""The same after "Time to", in the order in which they are named together."""

WINDOW_LAWS = {
    "agreement": "69A",
    "correction": "79C",
    "appeal": "92B",
    "further_appeal": "93C",
    "ruling_request": "92B",
    "own_side": "79A2",
}


def made_words(contract: Contract, tricks_declarer: int) -> str:
    """Return made, 1 over or 2 off."""
    over = tricks_declarer - contract.tricks_needed
    if over == 0:
        return gettext("made")
    if over > 0:
        return ngettext("%(n)d over", "%(n)d over", over) % {"n": over}
    return ngettext("%(n)d off", "%(n)d off", -over) % {"n": -over}


def points_words(score_ns: int) -> str:
    """Return the points for the side that has them: East–West +100."""
    if score_ns == 0:
        return gettext("no points")
    side = Side.NS if score_ns > 0 else Side.EW
    return f"{side_name(side)} +{abs(score_ns)}"


WHOLE = 100
"""The weight in percent of a score that is one result."""

FAULT_WORDS = {
    "none": gettext_lazy("not at fault"),
    "part": gettext_lazy("partly at fault"),
    "full": gettext_lazy("at fault"),
}
"""How far a side is to blame that a board has no result (Law 12C2)."""


def score_words(ruling: Ruling) -> str:
    """Return the points ruled, the weighted results, or the share of each side."""
    if ruling.new_score is not None:
        return points_words(ruling.new_score)
    if is_artificial(ruling):
        return "; ".join(
            gettext("%(percent)d %% to %(side)s")
            % {"percent": row["percent"], "side": side_name(Side(row["side"]))}
            for row in ruling.assigned
        )
    return "; ".join(
        _for_side(side, [row for row in ruling.assigned if row.get("for_side") == side])
        for side in dict.fromkeys(row.get("for_side") for row in ruling.assigned)
    )


def _for_side(side: str | None, rows: list[Mapping[str, Any]]) -> str:
    """Return weighted results, of one side with its name; all of one has no weight."""
    if side is not None and rows[0]["weight"] == WHOLE:
        return assigned_words(rows[0])
    found = "; ".join(
        gettext("%(weight)d %% of %(result)s")
        % {"weight": row["weight"], "result": _result_words(row)}
        for row in rows
    )
    return found if side is None else _sided(side, found)


def _sided(side: str, result: str) -> str:
    values = {"side": side_name(Side(side)), "result": result}
    return gettext("for %(side)s: %(result)s") % values


def is_artificial(ruling: Ruling) -> bool:
    """Say whether each side gets a share, as no result could be had."""
    return any("side" in row for row in ruling.assigned)


def assigned_words(row: Mapping[str, Any]) -> str:
    """Return one result of an assigned score: 4S S, made, North-South +620.

    Of an artificial one whose share it is, and for what fault; of a side's own score
    whose it is.
    """
    if "side" in row:
        return f"{side_name(Side(row['side']))}, {FAULT_WORDS[row['fault']]}"
    found = _result_words(row)
    return _sided(row["for_side"], found) if "for_side" in row else found


def _result_words(row: Mapping[str, Any]) -> str:
    points = points_words(row["points"])
    if not row["contract"]:
        return gettext("passed out, %(points)s") % {"points": points}
    contract = Contract.parse(row["contract"])
    made = made_words(contract, row["tricks"])
    return f"{contract_name(contract)}, {made}, {points}"


def why_words(code: str, params: Mapping[str, int]) -> str:
    """Return the reason why a window ends, as a sentence."""
    template = reasons().get(code)
    if template is None:
        return ""
    words = gettext(template).format(**params)
    return words[:1].upper() + words[1:] + "."


def window_clock(
    window: Window,
    at: datetime,
    *,
    reason: str = "",
    opened_at: datetime | None = None,
) -> ClockView:
    """Return a window as both sides read it; `reason` is the chief's for a change."""
    why = why_words(window.why, window.why_params)
    if reason:
        why = f"{why} {reason}"
    if waived(window):
        why = gettext("Given up by the side that had it.")
    return clock_of(
        str(WINDOW_WORDS[window.purpose]),
        now=at,
        closes_at=window.closes_at,
        opened_at=opened_at or window.opens_at,
        why=why,
        until_words=_expected(window) or gettext("no deadline yet"),
    )


@dataclass(frozen=True, slots=True)
class WindowView:
    """A window of a case, with what the chief can do to it."""

    window: Window
    clock: ClockView
    can_extend: bool
    can_close: bool


def window_views(case: Case, at: datetime) -> list[WindowView]:
    """Return the windows of a case, the one that closes first first.

    An agreement ends by an event at the table: minutes cannot make it longer.
    """
    rows = list(Window.objects.filter(case=case).order_by("closes_at"))
    texts = texts_of(row.changed_reason for row in rows)
    return [
        WindowView(
            row,
            window_clock(row, at, reason=texts.get(row.changed_reason, "")),
            can_extend=row.purpose != Window.Purpose.AGREEMENT,
            can_close=waived(row) and row.closed_early_at is None,
        )
        for row in rows
    ]


def _expected(window: Window) -> str:
    """Return when the round of an agreement should be over, "" where nothing says so.

    A plan ends nothing: until the end is recorded the agreement is not firm (69A).
    """
    if window.purpose != Window.Purpose.AGREEMENT or window.closes_at is not None:
        return ""
    planned = window.case.playing.round.ends_at
    if planned is None:
        return ""
    here = planned.astimezone(ZoneInfo(window.case.event.zone))
    return gettext("no end recorded; expected %(time)s") % {"time": f"{here:%H:%M}"}


def merged_clocks(windows: Iterable[Window], at: datetime) -> list[ClockView]:
    """Return clocks in which windows that end together, for one reason, are one."""
    together: dict[object, list[Window]] = {}
    for window in windows:
        alone = window.purpose not in WINDOW_SHORT
        end = (window.closes_at, window.why, waived(window), alone and window.pk)
        together.setdefault(end, []).append(window)
    return [_one_clock(group, at) for group in together.values()]


def _one_clock(group: list[Window], at: datetime) -> ClockView:
    order = list(WINDOW_SHORT)
    if len(group) == 1:
        return window_clock(group[0], at)
    group = sorted(group, key=lambda window: order.index(window.purpose))
    opened = min(window.opens_at for window in group)
    first = window_clock(group[0], at, opened_at=opened)
    words = one_of([str(WINDOW_SHORT[window.purpose]) for window in group[1:]])
    also = gettext("Until then you can also %(list)s.") % {"list": words}
    return replace(first, why=f"{first.why} {also}")


def late_words(late_ms: int) -> str:
    """Return a delay as it is said: 2 h, 3 min, or 3.500 s below a minute."""
    seconds, ms = divmod(late_ms, 1000)
    minutes, hours = seconds // 60, seconds // 3600
    if hours:
        return gettext("%(n)d h") % {"n": hours}
    if minutes:
        return gettext("%(n)d min") % {"n": minutes}
    return gettext("%(s)d.%(ms)03d s") % {"s": seconds, "ms": ms}
