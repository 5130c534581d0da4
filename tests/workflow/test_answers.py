"""Answers of the flow: one a step, changed in place, set aside and back again."""

import pytest

from rulings.models import Answer, Private
from rulings.workflow.answers import answer
from rulings.workflow.errors import KeyReused
from rulings.workflow.proof.verify import verify
from tests.factories import make_case, make_event

pytestmark = pytest.mark.django_db


def test_an_answer_keeps_its_values_and_its_reason_apart():
    cast = make_event()
    case = make_case(cast, state="frozen")

    answer(
        cast.form(cast.dana),
        case.pk,
        step="C20",
        choice="override",
        values={"tricks": 7},
        reason="counted",
    )

    row = Answer.objects.get(case=case)
    assert (row.step, row.choice, row.values) == ("C20", "override", {"tricks": 7})
    assert Private.objects.get(pk=row.reason).text == "counted"


def test_a_changed_answer_sets_aside_what_it_makes_moot_and_brings_the_rest_back():
    cast = make_event()
    case = make_case(cast, state="frozen")
    for step in ("C06", "C07", "C09"):
        answer(cast.form(cast.dana), case.pk, step=step, choice="yes")

    answer(
        cast.form(cast.dana), case.pk, step="C06", choice="no", set_aside=["C07", "C09"]
    )
    assert aside(case) == {"C06": False, "C07": True, "C09": True}

    answer(cast.form(cast.dana), case.pk, step="C06", choice="yes", set_aside=["C09"])
    assert aside(case) == {"C06": False, "C07": False, "C09": True}

    answer(cast.form(cast.dana), case.pk, step="C09", choice="yes")
    assert aside(case) == {"C06": False, "C07": False, "C09": False}
    assert verify().findings == []


def aside(case):
    return dict(Answer.objects.filter(case=case).values_list("step", "set_aside"))


def test_the_same_form_with_another_choice_is_refused():
    cast = make_event()
    case = make_case(cast, state="frozen")
    form = cast.form(cast.dana)
    answer(form, case.pk, step="C06", choice="mentioned")

    with pytest.raises(KeyReused):
        answer(form, case.pk, step="C06", choice="not_mentioned")
    assert Answer.objects.get(case=case).choice == "mentioned"
