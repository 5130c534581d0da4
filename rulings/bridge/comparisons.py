"""How a board is compared between tables: matchpoints, IMPs, board-a-match (Law 78).

Every function takes the scores of one side, each in points of that side, and returns
what each score earns. A score can be one result, several weighted ones (Law 12C1), or
a share in percent where no result could be had (Law 12C2). Numbers are exact fractions.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

IMP_LIMITS = tuple(
    map(
        int,
        "20 50 90 130 170 220 270 320 370 430 500 600 750 900 1100 1300 1500 1750 2000 "
        "2250 2500 3000 3500 4000".split(),
    )
)
"""The least difference in points for 1, 2, ... 24 IMPs (Law 78B)."""

BEATEN, TIED, LOST = 2, 1, 0
"""What a comparison is worth in matchpoints and at board-a-match."""


class Scoring(StrEnum):
    """How a board is compared."""

    MATCHPOINTS = "matchpoints"
    CROSS_IMPS = "cross_imps"
    IMPS = "imps"
    BOARD_A_MATCH = "board_a_match"


@dataclass(frozen=True, slots=True)
class SideScore:
    """What one side has on a board: results with weights that make 100, or a share."""

    results: tuple[tuple[int, int], ...] = ()
    """Points of this side, and their weight in percent."""

    share: int | Fraction | None = None
    """Percent of the board where there is no result."""

    @classmethod
    def of(cls, points: int) -> SideScore:
        """Return the score of one result."""
        return cls(((points, 100),))

    def against(self, other: SideScore, worth: Callable[[int], int]) -> Fraction:
        """Return the mean worth of the differences between two scores."""
        return sum(
            (
                Fraction(mine * theirs * worth(points - points_there), 100 * 100)
                for points, mine in self.results
                for points_there, theirs in other.results
            ),
            Fraction(0),
        )


Earned = list["Fraction | None"]
"""What each score earns, in the order of the scores; None where nothing is compared."""


def decimal_text(value: Fraction | None) -> str:
    """Return a number with at most two decimals, "" for none."""
    if value is None:
        return ""
    text = f"{float(round(value, 2)):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def imps(difference: int) -> int:
    """Return the IMPs for a difference in points, with its sign (Law 78B)."""
    won = bisect_right(IMP_LIMITS, abs(difference))
    return won if difference > 0 else -won


def comparison(difference: int) -> int:
    """Return 2 for a better score, 1 for an equal one, 0 for a worse one (Law 78A)."""
    if difference == 0:
        return TIED
    return BEATEN if difference > 0 else LOST


def matchpoints(scores: Sequence[SideScore | None]) -> Earned:
    """Return matchpoints, two for each score beaten and one for each tied (Law 78A).

    None stands for a table without a score. Where some tables have a share, the others
    are scaled as if the board had been scored everywhere (Neuberg), and a share gets
    its percents of the top.
    """
    real = [one for one in scores if one is not None and one.results]
    entries = sum(one is not None for one in scores)
    top = BEATEN * max(entries - 1, 0)
    return [_matchpoints_of(one, real, entries, top) for one in scores]


def _matchpoints_of(
    one: SideScore | None, real: Sequence[SideScore], entries: int, top: int
) -> Fraction | None:
    if one is None:
        return None
    if one.share is not None:
        return Fraction(top * one.share) / 100
    with_itself = sum((one.against(other, comparison) for other in real), Fraction(0))
    won = with_itself - one.against(one, comparison)
    return (won + TIED) * entries / len(real) - TIED


def cross_imps(scores: Sequence[SideScore | None]) -> Earned:
    """Return the mean of the IMPs against every other table with a result.

    A share is worth IMPs only by regulations of its own: it is not compared.
    """
    real = [one for one in scores if one is not None and one.results]
    return [
        _cross_imps_of(one, real) if one is not None and one.results else None
        for one in scores
    ]


def _cross_imps_of(one: SideScore, real: Sequence[SideScore]) -> Fraction | None:
    if len(real) == 1:
        return None
    with_itself = sum((one.against(other, imps) for other in real), Fraction(0))
    return (with_itself - one.against(one, imps)) / (len(real) - 1)


def with_team_mates(
    one: SideScore | None, mates: SideScore | None, scoring: Scoring
) -> Fraction | None:
    """Return what a side earns with the score of its team-mates at the other table.

    IMPs, or 2, 1, 0 at board-a-match (Law 78). A share is its part of the two points at
    board-a-match; for IMPs it needs regulations of its own, and nothing is returned.
    """
    if one is None or mates is None:
        return None
    if scoring is Scoring.BOARD_A_MATCH and one.share is not None:
        return Fraction(BEATEN * one.share) / 100
    if not one.results or not mates.results:
        return None
    # What the mates win, the pair that holds our cards there loses.
    there = SideScore(tuple((-points, weight) for points, weight in mates.results))
    return one.against(there, imps if scoring is Scoring.IMPS else comparison)
