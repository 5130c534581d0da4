import io
import json

import pytest
from django.core.management import CommandError, call_command

from tests.laws.flowdata import DEFAULT, golden_cases

CASES = {case["id"]: case for case in golden_cases()}
GOOD = CASES["forgotten_trump"]
OTHER = {**GOOD, "id": "older", "edition": "1963"}
BAD = {**GOOD, "id": "bad", "expect": {**GOOD["expect"], "outcome": "O-AGREED"}}


def written(tmp_path, *cases):
    path = tmp_path / "cases.json"
    data = {"schema": "flow-case/1", "default_regulation": DEFAULT, "cases": cases}
    path.write_text(json.dumps(data), "utf-8")
    return path


def run(*args):
    out, err = io.StringIO(), io.StringIO()
    call_command("run_flow_cases", *map(str, args), stdout=out, stderr=err)
    return out.getvalue().splitlines(), err.getvalue().splitlines()


def test_command_prints_a_line_a_case_and_the_counts(tmp_path):
    lines, _ = run(written(tmp_path, GOOD, OTHER))

    path = " ".join(GOOD["expect"]["path"])
    assert lines[0].startswith(f"forgotten_trump  {path}  O-CLAIM-CUT  68A, 68B1, ")
    assert lines[0].endswith("  agrees")
    assert lines[1].startswith("older  not held: no data of the 1963 edition")
    assert lines[2:] == ["1 not held, counted apart", "1 passed, 0 failed"]


def test_command_says_nothing_of_cases_not_held_when_all_are(tmp_path):
    lines, _ = run(written(tmp_path, GOOD))

    assert lines[1:] == ["1 passed, 0 failed"]


def test_command_fails_when_a_case_differs(tmp_path):
    out = io.StringIO()

    with pytest.raises(CommandError, match="1 cases differ"):
        call_command("run_flow_cases", str(written(tmp_path, GOOD, BAD)), stdout=out)

    lines = out.getvalue().splitlines()
    assert lines[1].endswith("outcome O-CLAIM-CUT, expected O-AGREED")
    assert lines[-1] == "1 passed, 1 failed"


def test_command_prints_json_lines(tmp_path):
    lines, errors = run(written(tmp_path, GOOD, OTHER), "--json")

    good, other = map(json.loads, lines)
    assert good["status"] == "agrees"
    assert good["path"] == GOOD["expect"]["path"]
    assert good["final_tricks_to_claimer"] == 5
    assert good["records"]["award_70C"] == 1
    assert good["notices"] == ["N-APPEAL"]
    assert (other["status"], other["outcome"]) == ("not held", None)
    assert errors[-1] == "1 passed, 0 failed"


def test_command_names_a_file_it_cannot_read(tmp_path):
    with pytest.raises(CommandError, match=r"none\.json"):
        run(tmp_path / "none.json")
    (tmp_path / "text.json").write_text("{}", "utf-8")
    with pytest.raises(CommandError, match="no file of flow cases"):
        run(tmp_path / "text.json")
