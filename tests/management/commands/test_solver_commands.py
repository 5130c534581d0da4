"""The solver's other commands: published rulings scored, the signature printed."""

import json
import os
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rulings.management.beforehand import BEING_PREPARED
from tests import tree
from tests.solver.tools.test_published import CASE

GOLDEN = Path(__file__).parents[2] / "golden"
COMMANDS = {
    "adjudicate": ["empty.jsonl"],
    "score_rulings": ["none.json"],
    "bench": ["solver", "--cases", "cases"],
    "db_worker": ["--warm-only"],
}


def run(*args, **options):
    out = StringIO()
    call_command(*args, stdout=out, stderr=StringIO(), **options)
    return out.getvalue().splitlines()


def test_score_rulings_prints_each_case_and_totals(tmp_path):
    path, out = tmp_path / "cases.json", tmp_path / "rows.jsonl"
    path.write_text(json.dumps({"cases": [CASE]}), "utf-8")

    lines = run("score_rulings", path, out=out)

    assert "agrees" in lines[0]
    assert "all: 1 of 1" in lines
    row = json.loads(out.read_text("utf-8"))
    assert (row["award"], row["ruling"], row["input"]) == (3, 3, "words")
    assert any(
        "not used: note" in x for x in run("score_rulings", path, given="constraints")
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[]", "no published rulings: give a list named cases"),
        ('{"cases": 3}', "no published rulings: give a list named cases"),
        ("{", "this is not JSON"),
    ],
    ids=["list", "number", "cut short"],
)
def test_a_file_that_holds_no_rulings_says_where_and_why(tmp_path, text, sentence):
    path = tmp_path / "cases.json"
    path.write_text(text, "utf-8")

    with pytest.raises(CommandError) as error:
        run("score_rulings", path)

    assert str(error.value).startswith(str(path))
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("odd", "sentence"),
    [
        (3, "case 2: "),
        ({"id": "x"}, "case x: there is no field 'strain'"),
        (
            CASE | {"id": "x", "strain": "Q"},
            "case x: “Q” is not a strain: give S, H, D, C or N.",
        ),
        (CASE | {"id": "x", "hands": 3}, "case x: "),
        (CASE | {"id": "x", "n_tricks": 3}, "case x: "),
        (CASE | {"id": "x", "claimed": 9}, "case x: "),
        (CASE | {"id": "x", "statement": None}, "case x: "),
        (CASE | {"id": "x", "ruling_range": [1]}, "case x: "),
    ],
    ids=["no case", "field", "strain", "hands", "cards", "claim", "words", "ruling"],
)
def test_an_odd_case_is_named_and_the_others_are_scored(tmp_path, odd, sentence):
    path, out, errors = tmp_path / "cases.json", StringIO(), StringIO()
    path.write_text(json.dumps({"cases": [CASE, odd, CASE]}), "utf-8")

    with pytest.raises(CommandError) as ended:
        call_command("score_rulings", path, stdout=out, stderr=errors)

    assert str(ended.value) == f"{path}: 1 of 3 cases were not scored"
    assert ended.value.returncode == 1
    assert "all: 2 of 2\n" in out.getvalue()
    assert f"{path}, {sentence}" in errors.getvalue()
    assert "Traceback" not in errors.getvalue()


@pytest.mark.parametrize("command", ["score_rulings", "run_flow_cases"])
def test_a_file_that_is_not_there_is_named_once(command, tmp_path):
    with pytest.raises(CommandError) as error:
        run(command, tmp_path / "none.json")

    assert str(error.value) == f"{tmp_path / 'none.json'}: there is no such file"


def test_rulings_are_not_written_over(tmp_path):
    path = tmp_path / "cases.json"
    path.write_text('{"cases": []}', "utf-8")

    with pytest.raises(CommandError, match="already named"):
        run("score_rulings", path, out=path)
    assert path.read_text("utf-8") == '{"cases": []}'


def test_bench_prints_the_stored_signature():
    lines = run("bench", "signature")

    assert lines == [(GOLDEN / "SIGNATURE").read_text("utf-8").strip()]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_says_first_that_the_solver_is_being_prepared(name, tmp_path):
    (tmp_path / "empty.jsonl").write_text("", "utf-8")
    (tmp_path / "none.json").write_text('{"cases": []}', "utf-8")
    (tmp_path / "cases").mkdir()
    found = {"NUMBA_CACHE_DIR": str(tmp_path), "TD_KERNEL": "", "TD_DATA": "nowhere"}

    with subprocess.Popen(
        [sys.executable, tree.ROOT / "manage.py", name, *COMMANDS[name]],
        cwd=tmp_path,
        env=os.environ | found,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    ) as program:
        said = program.stderr.readline()
        os.killpg(program.pid, signal.SIGKILL)  # it need not compile in earnest

    assert said.strip() == BEING_PREPARED


def test_a_command_says_nothing_when_the_solver_is_ready(tmp_path, monkeypatch):
    monkeypatch.setenv("TD_KERNEL", "plain")
    (tmp_path / "none.json").write_text('{"cases": []}', "utf-8")
    errors = StringIO()

    call_command(
        "score_rulings", tmp_path / "none.json", stdout=StringIO(), stderr=errors
    )

    assert errors.getvalue() == ""
