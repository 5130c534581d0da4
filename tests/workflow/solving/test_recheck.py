"""A stored proposal that was changed is found by rules of its own."""

import json

import pytest

from rulings.models import Proposal, Result
from rulings.workflow.solving.recheck import question_of, recheck, stored_proposals
from tests.factories import make_event
from tests.views.table.test_law_steps import small_case

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
AMPLE = 180.0
"""Seconds: a busy machine is no fault of the proposal."""


@pytest.fixture
def row():
    small_case(make_event())
    return stored_proposals()[0]


def change(**values):
    """Change what is stored of the only result."""
    data = json.loads(bytes(Result.objects.get().data)) | values
    Result.objects.update(data=json.dumps(data).encode())


def stored():
    return json.loads(bytes(Result.objects.get().data))


def test_a_proposal_as_it_was_answered_has_no_faults(row):
    found = recheck(row, AMPLE)

    assert (found.faults, found.left_out) == ([], [])


def test_a_changed_number_is_found(row):
    change(award=stored()["award"] - 1)

    assert recheck(row, AMPLE).faults


def test_a_changed_line_is_found(row):
    line = stored()["line"]
    cards = line[0]["cards"]
    cards[0], cards[1] = cards[1], cards[0]
    change(line=line)

    (fault,) = recheck(row, AMPLE).faults

    assert "not legal" in fault or "gives" in fault


def test_a_changed_range_is_found_in_the_row(row):
    Proposal.objects.update(low=0)

    assert "the row says 0" in recheck(stored_proposals()[0], AMPLE).faults[0]


def test_a_result_that_is_none_is_a_fault(row):
    Result.objects.update(data=b"[]")

    assert recheck(row, AMPLE).faults


def test_a_result_that_is_gone_is_a_fault(row):
    Result.objects.all().delete()

    assert recheck(row, AMPLE).faults == ["its result is gone"]


def test_a_check_over_its_time_is_left_out(row):
    found = recheck(row, seconds=0)

    assert found.faults == []
    assert found.left_out == ["all: it took more than 0 seconds"]


def test_an_overtaken_question_is_taken_from_its_job(row):
    asked = question_of(row)
    row.case.claim.tricks_claimed = 2

    assert question_of(row) is not None
    assert json.loads(question_of(row)) == json.loads(asked)


def test_without_case_or_job_the_proposal_is_passed_over(row):
    row.case.claim.tricks_claimed = 2
    row.input_hash = "0" * 64

    found = recheck(row, AMPLE)

    assert found.faults == []
    assert found.left_out == ["all: the question it answered is no longer held"]
