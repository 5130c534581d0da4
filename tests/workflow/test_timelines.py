"""Windows through random timelines, against rules written again in integers (T10).

The reference knows microseconds and nothing of the tables of periods: it is the Laws
69A, 79A2, 79C, 92B and 93C, and model.md's rule that a time which players know is never
shortened without their waiver.
"""

import random
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta

import pytest

from rulings.laws.periods import PURPOSES, Anchors, on_time
from rulings.laws.regulations import from_values
from rulings.models import Window
from rulings.workflow.log import Rows
from rulings.workflow.windows import retime

ZERO = datetime(2026, 3, 28, 20, 0, tzinfo=UTC)
MINUTE = 60_000_000
ANCHORS = [field.name for field in fields(Anchors)]


def instant(micro):
    return None if micro is None else ZERO + timedelta(microseconds=micro)


def micro(at):
    return None if at is None else (at - ZERO) // timedelta(microseconds=1)


def regulated(chance):
    """Return periods in minutes, some of them not set, and where an appeal starts."""
    length = lambda: chance.choice((10, 20, 30, 60, 1440, chance.randrange(1, 400)))  # noqa: E731 - asked seven times
    values = {
        "correction_period_min": length(),
        "appeal_period_min": length(),
        "ruling_request_period_min": length(),
        "appeal_anchor": chance.choice(
            ("publication", "later_of_publication_and_told")
        ),
    }
    for name in ("own_side_period_min", "further_appeal_period_min"):
        if chance.random() < 0.5:
            values[name] = length()
    if chance.random() < 0.1:
        until = instant(chance.randrange(3000) * MINUTE)
        values["correction_until"] = until.isoformat()
    return values


def end_of_agreement(known):
    """69A: his side calls on a later board, or the round ends; the earlier of them."""
    ends = [known[name] for name in ("later_call_at", "round_end_at") if name in known]
    return max(min(ends), known.get("assent_at", min(ends))) if ends else None


def end_by_law(purpose, known, values):
    """Return the end of a window in microseconds, None while nobody can know it."""

    def after(name, anchor="published_at"):
        at = known.get(anchor)
        return None if at is None else at + values[name] * MINUTE

    if purpose == "agreement":
        return end_of_agreement(known)
    if purpose == "correction":  # 79C, or an end that the organiser has set
        if "correction_until" in values:
            return micro(datetime.fromisoformat(values["correction_until"]))
        return after("correction_period_min")
    if purpose == "own_side":  # 79A2
        longer = "own_side_period_min" in values
        return after("own_side_period_min" if longer else "correction_period_min")
    if purpose == "ruling_request":  # 92B
        return after("ruling_request_period_min")
    if purpose == "further_appeal":  # 93C
        if "further_appeal_period_min" not in values:
            return known.get("decision_announced_at")
        return after("further_appeal_period_min", "decision_announced_at")
    end = after("appeal_period_min")  # 92B
    told = after("appeal_period_min", "told_at")
    if values["appeal_anchor"] == "publication" or end is None or told is None:
        return end
    return max(end, told)


class Reference:
    """One window, by the rules alone."""

    def __init__(self, purpose):
        self.purpose = purpose
        self.end, self.more, self.early = None, 0, None

    def move(self, known, values):
        end = end_by_law(self.purpose, known, values)
        if end is not None:
            end += self.more * MINUTE
        if self.early is not None and (end is None or self.early < end):
            end = self.early
        told = self.end is not None and self.early is None
        shorter = end is None or (self.end is not None and end < self.end)
        if not (told and shorter and self.purpose != "agreement"):
            self.end = end


def timeline(chance):
    """Yield what differs between the windows and the reference, and count the looks."""
    values = regulated(chance)
    regulations = from_values(values)
    anchors, known = Anchors(), {}
    pairs = [
        (Window(purpose=purpose, opens_at=ZERO), Reference(purpose))
        for purpose in PURPOSES
    ]
    now = 0
    for _ in range(chance.randrange(2, 9)):
        now += chance.choice((0, 1, MINUTE, chance.randrange(90 * MINUTE)))
        what = chance.random()
        window, ruled = chance.choice(pairs)
        if what < 0.7:
            name = chance.choice(ANCHORS)
            known[name] = now
            anchors = replace(anchors, **{name: instant(now)})
        elif what < 0.9 and window.purpose != "agreement":
            minutes = chance.randrange(1, 60)
            window.extended_minutes += minutes
            ruled.more += minutes
        elif window.closed_early_at is None:
            window.closed_early_at, ruled.early = instant(now), now
        for window, ruled in pairs:
            retime(Rows(), window, anchors, regulations)
            ruled.move(known, values)
            yield from differences(window, ruled, chance.randrange(-MINUTE, now + 1))


def differences(window, ruled, any_moment):
    """Compare the end, and what is in time just before, on, just after it, and ever."""
    if micro(window.closes_at) != ruled.end:
        yield f"{window.purpose}: {window.closes_at} for {instant(ruled.end)}"
    edge = ruled.end or 0
    for put in (edge - 1, edge, edge + 1, any_moment):
        wanted = ruled.end is None or put <= ruled.end
        if on_time(instant(put), window.closes_at) is not wanted:
            yield f"{window.purpose}: {instant(put)} at {window.closes_at}"


def differing(many):
    chance = random.Random(10)
    return [one for _ in range(many) for one in timeline(chance)]


def test_random_timelines_end_as_the_rules_say():
    assert differing(200) == []


@pytest.mark.soak("T10")
def test_a_hundred_thousand_timelines_end_as_the_rules_say():
    assert differing(100_000) == []
