"""The solver's commands write rows, go on after a stop, and print the signature."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.solver.test_batch import RECORD, played_out
from tests.solver.test_published import CASE

GOLDEN = Path(__file__).parents[2] / "golden"


def run(*args, **options):
    out = StringIO()
    call_command(*args, stdout=out, stderr=StringIO(), **options)
    return out.getvalue().splitlines()


def records(folder):
    path = folder / "claims.jsonl"
    rows = [RECORD | {"id": str(n), "play": played_out(n)} for n in (10, 11, 12)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def test_adjudicate_writes_a_row_a_record_in_order(tmp_path):
    lines = run("adjudicate", records(tmp_path))

    rows = [json.loads(line) for line in lines]
    assert [row["id"] for row in rows] == ["10", "11", "12"]
    assert [row["award"] for row in rows] == [3, 2, 1]
    assert all(row["ms"] >= 0 for row in rows)


def test_adjudicate_goes_on_after_a_stop(tmp_path):
    path, out = records(tmp_path), tmp_path / "out.jsonl"
    run("adjudicate", path, out=out)
    whole = out.read_text("utf-8").splitlines()
    out.write_text(whole[0] + "\n" + whole[1][:20], "utf-8")

    lines = run("adjudicate", path, out=out, summary=True)

    again = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [row["id"] for row in again] == ["10", "11", "12"]
    assert again[0] == json.loads(whole[0])
    assert lines[-1] == "could not be computed: 0"


def test_adjudicate_names_the_line_it_cannot_read(tmp_path):
    path = tmp_path / "broken.jsonl"
    path.write_text("{\n", "utf-8")

    with pytest.raises(CommandError, match="line 1"):
        run("adjudicate", path)


def test_score_rulings_prints_each_case_and_totals(tmp_path):
    path, out = tmp_path / "cases.json", tmp_path / "rows.jsonl"
    path.write_text(json.dumps({"cases": [CASE]}), "utf-8")

    lines = run("score_rulings", path, out=out)

    assert "agrees" in lines[0]
    assert "all: 1 of 1" in lines
    row = json.loads(out.read_text("utf-8"))
    assert (row["award"], row["ruling"], row["input"]) == (3, 3, "words")
    assert any(
        "not used: refused" in x
        for x in run("score_rulings", path, given="constraints")
    )


def test_bench_prints_the_stored_signature():
    lines = run("bench", "signature")

    assert lines == [(GOLDEN / "SIGNATURE").read_text("utf-8").strip()]
