"""Questions, ruling, announcement and what follows them."""

import pytest
from django.urls import reverse

from rulings.models import Answer, Case, Fact, Objection, Ruling, Window
from rulings.workflow.objections import Wanted, submit_objection
from rulings.workflow.solving.propose import propose
from tests.factories import make_case
from tests.views.table.walks import Walk, hidden, wanted

pytestmark = pytest.mark.django_db


def test_question_shows_law_words_and_why(walk, cast):
    walk.case = make_case(cast, state="frozen")

    walk.see("step", walk.case.pk, "C06")

    assert "70C1" in walk.text
    assert "I have the rest." in walk.text
    assert "Leave open for now" in walk.text
    assert walk.page.context["diagram"] is not None


def test_answer_that_no_longer_applies_is_set_aside_and_comes_back(walk, cast):
    walk.case = make_case(cast, state="frozen")
    walk.see("step", walk.case.pk, "C06")
    walk.send("step", walk.case.pk, "C06", choice="not_mentioned")
    walk.send("step", walk.case.pk, "C07", choice="possible")

    walk.send("step", walk.case.pk, "C06", choice="mentioned")
    assert Answer.objects.get(step="C07").set_aside

    walk.send("step", walk.case.pk, "C06", choice="not_mentioned")
    assert not Answer.objects.get(step="C07").set_aside


def test_choice_that_is_not_offered_is_refused(walk, cast):
    walk.case = make_case(cast, state="frozen")
    walk.see("step", walk.case.pk, "C06")

    url = reverse("step", args=[walk.case.pk, "C06"])
    page = walk.client.post(url, {**hidden(walk.page), "choice": "nonsense"})

    assert page.status_code == 422
    assert not Answer.objects.exists()


@pytest.mark.parametrize("step", ["C05", "Z99"], ids=["settled by rule", "no step"])
def test_step_that_asks_nobody_is_not_found(walk, cast, step):
    walk.case = make_case(cast, state="frozen")

    assert walk.see("step", walk.case.pk, step).status_code == 404


def test_missing_value_is_asked_and_recorded(walk, cast):
    walk.case = make_case(cast, state="frozen")
    walk.see("step", walk.case.pk, "C06")
    walk.send("step", walk.case.pk, "C06", choice="mentioned")
    walk.see("steps")
    key = wanted(walk)[0]

    walk.send("value", **{key: "false"})

    assert Fact.objects.get(key=key).value is False


def test_known_fact_is_switched_on_and_off(walk, cast):
    walk.case = make_case(cast, state="frozen")
    walk.see("known")

    walk.send("known", fact="forgotten=S6")
    assert Fact.objects.get(key="forgotten").value == ["S6"]

    walk.send("known", fact="forgotten=S6")
    assert Fact.objects.get(key="forgotten").value is None


def test_fact_that_does_not_fit_the_cards_is_refused(walk, cast):
    walk.case = make_case(cast, state="frozen")
    walk.see("known")

    url = reverse("known", args=[walk.case.pk])
    page = walk.client.post(url, {**hidden(walk.page), "fact": "show_outs=W:H"})

    assert page.status_code == 422
    assert not Fact.objects.exists()


def test_another_number_needs_a_reason(walk, cast):
    walk.case = make_case(cast, state="frozen")
    walk.see("proposal", own="")

    url = reverse("rule", args=[walk.case.pk])
    page = walk.client.post(
        url, {**hidden(walk.page), "way": "override", "tricks": "6"}
    )

    assert page.status_code == 422
    assert "Give the reason" in page.content.decode()
    assert page.context["number_form"]["tricks"].value() == "6"


def test_ruling_is_promised_with_one_tap(walk, cast):
    walk.case = make_case(cast, state="frozen")
    walk.see("reserve")

    walk.send("reserve", minutes="15")

    case = Case.objects.get()
    assert (case.state, walk.at) == ("reserved", "queue")
    assert case.reserved_until is not None


def test_read_out_stands_on_the_page_with_its_length(walk, cast):
    walk.case = make_case(cast, state="ruled")

    walk.see("ruling")

    one = walk.page.context["readout"]
    assert f"{one.words} words" in walk.text
    assert one.then in walk.text
    assert "not announced yet" in walk.text


