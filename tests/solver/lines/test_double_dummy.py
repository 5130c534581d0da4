"""Double dummy and any play equal full searches; the library agrees or is absent."""

import importlib
import subprocess
import sys
from dataclasses import replace

import pytest

from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import adjudicate
from rulings.solver.inputs import NodeBudget, SolverClaim
from rulings.solver.lines import double_dummy
from rulings.solver.tools.golden import read_case
from tests import tree
from tests.solver.endings import random_claim, random_position, seeded
from tests.solver.slow_search import Reference
from tests.solver.solving import ENOUGH


def ending(seed, tricks):
    rng = seeded(seed)
    position = random_position(rng, tricks)
    return position, random_claim(rng, position)


@pytest.mark.parametrize("seed", range(60))
def test_extremes_are_those_of_full_searches(seed):
    position, claim = ending(seed, 1 + seed % 3)
    reference = Reference(position, claim)

    best = double_dummy.by_own_search(position, claim, NodeBudget(ENOUGH))
    least = double_dummy.any_play_tricks(position, claim, NodeBudget(ENOUGH))

    assert (least.value, best.value) == (
        reference.any_play(),
        reference.double_dummy(),
    )


@pytest.mark.parametrize("seed", range(10))
def test_the_library_agrees_with_our_own_search(seed):
    if not double_dummy.load_library():
        pytest.skip("endplay is not installed here")
    position, claim = ending(seed, 5)

    found = double_dummy.by_library(position, claim)

    own = double_dummy.by_own_search(position, claim, NodeBudget(ENOUGH))
    assert found == own.value


def test_without_the_library_our_own_search_answers(monkeypatch):
    monkeypatch.setitem(sys.modules, double_dummy.BINDING, None)
    position, claim = ending(3, 7)

    found = double_dummy.double_dummy_tricks(position, claim, NodeBudget(2000))

    assert found.low <= found.high
    assert double_dummy.by_library(position, claim) is None


def test_a_spent_budget_gives_a_labelled_range():
    position, claim = ending(4, 6)

    span = double_dummy.by_own_search(position, claim, NodeBudget(5))

    assert span.value is None
    assert 0 <= span.low < span.high <= 6


def test_an_illegal_position_is_not_given_to_the_library():
    position = Position.parse("N N:- 11-0 N:AK... QJ... T9... 8...")
    claim = SolverClaim(Seat.NORTH, Seat.NORTH, 2)

    assert double_dummy.by_library(position, claim) is None


def test_importing_the_solver_loads_no_heavy_library():
    module = importlib.import_module("rulings.solver.lines.double_dummy")

    assert not hasattr(module, "endplay")


def test_the_library_is_loaded_without_what_draws():
    script = (
        "import sys; from rulings.solver.lines import load_library; load_library(); "
        "assert not {'endplay', 'matplotlib', 'numpy'} & sys.modules.keys()"
    )

    subprocess.run([sys.executable, "-c", script], cwd=tree.ROOT, check=True)


def test_a_squeeze_that_was_not_counted_to_its_end_is_said():
    case = read_case(tree.ROOT / "tests" / "golden" / "no_squeeze_unsaid.toml")
    short = adjudicate(case.position, case.claim, replace(case.settings, budget=500))
    long = case.solve()

    assert (short.award, short.squeeze_open) == (3, True)
    assert [one.rule for one in short.explanation][-1] == "N20"
    assert "needs a squeeze" in short.explanation[-1].sentence.template
    assert (long.award, long.squeeze_open) == (2, False)
