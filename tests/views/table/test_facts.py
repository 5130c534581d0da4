"""Facts as a whole: changed, overtaken, undone, agreed, asked for with a reason."""

import uuid

import pytest
from django.urls import reverse

from rulings.models import Case, Objection, Statement
from rulings.workflow.event.scores import end_round
from tests.factories import DEAL, POSITION, make_case, make_event
from tests.forms_on_pages import flat
from tests.people import stop_clock
from tests.views.table.walks import hidden, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast():
    return make_event(deals={1: DEAL})


def test_changed_claim_keeps_the_other_facts_and_freezes_again(walk, cast):
    walk.case = make_case(cast, state="frozen")
    walk.see("claim")

    walk.send("claim", claimer="S", left="8", claimed="7")

    case = Case.objects.get()
    assert (case.state, case.claim.tricks_claimed) == ("frozen", 7)
    assert case.position.text == str(POSITION)


def test_read_back_can_be_disputed_by_a_side(walk, cast):
    walk.case = make_case(cast, state="contested")
    walk.see("read_back")

    walk.send("read_back", ns="confirmed", ew="disputed")

    said = Statement.objects.get(layer="claim")
    assert (said.read_back_ns, said.read_back_ew) == ("confirmed", "disputed")


def test_objection_without_a_seat_is_refused(walk, cast):
    walk.case = make_case(cast)
    walk.see("objections")

    page = refused(walk, "objections", reason="order")

    assert page.status_code == 422
    assert "Tap the seat that objects" in page.content.decode()
    assert not Objection.objects.exists()


def test_objection_says_it_came_in_on_the_tablet(walk, cast):
    import json  # noqa: PLC0415 - beside its one use

    from rulings.models import Entry  # noqa: PLC0415 - beside its one use

    walk.case = make_case(cast)
    walk.see("objections")

    walk.send("objections", seat="W", reason="order", words="They were not stated.")

    row = Objection.objects.get()
    assert (row.side, row.seat, row.reason_code) == ("EW", "W", "order")
    entry = Entry.objects.filter(case_id=walk.case.pk, act="object").get()
    assert json.loads(bytes(entry.data))["via"] == "directors_tablet"


def test_agreement_is_scored_as_claimed(walk, cast):
    from tests.factories import take_facts  # noqa: PLC0415 - beside its one use

    walk.case = make_case(cast)
    take_facts(cast, walk.case)
    walk.see("objections")

    walk.send("agree")

    assert walk.at == "announced"
    assert "Agreed: scored as claimed, for now" in walk.text  # no end recorded
    assert Case.objects.get().state == "agreed"


def test_withdrawn_objection_leads_to_agreement(walk, cast):
    walk.case = make_case(cast, state="frozen")
    walk.see("objections")

    objection = Objection.objects.get()
    walk.send("withdraw_objection", walk.case.pk, objection.pk)

    objection.refresh_from_db()
    assert (objection.resolution, Case.objects.get().state) == ("withdrawn", "agreed")


def test_page_overtaken_by_another_director_keeps_what_was_typed(walk, cast):
    walk.case = make_case(cast)
    walk.see("objections")
    old = hidden(walk.page)
    walk.send("objections", seat="E", reason="order")

    page = walk.client.post(
        reverse("statement", args=[walk.case.pk]),
        {**old, "key": uuid.uuid4(), "layer": "claim", "words": "all mine"},
    )

    text = page.content.decode()
    assert page.status_code == 409
    assert "all mine" in text
    assert "Recorded meanwhile" in text
    assert " by you</h1>" in flat(text)


def test_same_tap_twice_is_one_objection(walk, cast):
    walk.case = make_case(cast)
    walk.see("objections")
    form = {**hidden(walk.page), "seat": "W", "reason": "order"}
    url = reverse("objections", args=[walk.case.pk])

    answers = [walk.client.post(url, form).status_code for _ in range(2)]

    assert answers == [303, 303]
    assert Objection.objects.count() == 1


def test_undo_takes_back_the_last_act(walk, cast):
    walk.case = make_case(cast)
    walk.see("objections")
    walk.send("objections", seat="W", reason="order")

    walk.send("undo")

    assert Case.objects.get().state == "called"
    assert not Objection.objects.exists()


def test_slip_of_an_agreement_can_be_undone_after_it_is_established(
    walk, cast, monkeypatch
):
    stop_clock(monkeypatch, cast)
    walk.case = make_case(cast, state="agreed")
    assert "Undo: nobody agreed" in walk.see("announced").content.decode()

    end_round(cast.form(cast.dana), cast.event, walk.case.playing.round)
    cast.later(minutes=1)

    walk.see("announced")
    assert "Agreed and closed" in walk.text
    assert "Undo the last act" not in walk.text
    walk.send("undo")
    assert Case.objects.get().state == "called"


@pytest.mark.parametrize("name", ["claim", "statement", "objections", "cards"])
def test_screen_of_facts_says_why_it_asks(walk, cast, name):
    walk.case = make_case(cast, state="contested")

    text = walk.see(name).content.decode()

    assert "Why do you ask?" in text
    assert 'id="why"' in text
