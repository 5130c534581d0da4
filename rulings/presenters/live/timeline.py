"""Deadlines as bars in minutes, drawn by attributes of SVG (no style is inline)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from rulings.models import Window
from rulings.presenters.clocks import LOW
from rulings.presenters.results import WINDOW_LAWS
from rulings.queries.chief import CaseRow, Live
from rulings.states import State

MINUTE = timedelta(minutes=1)
QUARTER, SPAN, MOST = 15, 120, 10


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: from minute x on, so wide; soft while it waits for a director."""

    table: str
    words: str
    x: int
    width: int
    until: datetime
    soft: bool
    hot: bool


@dataclass(frozen=True, slots=True)
class Timeline:
    """The bars with the axis: quarters of an hour, now, and the finish."""

    ticks: tuple[str, ...]
    bars: tuple[Bar, ...]
    now: int
    finish: int | None
    starts_at: datetime
    ends_at: datetime
    later: int


def timeline_of(live: Live) -> Timeline:
    """Return the next two hours; what ends later is only counted."""
    start = _quarter(live.at) - QUARTER * MINUTE
    end = start + SPAN * MINUTE
    spans = sorted(
        (span for row in live.rows for span in _spans(row)), key=lambda span: span[2]
    )
    shown = [span for span in spans if span[2] <= end][:MOST]
    finish = live.finish_at
    inside = finish is not None and start <= finish <= end
    return Timeline(
        tuple(_tick(start + n * QUARTER * MINUTE, n) for n in range(SPAN // QUARTER)),
        tuple(_bar(span, start, live.at) for span in shown),
        (live.at - start) // MINUTE,
        (finish - start) // MINUTE if inside and finish else None,
        start,
        end,
        len(spans) - len(shown),
    )


Span = tuple[CaseRow, str, datetime, datetime, bool]


def _spans(row: CaseRow) -> Iterator[Span]:
    case = row.case
    if case.state == State.RESERVED and case.reserved_until is not None:
        yield row, _("promised"), case.reserved_until, case.called_at, True
    together: dict[datetime, list[Window]] = {}
    for window in row.windows:
        if window.closes_at is not None:
            together.setdefault(window.closes_at, []).append(window)
    for until, group in together.items():
        laws = sorted({WINDOW_LAWS[window.purpose] for window in group})
        waits = case.state == State.APPEALED and "92B" in laws
        since = min(window.opens_at for window in group)
        yield row, ", ".join(laws), until, since, waits


def _bar(span: Span, start: datetime, at: datetime) -> Bar:
    row, words, until, since, soft = span
    table = row.case.playing.table
    first = max((since - start) // MINUTE, 0)
    return Bar(
        f"{table.section.letter}{table.number}",
        words,
        first,
        max((until - start) // MINUTE - first, 1),
        until,
        soft,
        until - at < LOW,
    )


def _quarter(at: datetime) -> datetime:
    here = at.astimezone(timezone.get_current_timezone())
    past = timedelta(minutes=here.minute % QUARTER, seconds=here.second)
    return here - past - timedelta(microseconds=here.microsecond)


def _tick(at: datetime, number: int) -> str:
    return f"{at:%H:%M}" if number == 0 or at.minute == 0 else f"{at::%M}"
