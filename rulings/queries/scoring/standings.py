"""Who stands where: sessions in percent, carried over, and a session's own average.

All in matchpoints. Who is not at fault that a board has no result, and has more than
his share on his other boards of the session, gets that average for it; who is at fault
and has less, gets that (Law 12C2; 12C1 in 1997).
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rulings.bridge.comparisons import BEATEN, Scoring, SideScore
from rulings.bridge.seats import Side
from rulings.models import SEATED, Contestant, Playing, Session
from rulings.queries.desk import LEFT_IN
from rulings.queries.scoring.boards import TableScore, gains, table_scores

WHOLE = 100
Won = tuple[Fraction, int]
"""Matchpoints won, and the most that could be."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A contestant with the percent of each session, and of all with what is carried.

    None stands for a session in which nothing of his has been compared.
    """

    number: int
    sessions: tuple[Fraction | None, ...]
    total: Fraction


def standings(
    sessions: Sequence[Session], tables: Iterable[TableScore]
) -> list[Ranked]:
    """Return the contestants of some sessions, the best first.

    Of the sessions before counts what a session carries over, in matchpoints won and
    in the most that could be won alike.
    """
    by_session: dict[uuid.UUID, list[TableScore]] = defaultdict(list)
    numbers: dict[uuid.UUID, int] = {}
    for row in tables:
        by_session[row.playing.round.session_id].append(row)
        numbers |= {one.pk: one.number for one in _seated(row.playing) if one}
    won = [_won(with_own_averages(by_session[one.pk])) for one in sessions]
    found = [
        Ranked(
            number,
            tuple(_percent(_sum(each.get(pk, ()))) for each in won),
            total,
        )
        for pk, number in numbers.items()
        if (total := _carried(sessions, [each.get(pk, ()) for each in won])) is not None
    ]
    return sorted(found, key=lambda one: (-one.total, one.number))


def _seated(playing: Playing) -> list[Contestant | None]:
    return [getattr(playing, column) for column in SEATED]


def _carried(
    sessions: Sequence[Session], won: Sequence[Sequence[Won]]
) -> Fraction | None:
    """Return the percent of all sessions, each with what it carries of those before."""
    points, most = Fraction(0), Fraction(0)
    for session, rows in zip(sessions, won, strict=True):
        part, (own, top) = Fraction(session.carried, WHOLE), _sum(rows)
        points, most = points * part + own, most * part + top
    return WHOLE * points / most if most else None


def _sum(rows: Iterable[Won]) -> tuple[Fraction, int]:
    listed = list(rows)
    return sum((own for own, _top in listed), Fraction(0)), sum(
        top for _own, top in listed
    )


def _percent(won: tuple[Fraction, int]) -> Fraction | None:
    return WHOLE * won[0] / won[1] if won[1] else None


def _won(
    tables: Iterable[TableScore], *, shares: bool = True
) -> dict[uuid.UUID, list[Won]]:
    """Return what each contestant won on each board; without shares if told so."""
    boards: dict[uuid.UUID, list[TableScore]] = defaultdict(list)
    for row in tables:
        boards[row.playing.board_id].append(row)
    found: dict[uuid.UUID, list[Won]] = defaultdict(list)
    for met in boards.values():
        scored = [row for row in met if row.now[Side.NS] is not None]
        top = BEATEN * (len(scored) - 1)
        earned = gains(met, Scoring.MATCHPOINTS, with_rulings=True)
        for row, both in zip(met, earned, strict=True):
            if top < 1 or (not shares and _has_share(row)):
                continue
            for side, won in zip(Side, both, strict=True):
                for pk in _of_side(row.playing, side):
                    if won is not None:
                        found[pk].append((won, top))
    return found


def _of_side(playing: Playing, side: Side) -> list[uuid.UUID]:
    both = {
        Side.NS: (playing.ns_id, playing.ns_partner_id),
        Side.EW: (playing.ew_id, playing.ew_partner_id),
    }
    return [pk for pk in both[side] if pk is not None]


# --- a session's own average ----------------------------------------------------------


def with_own_averages(rows: Sequence[TableScore]) -> list[TableScore]:
    """Return tables with each share as the law lets the session's average change it.

    Of individuals, whose averages differ, the shares stay as they were assigned.
    """
    sessions = {
        row.playing.round.session_id
        for row in rows
        if _has_share(row) and not row.playing.ns_partner_id
    }
    averages = {pk: _averages(pk) for pk in sessions}
    return [
        _with_own(row, averages[row.playing.round.session_id])
        if _has_share(row) and row.playing.round.session_id in averages
        else row
        for row in rows
    ]


def _has_share(row: TableScore) -> bool:
    return any(one is not None and one.share is not None for one in row.now.values())


def _averages(session: uuid.UUID) -> dict[uuid.UUID, Fraction | None]:
    """Return each contestant's percent on the session's boards that have a result."""
    playings = Playing.objects.filter(LEFT_IN, round__session=session)
    tables = table_scores(playings.select_related("board", "round"))
    won = _won(tables, shares=False)
    return {pk: _percent(_sum(rows)) for pk, rows in won.items()}


def _with_own(
    row: TableScore, averages: Mapping[uuid.UUID, Fraction | None]
) -> TableScore:
    assert row.ruling is not None  # noqa: S101 - a share is assigned by a ruling
    faults = {one["side"]: one["fault"] for one in row.ruling.assigned}
    now, own = dict(row.now), {}
    for side in Side:
        score = row.now[side]
        average = next(map(averages.get, _of_side(row.playing, side)), None)
        if score is None or score.share is None or average is None:
            continue
        better = {"none": max, "full": min}.get(faults[side.value])
        share = better(average, Fraction(score.share)) if better else score.share
        if share != score.share:
            now[side], own[side] = SideScore(share=share), Fraction(share)
    return replace(row, now=now, own=own)
