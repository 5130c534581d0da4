"""The golden cases of the flows: every outcome and every answer of an edition."""

import pytest

from rulings.laws.cases import AGREES, run_case, walk_case
from rulings.laws.engine import editions, load_flow
from tests.laws.flowdata import DEFAULT, GOLDEN, golden_cases

CASES = golden_cases()


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_golden_case_has_its_path_outcome_and_laws(case):
    verdict = run_case(case, DEFAULT)

    assert verdict.difference == ""
    assert verdict.status == AGREES
    assert verdict.walk.unused == ()


@pytest.mark.parametrize("edition", editions())
def test_every_outcome_is_reached_by_a_golden_case(edition):
    reached = {case["expect"]["outcome"] for case in of_edition(edition)}

    assert set(load_flow("claims", edition).outcomes) - reached == set()


@pytest.mark.parametrize("edition", editions())
def test_every_answer_of_every_question_is_given_in_a_golden_case(edition):
    given = set()
    for case in of_edition(edition):
        walked = walk_case(case, DEFAULT)
        given |= {(visited.step.id, visited.value) for visited in walked.path}

    flow = load_flow("claims", edition)
    offered = {
        (step.id, value)
        for step in flow.steps.values()
        if step.kind == "question" and step.in_edition
        for value in step.offered
    }

    assert offered - given == set()


def test_golden_files_are_named_for_their_point():
    assert len(CASES) == len({case["title"] for case in CASES})
    assert all(path.suffix == ".toml" for path in GOLDEN.iterdir())


def of_edition(edition):
    return [case for case in CASES if case["edition"] == edition]
