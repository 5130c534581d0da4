"""A form from a page that others have overtaken: refused, kept, or one act."""

import uuid

import pytest
from django.urls import reverse

from rulings.models import Agreement, Case, Entry, Objection, Ruling
from rulings.workflow.facts import change_facts
from rulings.workflow.objections import Wanted, submit_objection
from rulings.workflow.proof.verify import verify
from rulings.workflow.ruling import decide
from tests.factories import decision, make_case
from tests.views.table.walks import Walk, hidden

pytestmark = pytest.mark.django_db


def post(walk, name, form, *args, **data):
    """Send a form taken from an earlier page."""
    url = reverse(name, args=[walk.case.pk, *args])
    return walk.client.post(url, {**form, **data})


def test_ruling_from_an_old_page_is_refused_and_kept(walk, cast):
    walk.case = make_case(cast, state="frozen")
    walk.see("proposal", own="")
    old = hidden(walk.page)
    walk.see("reserve")
    walk.send("reserve", minutes="15")
    decide.rule(cast.form(cast.dana), walk.case.pk, decision())

    page = post(
        walk, "rule", old, way="override", tricks="6", reason="The entry is gone."
    )

    assert page.status_code == 409
    assert ("Tricks", "6") in page.context["kept"]
    assert ("Reason", "The entry is gone.") in page.context["kept"]
    assert Ruling.objects.get().tricks_claimer == 7


def test_case_is_taken_over_from_a_page_that_is_not_too_old(client, cast):
    case = make_case(cast, state="frozen")
    client.force_login(cast.cleo)
    walk = Walk(client, case)
    walk.see("proposal")
    old = hidden(walk.page)
    assert post(walk, "take_over", old).status_code == 303

    again = post(walk, "take_over", {**old, "key": str(uuid.uuid4())})

    assert again.status_code == 409
    assert Entry.objects.filter(act="take_over").count() == 1


def test_changed_fact_of_a_frozen_case_is_one_act_with_one_key(walk, cast):
    walk.case = make_case(cast, state="frozen")
    walk.see("claim")
    form = hidden(walk.page)
    data = {"claimer": "S", "left": "8", "claimed": "7"}
    assert post(walk, "claim", form, **data).status_code == 303
    written = Entry.objects.count()

    assert post(walk, "claim", form, **data).status_code == 303

    assert Entry.objects.count() == written
    acts = list(Entry.objects.order_by("-seq").values_list("act", flat=True))
    assert acts[acts.index("claim") + 1] == "change_facts"
    walk.see("case")
    walk.send("undo")
    case = Case.objects.get()
    assert (case.state, case.claim.tricks_claimed) == ("frozen", None)


def test_last_doubt_withdrawn_twice_is_one_agreement(walk, cast):
    walk.case = make_case(cast, state="frozen")
    row = Objection.objects.get()
    walk.see("objections")
    form = hidden(walk.page)

    first = post(walk, "withdraw_objection", form, row.pk)
    second = post(walk, "withdraw_objection", form, row.pk)

    assert (first.status_code, second.status_code) == (303, 303)
    assert Case.objects.get().state == "agreed"
    assert Agreement.objects.count() == 1
    stale = post(walk, "withdraw_objection", {**form, "key": str(uuid.uuid4())}, row.pk)
    assert stale.status_code == 409
    assert verify().findings == []


def test_wish_taken_up_contests_in_the_same_act(walk, cast):
    walk.case = make_case(cast, state="agreed")
    wanted = Wanted(wish=Objection.Wish.CANCEL_CONCESSION, side="NS", seat="S")
    submit_objection(cast.form(cast.dana), walk.case.pk, wanted)
    row = Objection.objects.get()
    walk.see("wish", walk.case.pk, row.pk)
    form = hidden(walk.page)

    for _ in range(2):
        assert post(walk, "wish", form, row.pk, do="contest").status_code == 303

    row.refresh_from_db()
    assert (row.resolution, Case.objects.get().state) == ("contested", "contested")
    assert Entry.objects.filter(act__in=["resolve", "contest"]).count() == 2


def test_answer_changed_after_the_ruling_leaves_the_facts_frozen(walk, cast):
    walk.case = make_case(cast, state="ruled")
    walk.see("step", walk.case.pk, "C06")

    walk.send("step", walk.case.pk, "C06", choice="mentioned")

    assert Case.objects.get().state == "frozen"


def test_facts_opened_and_left_as_they_are_can_be_ruled(walk, cast):
    walk.case = make_case(cast, state="frozen")
    change_facts(cast.form(cast.dana), walk.case.pk)
    walk.see("reserve")
    assert Case.objects.get().state == "contested"

    decide.rule(cast.form(cast.dana), walk.case.pk, decision())

    assert Case.objects.get().state == "ruled"
    assert verify().findings == []
