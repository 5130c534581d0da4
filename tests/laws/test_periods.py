"""The windows on both sides of their edges, across zones and clock changes."""

import dataclasses
import datetime as dt
import random
from zoneinfo import ZoneInfo

import pytest

from rulings.laws.errors import WrongValue
from rulings.laws.periods import (
    PURPOSES,
    Anchors,
    Change,
    close_of,
    flow_windows,
    on_time,
    reasons,
    windows_of,
)
from rulings.laws.regulations import from_values, law_default

LAW = law_default("2017")
OURS = from_values({"appeal_anchor": "later_of_publication_and_told"})
START = dt.datetime(2026, 3, 7, 18, 0, tzinfo=dt.UTC)
MS = dt.timedelta(milliseconds=1)


def at(minutes):
    return START + dt.timedelta(minutes=minutes)


def test_agreement_closes_with_the_first_of_call_and_round_end():
    anchors = Anchors(assent_at=at(0), later_call_at=at(7), round_end_at=at(9))

    closing = close_of("agreement", anchors, LAW)

    assert closing.closes_at == at(7)
    assert closing.reason == "later_call"
    assert closing.opens_at == at(0)
    assert [str(ref) for ref in closing.refs] == ["69A"]


@pytest.mark.parametrize(
    ("anchors", "closes_at", "reason"),
    [
        (Anchors(assent_at=at(0)), None, "not_firm_yet"),
        (Anchors(assent_at=at(0), round_end_at=at(9)), at(9), "round_end"),
        (Anchors(assent_at=at(0), later_call_at=at(7)), at(7), "later_call"),
        (
            Anchors(assent_at=at(0), later_call_at=at(9), round_end_at=at(9)),
            at(9),
            "later_call",
        ),
    ],
    ids=["nothing yet", "round", "call", "both at once"],
)
def test_agreement_closes_by_what_is_recorded(anchors, closes_at, reason):
    closing = close_of("agreement", anchors, LAW)

    assert (closing.closes_at, closing.reason) == (closes_at, reason)


@pytest.mark.parametrize(
    "purpose", ["correction", "appeal", "ruling_request", "own_side"]
)
def test_window_is_open_until_publication(purpose):
    anchors = Anchors(
        score_entered_at=at(0), announced_at=at(1), told_at=at(1), play_end_at=at(0)
    )

    closing = close_of(purpose, anchors, OURS)

    assert closing.closes_at is None
    assert closing.reason == "not_published"
    assert on_time(at(100000), closing.closes_at)


@pytest.mark.parametrize(
    ("purpose", "opens_at"),
    [
        ("correction", at(0)),
        ("appeal", at(12)),
        ("ruling_request", at(2)),
        ("own_side", at(0)),
    ],
)
def test_window_closes_half_an_hour_after_publication(purpose, opens_at):
    anchors = Anchors(
        score_entered_at=at(0),
        play_end_at=at(2),
        published_at=at(10),
        announced_at=at(12),
    )

    closing = close_of(purpose, anchors, LAW)

    assert closing.opens_at == opens_at
    assert closing.closes_at == at(40)
    assert closing.text.format(**closing.params).startswith(
        "30 minutes after the scores"
    )


@pytest.mark.parametrize(
    ("regulations", "told_at", "closes_at", "reason"),
    [
        (LAW, at(20), at(40), "after_publication"),
        (OURS, at(20), at(50), "after_told"),
        (OURS, at(5), at(40), "after_publication"),
        (OURS, at(10), at(40), "after_publication"),
        (OURS, None, at(40), "after_publication"),
    ],
    ids=["law", "told later", "told earlier", "at once", "not told"],
)
def test_appeal_counts_from_the_anchor_of_the_regulation(
    regulations, told_at, closes_at, reason
):
    anchors = Anchors(announced_at=at(3), told_at=told_at, published_at=at(10))

    closing = close_of("appeal", anchors, regulations)

    assert (closing.closes_at, closing.reason) == (closes_at, reason)


