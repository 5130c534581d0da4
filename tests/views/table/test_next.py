"""What the calls say is next: the act at which the case stands, and no other."""

import pytest
from django.urls import reverse

from rulings.models import Case, Objection, Playing, Section, Table
from rulings.workflow import cases
from rulings.workflow.answers import answer
from rulings.workflow.objections import Wanted, submit_objection
from tests.factories import free_playing, make_case, take_facts

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def test_claim_opened_again_with_its_objections_is_taken_up_by_its_main_button(
    walk, cast
):
    case = make_case(cast, state="contested")
    cases.close_case(cast.form(cast.dana), case.pk, outcome="O-NO-CLAIM", follow_ups=[])
    cases.reopen_case(cast.form(cast.dana), case.pk, reason="It was a claim.")
    walk.see("queue", cast.event.pk)
    assert "Next:</b> take up the objection of West" in walk.text

    walk.case = case
    walk.see("case")
    assert walk.at == "objections"
    walk.send("objections", go="on")

    assert walk.at == "cards"
    assert Case.objects.get(pk=case.pk).state == "contested"


def test_queue_says_to_close_a_claim_that_the_answers_have_ended(walk, cast):
    case = make_case(cast)
    take_facts(cast, case)
    answer(cast.form(cast.dana), case.pk, step="A01", choice="no_claim")

    walk.see("queue", cast.event.pk)

    assert "Next:</b> close the case: Nobody claimed" in walk.text
    assert "who objects" not in walk.text


def test_tables_of_several_sections_are_offered_with_their_letters(walk, cast):
    walk.see("new_call", cast.event.pk)
    assert "<small>A</small>" not in walk.text

    section = Section.objects.create(session=cast.session, letter="B")
    table = Table.objects.create(section=section, number=1)
    Playing.objects.filter(pk=free_playing(cast).pk).update(table=table)

    walk.see("new_call", cast.event.pk)
    assert "<small>A</small>" in walk.text
    assert "<small>B</small>" in walk.text

    walk.case = make_case(cast)
    walk.see("mistake")  # the call may belong to another of them
    assert "<small>A</small>" in walk.text
    assert "<small>B</small>" in walk.text


def test_objections_of_a_claim_that_is_being_ruled_on_lead_on_without_a_new_one(
    walk, cast
):
    walk.case = make_case(cast, state="agreed")
    wanted = Wanted(wish=Objection.Wish.WITHDRAW_AGREEMENT, side="EW", seat="W")
    submit_objection(cast.form(cast.dana), walk.case.pk, wanted)
    assert Case.objects.get().state == "contested"

    walk.see("objections")

    way = reverse("case", args=[walk.case.pk])
    assert f'<a class="btn main" href="{way}">Go on</a>' in walk.text