def test_ruled_case_can_go_back_to_its_facts(walk, cast):
    walk.case = make_case(cast, state="ruled")
    walk.see("ruling")

    walk.send("change_facts")

    assert Case.objects.get().state == "contested"


def test_announced_ruling_shows_slip_and_windows(walk, cast):
    walk.case = make_case(cast, state="announced")

    walk.see("announced")

    assert "Slip for the scorer" in walk.text
    assert len(walk.page.context["clocks"]) == Window.objects.count()


def test_new_ruling_leaves_the_announced_one_in_force(walk, cast):
    walk.case = make_case(cast, state="announced")
    walk.see("step", walk.case.pk, "C06")
    old = Ruling.objects.get()
    walk.see("revise")

    url = reverse("revise", args=[walk.case.pk])
    page = walk.client.post(
        url, {**hidden(walk.page), "way": "override", "tricks": "6", "why": "count"}
    )

    old.refresh_from_db()
    assert page.status_code in {303, 422}
    assert old.current


def test_late_wish_waits_for_a_director_with_a_reason(walk, cast):
    walk.case = make_case(cast, state="announced")
    wanted = Wanted(wish=Objection.Wish.ASK_RULING, side="EW", words="Look again.")
    submit_objection(cast.form(cast.dana), walk.case.pk, wanted)
    row = Objection.objects.get(wish="ask_ruling")
    walk.see("announced")
    assert "asks for a ruling" in walk.text

    walk.see("wish", walk.case.pk, row.pk)
    walk.send("wish", walk.case.pk, row.pk, do="refuse", reason="Looked at twice.")

    row.refresh_from_db()
    assert row.resolution == "refused"


def test_agreement_withdrawn_in_time_is_taken_up_as_a_contested_claim(walk, cast):
    walk.case = make_case(cast, state="agreed", claimed=7)
    wanted = Wanted(wish=Objection.Wish.WITHDRAW_AGREEMENT, side="EW", seat="W")
    submit_objection(cast.form(cast.dana), walk.case.pk, wanted)

    walk.see("wish", walk.case.pk, Objection.objects.get().pk)

    assert "this falls under Law 70." in walk.text
    assert "it is ruled on as a contested claim" in walk.text


def test_wish_put_while_a_case_is_judged_is_taken_up(walk, cast):
    walk.case = make_case(cast, state="frozen")
    wanted = Wanted(wish=Objection.Wish.ASK_RULING, side="EW", words="Look again.")
    submit_objection(cast.form(cast.dana), walk.case.pk, wanted)
    row = Objection.objects.get(wish="ask_ruling")

    walk.see("wish", walk.case.pk, row.pk)
    walk.send("wish", walk.case.pk, row.pk, do="contest")

    row.refresh_from_db()
    assert row.resolution == "contested"
    assert Case.objects.get(pk=walk.case.pk).state == "frozen"


def test_look_shows_facts_and_no_number(walk, cast):
    walk.case = make_case(cast, state="frozen")
    propose(cast.form(cast.dana), walk.case.pk)

    walk.see("look")

    assert "I have the rest." in walk.text
    assert "Award" not in walk.text
    assert 'class="scale"' not in walk.text
    assert reverse("undo", args=[walk.case.pk]) not in walk.text


def test_table_code_is_shown_once_and_not_stored(walk, cast, settings):
    settings.TD_ADDRESS = "https://td.example.org"
    walk.case = make_case(cast, state="announced")
    walk.see("table_code")

    url = reverse("table_code", args=[walk.case.pk])
    text = walk.client.post(url, hidden(walk.page)).content.decode()

    assert text.count("<svg") == 2
    assert "pair 1" in text
    assert text.count("https://td.example.org<wbr>/code") == 2


def test_closed_case_opens_again_with_a_reason(walk, cast):
    walk.case = make_case(cast, state="closed")
    walk.see("closed")

    walk.send("closed", reason="There was a claim after all.")

    assert Case.objects.get().state == "called"


def test_case_of_another_director_is_taken_over(client, cast):
    case = make_case(cast, state="frozen")
    client.force_login(cast.cleo)
    walk = Walk(client, case)
    walk.see("proposal")
    assert "Dana has this case." in walk.text

    walk.send("take_over")

    case.refresh_from_db()
    assert case.director == cast.cleo
