"""Each question and each end of the claims flow can be reached from a new call."""

import re
import sys
from pathlib import Path

import pytest

from rulings.laws.engine.flow import SYSTEM
from tests.walks.reach import ATTEMPTS, FLOW, Tour, distances
from tests.walks.reach_world import BOARDS, make_reach_world

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.one_database("second"),
]

TARGETS = sorted(
    [
        *(name for name, end in FLOW.outcomes.items() if end.in_edition),
        *(
            one.id
            for one in FLOW.steps.values()
            if one.actor != SYSTEM and one.in_edition
        ),
    ],
    key=lambda name: -distances(name, late=True).get("A01", 0),
)
"""The farthest first: the way there meets many others."""
LAW = Path(__file__).parents[2] / "docs" / "law.md"
PART = "## What the claims screens do not reach"
GUESSED = {"C15", "C17"}
"""What is only asked where a card has to be guessed: the last boards."""
LATE = "O-TOOLATE"
"""What only a session whose scores were published long ago leads to."""


def reasons():
    """Return what docs/law.md says is not reached, each with its reason."""
    part = LAW.read_text("utf-8").split(PART)[1].split("\n## ")[0]
    rows = re.findall(r"^\| (\S+) \| (.+?) \|$", part, re.MULTILINE)
    return {name: reason for name, reason in rows if name in TARGETS}


def met_on_the_way(dana, targets, boards):
    """Return what is met on walks towards the targets, and where the others ended."""
    met, ended = set(), {}
    for target in targets:
        for attempt in range(ATTEMPTS):
            if target in met:
                break
            wanted = [one for one in targets if one in FLOW.steps and one not in met]
            tour = Tour(dana, target, attempt, wanted)
            try:
                tour.goes(next(boards))
            except AssertionError as error:
                ended[target] = f"{dana.where}: {error}"[:300]
            else:
                ended[target] = dana.where
            met |= tour.met
            dana.starts()
    return met, ended


def test_the_question_farthest_from_a_new_call_is_reached(walker, worker):
    """A sample of the soak below, in every run."""
    make_reach_world()
    known = reasons()
    farthest = next(one for one in TARGETS if one not in GUESSED | {LATE} | set(known))

    met, ended = met_on_the_way(walker("Dana, director"), [farthest], iter((1, 2, 3)))

    assert farthest in met, ended


@pytest.mark.soak("reach")
def test_every_question_and_outcome_is_reached_from_a_new_call(walker, worker, capsys):
    make_reach_world()
    known = reasons()
    plain = [one for one in TARGETS if one not in GUESSED | {LATE} | set(known)]
    dana = walker("Dana, director")

    met, ended = met_on_the_way(dana, plain, iter(range(1, BOARDS + 1)))
    guessed, lost = met_on_the_way(dana, GUESSED, iter(range(BOARDS, 0, -1)))

    met, ended = met | guessed, ended | lost
    missed = {one: ended.get(one) for one in [*plain, *GUESSED] if one not in met}
    with capsys.disabled():
        reached = len(met & set(TARGETS))
        sys.stdout.write(
            f"\nclaims 2017: {reached} of {len(TARGETS)} reached by taps; "
        )
        sys.stdout.write(f"elsewhere, by docs/law.md: {', '.join(known)}; ")
        sys.stdout.write(f"not reached: {missed or 'none'}\n")
    assert missed == {}
    assert met.isdisjoint(known)


@pytest.mark.soak("walks")
def test_a_board_questioned_too_late_is_told_so(walker):
    make_reach_world(over=True)

    met, ended = met_on_the_way(walker("Dana, director"), [LATE], iter((1, 2, 3, 4)))

    assert LATE in met, ended
