"""Every golden case has its outcome, and the signature over all is the stored one."""

from functools import cache
from pathlib import Path

import pytest

from rulings.solver.golden import line_text, read_cases, signature

GOLDEN = Path(__file__).parents[1] / "golden"
CASES = read_cases(GOLDEN)


@cache
def solved(name):
    return next(case for case in CASES if case.name == name).solve()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_golden_case(case):
    found = solved(case.name)
    seen = {
        "award": found.award,
        "low": found.low,
        "high": found.high,
        "certain": found.certain.value,
        "double_dummy": found.double_dummy.value,
        "any_play": found.any_play.value,
        "questions": [question.id for question in found.questions],
        "cancel_concession": found.cancel_concession,
        "line": line_text(found.line),
    }

    assert {key: seen[key] for key in case.expected} == dict(case.expected)


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.ruling], ids=lambda case: case.name
)
def test_golden_case_agrees_with_the_published_ruling(case):
    found = solved(case.name)

    assert case.ruling[0] <= found.low
    assert found.high <= case.ruling[1]


def test_signature_is_the_stored_one():
    results = [(case.name, solved(case.name)) for case in CASES]

    assert signature(results) == (GOLDEN / "SIGNATURE").read_text("utf-8").strip()
