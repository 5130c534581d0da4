"""Every sequence of steps of every flow, and every answer under every regulation."""

import random

import pytest

from rulings.laws.engine.reach import choices_left
from rulings.laws.regulations import bodies, law_default, load_regulations
from tests.laws.explorer import (
    Explorer,
    Forced,
    answers_left,
    sequences,
    ways_left,
)
from tests.laws.flowdata import held, ident, regulation_of

SETS = {
    **{name: load_regulations(name) for name in bodies()},
    "law": law_default("2017"),
    **{f"own-{seed}": regulation_of(seed) for seed in range(4)},
}
UNDER = [(flow, name) for flow in held() for name in SETS]


def entries(flow):
    return [entry for entry in flow.entries if flow.steps[entry].in_edition]


@pytest.mark.parametrize(
    ("flow", "name"), UNDER, ids=[f"{ident(flow)}-{name}" for flow, name in UNDER]
)
def test_each_answer_of_each_step_is_given_under_each_regulation(flow, name):
    regulation = SETS[name]

    left = answers_left(flow, regulation, random.Random(name), 8000)

    assert left == set()


@pytest.mark.parametrize("flow", held(), ids=ident)
def test_small_entries_have_as_many_sequences_as_counted_by_hand(flow):
    by_hand = {
        "claims": {"U01": 2, "P02": 7},
        "law27": {"I30": 2, "I40": 2, "I31": 4 if flow.edition.name == "2007" else 2},
    }

    counted = {entry: sequences(flow, entry) for entry in entries(flow)}

    assert {e: n for e, n in counted.items() if e in by_hand[flow.name]} == (
        by_hand[flow.name]
    )


@pytest.mark.parametrize("flow", held(), ids=ident)
def test_values_that_are_tried_reach_every_outcome(flow):
    """The long test tries the same values on every way; here on some hundred."""
    met = set()
    for entry in entries(flow):
        explorer = Explorer(flow, entry)
        for outcome, _ in zip(explorer.walks(entry), range(300), strict=False):
            met.add(outcome)
            assert flow.outcomes[outcome].in_edition
            ids = [visited.step.id for visited in explorer.path]
            assert len(set(ids)) == len(ids)

    assert met


@pytest.mark.soak("sequences")
@pytest.mark.parametrize("flow", held(), ids=ident)
def test_every_sequence_of_steps_ends_in_an_outcome(flow, capsys):
    """Answers that lead to the same step count once; rules are taken every way."""
    for entry in entries(flow):
        walked = 0
        forced = Forced(flow, entry)
        for outcome in forced.walks(entry):
            walked += 1
            assert flow.outcomes[outcome].in_edition
            steps = [step for step, _ in forced.path]
            assert len(set(steps)) == len(steps)

        assert walked == sequences(flow, entry)
        with capsys.disabled():
            print(f"\n{ident(flow)} {entry}: {walked} sequences of steps")  # noqa: T201 - the long test prints what it walked


@pytest.mark.parametrize("flow", held(), ids=ident)
def test_rules_lead_through_every_way_of_the_edition(flow):
    """Facts, windows and regulation are tried as the rules ask for them."""
    wanted = {
        (step.id, choice.value)
        for step in flow.steps.values()
        if any(step.id in flow.reach[entry] for entry in entries(flow))
        for choice in choices_left(flow, step)
    }

    left = ways_left(flow, wanted, random.Random(ident(flow)), 20000)

    assert left == set()
