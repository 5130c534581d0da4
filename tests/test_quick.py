"""What `./td quick` runs: the nearest tests of a change, as far as the time reaches."""

import json
import subprocess
import sys

import pytest

from tests import quick, tree
from tests.conftest import keep_seconds


def nearest_to(name, limit=0):
    return {test for test, far in quick.distances([name]).items() if far <= limit}


@pytest.mark.parametrize(
    ("changed", "tests", "limit"),
    [
        ("rulings/bridge/cards.py", "tests/bridge/test_cards.py", 0),
        ("rulings/bridge/cards.py", "tests/bridge/test_positions.py", 1),
        ("tests/test_states.py", "tests/test_states.py", 0),
        ("tests/tree.py", "tests/test_architecture.py", 1),
        ("rulings/views/table/floor/calls.py", "tests/views/table/test_calls.py", 0),
        ("templates/table/known.html", "tests/views/table/test_known.py", 2),
        ("templates/table/_known.html", "tests/views/table/test_known.py", 2),
        ("rulings/laws/data/flows/claims.toml", "tests/laws/test_flows.py", 1),
        ("tests/statements/phrases.toml", "tests/statements/test_words.py", 1),
        ("static/js/dock.js", "tests/scripts/test_look.py", 1),
        ("locale/pl/LC_MESSAGES/django.po", "tests/test_languages.py", 0),
        ("docs/law.md", "tests/laws/test_tables.py", 1),
    ],
)
def test_a_change_reaches_its_tests(changed, tests, limit):
    assert (tree.ROOT / tests).exists()
    assert tests in nearest_to(changed, limit)


def test_a_deleted_module_reaches_its_tests_and_who_still_wants_it():
    assert "tests/bridge/test_cards.py" in nearest_to("rulings/gone/cards.py")


def test_what_nothing_depends_on_reaches_no_other_test():
    assert quick.distances(["tests/test_states.py"]) == {"tests/test_states.py": 0}
    assert "tests/bridge/test_cards.py" not in quick.distances(["rulings/states.py"])


def test_the_nearest_are_taken_as_far_as_the_time_reaches():
    far = {"tests/a.py": 0, "tests/b.py": 1, "tests/c.py": 1, "tests/d.py": 2}
    seconds = dict.fromkeys(quick.LINT, 1.0)
    seconds |= {"tests/a.py": 9.0, "tests/b.py": 5.0, "tests/c.py": 40.0}

    plan = quick.plan_for(far, seconds, budget=11)

    chosen = [set(names) for names in plan.cores]
    assert set().union(*chosen) == {*quick.LINT, "tests/a.py", "tests/b.py"}
    assert chosen[0] & chosen[1] == set()
    assert plan.long == ["tests/c.py"]
    assert plan.far == ["tests/d.py"], "three seconds where nothing is known"
    assert list(quick.explained(plan, seconds))[1:] == [
        "not run, too long: tests/c.py (40 s)",
        "not run: 1 test files further away",
        "./td check runs them",
    ]


def test_where_nothing_is_left_out_nothing_is_said_of_it():
    plan = quick.plan_for({"tests/a.py": 0}, {})

    (line,) = quick.explained(plan, {})
    assert line.startswith(f"{len(quick.LINT) + 1} test files run: tests/a.py")


def test_what_tests_took_is_kept_beside_what_was_known(tmp_path, monkeypatch):
    kept = tmp_path / "var" / "seconds.json"
    keep_seconds(kept, {"tests/a.py": {"one": 1.0, "two": 2.0}})
    keep_seconds(kept, {"tests/a.py": {"two": 4.0}, "tests/b.py": {"x": 0.5}})
    monkeypatch.setattr(quick, "TIMES", kept)

    assert quick.seconds_of() == {"tests/a.py": 5.0, "tests/b.py": 0.5}
    assert [path.name for path in kept.parent.iterdir()] == ["seconds.json"]

    kept.write_text("half a fi")
    assert quick.seconds_of() == {}
    keep_seconds(kept, {"tests/a.py": {"one": 1.0}})
    assert json.loads(kept.read_text()) == {"tests/a.py": {"one": 1.0}}


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """Make a repository with one commit, in which two files were added."""
    monkeypatch.setattr(tree, "ROOT", tmp_path)
    who = ["-c", "user.name=T", "-c", "user.email=t@example.org"]
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text("")
    for command in (["init", "-q"], ["add", "."], [*who, "commit", "-qm", "Start"]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    return tmp_path


def test_a_change_is_what_is_not_committed_or_else_the_last_commit(repository):
    assert quick.changed_names([]) == (["one.py", "two.py"], "in the last commit")

    (repository / "two.py").write_text("x = 1\n")
    (repository / "three.py").write_text("")

    expected = ["three.py", "two.py"]
    assert quick.changed_names([]) == (expected, "not committed yet")
    assert quick.changed_names([repository / "one.py"]) == (["one.py"], "as asked")


def test_a_fault_of_lint_or_of_a_test_is_the_answer(monkeypatch, capsys):
    monkeypatch.setattr(quick, "distances", lambda _: {"tests/a.py": 0})
    for linted, tested, expected in ((0, 0, 0), (1, 0, 1), (0, 2, 2)):
        monkeypatch.setattr(quick, "lint_files", lambda _, code=linted: [code])
        monkeypatch.setattr(quick, "run_tests", lambda *_, code=tested: [0, code])
        assert quick.main([tree.ROOT / "tests" / "quick.py"]) == expected
    assert "quick: 1 files changed (as asked)" in capsys.readouterr().out


def test_cores_run_side_by_side_and_tell_how_they_ended(capfd):
    program = "import sys; print(sys.argv[1]); sys.exit(int(sys.argv[2]))"
    command = [sys.executable, "-c", program]

    assert quick.run_tests([["well", "0"], [], ["ill", "1"]], command) == [0, 1]
    assert capfd.readouterr().out.split() == ["well", "ill"]
