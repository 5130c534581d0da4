"""`bench` prints figures for the claims it is given and adds their row where asked."""

import json
import re
import shutil
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rulings.solver.lines import load_library
from tests.solver.made_claims import made_record
from tests.solver.tools.test_published import CASE

GOLDEN = Path(__file__).parents[2] / "golden"
LONG = {
    "N": "32.32.32.432",
    "E": "654.K.QJ.765",
    "S": "AK.AQJ.AK.AQ",
    "W": "7.654.654.K8",
}
TABLE = "| what | data | command | machine, date | figure |\n|---|---|---|---|---|\n"


def run(*args, **options):
    out = StringIO()
    call_command("bench", *args, stdout=out, stderr=StringIO(), **options)
    return out.getvalue().splitlines()


@pytest.fixture
def given(tmp_path, settings, monkeypatch):
    """Lay out a few made-up claims, one golden case and an empty table of figures."""
    monkeypatch.setitem(sys.modules, "ray", None)
    settings.TD_DATA = tmp_path
    folder = tmp_path / "real-claims"
    folder.mkdir()
    rows = [made_record(n, 1 + n % 3) for n in range(12)]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (folder / "claims-online.jsonl").write_text(text, "utf-8")
    (tmp_path / "cases").mkdir()
    shutil.copy(GOLDEN / "economy_in_last_seat.toml", tmp_path / "cases")
    ledger = tmp_path / "benchmarks.md"
    ledger.write_text(TABLE, "utf-8")
    return {"cases": tmp_path / "cases", "ledger": ledger}


def test_the_solver_stands_beside_the_library_by_tricks_left(given):
    if not load_library():
        pytest.skip("the double-dummy library is not here")

    lines = run("solver", append=True, **given)

    assert re.match(r"1 cases, \d+ positions, ", lines[0])
    assert "best card" in lines[2]
    assert "all cards" in lines[2]
    rows = [line.split() for line in lines[3:7]]
    assert [row[:2] for row in rows] == [
        ["1", "4"],
        ["2", "4"],
        ["3", "4"],
        ["all", "12"],
    ]
    assert {len(row) for row in rows} == {13}
    assert lines[7].split() == ["left", "n", "positions", "seconds", "exact"]
    far = [line.split() for line in lines[8:12]]
    assert [row[:2] for row in far] == [row[:2] for row in rows]
    assert {row[4] for row in far} == {"100.0"}
    assert sum(int(row[2]) for row in far[:3]) == int(far[3][2]) > 0
    assert lines[-1].startswith("added to benchmarks.md")
    (row,) = given["ledger"].read_text("utf-8").splitlines()[2:]
    assert "12 `online` claims" in row
    assert "`./td bench solver --append`" in row


def test_batches_are_timed_on_one_and_two_processes(given):
    lines = run("batch", max_left=2, append=True, **given)

    speeds = [re.match(r"(.+) ([\d.]+) claims per second \(ratio", x) for x in lines]
    assert [found.group(1) for found in speeds if found] == ["1 process", "2 processes"]
    assert "Ray, 2 cores: Ray is not installed here" in lines[2]
    assert "8 `online` claims" in given["ledger"].read_text("utf-8")


def test_memory_is_measured_with_the_first_and_a_large_budget(given, tmp_path):
    (tmp_path / "rulings").mkdir()
    cases = [{**CASE, "hands": LONG, "n_tricks": 9, "shown_out": []}]
    text = json.dumps({"cases": cases})
    (tmp_path / "rulings" / "dev.json").write_text(text, "utf-8")

    lines = run("memory", append=True, **given)

    assert re.fullmatch(r"a child that has hardly searched: \d+ MB", lines[0])
    assert [
        line.partition(" positions at most: median ")[0] for line in lines[1:3]
    ] == [
        "6,000,000",
        "384,000,000",
    ]
    assert re.search(r"most \d+ MB \(own, 9 left, \w+\)$", lines[2])
    assert "`./td bench memory --append`" in given["ledger"].read_text("utf-8")


def test_without_rulings_memory_says_what_to_set(given):
    assert run("memory", **given) == [
        "no published rulings here: set TD_DATA for the figures"
    ]


def test_without_claims_it_says_what_to_set(given, settings, tmp_path):
    settings.TD_DATA = tmp_path / "nowhere"

    assert run("batch", append=True, **given) == [
        "no recorded claims here: set TD_DATA for the figures"
    ]
    assert given["ledger"].read_text("utf-8") == TABLE


def test_where_no_row_can_be_added_nothing_is_measured(given):
    given["ledger"].write_text("# Figures\n", "utf-8")
    with pytest.raises(CommandError, match=r"benchmarks\.md: there is no table"):
        run("batch", append=True, **given)

    given["ledger"].unlink()
    with pytest.raises(CommandError, match=r"benchmarks\.md: there is no table"):
        run("batch", append=True, **given)


def test_a_signature_is_no_figure(given):
    with pytest.raises(CommandError, match="say what to measure"):
        run("signature", append=True, **given)


def test_a_folder_without_cases_has_no_signature(given, tmp_path):
    given["cases"] = tmp_path / "nowhere"

    with pytest.raises(CommandError, match="nowhere: there are no golden cases"):
        run("signature", **given)
