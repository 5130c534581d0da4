"""What many recorded claims teach: how often they are right, and what is left out.

Counted from the rows of a batch and, for some doubted claims, from the search for
words that would have saved them. Records say neither who claimed nor what was said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from django.template.loader import render_to_string

from rulings.management.report.cases import read_as
from rulings.management.report.charts import left_name, percent
from rulings.solver import VERSION, Settings
from rulings.solver.safe import SafeStatus, safe_words
from rulings.solver.tools.batch import Batch, BatchEntry, Row
from rulings.solver.types import Cause
from rulings.statements.wording import word_count

WIDTH, LABELS, BAR, STEP, TOP = 720, 168, 16, 24, 8
"""Points of a plot: its width, the column of names, a bar, from bar to bar, above."""

OFTEN = 8
"""Words shown of those that save most claims."""


class Verdict(StrEnum):
    """How a claim comes out, were it contested and nothing said with it."""

    STANDS = "stands"
    ASKED = "asked"
    DOUBTED = "doubted"
    FALSE = "false"
    OPEN = "open"


NAMES = {
    Verdict.STANDS: "stands on every normal line",
    Verdict.ASKED: "stands if all cards still out were counted, else a trick is lost",
    Verdict.DOUBTED: "could be made, but a normal line loses, whatever was counted",
    Verdict.FALSE: "more than any play wins",
    Verdict.OPEN: "not settled within the budget",
}
CAUSES = {
    Cause.TRUMP_FORGOTTEN: "a trump still out is not mentioned",
    Cause.CARD_FORGOTTEN: "another card still out is not mentioned",
    Cause.ORDER: "the order of the cards is not said",
    Cause.ENTRY: "the way to the other hand is not said",
    Cause.UNBLOCK: "a suit is not unblocked",
    Cause.GUESS: "where a card lies is not known",
    Cause.WORDS_FAIL: "the words themselves lose",
    Cause.WORDS_UNREAD: "the words were not understood",
    Cause.PARTNER: "a defender needs his partner's play",
    Cause.MISCOUNT: "the tricks are counted wrong",
    Cause.NONE: "another normal play loses",
}
STRAINS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs", "N": "no trump"}


def verdict_of(row: Row) -> Verdict:
    """Return how the claim of a computed row comes out (Laws 70A, 70D1)."""
    low, claimed = (int(str(row[name])) for name in ("low", "claimed_left"))
    best, award = row["double_dummy"], row["award"]
    if low >= claimed:
        return Verdict.STANDS
    if best is not None and int(str(best)) < claimed:
        return Verdict.FALSE
    if award is None:
        return Verdict.OPEN
    return Verdict.ASKED if int(str(award)) >= claimed else Verdict.DOUBTED


@dataclass(slots=True)
class Atlas:
    """The counts of a run; `unsure` are the claims that words might have saved."""

    settings: Settings
    failed: int = 0
    whole: Counter[Verdict] = field(default_factory=Counter)
    by_left: dict[int, Counter[Verdict]] = field(default_factory=dict)
    by_strain: dict[str, Counter[Verdict]] = field(default_factory=dict)
    by_tier: dict[str, Counter[Verdict]] = field(default_factory=dict)
    causes: Counter[Cause] = field(default_factory=Counter)
    unsure: list[tuple[BatchEntry, Row]] = field(default_factory=list)
    words: list[Row] = field(default_factory=list)

    def add(self, entry: BatchEntry, row: Row) -> None:
        """Count a claim."""
        if row.get("error") or entry.record is None:
            self.failed += 1
            return
        verdict = verdict_of(row)
        strain = STRAINS.get(str(entry.record["contract"])[1:2].upper(), "?")
        tier = str(entry.record.get("tier") or "other")
        groups = (
            self.by_left.setdefault(int(str(row["left"])), Counter()),
            self.by_strain.setdefault(strain, Counter()),
            self.by_tier.setdefault(tier, Counter()),
        )
        for counts in (self.whole, *groups):
            counts[verdict] += 1
        if verdict in {Verdict.ASKED, Verdict.DOUBTED}:
            self.causes[Cause(str(row["cause"] or Cause.NONE))] += 1
            self.unsure.append((entry, row))

    def sample(self, most: int, longest: int) -> Iterator[BatchEntry]:
        """Yield at most so many unsure claims of at most so many tricks.

        Chosen by the hash of the claim, so that equal input gives the same ones.
        """
        short = [one for one in self.unsure if int(str(one[1]["left"])) <= longest]
        for entry, row in sorted(short, key=lambda one: str(one[1]["claim"]))[:most]:
            yield BatchEntry(
                entry.file, entry.line, {**(entry.record or {}), "row": row}
            )


def words_of(batch: Batch, *, settings: Settings) -> list[Row]:
    """Return what would have made each claim of a batch certain; runs in a process."""
    found = []
    for entry in batch:
        row: Row = (entry.record or {})["row"]  # type: ignore[assignment]  # `sample` put it there
        position, claim = read_as(entry, row)
        safe = safe_words(position, claim, settings)
        found.append(
            {
                "cause": row["cause"],
                "status": str(safe.status),
                "kept": safe.tricks >= claim.tricks,
                "words": safe.said("en"),
            }
        )
    return found


@dataclass(frozen=True, slots=True)
class PlotRow:
    """A row of a plot: its name, its parts as (kind, begin, length), and a figure."""

    name: str
    y: int
    parts: tuple[tuple[str, int, int], ...]
    figure: str


def write_atlas(path: Path, atlas: Atlas, longest: int) -> list[Path]:
    """Write the page and its plots beside it in `img`; return what was written."""
    pictures = path.parent / "img"
    pictures.mkdir(exist_ok=True)
    plots = {
        "left": _shares(
            (left_name(n), atlas.by_left[n]) for n in sorted(atlas.by_left)
        ),
        "strain": _shares(
            (name, atlas.by_strain[name])
            for name in STRAINS.values()
            if name in atlas.by_strain
        ),
        "causes": _counts([(CAUSES[one], n) for one, n in atlas.causes.most_common()]),
    }
    written = []
    for name, bars in plots.items():
        file = pictures / f"atlas-{name}.svg"
        height = TOP + STEP * len(bars) + (0 if name == "causes" else STEP)
        values = {"bars": bars, "width": WIDTH, "height": height, "labels": LABELS}
        values |= {"keys": _keys(height) if name != "causes" else ()}
        file.write_text(render_to_string("reports/atlas.svg", values), "utf-8")
        written.append(file)
    path.write_text(_page(atlas, longest), "utf-8")
    return [path, *written]


def _page(atlas: Atlas, longest: int) -> str:
    whole, tried = atlas.whole.total(), len(atlas.words)
    saved = [row for row in atlas.words if row["words"] and row["kept"]]
    fewer = [row for row in atlas.words if row["words"] and not row["kept"]]
    opened = [row for row in atlas.words if row["status"] == SafeStatus.OPEN]
    lengths = Counter((word_count(str(row["words"])) - 1) // 3 for row in saved)
    often = Counter(str(row["words"]) for row in saved).most_common(OFTEN)
    values = {
        "version": VERSION,
        "settings": atlas.settings,
        "claims": whole,
        "failed": atlas.failed,
        "verdicts": [_counted(NAMES[one], atlas.whole[one], whole) for one in Verdict],
        "tiers": [_tier(name, atlas.by_tier[name]) for name in sorted(atlas.by_tier)],
        "causes": [
            _counted(CAUSES[one], n, atlas.causes.total())
            for one, n in atlas.causes.most_common()
        ],
        "longest": longest,
        "tried": tried,
        "saved": _counted("", len(saved), tried),
        "fewer": _counted("", len(fewer), tried),
        "open": _counted("", len(opened), tried),
        "none": _counted("", tried - len(saved) - len(fewer) - len(opened), tried),
        "by_cause": list(_by_cause(atlas.words)),
        "lengths": [
            (f"{3 * n + 1} to {3 * n + 3}", lengths[n]) for n in sorted(lengths)
        ],
        "often": often,
    }
    return render_to_string("reports/atlas.md", values)


def _by_cause(words: Sequence[Row]) -> Iterator[tuple[str, int, int]]:
    """Yield for each cause how many claims were tried and how many words save."""
    tried = Counter(Cause(str(row["cause"] or Cause.NONE)) for row in words)
    saved = Counter(
        Cause(str(row["cause"] or Cause.NONE))
        for row in words
        if row["words"] and row["kept"]
    )
    for cause, n in tried.most_common():
        yield CAUSES[cause], n, saved[cause]


def _counted(name: str, part: int, whole: int) -> tuple[str, int, str]:
    return name, part, percent(part, whole)


def _tier(name: str, counts: Counter[Verdict]) -> tuple[str, int, list[str]]:
    whole = counts.total()
    return name, whole, [percent(counts[one], whole) for one in Verdict]


def _shares(rows: Iterator[tuple[str, Counter[Verdict]]]) -> list[PlotRow]:
    """Return a bar for each row, its parts the shares of the verdicts."""
    bars, room = [], WIDTH - LABELS - 72
    for at, (name, counts) in enumerate(rows):
        parts, x = [], float(LABELS)
        for verdict in Verdict:
            length = room * counts[verdict] / max(1, counts.total())
            if counts[verdict]:
                parts.append((str(verdict), round(x), max(1, round(length))))
            x += length
        bars.append(PlotRow(name, TOP + STEP * at, tuple(parts), f"{counts.total()}"))
    return bars


def _counts(rows: Sequence[tuple[str, int]]) -> list[PlotRow]:
    """Return a bar for each row, as long as its count."""
    most, labels = max((n for _, n in rows), default=1), 300
    room = WIDTH - labels - 72
    return [
        PlotRow(
            name,
            TOP + STEP * at,
            ((str(Verdict.DOUBTED), labels, max(1, round(room * n / most))),),
            str(n),
        )
        for at, (name, n) in enumerate(rows)
    ]


def _keys(height: int) -> list[tuple[str, int, int, str]]:
    """Return the key of a plot of shares: kind, place, words."""
    short = (
        "stands",
        "if all was counted",
        "doubted",
        "more than any play wins",
        "open",
    )
    places = (0, 75, 215, 300, 480)
    return [
        (str(verdict), LABELS + x, height - STEP + 6, words)
        for verdict, x, words in zip(Verdict, places, short, strict=True)
    ]