def test_a_further_appeal_counts_from_the_decision_told_alone():
    regulations = from_values({"further_appeal_period_min": 1440})
    anchors = Anchors(published_at=at(10), told_at=at(3), decision_announced_at=at(70))

    closing = close_of("further_appeal", anchors, regulations)

    assert (closing.opens_at, closing.closes_at) == (at(70), at(70 + 1440))
    assert closing.text.format(**closing.params).startswith(
        "1440 minutes after the dec"
    )
    assert close_of("further_appeal", Anchors(), regulations).reason == "not_told"


def test_correction_may_end_at_a_fixed_instant():
    until = at(7 * 24 * 60)
    weekly = from_values({"correction_until": until.isoformat()})

    closing = close_of("correction", Anchors(published_at=at(10)), weekly)

    assert (closing.closes_at, closing.reason) == (until, "fixed_instant")


def test_own_side_may_have_a_longer_period_than_corrections():
    longer = from_values({"own_side_period_min": 120, "correction_period_min": 20})
    anchors = Anchors(published_at=at(0))

    assert close_of("own_side", anchors, longer).closes_at == at(120)
    assert close_of("correction", anchors, longer).closes_at == at(20)


def test_extension_moves_the_end_and_says_so():
    change = Change(extension=dt.timedelta(minutes=15))

    closing = close_of("correction", Anchors(published_at=at(0)), LAW, change)

    assert closing.closes_at == at(45)
    assert closing.reason == "extended"
    assert closing.params == {"minutes": 30, "extension": 15}
    assert "extended by 15 minutes" in closing.text.format(**closing.params)


def test_extension_waits_for_publication():
    change = Change(extension=dt.timedelta(minutes=15))

    closing = close_of("appeal", Anchors(), LAW, change)

    assert (closing.closes_at, closing.reason) == (None, "not_published")


def test_agreement_cannot_be_extended():
    change = Change(extension=dt.timedelta(minutes=5))

    with pytest.raises(WrongValue, match="agreement ends by an event"):
        close_of("agreement", Anchors(), LAW, change)


@pytest.mark.parametrize(
    ("published", "closes_at", "reason"),
    [
        (at(0), at(20), "closed_early"),
        (None, at(20), "closed_early"),
        (at(-30), at(0), "after_publication"),
    ],
    ids=["before its end", "before publication", "after its end"],
)
def test_early_close_only_shortens(published, closes_at, reason):
    change = Change(closed_early_at=at(20))

    closing = close_of("appeal", Anchors(published_at=published), LAW, change)

    assert (closing.closes_at, closing.reason) == (closes_at, reason)


@pytest.mark.parametrize(
    ("put_at", "in_time"),
    [(at(30) - MS, True), (at(30), True), (at(30) + MS, False)],
    ids=["before", "at the limit", "after"],
)
def test_at_the_limit_is_in_time(put_at, in_time):
    closing = close_of("correction", Anchors(published_at=at(0)), LAW)

    assert on_time(put_at, closing.closes_at) is in_time


@pytest.mark.parametrize("zone", ["Europe/Warsaw", "America/New_York", "Asia/Kolkata"])
def test_half_an_hour_is_half_an_hour_on_the_night_the_clocks_change(zone):
    for day in (dt.datetime(2026, 3, 29), dt.datetime(2026, 10, 25)):
        for minutes in range(0, 300, 10):
            local = day.replace(tzinfo=ZoneInfo(zone)) + dt.timedelta(minutes=minutes)

            closing = close_of("correction", Anchors(published_at=local), LAW)

            passed = closing.closes_at - local.astimezone(dt.UTC)
            assert passed == dt.timedelta(minutes=30)
            assert closing.closes_at.tzinfo is dt.UTC


def test_instant_without_offset_is_refused():
    with pytest.raises(
        WrongValue, match="published_at is 2026-03-07T18:00:00; an instant"
    ):
        Anchors(published_at=dt.datetime(2026, 3, 7, 18))
    with pytest.raises(WrongValue, match="closed_early_at"):
        close_of(
            "appeal", Anchors(), LAW, Change(closed_early_at=dt.datetime(2026, 3, 7))
        )


