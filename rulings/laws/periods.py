"""The windows of Laws 69A, 79C, 92B and 79A2 as functions of stored instants.

Nothing here reads a clock. All instants are aware; lengths are added in UTC, so a night
on which the clocks change makes no difference. At the limit is in time.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any

from rulings.laws import expressions, references
from rulings.laws.datafiles import DATA, DataTable, read_table
from rulings.laws.errors import WrongValue
from rulings.laws.expressions import Expression, Unknown
from rulings.laws.references import Source
from rulings.laws.regulations import Regulations

PURPOSES = (
    "agreement",
    "correction",
    "appeal",
    "further_appeal",
    "ruling_request",
    "own_side",
)
# What the rules of a flow may ask about windows.
WINDOWS = ("agreement_established", "correction_open", "appeal_open")


@dataclass(frozen=True, slots=True)
class Anchors:
    """The stored instants that windows are counted from; None while not recorded."""

    score_entered_at: dt.datetime | None = None
    published_at: dt.datetime | None = None
    announced_at: dt.datetime | None = None
    told_at: dt.datetime | None = None
    decision_announced_at: dt.datetime | None = None
    assent_at: dt.datetime | None = None
    later_call_at: dt.datetime | None = None
    round_end_at: dt.datetime | None = None
    play_end_at: dt.datetime | None = None

    def __post_init__(self) -> None:
        """Refuse an instant that does not say its offset."""
        for anchor in fields(self):
            _aware(getattr(self, anchor.name), anchor.name)


@dataclass(frozen=True, slots=True)
class Change:
    """What the chief director did to a window: a longer period, an early end."""

    extension: dt.timedelta = dt.timedelta(0)
    closed_early_at: dt.datetime | None = None


UNCHANGED = Change()


@dataclass(frozen=True, slots=True)
class Closing:
    """When a window opens and closes (None: not yet known) and why it closes then."""

    purpose: str
    opens_at: dt.datetime | None
    closes_at: dt.datetime | None
    reason: str
    text: str
    params: Mapping[str, int] = field(default_factory=dict)
    refs: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class _End:
    anchor: str
    plus: tuple[str, ...]
    reason: str
    if_known: bool
    when: Expression | None


@dataclass(frozen=True, slots=True)
class _Period:
    refs: tuple[Source, ...]
    opens: str
    later: bool
    waiting: str
    until: str
    ends: tuple[_End, ...]


def close_of(
    purpose: str,
    anchors: Anchors,
    regulations: Regulations,
    change: Change = UNCHANGED,
) -> Closing:
    """Return when a window closes under the regulations, and why then.

    WrongValue for a purpose that does not exist, and for an extension of the agreement
    window, which ends by an event and not by a length of time.
    """
    if purpose not in PURPOSES:
        raise WrongValue(f"{purpose!r} is no window; there are {', '.join(PURPOSES)}")
    period = _periods()[purpose]
    if change.extension and not any(end.plus for end in period.ends):
        raise WrongValue(f"{purpose} ends by an event and cannot be extended")
    opens_at = getattr(anchors, period.opens)
    closes_at, reason, params = _computed(period, anchors, regulations)
    if closes_at is not None and opens_at is not None and not period.later:
        closes_at = max(closes_at, opens_at.astimezone(dt.UTC))  # never before it began
    if closes_at is not None and change.extension:
        closes_at += change.extension
        reason = "extended"
        params = {**params, "extension": _minutes(change.extension)}
    early = _aware(change.closed_early_at, "closed_early_at")
    if early is not None and (closes_at is None or early < closes_at):
        closes_at, reason, params = early.astimezone(dt.UTC), "closed_early", {}
    text = reasons()[reason]
    return Closing(purpose, opens_at, closes_at, reason, text, params, period.refs)


def on_time(put_at: dt.datetime, closes_at: dt.datetime | None) -> bool:
    """Was the matter put in time? At the limit it was; with no end yet it always is."""
    return closes_at is None or put_at <= closes_at


def flow_windows(
    put_at: dt.datetime, closings: Mapping[str, Closing]
) -> dict[str, bool]:
    """Return what a flow's rules read, for the moment a matter was first put.

    `closings` holds the agreement, correction and appeal windows that exist; a window
    not among them is open, and an agreement without a recorded assent is not firm.
    """
    ends = {purpose: closing.closes_at for purpose, closing in closings.items()}
    agreed = closings.get("agreement")
    return {
        "agreement_established": agreed is not None
        and agreed.opens_at is not None
        and not on_time(put_at, agreed.closes_at),
        "correction_open": on_time(put_at, ends.get("correction")),
        "appeal_open": on_time(put_at, ends.get("appeal")),
    }


def windows_of(facts: Mapping[str, Any], regulations: Regulations) -> dict[str, bool]:
    """Return what a flow's rules read, out of the facts handed to the walk.

    `facts["windows"]` (see `flow_windows`) where given; else `facts["timing"]` and
    `facts["minutes_after_score_posted"]`, where None means not posted and absence zero.
    """
    timing = facts.get("timing") or {}
    minutes = facts.get("minutes_after_score_posted", 0)
    found = {
        "agreement_established": bool(
            timing.get("agreeing_side_called_next_board") or timing.get("round_ended")
        ),
        "correction_open": _within(minutes, regulations["correction_period_min"]),
        "appeal_open": _within(minutes, regulations["appeal_period_min"]),
    }
    given = facts.get("windows") or {}
    for name in given:
        if name not in WINDOWS:
            raise WrongValue(f"{name!r} is no window; there are {', '.join(WINDOWS)}")
    return found | {name: bool(value) for name, value in given.items()}


@cache
def reasons() -> Mapping[str, str]:
    """Return the sentence for each reason a window ends, by its code."""
    return dict(read_table(DATA, "periods.toml").table("reasons").content)


def _computed(
    period: _Period, anchors: Anchors, regulations: Regulations
) -> tuple[dt.datetime | None, str, dict[str, int]]:
    if period.until and (fixed := regulations[period.until]) is not None:
        until = dt.datetime.fromisoformat(str(fixed)).astimezone(dt.UTC)
        return until, "fixed_instant", {}
    ends: list[tuple[dt.datetime, str, dict[str, int]]] = []
    for end in period.ends:
        if end.when is not None and not _holds(end.when, regulations):
            continue
        at = getattr(anchors, end.anchor)
        if at is not None:
            length = _length(end, regulations)
            params = {"minutes": _minutes(length)} if end.plus else {}
            ends.append((at.astimezone(dt.UTC) + length, end.reason, params))
        elif period.later and not end.if_known:
            return None, period.waiting, {}
    if not ends:
        return None, period.waiting, {}
    # Of two that fall together the first of the table gives the reason.
    if period.later:
        return max(ends, key=lambda end: end[0])
    return min(ends, key=lambda end: end[0])


def _length(end: _End, regulations: Regulations) -> dt.timedelta:
    lengths = (regulations.minutes(name) for name in end.plus)
    return next((length for length in lengths if length is not None), dt.timedelta(0))


def _holds(condition: Expression, regulations: Regulations) -> bool:
    value = expressions.evaluate(
        condition, lambda name: regulations[name.removeprefix("reg.")]
    )
    return bool(value) and not isinstance(value, Unknown)


def _within(minutes: object, limit: object) -> bool:
    if minutes is None:
        return True
    if isinstance(minutes, bool) or not isinstance(minutes, (int, float)):
        raise WrongValue(f"minutes_after_score_posted is {minutes!r}, not a number")
    return isinstance(limit, int) and minutes <= limit


def _minutes(length: dt.timedelta) -> int:
    return int(length.total_seconds() // 60)


def _aware(at: dt.datetime | None, name: str) -> dt.datetime | None:
    if at is not None and at.tzinfo is None:
        raise WrongValue(f"{name} is {at.isoformat()}; an instant says its offset")
    return at


@cache
def _periods() -> Mapping[str, _Period]:
    table = read_table(DATA, "periods.toml")
    return {purpose: _period(table.table(purpose)) for purpose in PURPOSES}


def _period(row: DataTable) -> _Period:
    row.allow("refs", "opens", "combine", "waiting", "until", "ends")
    return _Period(
        refs=tuple(row.read("refs", references.parse, t) for t in row.texts("refs")),
        opens=row.get("opens", str),
        later=row.get("combine", str) == "later",
        waiting=row.get("waiting", str),
        until=row.get("until", str, ""),
        ends=tuple(_end(end) for end in row.tables("ends")),
    )


def _end(row: DataTable) -> _End:
    row.allow("anchor", "plus", "reason", "if_known", "when")
    when = row.content.get("when")
    return _End(
        anchor=row.get("anchor", str),
        plus=row.texts("plus"),
        reason=row.get("reason", str),
        if_known=bool(row.content.get("if_known")),
        when=when and row.read("when", expressions.parse, when),
    )
