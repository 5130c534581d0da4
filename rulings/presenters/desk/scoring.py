"""A board compared between tables, in words: results, points, what each side earns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulings.bridge.comparisons import Scoring, decimal_text
from rulings.bridge.contracts import Contract
from rulings.models import Event, Playing, Session
from rulings.presenters.results import made_words, score_words
from rulings.presenters.table.scores import points_words
from rulings.presenters.words import side_name
from rulings.queries.scoring.boards import Gains, TableScore, gains
from rulings.queries.scoring.standings import standings, with_own_averages

SCORING_WORDS = {
    Scoring.MATCHPOINTS: gettext_lazy("Matchpoints"),
    Scoring.CROSS_IMPS: gettext_lazy("Cross-IMPs"),
    Scoring.IMPS: gettext_lazy("IMPs of a match"),
    Scoring.BOARD_A_MATCH: gettext_lazy("Board-a-match"),
}
"""The ways of comparing a board, as they are offered."""

USUAL = {Event.Kind.TEAMS: Scoring.IMPS}
"""What is shown first where it is not matchpoints."""


@dataclass(frozen=True, slots=True)
class ResultView:
    """A result at a table: contract and how it went, or what was assigned; points."""

    playing: Playing
    contract: Contract | None
    made: str
    assigned: str
    points: str


@dataclass(frozen=True, slots=True)
class ComparedView:
    """A board at one table: its result, and what both sides earn.

    `before` and `points_before` are those without the ruling, where there is one.
    """

    result: ResultView
    ruled: bool
    points_before: str
    now: tuple[str, str]
    before: tuple[str, str]


def usual_scoring(event: Event) -> Scoring:
    """Return how the boards of an event are compared if nobody says otherwise."""
    return USUAL.get(Event.Kind(event.kind), Scoring.MATCHPOINTS)


def compared_views(rows: Sequence[TableScore], scoring: Scoring) -> list[ComparedView]:
    """Return each table of a board, with its rulings and without them."""
    if scoring is Scoring.MATCHPOINTS:
        rows = with_own_averages(rows)
    now = gains(rows, scoring, with_rulings=True)
    before = gains(rows, scoring, with_rulings=False)
    return [
        _view(row, with_it, without_it)
        for row, with_it, without_it in zip(rows, now, before, strict=True)
    ]


def _view(row: TableScore, now: Gains, before: Gains) -> ComparedView:
    ruling = row.ruling
    old = ruling.old_score if ruling is not None else None
    return ComparedView(
        result=result_view(row),
        ruled=ruling is not None,
        points_before="" if old is None else points_words(old),
        now=(earned_words(now[0]), earned_words(now[1])),
        before=(earned_words(before[0]), earned_words(before[1])),
    )


@dataclass(frozen=True, slots=True)
class StandingView:
    """A contestant with names and the percent of each session and of all, as texts."""

    number: str
    names: str
    sessions: tuple[str, ...]
    total: str


def standing_views(
    sessions: Sequence[Session],
    rows: Sequence[TableScore],
    names: Mapping[int, str],
) -> list[StandingView]:
    """Return who stands where, the best first; names are found by the number."""
    return [
        StandingView(
            str(one.number),
            names.get(one.number, ""),
            tuple(map(earned_words, one.sessions)),
            earned_words(one.total),
        )
        for one in standings(sessions, rows)
    ]


def result_view(row: TableScore) -> ResultView:
    """Return what stands at a table, in words."""
    playing, ruling = row.playing, row.ruling
    assigned = score_words(ruling) if ruling is not None and ruling.assigned else ""
    if row.own:
        assigned = f"{assigned} ({own_words(row)})"
    contract = Contract.parse(playing.contract) if playing.contract else None
    known = playing.tricks is not None and not assigned
    return ResultView(
        playing=playing,
        contract=None if assigned else contract,
        made=_made(contract, playing.tricks or 0) if known else "",
        assigned=assigned,
        points=points_words(playing.score)
        if playing.score is not None and not assigned
        else "",
    )


def own_words(row: TableScore) -> str:
    """Return the shares that a session's own average has changed, in words."""
    shares = ", ".join(
        f"{side_name(side)} {decimal_text(share)} %" for side, share in row.own.items()
    )
    return _("own average of the session: %(shares)s") % {"shares": shares}


def _made(contract: Contract | None, tricks: int) -> str:
    return made_words(contract, tricks) if contract else _("passed out")


def earned_words(value: Fraction | None) -> str:
    """Return a number with at most two decimals, "–" for none."""
    return decimal_text(value).replace("-", "−") or "–"
