"""Commands whose output goes into a pipe end quietly when nobody reads on."""

import json
import os
import subprocess
import sys
import uuid
from contextlib import suppress

import pytest

from tests import tree
from tests.laws.flowdata import DEFAULT, golden_cases
from tests.solver.made_claims import write_made

CLOSED_PIPE = 141
SAMPLES = tree.ROOT / "tests" / "samples"


def start(*arguments, **streams):
    return subprocess.Popen(
        [sys.executable, "manage.py", *arguments],
        cwd=tree.ROOT,
        env=os.environ | {"TD_KERNEL": "plain"},
        stderr=subprocess.PIPE,
        text=True,
        **streams,
    )


@pytest.fixture
def given(tmp_path):
    """Lay out something to read for each command."""
    cases = {"schema": "flow-case/1", "default_regulation": DEFAULT}
    cases["cases"] = golden_cases()[:3]
    (tmp_path / "flows.json").write_text(json.dumps(cases), "utf-8")
    (tmp_path / "rulings.json").write_text('{"cases": []}', "utf-8")
    write_made(tmp_path / "claims.jsonl", 3, (1,))
    return {
        "read_records": [SAMPLES / "pbn" / "plain.pbn"],
        "run_flow_cases": [tmp_path / "flows.json"],
        "score_rulings": [tmp_path / "rulings.json"],
        "adjudicate": [tmp_path / "claims.jsonl", "--no-times"],
    }


@pytest.mark.parametrize(
    ("name", "buffered"),
    [
        ("read_records", ""),
        ("read_records", "1"),
        ("run_flow_cases", ""),
        ("score_rulings", ""),
        ("adjudicate", "1"),
    ],
)
def test_a_pipe_that_nobody_reads_ends_a_command_quietly(
    name, given, buffered, monkeypatch
):
    monkeypatch.setenv("PYTHONUNBUFFERED", buffered)
    read_end, write_end = os.pipe()
    os.close(read_end)

    with start(name, *given[name], stdout=write_end) as program:
        os.close(write_end)
        told = program.communicate()[1]

    assert program.returncode == CLOSED_PIPE
    assert "Traceback" not in told
    assert "BrokenPipe" not in told


def test_a_command_that_is_read_to_its_end_ends_well(given):
    arguments = ["read_records", *given["read_records"]]
    with start(*arguments, stdout=subprocess.PIPE) as program:
        said, told = program.communicate()

    assert (program.returncode, told) == (0, "")
    assert said.splitlines()[-1].endswith(" boards, 0 problems")


@pytest.mark.parametrize("apart", [False, True], ids=["rows on it", "rows in a file"])
def test_no_row_runs_into_what_a_terminal_is_told(given, tmp_path, apart):
    ours, theirs = os.openpty()
    more = ["--out", tmp_path / "rows.jsonl"] if apart else []
    arguments = ["read_records", *given["read_records"], *more]
    with subprocess.Popen(
        [sys.executable, "manage.py", *arguments],
        cwd=tree.ROOT,
        stdout=theirs,
        stderr=theirs,
    ) as program:
        os.close(theirs)
        said = b""
        with suppress(OSError):  # so a terminal ends
            while piece := os.read(ours, 4096):
                said += piece
    os.close(ours)

    assert program.returncode == 0
    if apart:
        assert said == b"\r1 of 1 files \r\x1b[K2 boards, 0 problems\r\n"
    else:
        assert said.startswith(b"{")
        assert b" files " not in said


@pytest.mark.parametrize(
    "arguments",
    [
        ["verify"],
        ["sweep_jobs"],
        ["export", "--event", uuid.UUID(int=1), "--out", os.devnull],
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_database_without_tables_is_said_in_one_sentence(
    arguments, tmp_path, monkeypatch
):
    name = tmp_path / "new.sqlite3"
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{name}")

    with start(*map(str, arguments), stdout=subprocess.PIPE) as program:
        said, told = program.communicate()

    assert (program.returncode, said) == (1, "")
    assert told == (
        f"{arguments[0]}: the database {name} has no tables; "
        "'./td manage migrate' makes them\n"
    )


def test_a_database_that_does_not_answer_is_an_error_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/nowhere/new.sqlite3")

    with start("verify", stdout=subprocess.PIPE) as program:
        told = program.communicate()[1]

    assert program.returncode == 1
    assert told.endswith("OperationalError: unable to open database file\n")
