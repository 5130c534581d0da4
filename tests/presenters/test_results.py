"""Results, windows and stored lines in words."""

from datetime import timedelta

import pytest

from rulings.bridge.cards import Strain
from rulings.bridge.contracts import Contract
from rulings.bridge.positions import Position as Cards
from rulings.bridge.seats import Seat, Side
from rulings.models import Window
from rulings.presenters.results import (
    late_words,
    made_words,
    merged_clocks,
    points_words,
    why_words,
    window_clock,
)
from rulings.presenters.stored import line_rows
from rulings.solver import SolverClaim, adjudicate, normal_settings
from tests.factories import NOON


@pytest.mark.parametrize(
    ("tricks", "words"), [(10, "made"), (11, "1 over"), (9, "1 off"), (7, "3 off")]
)
def test_tricks_against_the_contract(tricks, words):
    assert made_words(Contract.parse("4S S"), tricks) == words


@pytest.mark.parametrize(
    ("score", "words"),
    [(420, "North–South +420"), (-100, "East–West +100"), (0, "no points")],
)
def test_points_name_the_side_that_has_them(score, words):
    assert points_words(score) == words


@pytest.mark.parametrize(
    ("late_ms", "words"),
    [
        (1, "0.001 s"),
        (61_500, "1 min"),
        (3_600_000, "1 h"),
        (7_384_005, "2 h"),
    ],
)
def test_delay_is_said_in_its_largest_unit(late_ms, words):
    assert late_words(late_ms) == words


def test_reason_of_an_end_is_a_sentence():
    words = why_words("after_publication", {"minutes": 30})
    assert words == "30 minutes after the scores were published."
    assert why_words("", {}) == ""


def window(purpose, minutes=30, **values):
    return Window(
        purpose=purpose,
        opens_at=NOON,
        closes_at=NOON + timedelta(minutes=minutes),
        why="after_publication",
        why_params={"minutes": 30},
        **values,
    )


def test_windows_that_end_together_are_one_clock():
    rows = [window("correction"), window("appeal"), window("own_side", 60)]

    together, alone = merged_clocks(rows, NOON + timedelta(minutes=10))

    assert (together.what, together.left) == ("Time to appeal", "20 min left")
    assert together.why.endswith("Until then you can also have the score corrected.")
    assert (alone.what, alone.minutes_left) == ("Time to report a trick not won", 50)


def test_agreement_stands_alone():
    rows = [window("agreement", side="EW"), window("correction")]

    assert len(merged_clocks(rows, NOON)) == 2


def test_window_given_up_says_so():
    row = window("appeal", waived_ns_at=NOON, waived_ew_at=NOON)

    assert window_clock(row, NOON).why == "Given up by the side that had it."


def test_reason_of_the_chief_stands_beside():
    clock = window_clock(window("appeal"), NOON, reason="A fire alarm.")

    assert clock.why == "30 minutes after the scores were published. A fire alarm."


def test_stored_line_is_drawn_with_its_reasons():
    cards = Cards.parse("S S:- 6-5 N:.32.. ..3.2 A.4.. .5..3")
    claim = SolverClaim(Seat.SOUTH, Seat.SOUTH, 2)
    result = adjudicate(cards, claim, normal_settings("WBF", "2017")).to_json()
    if not result["line"]:
        pytest.fail("the solver gave no line to draw")

    rows = line_rows(result["line"], Strain.SPADES, Side.NS)

    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    assert all(row.reasons for row in rows)
