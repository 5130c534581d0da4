"""The rows of the report's tables with the geometry of their bars.

Lengths are texts such as 12.5%, for a template would write numbers as a language has
them. Nothing here makes markup.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, log10

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from rulings.solver.tools.tally import Counts, Kind, Tally

WIDTH = 100.0
STEPS = (1, 2, 5, 10, 20, 25, 50, 100)
"""Percents at which a scale of shares may end."""

FASTEST, SLOWEST = 0.1, 100_000.0
DECADES = ((1, "1 ms"), (10, "10"), (100, "100"), (1000, "1 s"), (10_000, "10 s"))

LAPSES: tuple[tuple[str, str, str], ...] = (
    ("not_aware", _("The trump still out is forgotten"), "70C"),
    ("forgotten", _("A card that explains the claim is not counted"), "70D1"),
    ("free_order", _("A suit is not played from the top"), "70E2"),
    ("free_ruff", _("Any trump may ruff"), "70"),
    ("any_play", _("Any legal card may be played"), "70"),
)
KINDS: dict[Kind, tuple[str, str]] = {
    Kind.LOCATION: (_("Where a card lies decides"), "70E1"),
    Kind.PLAY: (_("Another normal play loses a trick"), "70D1"),
    Kind.PARTNER: (_("A defender needs the partner's play"), "70D2"),
    Kind.FALSE: (_("More was claimed than any play wins"), "70A"),
    Kind.MORE: (_("Every normal line wins more than was claimed"), "71"),
    Kind.OPEN: (_("The computation ended with a range"), ""),
}


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a bar: its kind, where it begins and how long it is."""

    kind: str
    x: str
    width: str


@dataclass(frozen=True, slots=True)
class AgreementRow:
    """Claims with so many tricks left: shares in percent, and what differs as a bar."""

    name: str
    claims: int
    equal: str
    parts: tuple[Part, ...]
    below: int
    more: int
    ranges: int


@dataclass(frozen=True, slots=True)
class TimeRow:
    """Times of the claims with so many tricks left, and where they stand.

    `reach` is how far it is from the median to the 95th percentile.
    """

    name: str
    median: str
    p95: str
    longest: str
    median_at: str
    reach: str
    longest_at: str


@dataclass(frozen=True, slots=True)
class CountRow:
    """A kind with its law, how many claims are of it, and their share as a bar."""

    words: str
    law: str
    claims: int
    of: int
    percent: str
    width: str


def left_name(left: int) -> str:
    """Return the name of a row by tricks left."""
    return ngettext("%(n)d trick", "%(n)d tricks", left) % {"n": left}


def scale_end(tally: Tally) -> int:
    """Return the percent at which the scale of differing claims ends."""
    rows = tally.by_left.values()
    most = max((100 * _differing(one) / one.rows for one in rows), default=0)
    return next((step for step in STEPS if step >= most), STEPS[-1])


def agreement_rows(tally: Tally) -> Iterator[AgreementRow]:
    """Yield a row for each number of tricks left."""
    end = scale_end(tally)
    for left in sorted(tally.by_left):
        counts = tally.by_left[left]
        yield agreement_row(left_name(left), counts, end)


def agreement_row(name: str, counts: Counts, end: int) -> AgreementRow:
    """Return the row of some claims, their bar on a scale that ends at a percent."""
    open_rows, more = counts.kinds[Kind.OPEN], counts.kinds[Kind.MORE]
    parts, x = [], 0.0
    for kind, rows in (("below", counts.below), ("more", more), ("open", open_rows)):
        width = WIDTH * 100 * rows / max(1, counts.rows) / end
        if rows:
            parts.append(Part(kind, _length(x), _length(width)))
        x += width
    equal = percent(counts.kinds[Kind.EQUAL], counts.rows)
    below = counts.below
    return AgreementRow(name, counts.rows, equal, tuple(parts), below, more, open_rows)


def time_rows(tally: Tally) -> Iterator[TimeRow]:
    """Yield a row for each number of tricks left that was timed."""
    for left in sorted(tally.by_left):
        times = tally.by_left[left].times
        if times.counts:
            median, p95 = times.quantile(0.5), times.quantile(0.95)
            yield TimeRow(
                left_name(left),
                milliseconds(median),
                milliseconds(p95),
                milliseconds(times.longest),
                median_at=_length(place(median)),
                reach=_length(place(p95) - place(median)),
                longest_at=_length(place(times.longest)),
            )


def time_marks() -> list[tuple[str, str]]:
    """Return the marks of the scale of times: where, and what."""
    return [(_length(place(time)), words) for time, words in DECADES]


def lapse_rows(tally: Tally) -> Iterator[CountRow]:
    """Yield for each kind of lapse the claims that it would cost a trick."""
    for name, words, law in LAPSES:
        if tally.whole.lapses[name]:
            yield _count_row(words, law, tally.whole.lapses[name], tally.whole.rows)


def kind_rows(tally: Tally) -> Iterator[CountRow]:
    """Yield for each kind of disagreement its claims, among all that differ."""
    differing = _differing(tally.whole)
    for kind, (words, law) in KINDS.items():
        if tally.whole.kinds[kind]:
            yield _count_row(words, law, tally.whole.kinds[kind], differing)


def percent(part: int, whole: int) -> str:
    """Return a share with one decimal, never 100.0 where something is missing."""
    share = 100 * part / max(1, whole)
    if part < whole:
        share = min(share, 99.9)
    return f"{share:.1f}"


def milliseconds(time: float) -> str:
    """Return a time in ms or s, with about three digits."""
    if time >= 1000:  # noqa: PLR2004 - a second
        return f"{time / 1000:.1f} s"
    return f"{time:.1f} ms" if time < 10 else f"{ceil(time)} ms"  # noqa: PLR2004 - three digits


def place(time: float) -> float:
    """Return where a time stands on the scale, which is logarithmic."""
    held = min(max(time, FASTEST), SLOWEST)
    return WIDTH * log10(held / FASTEST) / log10(SLOWEST / FASTEST)


def _length(percents: float) -> str:
    return f"{percents:.2f}%"


def _differing(counts: Counts) -> int:
    return counts.rows - counts.kinds[Kind.EQUAL]


def _count_row(words: str, law: str, claims: int, of: int) -> CountRow:
    width = _length(WIDTH * claims / max(1, of))
    return CountRow(gettext(words), law, claims, of, percent(claims, of), width)
