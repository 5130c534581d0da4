import re

import pytest

from rulings.laws.engine import NotOffered
from tests.laws.flowdata import claims

QUESTIONS = [step for step in claims().steps.values() if step.kind == "question"]
STEPS = list(claims().steps.values())


def test_flow_has_the_steps_and_outcomes_of_the_claims_flow():
    assert len(claims().steps) == 79
    assert len(claims().outcomes) == 29
    assert claims().entries == ("A01", "U01", "U02", "P02")


def test_questions_of_fact_may_stay_open():
    stay = {step.id for step in QUESTIONS if step.may_stay_open}

    assert stay == {"C06", "C07", "C11", "C12", "C15"}


@pytest.mark.parametrize("step", STEPS, ids=[step.id for step in STEPS])
def test_step_says_what_it_is_for(step):
    assert step.question.rstrip().endswith(("?", "."))
    assert step.why.endswith(".")
    assert step.gist.endswith(".")
    assert step.refs or not step.in_edition


@pytest.mark.parametrize("step", QUESTIONS, ids=[step.id for step in QUESTIONS])
def test_every_answer_to_a_question_has_a_label_and_a_hint(step):
    for choice in step.choices:
        assert choice.label
        assert choice.hint or choice.when is not None


def test_texts_speak_of_nobody_as_he_or_she():
    spoken = [t for t in claims().texts() if re.search(r"\b(he|his|him|she|her)\b", t)]

    assert spoken == []


def test_texts_hold_every_text_once():
    texts = list(claims().texts())

    assert len(texts) == len(set(texts))
    assert claims().step("C06").question in texts
    assert claims().step("C06").choices[0].hint in texts
    assert claims().step("A06").records[0].label in texts
    assert claims().step("C06").guides[0].text in texts
    assert claims().outcome("O-AGREED").meaning in texts
    assert claims().notices["N-UI"].text in texts
    assert claims().values["facts.role"].question in texts
    assert claims().placeholders["claimer"] in texts
    assert claims().edition.laws[70].title in texts


def test_steps_that_rest_on_texts_not_compared_are_not_verified():
    assert claims().step("C06").verified
    assert claims().step("P03").verified
    assert not claims().step("M01").verified
    assert not claims().outcome("O-UI-ADJUST").verified
    assert claims().outcome("O-CLAIM-CUT").verified


def test_step_names_the_values_its_rules_read():
    needs = [spec.key for spec in claims().step("A11").needs]

    assert needs == ["facts.remaining", "facts.claimed"]
    needs = [spec.key for spec in claims().step("C20").needs]
    assert needs == ["solver.best_normal", "solver.worst_normal"]


def test_choice_that_is_not_there_is_refused():
    with pytest.raises(NotOffered, match="step C06 does not offer 'x'; it offers"):
        claims().step("C06").choice("x")


def test_reach_holds_everything_that_can_follow():
    reach = claims().reach

    assert "O-NOCONCESSION" in reach["A12"]
    assert "A12" not in reach["B01"]
    assert reach["P06"] == {
        "P06",
        "O-APPEAL-UPHELD",
        "O-APPEAL-NO-MERIT",
        "O-APPEAL-CHANGED",
    }


def test_outcome_has_the_remark_and_notice_of_its_edition():
    remarks = {e: claims(e).outcome("O-TOOLATE").remark for e in ("1997", "2007")}

    assert (
        remarks["1997"] == "In this edition nothing can be corrected after the period."
    )
    assert remarks["2007"].startswith("Only a proven scoring error")
    assert claims("2007").notices["N-79C2"] != claims("2017").notices["N-79C2"]
    assert claims("1997").outcome("O-AGREED").remark == (
        claims("2017").outcome("O-AGREED").remark
    )


def test_notes_come_with_their_edition_and_say_whether_they_rest_on_a_text():
    older, newer = claims("1997").step("B01"), claims("2017").step("B03")

    assert [note.verified for note in older.notes] == [False]
    assert [note.verified for note in newer.notes] == [True, False, True]
    assert newer.notes[-1].text.startswith("Once the director has been called")
    assert newer.notes[-1].text in set(claims("2017").texts())
    assert newer.notes[-1].text not in set(claims("1997").texts())