def test_window_that_does_not_exist_is_refused():
    with pytest.raises(WrongValue, match="'protest' is no window; there are agreement"):
        close_of("protest", Anchors(), LAW)


@pytest.mark.parametrize("seed", range(20))
def test_random_timelines_agree_with_a_plain_reading(seed):
    """The reference below was written from the table of windows, not from the data."""
    rng = random.Random(seed)
    for _ in range(100):
        times = {
            name: at(rng.randint(0, 300)) if rng.random() < 0.7 else None
            for name in (field.name for field in dataclasses.fields(Anchors))
        }
        rules = from_values(
            {
                "appeal_anchor": rng.choice(
                    ["publication", "later_of_publication_and_told"]
                ),
                "appeal_period_min": rng.randint(0, 60),
                "correction_period_min": rng.randint(0, 60),
                "further_appeal_period_min": rng.randint(0, 60),
            }
        )

        found = {p: close_of(p, Anchors(**times), rules).closes_at for p in PURPOSES}

        assert found == plainly(times, rules)


def plainly(times, rules):
    def after(anchor, name):
        return anchor and anchor + dt.timedelta(minutes=rules[name])

    published, told = times["published_at"], times["told_at"]
    given = times["assent_at"]  # nothing is firm before it was given
    events = [t for t in (times["later_call_at"], times["round_end_at"]) if t]
    appeal = after(published, "appeal_period_min")
    if appeal and told and rules["appeal_anchor"] != "publication":
        appeal = max(appeal, after(told, "appeal_period_min"))
    correction = after(published, "correction_period_min")
    return {
        "agreement": max(min(events), given or min(events)) if events else None,
        "correction": correction,
        "appeal": appeal,
        "further_appeal": after(
            times["decision_announced_at"], "further_appeal_period_min"
        ),
        "ruling_request": published and published + dt.timedelta(minutes=30),
        "own_side": correction,
    }


def test_flow_windows_are_read_at_the_moment_the_matter_was_put():
    anchors = Anchors(
        assent_at=at(0), later_call_at=at(5), published_at=at(10), announced_at=at(10)
    )
    closings = {p: close_of(p, anchors, LAW) for p in PURPOSES}

    assert flow_windows(at(5), closings) == {
        "agreement_established": False,
        "correction_open": True,
        "appeal_open": True,
    }
    assert flow_windows(at(41), closings) == {
        "agreement_established": True,
        "correction_open": False,
        "appeal_open": False,
    }


def test_agreement_without_assent_is_never_firm():
    called = close_of("agreement", Anchors(later_call_at=at(5)), LAW)

    assert flow_windows(at(9), {"agreement": called})["agreement_established"] is False
    assert flow_windows(at(9), {})["agreement_established"] is False


@pytest.mark.parametrize(
    ("facts", "windows"),
    [
        ({}, (False, True, True)),
        ({"minutes_after_score_posted": 30}, (False, True, True)),
        ({"minutes_after_score_posted": 31}, (False, False, True)),
        ({"minutes_after_score_posted": 41}, (False, False, False)),
        ({"minutes_after_score_posted": None}, (False, True, True)),
        ({"timing": {"round_ended": True}}, (True, True, True)),
        ({"timing": {"agreeing_side_called_next_board": True}}, (True, True, True)),
        ({"timing": {"conceding_side_called_next_board": True}}, (False, True, True)),
        ({"windows": {"agreement_established": True}}, (True, True, True)),
        (
            {"minutes_after_score_posted": 99, "windows": {"appeal_open": True}},
            (False, False, True),
        ),
    ],
)
def test_windows_of_the_facts_of_a_case(facts, windows):
    found = windows_of(facts, from_values({"appeal_period_min": 40}))

    assert tuple(found.values()) == windows


@pytest.mark.parametrize("minutes", ["30", True])
def test_minutes_that_are_no_number_are_refused(minutes):
    with pytest.raises(WrongValue, match="minutes_after_score_posted is"):
        windows_of({"minutes_after_score_posted": minutes}, LAW)


def test_every_reason_has_its_sentence():
    filled = {"minutes": 30, "extension": 5}

    assert all(text.format(**filled) for text in reasons().values())
