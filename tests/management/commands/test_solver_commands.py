"""The solver's other commands: published rulings scored, the signature printed."""

import json
from io import StringIO
from pathlib import Path

from django.core.management import call_command

from tests.solver.test_published import CASE

GOLDEN = Path(__file__).parents[2] / "golden"


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


def test_bench_prints_the_stored_signature():
    lines = run("bench", "signature")

    assert lines == [(GOLDEN / "SIGNATURE").read_text("utf-8").strip()]
