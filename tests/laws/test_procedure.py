"""Every question of procedure became flow cases, or it says why it could not."""

import json
import tomllib
from pathlib import Path

import pytest
from django.conf import settings

from rulings.laws.cases import AGREES, run_case
from tests.laws.flowdata import DEFAULT, golden_cases

LISTED = tomllib.loads((Path(__file__).parent / "procedure.toml").read_text("utf-8"))
CASES = {case["id"]: case for case in golden_cases()}
ANSWERED = {name: row for name, row in LISTED.items() if "cases" in row}
SHARED = Path(settings.TD_DATA).parent / "laws" / "procedure-cases.json"


@pytest.mark.parametrize("name", ANSWERED)
def test_cases_of_a_question_are_there_and_agree(name):
    for case in ANSWERED[name]["cases"]:
        assert run_case(CASES[case], DEFAULT).status == AGREES


def test_question_without_a_case_says_why():
    without = {name: row for name, row in LISTED.items() if name not in ANSWERED}

    assert set(without) == {"PR-03", "PR-13", "PR-17", "PR-33", "PR-34"}
    assert all(len(row["reason"].split()) > 8 for row in without.values())


@pytest.mark.skipif(not SHARED.exists(), reason="no shared questions beside TD_DATA")
def test_every_shared_question_is_accounted_for():
    shared = json.loads(SHARED.read_text("utf-8"))["cases"]

    assert [case["id"] for case in shared] == list(LISTED)
