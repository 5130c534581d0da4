"""The figures of an event's rulings as tables with bars, and the same as CSV.

Nothing is shown of a director with few cases: it would say more of the cases than of
the director.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulings.queries.chief import Live
from rulings.queries.staff import name_of
from rulings.queries.statistics import RuledCase, count_of, ruled_cases, usual_time
from rulings.solver.types import Cause

FEWEST = 5
"""Cases from which on figures of one director are shown."""

CAUSES = {
    Cause.TRUMP_FORGOTTEN: gettext_lazy("a trump forgotten"),
    Cause.CARD_FORGOTTEN: gettext_lazy("a card forgotten"),
    Cause.ORDER: gettext_lazy("the wrong order"),
    Cause.ENTRY: gettext_lazy("no way back to a hand"),
    Cause.UNBLOCK: gettext_lazy("a suit blocked"),
    Cause.GUESS: gettext_lazy("a guess"),
    Cause.WORDS_FAIL: gettext_lazy("the words do not work"),
    Cause.WORDS_UNREAD: gettext_lazy("words that were not understood"),
    Cause.PARTNER: gettext_lazy("a defender’s partner"),
    Cause.MISCOUNT: gettext_lazy("a miscount"),
}


@dataclass(frozen=True, slots=True)
class FigureBar:
    """One row of a picture: its words, how often, and its part of the longest in %."""

    words: str
    n: int
    part: int


@dataclass(frozen=True, slots=True)
class DirectorFigures:
    """One director: cases ruled, and with enough of them what they came to."""

    name: str
    ruled: int
    shown: bool
    minutes: int | None
    corrected: int
    appealed: int
    changed: int


def statistics_page(found: Live) -> dict[str, object]:
    """Return what stands on the page."""
    cases = ruled_cases(found)
    laws = [law for case in cases for law in case.laws]
    known = [case.cause for case in cases if case.cause is not None]
    causes = [cause for cause in known if cause is not Cause.NONE]
    return {
        "cases": len(cases),
        "minutes": _minutes(usual_time(cases)),
        "corrected": sum(case.corrected for case in cases),
        "appeals": sum(case.appeals for case in cases),
        "changed": sum(case.changed for case in cases),
        "laws": _bars((law, _("Law %(law)s") % {"law": law}) for law in laws),
        "causes": _bars((cause, str(CAUSES[cause])) for cause in causes),
        "directors": [
            _figures(name, pk, cases) for pk, name in _who_ruled(found, cases).items()
        ],
        "fewest": FEWEST,
    }


def statistics_rows(found: Live) -> list[list[str]]:
    """Return the same figures as rows: kind, what, how often."""
    page = statistics_page(found)
    rows = [["figure", "of", "n"]]
    rows += [
        [name, "", str(page[name])]
        for name in ("cases", "minutes", "corrected", "appeals", "changed")
        if page[name] is not None
    ]
    for name in ("laws", "causes"):
        bars: list[FigureBar] = page[name]  # type: ignore[assignment]  # as made above
        rows += [[name, bar.words, str(bar.n)] for bar in bars]
    figures: list[DirectorFigures] = page["directors"]  # type: ignore[assignment]  # as made above
    rows += [["directors", one.name, str(one.ruled)] for one in figures if one.shown]
    return rows


def _bars(values: Iterable[tuple[str, str]]) -> list[FigureBar]:
    words = [word for _value, word in values]
    counts = count_of(words)
    most = counts[0][1] if counts else 1
    return [FigureBar(word, n, 100 * n // most) for word, n in counts]


def _who_ruled(found: Live, cases: Iterable[RuledCase]) -> dict[int, str]:
    """Return all who rule, and who ruled and does so no more."""
    ruled = {case.by.pk: name_of(case.by) for case in cases if case.by is not None}
    return ruled | dict(found.directors)


def _figures(name: str, user_id: int, cases: Sequence[RuledCase]) -> DirectorFigures:
    mine = [case for case in cases if case.by and case.by.pk == user_id]
    return DirectorFigures(
        name,
        len(mine),
        len(mine) >= FEWEST,
        _minutes(usual_time(mine)),
        sum(case.corrected for case in mine),
        sum(bool(case.appeals) for case in mine),
        sum(case.changed for case in mine),
    )


def _minutes(length: timedelta | None) -> int | None:
    return None if length is None else round(length / timedelta(minutes=1))
