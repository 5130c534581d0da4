"""Undo sets rows back by a new entry; it never reaches another person's act."""

import json

import pytest

from rulings.models import Agreement, Case, Claim, Entry, Playing, Ruling, Statement
from rulings.permissions import Refused
from rulings.states import NotAllowed
from rulings.workflow import facts
from rulings.workflow.answers import answer
from rulings.workflow.errors import Invalid
from rulings.workflow.undo import undo
from rulings.workflow.verify import verify
from tests.factories import make_case, make_event, take_facts

pytestmark = pytest.mark.django_db


def now(case):
    return Case.objects.get(pk=case.pk)


@pytest.mark.parametrize(
    ("state", "before"),
    [
        ("agreed", "called"),
        ("contested", "called"),
        ("frozen", "contested"),
        ("reserved", "frozen"),
        ("ruled", "frozen"),
        ("closed", "called"),
    ],
)
def test_undo_restores_state_and_every_row(state, before):
    cast = make_event()
    case = make_case(cast, state=state)
    version = case.version

    undo(cast.form(cast.dana), case.pk)

    assert now(case).state == before
    assert now(case).version == version + 1
    assert verify().findings == []


def test_undoing_an_agreement_leaves_no_trace_in_the_tables_but_all_in_the_log():
    cast = make_event()
    case = make_case(cast, state="agreed")

    undo(cast.form(cast.dana), case.pk)

    assert not Agreement.objects.exists()
    assert Playing.objects.get(pk=case.playing_id).status == "in_play"
    acts = Entry.objects.filter(case_id=case.pk).order_by("seq").values_list("act")
    assert [act for (act,) in acts][-2:] == ["agree", "undo"]


def test_undo_goes_back_step_by_step():
    cast = make_event()
    case = make_case(cast)
    take_facts(cast, case)

    undo(cast.form(cast.dana), case.pk)
    assert Statement.objects.get(case=case).read_back_ns == ""
    undo(cast.form(cast.dana), case.pk)
    assert not Statement.objects.exists()
    undo(cast.form(cast.dana), case.pk)
    assert not Claim.objects.exists()
    assert Playing.objects.get(pk=case.playing_id).contract == ""
    with pytest.raises(Invalid, match="nothing left"):
        undo(cast.form(cast.dana), case.pk)


def test_an_act_after_an_undo_can_be_undone_too():
    cast = make_event()
    case = make_case(cast, state="frozen")
    answer(cast.form(cast.dana), case.pk, step="C06", choice="mentioned")
    undo(cast.form(cast.dana), case.pk)
    answer(cast.form(cast.dana), case.pk, step="C06", choice="not_mentioned")

    undo(cast.form(cast.dana), case.pk)

    assert not case.answers.exists()
    assert verify().findings == []


def test_an_answer_changed_and_undone_is_the_earlier_answer():
    cast = make_event()
    case = make_case(cast, state="frozen")
    answer(cast.form(cast.dana), case.pk, step="C06", choice="mentioned")
    answer(cast.form(cast.dana), case.pk, step="C06", choice="not_mentioned")

    undo(cast.form(cast.dana), case.pk)

    assert case.answers.get().choice == "mentioned"


def test_the_last_act_of_another_is_his_to_take_back():
    cast = make_event()
    case = make_case(cast, state="frozen")

    with pytest.raises(Refused, match="another person"):
        undo(cast.form(cast.cleo), case.pk)


def test_after_the_announcement_nothing_is_taken_back():
    cast = make_event()
    case = make_case(cast, state="announced")

    with pytest.raises(NotAllowed):
        undo(cast.form(cast.dana), case.pk)
    assert Ruling.objects.get(case=case).current


def test_an_undo_names_the_entries_it_takes_back():
    cast = make_event()
    case = make_case(cast, state="contested")

    receipt = undo(cast.form(cast.dana), case.pk)

    entry = Entry.objects.get(chain=cast.event.pk, seq=receipt.seq)
    undone = json.loads(bytes(entry.data))["inputs"]["undoes"]
    acts = Entry.objects.filter(chain=cast.event.pk, seq__in=undone).order_by("seq")
    assert [row.act for row in acts] == ["object", "contest"]


def test_acts_without_a_key_are_undone_one_by_one():
    cast = make_event()
    case = make_case(cast)
    form = cast.form(cast.dana, key=None)
    facts.read_back(form, case.pk, ns="confirmed", ew="confirmed")
    facts.read_back(form, case.pk, ns="disputed", ew="confirmed")

    undo(cast.form(cast.dana), case.pk)

    assert Statement.objects.get(case=case).read_back_ns == "confirmed"
