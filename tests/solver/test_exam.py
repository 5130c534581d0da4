"""Answers of the exam are what the solver says today, and what was ruled."""

import json

import pytest

from rulings.solver import adjudicate
from rulings.solver.tools.exam import (
    ANSWERS,
    answer_of,
    exam_questions,
    raw_rows,
    read_question,
    written,
)


def test_every_answer_is_the_award_of_today_and_the_ruling_where_one_is_printed():
    """Where this fails: ./td manage exam_answers."""
    answers = {}
    for row in raw_rows():
        one = read_question(row, {})
        one.claim.check(one.position)
        found = adjudicate(one.position, one.claim, one.settings)
        answers[one.id] = answer_of(found, row)

    assert ANSWERS.read_text("utf-8") == written(answers)
    assert json.loads(written(answers)) == answers


def test_a_published_ruling_is_told_from_a_position_of_our_own():
    ruled = {row["id"] for row in raw_rows() if "ruled" in row}

    assert {name for name, one in exam_questions().items() if one.source} == ruled
    assert len(ruled) > 20


def test_a_ruling_that_differs_is_not_asked():
    row = {**raw_rows()[0], "ruled": 0}
    one = read_question(row, {})
    found = adjudicate(one.position, one.claim, one.settings)

    with pytest.raises(ValueError, match="ruled 0"):
        answer_of(found, row)
