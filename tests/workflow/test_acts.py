"""Every act runs in one order, once for a key, and wholly or not at all."""

import json
import uuid
from dataclasses import replace

import pytest
from django.db import DatabaseError, IntegrityError, OperationalError

from rulings.models import Case, Entry, KeyUse, Statement, logged_tables
from rulings.permissions import Refused
from rulings.states import Act, NotAllowed
from rulings.workflow import acts, facts, log
from rulings.workflow.acts import in_transaction, perform
from rulings.workflow.cases import open_case, take_over
from rulings.workflow.errors import KeyReused, Overtaken
from rulings.workflow.event.scores import start_round
from rulings.workflow.log import row_values
from tests.factories import free_playing, make_case, make_event

pytestmark = pytest.mark.django_db


def say(form, case, words):
    """Record words in the layer that binds."""
    return facts.record_statement(
        form, case.pk, layer=Statement.Layer.CLAIM, seat="S", words=words, steps=[]
    )


def entries():
    return Entry.objects.count()


def test_an_entry_tells_who_did_what_when_and_with_which_versions():
    cast = make_event()
    case = make_case(cast)
    form = cast.form(cast.dana, version=1)

    receipt = say(form, case, "all mine")

    entry = Entry.objects.get(chain=cast.event.pk, seq=receipt.seq)
    content = json.loads(bytes(entry.data))
    assert content["act"] == "statement"
    assert content["actor"] == {
        "kind": "user",
        "id": str(cast.dana.pk),
        "role": "director",
    }
    assert content["via"] == "own_device"
    assert content["at"] == "2026-03-14T12:00:00.000000Z"
    assert content["version"] == [1, 2]
    assert content["state"] == ["called", "called"]
    assert content["key"] == str(form.key)
    assert content["edition"] == "2017"
    assert b"all mine" not in bytes(entry.data)
    assert Case.objects.get(pk=case.pk).version == 2


def test_the_same_key_and_content_give_the_first_receipt_even_later():
    cast = make_event()
    case = make_case(cast)
    form = cast.form(cast.dana, version=1)
    first = say(form, case, "all mine")
    before = entries()

    again = say(replace(form, at=cast.later(days=8)), case, "all mine")

    assert again == first
    assert entries() == before


def test_the_same_key_with_other_content_changes_nothing():
    cast = make_event()
    case = make_case(cast)
    form = cast.form(cast.dana, version=1)
    say(form, case, "all mine")
    before = entries()

    with pytest.raises(KeyReused):
        say(form, case, "all but one")

    assert entries() == before


def test_the_same_key_of_another_person_is_another_key():
    cast = make_event()
    case = make_case(cast)
    form = cast.form(cast.dana, version=1)
    say(form, case, "all mine")

    theirs = replace(cast.form(cast.cleo, version=2), key=form.key)
    say(theirs, case, "all mine")

    assert KeyUse.objects.filter(key=form.key).count() == 2


def test_a_form_that_saw_an_older_version_is_refused_and_says_so():
    cast = make_event()
    case = make_case(cast)
    say(cast.form(cast.dana, version=1), case, "all mine")
    before = entries()

    with pytest.raises(Overtaken, match="version 2") as caught:
        say(cast.form(cast.cleo, version=1), case, "all but one")

    assert (caught.value.seen, caught.value.case.version) == (1, 2)
    assert entries() == before


def test_who_has_no_right_is_refused_before_versions_are_compared():
    cast = make_event()
    case = make_case(cast)

    with pytest.raises(Refused):
        say(cast.form(cast.olly, version=99), case, "all mine")


def test_an_act_the_state_does_not_know_is_refused():
    cast = make_event()
    case = make_case(cast, state="closed")
    before = entries()

    with pytest.raises(NotAllowed):
        say(cast.form(cast.dana), case, "all mine")

    assert entries() == before


def test_when_the_entry_cannot_be_written_nothing_is(monkeypatch):
    cast = make_event()
    case = make_case(cast)
    held = {
        table: {str(row.pk): row_values(row) for row in model.objects.all()}
        for table, model in logged_tables().items()
    }
    real = log.Entry.save
    monkeypatch.setattr(log.Entry, "save", _disk_is_full)

    with pytest.raises(DatabaseError, match="disk"):
        say(cast.form(cast.dana, version=1), case, "all mine")

    monkeypatch.setattr(log.Entry, "save", real)
    assert {
        table: {str(row.pk): row_values(row) for row in model.objects.all()}
        for table, model in logged_tables().items()
    } == held
    assert not KeyUse.objects.filter(seq=0).exists()


def _disk_is_full(*args, **kwargs):
    raise DatabaseError("disk full")


def test_opening_twice_with_one_key_opens_one_case():
    cast = make_event()
    place = free_playing(cast)
    form = cast.form(cast.dana)

    first = open_case(form, place, flow_hash="x")
    again = open_case(form, place, flow_hash="x")

    assert again == first
    assert Case.objects.count() == 1


def test_an_event_act_is_done_once_for_a_key():
    cast = make_event()
    form = cast.form(cast.dana)
    round_ = cast.session.rounds.get(order=1)
    first = start_round(form, cast.event, round_)
    before = entries()

    assert start_round(form, cast.event, round_) == first
    assert entries() == before


def test_an_act_without_key_is_never_taken_for_a_repetition():
    cast = make_event()
    case = make_case(cast)
    form = replace(cast.form(cast.cleo), key=None)

    first = take_over(form, case.pk)
    second = take_over(form, case.pk)

    assert second.seq == first.seq + 1


@pytest.mark.parametrize("error", [OperationalError, IntegrityError])
@pytest.mark.django_db(transaction=True)
def test_a_deadlock_or_lost_race_is_tried_again_from_the_start(error):
    tries = []

    def attempt():
        tries.append(1)
        if len(tries) < 3:
            raise error("deadlock")
        return "done"

    assert in_transaction(attempt) == "done"
    assert len(tries) == 3


@pytest.mark.django_db(transaction=True)
def test_a_fault_that_stays_is_raised_in_the_end():
    tries = []

    def attempt():
        tries.append(1)
        raise OperationalError("gone")

    with pytest.raises(OperationalError):
        in_transaction(attempt)

    assert len(tries) == acts.TRIES


def test_acts_that_follow_have_entries_of_their_own_under_the_same_key():
    cast = make_event()
    case = make_case(cast)
    form = cast.form(cast.dana)

    perform(
        Act.TAKE_OVER,
        form,
        case.pk,
        lambda run: run.follow(Act.CONTEST),
        {},
    )

    written = Entry.objects.filter(case_id=case.pk).order_by("seq")
    last = [json.loads(bytes(entry.data)) for entry in written][-2:]
    assert [content["act"] for content in last] == ["take_over", "contest"]
    assert {content["key"] for content in last} == {str(form.key)}
    assert uuid.UUID(last[0]["key"]) == form.key
