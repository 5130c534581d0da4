"""A worker's child keeps to 400 MB with one solve of a long claim (R15)."""

import pytest
from django.conf import settings

from rulings.management.bench.memory import FEWEST_LEFT, MEGABYTE, long_claims, peak_of
from rulings.solver.inputs import NODE_BUDGET

MOST = 400 * MEGABYTE
LONGEST = ("EBU-2011-6NT", "BBO-62350", "BW-398001", "EBUF-11950", "EBUF-1633")


@pytest.fixture(scope="module")
def published():
    found = {case.id: case for case in long_claims(settings.TD_DATA)}
    return found or pytest.skip("the published rulings are not here: set TD_DATA")


@pytest.mark.parametrize("name", LONGEST)
def test_a_solve_with_the_default_budget_keeps_to_its_memory(name, published):
    found = peak_of(published[name], NODE_BUDGET)

    assert found.left >= FEWEST_LEFT
    assert found.size < MOST


def test_a_larger_budget_is_seen_in_the_figure(published):
    case = published["EBUF-11950"]

    assert peak_of(case, 1).size < peak_of(case, NODE_BUDGET).size


def test_a_child_that_was_killed_gives_no_figure(published, monkeypatch):
    monkeypatch.setattr("rulings.management.bench.memory.REFINE_SECONDS", 0.0)

    with pytest.raises(ValueError, match="timed_out"):
        peak_of(published["BBO-62350"], NODE_BUDGET)
