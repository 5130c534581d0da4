"""A board at all its tables, with the rulings in force and without them.

Only what was announced counts: a ruling that is being made moves no number here.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rulings.bridge.comparisons import (
    Scoring,
    SideScore,
    cross_imps,
    matchpoints,
    with_team_mates,
)
from rulings.bridge.seats import Side
from rulings.models import SEATED, Board, Event, Playing, Ruling
from rulings.queries.desk import LEFT_IN

BoardScores = Mapping[Side, SideScore | None]
"""The score of each side at a table, in points of that side."""

NO_SCORE: BoardScores = dict.fromkeys(Side)


@dataclass(frozen=True, slots=True)
class TableScore:
    """A board at one table: its scores now, and as they were before any ruling.

    `own` holds the shares that a session's own average has changed.
    """

    playing: Playing
    ruling: Ruling | None
    now: BoardScores
    before: BoardScores
    own: Mapping[Side, Fraction] = field(default_factory=dict)


Gains = tuple["Fraction | None", "Fraction | None"]
"""What North-South and East-West earn at a table."""


def boards_of(event: Event) -> list[Board]:
    """Return the boards of an event by deal set and number."""
    return list(Board.objects.filter(event=event).order_by("deal_set", "number"))


def table_scores(playings: Iterable[Playing]) -> list[TableScore]:
    """Return the scores of some playings, with the rulings that were announced."""
    rows = list(playings)
    rulings: dict[uuid.UUID, list[Ruling]] = {}
    announced = Ruling.objects.filter(
        case__playing__in=[row.pk for row in rows], announced_at__isnull=False
    )
    for ruling in announced.select_related("case").order_by("number"):
        rulings.setdefault(ruling.case.playing_id, []).append(ruling)
    return [_table_score(row, rulings.get(row.pk, [])) for row in rows]


def playings_of(board: Board) -> list[Playing]:
    """Return a board at all its tables, by section and table."""
    return list(
        Playing.objects.filter(LEFT_IN, board=board)
        .select_related("board", "table__section", "round__session", *SEATED)
        .order_by("round__session__order", "table__section__letter", "table__number")
    )


def _table_score(playing: Playing, rulings: Sequence[Ruling]) -> TableScore:
    current = next((row for row in rulings if row.current), None)
    stands = of_points(playing.score)
    if current is None:
        return TableScore(playing, None, stands, stands)
    now = of_assigned(current) if current.assigned else stands
    return TableScore(playing, current, now, of_points(rulings[0].old_score))


def of_points(points: int | None) -> BoardScores:
    """Return both sides' score from North-South's points; none where there are none."""
    if points is None:
        return NO_SCORE
    return {Side.NS: SideScore.of(points), Side.EW: SideScore.of(-points)}


def shares_of(ruling: Ruling | None) -> dict[str, int]:
    """Return each side's percent as it was assigned, {} where there is a result."""
    rows = ruling.assigned if ruling is not None else ()
    return {row["side"]: row["percent"] for row in rows if "side" in row}


def of_assigned(ruling: Ruling) -> BoardScores:
    """Return both sides' score where it is weighted, split or a share (Law 12C)."""
    shares = shares_of(ruling)
    if shares:
        return {side: SideScore(share=shares.get(side.value)) for side in Side}
    return {side: SideScore(_weighted(ruling, side)) for side in Side}


def _weighted(ruling: Ruling, side: Side) -> tuple[tuple[int, int], ...]:
    sign = 1 if side is Side.NS else -1
    return tuple(
        (sign * row["points"], row["weight"])
        for row in ruling.assigned
        if row.get("for_side", side.value) == side.value
    )


def gains(
    rows: Sequence[TableScore], scoring: Scoring, *, with_rulings: bool
) -> list[Gains]:
    """Return what the sides earn at each table."""
    scores = [row.now if with_rulings else row.before for row in rows]
    if scoring in {Scoring.IMPS, Scoring.BOARD_A_MATCH}:
        return _in_matches(rows, scores, scoring)
    earn = matchpoints if scoring is Scoring.MATCHPOINTS else cross_imps
    ns, ew = (earn([one[side] for one in scores]) for side in Side)
    return list(zip(ns, ew, strict=True))


def _match_of(playing: Playing) -> tuple[tuple[object, ...], int]:
    """Return the match of a table by its round and place, and which of two it is."""
    match, number = divmod(playing.table.number - 1, 2)
    return (playing.round_id, playing.table.section_id, match), number


def _in_matches(
    rows: Sequence[TableScore], scores: Sequence[BoardScores], scoring: Scoring
) -> list[Gains]:
    """Compare each table with that at which the same teams sat the other way.

    Where the teams play as pairs, the two tables of a match stand side by side.
    """
    places = {
        (row.playing.ns_id, row.playing.ew_id): place for place, row in enumerate(rows)
    }
    matches = {_match_of(row.playing): place for place, row in enumerate(rows)}
    found = []
    for row, here in zip(rows, scores, strict=True):
        match, number = _match_of(row.playing)
        other = places.get(
            (row.playing.ew_id, row.playing.ns_id), matches.get((match, 1 - number))
        )
        there = NO_SCORE if other is None else scores[other]
        ns = with_team_mates(here[Side.NS], there[Side.EW], scoring)
        ew = with_team_mates(here[Side.EW], there[Side.NS], scoring)
        found.append((ns, ew))
    return found
