"""Clocks: the limit itself is in time, and the absolute time is always there."""

from datetime import UTC, datetime, timedelta

import pytest
from django.template import Context, Template

from rulings.presenters import clock_of, elapsed_words, left_words
from tests.forms_on_pages import flat

NOW = datetime(2026, 11, 21, 16, 22, tzinfo=UTC)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (30 * 60, "30 min left"),
        (30 * 60 - 1, "29 min left"),
        (60, "1 min left"),
        (59, "under 1 min left"),
        (0, "under 1 min left"),
        (-1, "closed"),
        (125 * 60, "2 h 5 min left"),
    ],
)
def test_time_left_is_never_overstated(seconds, words):
    assert left_words(timedelta(seconds=seconds)) == words


@pytest.mark.parametrize(
    ("seconds", "state"),
    [(301, ""), (300, ""), (299, "low"), (0, "low"), (-1, "shut")],
)
def test_clock_turns_low_and_shut_at_its_edges(seconds, state):
    clock = clock_of(
        "Appeal", now=NOW, closes_at=NOW + timedelta(seconds=seconds), opened_at=NOW
    )

    assert clock.state == state


def test_clock_of_an_event_to_come_has_words_and_no_bar():
    clock = clock_of(
        "Agreement", now=NOW, closes_at=None, until_words="until round 6 ends"
    )

    markup = Template("{% load cards %}{% clock clock %}").render(
        Context({"clock": clock})
    )

    assert "until round 6 ends" in flat(markup)
    assert "<meter" not in flat(markup)
    assert "data-clock" not in flat(markup)


def test_clock_writes_the_absolute_time_and_why():
    clock = clock_of(
        "Appeal, Law 92B",
        now=NOW,
        closes_at=NOW + timedelta(minutes=29),
        opened_at=NOW - timedelta(minutes=1),
        why="30 min after it was announced.",
    )

    markup = Template("{% load cards %}{% clock clock %}").render(
        Context({"clock": clock})
    )

    assert (clock.minutes, clock.minutes_left) == (30, 29)
    assert '<time class="nb" datetime="2026-11-21T16:51:00+00:00">' in flat(markup)
    assert ">until 16:51</time>" in flat(markup)
    assert "30 min after it was announced." in flat(markup)
    assert 'aria-label="Appeal, Law 92B: time left"' in flat(markup)


def test_clock_that_opened_after_its_end_still_draws():
    clock = clock_of("Appeal", now=NOW, closes_at=NOW - timedelta(minutes=1))

    assert (clock.minutes, clock.minutes_left, clock.left) == (1, 0, "closed")


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0:00"), (85, "1:25"), (3725, "1:02:05"), (-4, "0:00"), (97_200, "1 d 3 h")],
)
def test_time_gone_by(seconds, words):
    assert elapsed_words(NOW, NOW + timedelta(seconds=seconds)) == words
