"""Many rows counted while they pass: agreement, times, kinds of lapse.

Serves the summary and the report of a run. What is held does not grow with the
number of rows: times are kept to three digits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import ceil, floor, log10

QUANTILES = {"median": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
DIGITS = 3


class Kind(StrEnum):
    """How a proposal stands to the total of the record, and by what it differs."""

    EQUAL = "equal"
    MORE = "more"
    FALSE = "false"
    LOCATION = "location"
    PARTNER = "partner"
    PLAY = "play"
    OPEN = "open"


def kind_of(row: Mapping[str, object]) -> Kind:
    """Return the kind of a row that was computed.

    More than claimed (Law 71); fewer: claimed above double dummy (70A), a card might
    lie elsewhere (70E1), a defender's partner (70D2), another normal play (70D1).
    """
    award, claimed = row["award"], _number(row, "claimed_left")
    if award is None:
        return Kind.OPEN
    if award == claimed:
        return Kind.EQUAL
    if _number(row, "award") > claimed:
        return Kind.MORE
    best = row["double_dummy"]
    if best is not None and _number(row, "double_dummy") < claimed:
        return Kind.FALSE
    if row["settles"]:
        return Kind.LOCATION
    return Kind.PLAY if row["claimer"] == row.get("declarer") else Kind.PARTNER


@dataclass(slots=True)
class Times:
    """Milliseconds, counted by their first three digits; the longest as it was."""

    counts: Counter[float] = field(default_factory=Counter)
    longest: float = 0.0
    total: float = 0.0

    def add(self, milliseconds: float) -> None:
        """Count one time."""
        self.counts[_rounded(milliseconds)] += 1
        self.longest = max(self.longest, milliseconds)
        self.total += milliseconds

    def quantile(self, share: float) -> float:
        """Return the time within which so great a share was done."""
        if share >= 1:
            return self.longest
        wanted = max(1, ceil(self.counts.total() * share))
        passed = 0
        for time in sorted(self.counts):
            passed += self.counts[time]
            if passed >= wanted:
                return time
        return self.longest


@dataclass(slots=True)
class Counts:
    """What was counted for one number of tricks left, or for all."""

    rows: int = 0
    asked: int = 0
    ranges: int = 0
    kinds: Counter[Kind] = field(default_factory=Counter)
    lapses: Counter[str] = field(default_factory=Counter)
    times: Times = field(default_factory=Times)

    @property
    def below(self) -> int:
        """Return how many proposals are below the total of the record."""
        return self.rows - sum(
            self.kinds[kind] for kind in (Kind.EQUAL, Kind.MORE, Kind.OPEN)
        )

    def add(self, row: Mapping[str, object]) -> None:
        """Count one row that was computed."""
        self.rows += 1
        self.asked += bool(row["questions"])
        self.ranges += row["status"] == "range"
        self.kinds[kind_of(row)] += 1
        rungs: Mapping[str, int] = row.get("rungs") or {}  # type: ignore[assignment]  # JSON
        for name, tricks in rungs.items():
            self.lapses[name] += row["award"] is not None and tricks < _number(
                row, "award"
            )
        if row.get("ms") is not None:
            self.times.add(float(str(row["ms"])))


@dataclass(slots=True)
class Doubts:
    """How often the total of a record, what best play gives, is not proposed.

    `named` doubts say which cards would settle them; `other` would be none had the
    other side claimed, for records do not say who did.
    """

    asked: int = 0
    doubted: int = 0
    named: int = 0
    other: int = 0

    def add(self, row: Mapping[str, object]) -> None:
        """Count a row if its total is what best play gives and its award is known."""
        claimed = _number(row, "claimed_left")
        if row["double_dummy"] != claimed or row["award"] is None:
            return
        self.asked += 1
        if _number(row, "award") < claimed:
            self.doubted += 1
            self.named += bool(row["settles"])
            self.other += row.get("other_claimer") is not None

    def line(self) -> str:
        """Return the line of a summary."""
        left = self.doubted - self.other
        return (
            f"equal to double dummy: {self.asked}; doubted {self._share(self.doubted)},"
            f" {self.named} of them name the cards that would settle it; whichever"
            f" side claimed {self._share(left)}"
        )

    def _share(self, number: int) -> str:
        return f"{number} ({100 * number / max(1, self.asked):.2f} %)"


@dataclass(slots=True)
class Tally:
    """The counts of a run: by tricks left, over all, and what could not be computed."""

    by_left: dict[int, Counts] = field(default_factory=dict)
    whole: Counts = field(default_factory=Counts)
    doubts: Doubts = field(default_factory=Doubts)
    failed: int = 0

    @property
    def rows(self) -> int:
        """Return how many rows were counted, the failed among them."""
        return self.whole.rows + self.failed

    def add(self, row: Mapping[str, object]) -> None:
        """Count one row."""
        if row.get("error"):
            self.failed += 1
            return
        self.by_left.setdefault(_number(row, "left"), Counts()).add(row)
        self.whole.add(row)
        self.doubts.add(row)

    def lines(self) -> list[str]:
        """Return the lines of a summary: shares by tricks left, times, ranges."""
        lines = ["left      n  equal  below  above  ranges  asked"]
        parts = [(str(left), self.by_left[left]) for left in sorted(self.by_left)]
        lines += [
            _shares(name, counts) for name, counts in [*parts, ("all", self.whole)]
        ]
        lines.append(self.doubts.line())
        times = self.whole.times
        if times.counts:
            found = [f"{name} {times.quantile(q):.1f}" for name, q in QUANTILES.items()]
            lines.append("milliseconds: " + ", ".join(found))
        lines.append(f"could not be computed: {self.failed}")
        return lines


def summary(rows: Iterable[Mapping[str, object]]) -> list[str]:
    """Return the lines of a summary of some rows."""
    tally = Tally()
    for row in rows:
        tally.add(row)
    return tally.lines()


def _shares(name: str, counts: Counts) -> str:
    parts = (counts.kinds[Kind.EQUAL], counts.below, counts.kinds[Kind.MORE])
    shares = "  ".join(f"{100 * part / max(1, counts.rows):4.1f}%" for part in parts)
    return f"{name:>4} {counts.rows:6}  {shares}  {counts.ranges:6}  {counts.asked:5}"


def _number(row: Mapping[str, object], name: str) -> int:
    return int(str(row[name]))


def _rounded(milliseconds: float) -> float:
    if milliseconds <= 0:
        return 0.0
    return round(milliseconds, DIGITS - 1 - floor(log10(milliseconds)))
