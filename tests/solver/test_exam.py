"""Answers of the exam are what the solver says today, and what was ruled."""

import json

import pytest

from rulings.solver import adjudicate
from rulings.solver.tools.exam import (
    ANSWERS,
    LAWS,
    answer_of,
    exam_questions,
    raw_rows,
    read_question,
    written,
)

PUBLISHED_OTHERWISE = {"ACBL-G3": "70A", "ACBL-G5": "70A"}
"""A trump is out, so they are of 70C; that best play loses to it is no other Law."""


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


def test_the_law_that_explains_a_cut_is_one_that_counts_as_right():
    """What a candidate reads of the answer names no other Law than the marking does."""
    others = {}
    for name, one in exam_questions().items():
        law = one.solved["explanation"][0]["law"]
        if one.tricks < one.claim.tricks and law in LAWS and law not in one.laws:
            others[name] = law

    assert others == PUBLISHED_OTHERWISE


def test_an_unstated_guess_is_asked_of_no_claim_that_stated_its_finesse():
    """Law 70E1 is about plays that were not stated."""
    stated = {
        name: one.laws
        for name, one in exam_questions().items()
        if any(step.startswith(("finesse", "lead")) for step in one.steps)
    }

    assert set(stated.values()) == {("70D1",)}
