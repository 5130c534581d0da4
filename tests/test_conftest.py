"""The long tests are chosen by their numbers in the test plan."""

import subprocess
import sys

import pytest

from tests import tree

LONG_TESTS = """
import pytest

@pytest.mark.soak("T2")
def test_kill(): ...

@pytest.mark.soak("T9")
def test_clock(): ...

def test_short(): ...
"""


@pytest.mark.parametrize(
    ("arguments", "collected"),
    [
        ([], ["test_short"]),
        (["-m", "soak"], ["test_clock", "test_kill"]),
        (["-m", "soak", "--soak", "T2"], ["test_kill"]),
        (["-m", "soak", "--soak", "T2", "--soak", "T9"], ["test_clock", "test_kill"]),
    ],
    ids=["none", "all", "one", "two"],
)
def test_long_tests_are_chosen_by_number(tmp_path, arguments, collected):
    (tmp_path / "test_long.py").write_text(LONG_TESTS)
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", tmp_path]
    command += ["--rootdir", tree.ROOT, "-c", tree.ROOT / "pyproject.toml"]
    answer = subprocess.run(
        [*command, "-p", "tests.conftest", *arguments],
        cwd=tree.ROOT,
        capture_output=True,
        check=False,
        text=True,
    )
    names = [line.split("::")[1] for line in answer.stdout.splitlines() if "::" in line]
    assert sorted(names) == collected, answer.stdout + answer.stderr
