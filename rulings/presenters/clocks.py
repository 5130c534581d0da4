"""Window clocks and elapsed times, read at an instant that is handed in.

The absolute time is the fact; what is left is the server's reading of it. Exactly on
the limit is in time.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext

LOW = timedelta(minutes=5)
_MINUTE = timedelta(minutes=1)
_HOURS_FROM = 120


@dataclass(frozen=True, slots=True)
class ClockView:
    """A window: what it is for, until when, what is left, and why it ends then.

    `closes_at` is None while the end is an event to come, named by `until_words`.
    `state` is empty, low or shut.
    """

    what: str
    closes_at: datetime | None
    now: datetime
    left: str
    why: str
    state: str = ""
    until_words: str = ""
    minutes: int = 0
    minutes_left: int = 0


def left_words(left: timedelta) -> str:
    """Return how long a window still runs; closed once its end has passed."""
    minutes = left // _MINUTE
    if left < timedelta(0):
        return gettext("closed")
    if minutes < 1:
        return gettext("under 1 min left")
    if minutes < _HOURS_FROM:
        return gettext("%(minutes)d min left") % {"minutes": minutes}
    return gettext("%(hours)d h %(minutes)d min left") % {
        "hours": minutes // 60,
        "minutes": minutes % 60,
    }


def clock_of(
    what: str,
    *,
    now: datetime,
    closes_at: datetime | None,
    opened_at: datetime | None = None,
    why: str = "",
    until_words: str = "",
) -> ClockView:
    """Return a window as read at `now`; without `closes_at` it shows no bar."""
    if closes_at is None:
        return ClockView(what, None, now, "", why, until_words=until_words)
    left = closes_at - now
    length = closes_at - opened_at if opened_at else max(left, timedelta(0))
    state = "shut" if left < timedelta(0) else "low" if left < LOW else ""
    return ClockView(
        what,
        closes_at,
        now,
        left_words(left),
        why,
        state,
        minutes=max(length // _MINUTE, 1),
        minutes_left=max(left // _MINUTE, 0),
    )


DAY = 24
"""Hours of a day."""


def long_words() -> str:
    """Return how a time of more than a day is written: {days} and {hours}."""
    return gettext("{days} d {hours} h")


def elapsed_words(since: datetime, now: datetime) -> str:
    """Return the time gone by: 1:25, from an hour on 1:02:05, from a day on in days."""
    seconds = max(int((now - since).total_seconds()), 0)
    hours, rest = divmod(seconds, 3600)
    if hours >= DAY:
        return long_words().format(days=hours // DAY, hours=hours % DAY)
    minutes, seconds = divmod(rest, 60)
    if hours:
        return f"{hours}:{minutes:02}:{seconds:02}"
    return f"{minutes}:{seconds:02}"
