"""The compiled searches and the plain ones are one: same answers, same positions."""

import fcntl
import os
import subprocess
import sys

import pytest

from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver.hypotheses import Certainty, certainty, view_of
from rulings.solver.inputs import Exhausted, NodeBudget, SolverClaim
from rulings.solver.kernel import compiler as kernel
from rulings.solver.kernel import engine
from rulings.solver.lines.double_dummy import extreme
from rulings.solver.tools.golden import read_cases
from tests import tree
from tests.solver.endings import random_position, seeded
from tests.solver.solving import ENOUGH, Question, random_question

GOLDEN = tree.ROOT / "tests" / "golden"
HARD = "N S:- 6-0 N:AT32.2.43. 876.K3.5.2 KJ4.A9.6.3 Q95.84.A7."
SOUTH = SolverClaim(Seat.SOUTH, Seat.SOUTH, 5)
SIDES = [frozenset({0, 2}), frozenset(), frozenset({0})]


@pytest.fixture
def run_by(monkeypatch):
    """Return a function that has every later search run by one engine."""

    def choose(name):
        monkeypatch.setenv("TD_KERNEL", name)
        engine.engine.cache_clear()
        return engine.engine()

    yield choose
    engine.engine.cache_clear()


@pytest.fixture(scope="module")
def compiled():
    found = kernel.compiled_engine()
    return found or pytest.skip("numba is not installed here")


def counted(question, runner, positions=ENOUGH):
    """Return G and the positions searched, None for a search that was stopped."""
    view = view_of(question.position, question.claim, question.forgotten)
    search = Certainty(view.sides, NodeBudget(positions), runner)
    node = view.node()
    try:
        value = search.value(node)
    except Exhausted:
        value = None
    return value, search.budget.used, search.proven(node)


@pytest.mark.parametrize("seed", range(60))
def test_both_engines_search_the_same_positions(seed, compiled):
    question = random_question(seeded(seed), 2 + seed % 4)

    assert counted(question, compiled) == counted(question, engine.PLAIN)


IN_TURNS = [
    pytest.param(
        case, id=case.name, marks=[pytest.mark.soak("engines")] if at % 3 else []
    )
    for at, case in enumerate(read_cases(GOLDEN))
]
"""The golden cases, a third of them in every run: uncompiled each takes its time."""


@pytest.mark.parametrize("positions", [1, 10, 50, 200])
def test_both_engines_stop_at_the_same_position(positions, compiled):
    question = Question(Position.parse(HARD), SOUTH, frozenset())

    found = counted(question, compiled, positions)

    assert found == counted(question, engine.PLAIN, positions)
    assert found[1] == positions


@pytest.mark.parametrize("case", IN_TURNS)
def test_golden_cases_have_the_same_bytes_in_both(case, run_by, compiled):
    results = [
        case.solve().to_bytes() for name in ("numba", "plain") if run_by(name).name
    ]

    assert results[0] == results[1]


@pytest.mark.parametrize("seed", range(20))
def test_awards_are_the_same_in_both(seed, run_by, compiled):
    question = random_question(seeded(1000 + seed), 3)

    assert run_by("plain") is engine.PLAIN
    award = question.award()

    assert run_by("numba").name == compiled.name
    assert question.award() == award


@pytest.mark.parametrize("most", [64, 1 << 20], ids=["replaced", "grown"])
def test_a_small_table_changes_no_answer(most, monkeypatch):
    position = random_position(seeded(11), 5)
    claim = SolverClaim(position.turn, position.turn, 3)
    found = [extreme(position, claim, mine, NodeBudget(ENOUGH)) for mine in SIDES]

    monkeypatch.setattr(certainty, "FEWEST", 16)
    monkeypatch.setattr(certainty, "MOST", most)

    assert [
        extreme(position, claim, mine, NodeBudget(ENOUGH)) for mine in SIDES
    ] == found


def test_without_numba_the_plain_searches_run(run_by, monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.setattr(kernel, "compiled_engine", kernel.compiled_engine.__wrapped__)

    assert run_by("numba") is engine.PLAIN


def test_compiled_code_lies_in_a_folder_of_its_sources(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    before = kernel.cache_folder()
    other = tmp_path / "other.py"
    other.write_text("changed")
    monkeypatch.setattr(kernel, "SOURCES", [type("Source", (), {"__file__": other})])

    after = kernel.cache_folder()

    assert before.parent == after.parent == tmp_path
    assert before != after


def test_a_folder_that_cannot_be_made_is_passed_over(tmp_path, monkeypatch):
    taken = tmp_path / "taken"
    taken.write_text("a file")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(taken))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "next"))

    assert kernel.cache_folder().parent == tmp_path / "next"


def test_it_is_ready_when_all_of_these_sources_lies_on_disk(tmp_path, monkeypatch):
    numba = pytest.importorskip("numba", reason="nothing is compiled without numba")
    monkeypatch.delenv("TD_KERNEL", raising=False)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert not kernel.is_ready()

    # As the compilation leaves it when it has come to its end.
    python = sys.version_info[:2]
    (kernel.cache_folder() / f"whole-{numba.__version__}-{python}").touch()
    assert kernel.is_ready()

    other = tmp_path / "other.py"
    other.write_text("changed")
    monkeypatch.setattr(kernel, "SOURCES", [type("Source", (), {"__file__": other})])
    assert not kernel.is_ready()


def test_it_is_ready_once_it_has_been_compiled(compiled):
    assert kernel.is_ready()


def test_plain_searches_need_no_preparation(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("TD_KERNEL", "plain")

    assert kernel.is_ready()


ANSWERS = """
from tests.solver.endings import seeded
from tests.solver.solving import random_question
print([random_question(seeded(seed), 3).award() for seed in range(2000, 2040)])
"""


def test_code_from_disk_applies_every_rule(compiled):
    answers = [
        subprocess.run(
            [sys.executable, "-c", ANSWERS],
            cwd=tree.ROOT,
            env={**os.environ, "TD_KERNEL": name},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for name in (compiled.name, compiled.name, "plain")
    ]

    assert answers[0] == answers[1] == answers[2] != ""


def test_asking_the_solver_loads_numba_only_for_a_search():
    code = (
        "import sys, rulings.solver.adjudicate, rulings.solver.kernel.engine;"
        "from rulings.solver.kernel.compiler import is_ready; is_ready();"
        "print({'numba', 'numpy'} & set(sys.modules))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, text=True
    )

    assert answer.stdout.strip() == "set()"


def test_only_one_process_compiles_at_a_time(tmp_path):
    """The others wait, and load what it has kept."""
    with (
        kernel._alone(tmp_path),
        (tmp_path / "compiling").open("w") as other,
        pytest.raises(BlockingIOError),
    ):
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)

    with (tmp_path / "compiling").open("w") as other:
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
