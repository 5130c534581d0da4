"""Matchpoints, IMPs and board-a-match: by hand, by other rules, by other programs.

Where sample files of scoring programs are at hand (TD_DATA), every board in them earns
what the program that wrote it says.
"""

import re
from collections import Counter
from fractions import Fraction

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from rulings.bridge.comparisons import (
    Scoring,
    SideScore,
    cross_imps,
    imps,
    matchpoints,
    with_team_mates,
)

POINTS = st.integers(-40, 40).map(lambda tens: tens * 10)
FIELD = st.lists(POINTS, min_size=1, max_size=12)
WEIGHTED = st.tuples(POINTS, POINTS, st.integers(1, 99)).map(
    lambda one: SideScore(((one[0], one[2]), (one[1], 100 - one[2])))
)
SCORES = st.lists(st.one_of(POINTS.map(SideScore.of), WEIGHTED), min_size=2, max_size=8)


@pytest.mark.parametrize(
    ("difference", "won"),
    [
        (0, 0),
        (10, 0),
        (20, 1),
        (-40, -1),
        (50, 2),
        (420, 9),
        (430, 10),
        (-3990, -23),
        (4000, 24),
        (7600, 24),
        (740, 12),
        (750, 13),
        (-1490, -16),
        (1500, 17),
    ],
)
def test_imps_of_a_difference(difference, won):
    assert imps(difference) == won


@given(FIELD)
def test_matchpoints_are_the_place_in_the_sorted_field(points):
    """Twice the scores below and once the equal ones, itself not counted."""
    earned = matchpoints([SideScore.of(one) for one in points])

    counted = Counter(points)
    assert earned == [
        2 * sum(count for other, count in counted.items() if other < one)
        + counted[one]
        - 1
        for one in points
    ]


@given(SCORES)
def test_all_matchpoints_of_a_board_are_those_that_there_are(scores):
    tables = len(scores)

    assert sum(matchpoints(scores)) == tables * (tables - 1)


@given(SCORES)
def test_what_one_side_wins_the_other_loses(scores):
    turned = [
        SideScore(tuple((-points, weight) for points, weight in one.results))
        for one in scores
    ]
    top = 2 * (len(scores) - 1)

    assert [
        mine + theirs
        for mine, theirs in zip(matchpoints(scores), matchpoints(turned), strict=True)
    ] == [top] * len(scores)
    assert [-one for one in cross_imps(turned)] == cross_imps(scores)
    assert sum(cross_imps(scores)) == 0


@given(SCORES, st.integers(0, 100))
def test_a_share_leaves_the_others_in_their_order_and_under_the_top(scores, share):
    before = matchpoints(scores)
    after = matchpoints([*scores, SideScore(share=share), None])

    top = 2 * len(scores)
    assert after[-2:] == [Fraction(top * share, 100), None]
    assert sum(after[:-2]) == len(scores) * len(scores)  # an average on every score
    ranked = sorted(range(len(scores)), key=before.__getitem__)
    assert [after[place] for place in ranked] == sorted(after[:-2])
    assert all(0 <= one <= top for one in after[:-1])


def test_weighted_score_earns_the_mean_of_its_results():
    field = [SideScore.of(420), SideScore.of(-50), SideScore.of(170)]
    made, down = (
        matchpoints([SideScore.of(points), *field])[0] for points in (420, -50)
    )

    weighted = matchpoints([SideScore(((420, 60), (-50, 40))), *field])

    assert weighted[0] == Fraction(60 * made + 40 * down, 100)


@pytest.mark.parametrize(
    ("mine", "mates", "in_imps", "in_board"),
    [
        (SideScore.of(620), SideScore.of(100), 12, 2),
        (SideScore.of(420), SideScore.of(-420), 0, 1),
        (SideScore.of(-50), SideScore.of(-420), -10, 0),
        (SideScore(((620, 50), (-100, 50))), SideScore.of(-620), Fraction(-12, 2), 0.5),
        (SideScore(share=60), SideScore.of(-420), None, Fraction(6, 5)),
        (SideScore.of(420), None, None, None),
    ],
)
def test_two_tables_of_a_match(mine, mates, in_imps, in_board):
    assert with_team_mates(mine, mates, Scoring.IMPS) == in_imps
    assert with_team_mates(mine, mates, Scoring.BOARD_A_MATCH) == in_board


def test_one_table_alone_earns_nothing():
    alone = [SideScore.of(420)]

    assert matchpoints(alone) == [0]
    assert cross_imps([*alone, SideScore(share=60), None]) == [None] * 3


# --- against what scoring programs wrote ------------------------------------------

SAMPLES = settings.TD_DATA / "formats" / "usebio"
LINE = re.compile(
    r"<SCORE>(?:(-?\d+)|A(\d\d)(\d\d))</SCORE>\s*<NS_(?:MATCH|CROSS_IMP)_POINTS>(.*?)<"
)


def boards_of(name):
    """Yield each board of a file as scores and what its program gave them."""
    text = (SAMPLES / name).read_text("latin-1").partition("<HANDSET>")[0]
    for board in re.split(r"<BOARD\b", text)[1:]:
        rows = LINE.findall(board)
        yield (
            [
                SideScore.of(int(points)) if points else SideScore(share=int(share))
                for points, share, _, _ in rows
            ],
            [earned for _, _, _, earned in rows],
        )


@pytest.mark.skipif(
    not SAMPLES.is_dir(), reason=f"no sample files: TD_DATA names {settings.TD_DATA}"
)
@pytest.mark.parametrize(
    ("name", "earn", "lines", "off"),
    [
        ("mp_pairs_howell.xml", matchpoints, 161, 0),
        ("mp_pairs_mitchell.xml", matchpoints, 512, 0),
        ("mp_pairs_mitchell_03.xml", matchpoints, 126, 0),
        ("mp_pairs_mitchell_04.xml", matchpoints, 134, 0),
        # A pair that got its own average of the session, and one edited by hand.
        ("mp_pairs_mitchell_adjusted_02.xml", matchpoints, 567, 2),
        ("cross_imp_howell.xml", cross_imps, 108, 0),
    ],
)
def test_boards_earn_what_scoring_programs_gave_them(name, earn, lines, off):
    seen, wrong = 0, []
    for scores, given_by_program in boards_of(name):
        for ours, theirs in zip(earn(scores), given_by_program, strict=True):
            seen += 1
            if abs(float(ours) - float(theirs)) > 0.051:
                wrong.append((scores, ours, theirs))

    assert seen == lines
    assert len(wrong) == off, wrong[:5]
