"""Awards with penalty cards and lead restrictions are those of the slow rules."""

import pytest

from tests.solver.bound import random_bound
from tests.solver.endings import seeded
from tests.solver.lots import lots

SAMPLE = [
    *((2, seed) for seed in range(120)),
    *((3, seed) for seed in range(40)),
]
SOAK = [*((2, start) for start in range(1000, 3000, 500)), (3, 1000), (3, 1250)]


def check(tricks, seed):
    question = random_bound(seeded(seed * 13 + tricks), tricks)
    reference = question.reference()

    assert question.certain() == reference.certain(
        reference.hands,
        reference.table,
        reference.leader,
        reference.shown,
        reference.forgotten,
    )
    assert question.award() == reference.award()


@pytest.mark.parametrize("tricks", [2, 3])
def test_awards_are_those_of_the_slow_rules(tricks):
    for size, seed in SAMPLE:
        if size == tricks:
            check(tricks, seed)


@pytest.mark.parametrize(("tricks", "start"), lots("bound", SOAK))
def test_awards_are_those_of_the_slow_rules_at_length(tricks, start):
    for seed in range(start, start + 250):
        check(tricks, seed)
