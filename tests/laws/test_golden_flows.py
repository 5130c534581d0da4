"""The golden cases of the flows: every outcome and every answer of each edition."""

import pytest

from rulings.laws.cases import AGREES, run_case, walk_case
from rulings.laws.engine.reach import choices_left
from rulings.laws.regulations import from_values
from tests.laws.flowdata import DEFAULT, GOLDEN, golden_cases, held, ident

CASES = golden_cases()


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_golden_case_has_its_path_outcome_and_laws(case):
    verdict = run_case(case, DEFAULT)

    assert verdict.difference == ""
    assert verdict.status == AGREES
    assert verdict.walk.unused == ()
    assert case["expect"]["laws"]


@pytest.mark.parametrize("flow", held(), ids=ident)
def test_every_outcome_is_reached_by_a_golden_case(flow):
    reached = {case["expect"]["outcome"] for case in of_flow(flow)}

    wanted = {name for name, end in flow.outcomes.items() if end.in_edition}
    assert reached == wanted


@pytest.mark.parametrize("flow", held(), ids=ident)
def test_every_answer_of_every_question_is_given_in_a_golden_case(flow):
    given = set()
    for case in of_flow(flow):
        walked = walk_case(case, DEFAULT)
        given |= {(visited.step.id, visited.value) for visited in walked.path}

    offered = {
        (step.id, choice.value)
        for step in flow.steps.values()
        if step.kind == "question" and step.in_edition
        for choice in choices_left(flow, step)
    }

    assert offered - given == set()


def test_golden_files_are_named_for_their_point():
    paths = list(GOLDEN.glob("*.toml"))
    titles = {case["title"] for case in CASES}

    assert len(paths) == len(titles)
    assert all(path.suffix == ".toml" for path in GOLDEN.iterdir() if path.is_file())


def test_golden_cases_ask_for_regulations_that_can_be():
    for case in CASES:
        from_values({**DEFAULT, **case.get("regulation", {})}, edition=case["edition"])


def of_flow(flow):
    name, edition = flow.name, flow.edition.name
    return [c for c in CASES if (c["flow"], c["edition"]) == (name, edition)]
