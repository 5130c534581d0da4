"""Rows counted while they pass: shares, quantiles, kinds, within bounded memory."""

import random

import pytest

from rulings.solver import Settings
from rulings.solver.tools.batch import adjudicate_record
from rulings.solver.tools.tally import Kind, Tally, Times, kind_of, summary
from tests.solver.tools.test_batch import RECORD, played_out

ROW = {
    "left": 3,
    "claimed_left": 3,
    "award": 3,
    "double_dummy": 3,
    "status": "exact",
    "questions": [],
    "settles": [],
    "claimer": "N",
    "declarer": "N",
    "rungs": {"free_order": 2, "not_aware": 3},
    "ms": 5.0,
}
SETTLES = [["W:SQ"]]


def test_a_summary_counts_and_measures():
    rows = [
        adjudicate_record(RECORD | {"play": played_out(n)}, Settings()) | {"ms": n}
        for n in (10, 11, 12)
    ]
    rows.append(adjudicate_record(RECORD, Settings()))

    lines = summary(rows)

    assert lines[-1] == "could not be computed: 1"
    assert "100.0%" in lines[-4]
    assert lines[-2].startswith("milliseconds: median 11.0")


@pytest.mark.parametrize(
    ("changed", "kind"),
    [
        pytest.param({}, Kind.EQUAL, id="equal"),
        pytest.param({"claimed_left": 2}, Kind.MORE, id="more"),
        pytest.param({"award": None}, Kind.OPEN, id="open"),
        pytest.param({"award": 2, "double_dummy": 2}, Kind.FALSE, id="false"),
        pytest.param({"award": 2, "settles": SETTLES}, Kind.LOCATION, id="location"),
        pytest.param({"award": 2}, Kind.PLAY, id="play"),
        pytest.param({"award": 2, "claimer": "E"}, Kind.PARTNER, id="partner"),
    ],
)
def test_kind_of_disagreement(changed, kind):
    assert kind_of(ROW | changed) is kind


def test_shares_stand_by_tricks_left_and_over_all():
    tally = Tally()
    for changed in ({}, {"award": 2}, {"left": 4, "claimed_left": 2}, {"award": None}):
        tally.add(ROW | {"status": "range" if changed else "exact"} | changed)

    assert tally.lines()[:4] == [
        "left      n  equal  below  above  ranges  asked",
        "   3      3  33.3%  33.3%   0.0%       2      0",
        "   4      1   0.0%   0.0%  100.0%       1      0",
        " all      4  25.0%  25.0%  25.0%       3      0",
    ]


def test_doubts_are_counted_among_claims_of_what_best_play_gives():
    tally = Tally()
    rows = (
        {},
        {"award": 2, "settles": SETTLES},
        {"award": 2, "settles": SETTLES, "other_claimer": "E"},
        {"award": 2},
        {"award": 2, "double_dummy": 2},
        {"award": None},
        {"award": 4, "double_dummy": 4},
    )
    for changed in rows:
        tally.add(ROW | changed)

    assert tally.doubts.line() == (
        "equal to double dummy: 4; doubted 3 (75.00 %), 2 of them name the cards that "
        "would settle it; whichever side claimed 2 (50.00 %)"
    )


def test_nothing_counted_is_no_doubt():
    assert "0; doubted 0 (0.00 %)" in Tally().doubts.line()


def test_a_lapse_counts_where_it_would_cost_a_trick():
    tally = Tally()
    tally.add(ROW)
    tally.add(ROW | {"award": None})

    assert tally.whole.lapses == {"free_order": 1, "not_aware": 0}


def test_quantiles_are_those_of_the_times_to_three_digits():
    chance = random.Random(7)
    times = [chance.lognormvariate(3, 2) for _ in range(1000)]
    found = Times()
    for time in times:
        found.add(time)
    times.sort()

    assert found.quantile(0.5) == pytest.approx(times[499], rel=0.005)
    assert found.quantile(0.95) == pytest.approx(times[949], rel=0.005)
    assert found.quantile(1.0) == times[-1]


def test_times_take_no_more_room_however_many_there_are():
    found = Times()
    for n in range(200_000):
        found.add(1 + (n * 7919 % 99_991) / 100)

    assert found.counts.total() == 200_000
    assert len(found.counts) < 3000
    assert found.quantile(0.0) == 1.0


def test_no_time_has_no_place():
    found = Times()
    found.add(0.0)

    assert found.quantile(0.5) == 0.0
    assert Times().quantile(0.5) == 0.0
