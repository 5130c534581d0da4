"""What a director can ask the table while the search runs."""

from dataclasses import replace

import pytest

from rulings.bridge.positions import Position as Cards
from rulings.models import Case
from rulings.presenters.moment.meanwhile import meanwhile
from rulings.queries.table.proposal import proposed
from rulings.queries.table.sheet import sheet_of
from rulings.workflow import facts
from rulings.workflow.answers import answer
from tests.factories import make_case, make_event
from tests.views.table.walks import solve

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast():
    return make_event()


@pytest.fixture
def asked(cast):
    """Return a function that tells what may be asked now of a case being counted."""
    case = make_case(cast, state="frozen")

    def question():
        now = Case.objects.get(pk=case.pk)
        found = meanwhile(sheet_of(now), proposed(now))
        return None if found is None else found.question

    question.case = case
    return question


def test_the_trump_comes_first_then_the_order_then_who_had_shown_out(cast, asked):
    assert asked() == "Was that trump mentioned with the claim?"
    for step, choice in (("C06", "not_mentioned"), ("C07", "possible")):
        answer(cast.form(cast.dana), asked.case.pk, step=step, choice=choice)
    assert asked() == "Did South say how the tricks would be taken?"
    said = {"layer": "claim", "seat": "S", "words": "", "steps": ["draw trumps"]}
    facts.change_facts(cast.form(cast.dana), asked.case.pk)
    facts.record_statement(cast.form(cast.dana), asked.case.pk, **said)
    assert asked() == "Had anybody shown out, or did the bidding place the card?"
    known = {"show_outs": ["E:S"]}
    facts.record_facts(cast.form(cast.dana), asked.case.pk, known)
    assert asked() is None


@pytest.mark.one_database
def test_several_trumps_are_asked_about_together(cast, asked):
    two = Cards.parse("S S:- 6-3 N:.KQJ.A. 95...65 J..94.A .97.K.2")
    form = cast.form(cast.dana)
    facts.record_position(replace(form, reopens=True), asked.case.pk, two, "marked")

    assert asked() == "Were those trumps mentioned with the claim?"


def test_nothing_is_asked_once_the_number_is_there(asked):
    solve(asked.case)

    assert asked() is None
