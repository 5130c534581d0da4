"""Every effect has its words, and every outcome says what happens (Laws 68 to 93)."""

import re

import pytest

from rulings.laws.engine import EFFECTS, editions, flows, load_flow
from rulings.laws.errors import NotHeld
from rulings.presenters.law.effects import EFFECT_WORDS
from rulings.queries.case.endings import ASSIGNS, RULINGS, is_closing
from tests import tree


def held():
    for edition in editions():
        for name in flows():
            try:
                yield load_flow(name, edition)
            except NotHeld:
                continue


def test_every_effect_has_words_and_no_others_have():
    assert set(EFFECT_WORDS) == EFFECTS


@pytest.mark.parametrize("effect", sorted(EFFECTS))
def test_an_effect_says_something(effect):
    view = EFFECT_WORDS[effect]

    assert any(map(str, (view.play, view.score, view.windows)))


def test_each_outcome_has_one_way_on():
    ways = {
        outcome.id: [
            outcome.effect in RULINGS,
            outcome.effect == "agreed",
            outcome.effect in ASSIGNS,
            is_closing(outcome),
        ]
        for flow in held()
        for outcome in flow.outcomes.values()
    }

    assert {name: sum(found) for name, found in ways.items()} == dict.fromkeys(ways, 1)


def test_each_follow_up_is_an_entry_of_its_flow():
    named = {
        (flow.name, name)
        for flow in held()
        for outcome in flow.outcomes.values()
        for name in outcome.follow_ups
    }
    entries = {(flow.name, name) for flow in held() for name in flow.entries}

    assert named <= entries
    assert {name for _, name in named} == {"U01", "I30", "I31", "I40"}


SCREENS = ("rulings/views", "rulings/forms", "rulings/workflow", "templates")
NAMES_A_LAW = re.compile(r"law27|[\"']I\d\d[\"']|O-27|O-LEAD|O-AWARE")


@pytest.mark.parametrize("folder", SCREENS)
def test_no_screen_knows_the_law_of_insufficient_bids(folder):
    """Another law needs data, golden cases and messages: screens are for any flow."""
    files = [
        path
        for ending in ("*.py", "*.html")
        for path in (tree.ROOT / folder).rglob(ending)
    ]

    named = [path.name for path in files if NAMES_A_LAW.search(path.read_text("utf-8"))]

    assert len(files) > 10
    assert named == []
