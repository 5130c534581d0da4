"""What a side sends: in time, late or refused, with its receipt (R8, R21)."""

from datetime import timedelta

import pytest
from django.urls import reverse

from rulings.models import Agreement, Case, Entry, Objection, Window
from rulings.workflow import acts, windows
from rulings.workflow.event import scores
from tests.factories import make_case, take_facts
from tests.people import phone, sent, slips_of, text_of
from tests.views.player.pages import at, offered

pytestmark = pytest.mark.django_db


def test_objection_is_filed_with_a_receipt(cast):
    case = make_case(cast, state="announced")
    _noor, esme = slips_of(cast, case)
    browser = phone(esme.table_pass)
    fast = (cast.at + timedelta(seconds=41)).isoformat()

    data = sent(act="object", seat="E", reason="entry", words="No.", phone_time=fast)
    response = browser.post(at(case), data)

    row = Objection.objects.get(case=case, seat="E")
    assert (row.side, row.reason_code, row.late_ms) == ("EW", "entry", 0)
    entry = Entry.objects.filter(case_id=case.pk, act="object").latest("seq")
    receipt_url = reverse("player_receipt", args=[entry.seq])
    assert (response.status_code, response["Location"]) == (303, receipt_url)
    page = browser.get(receipt_url)
    words = text_of(page)
    assert f"no. {entry.seq}" in words
    assert "-".join((entry.code[:4], entry.code[4:8], entry.code[8:12])) in words
    assert "it runs 41 s fast" in words
    assert "Filed in time." in words or "Filed." in words


def test_receipt_of_somebody_else_does_not_exist(cast):
    case = make_case(cast, state="announced")
    noor, esme = slips_of(cast, case)
    phone(esme.table_pass).post(at(case), sent(act="ask"))
    seq = Entry.objects.latest("seq").seq

    url = reverse("player_receipt", args=[seq])
    assert phone(noor.table_pass).get(url).status_code == 404


def test_late_objection_is_kept_with_its_exact_delay(cast):
    case = make_case(cast, state="announced")
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    _noor, esme = slips_of(cast, case)
    last = Window.objects.get(case=case, purpose="appeal").closes_at
    cast.at = last + timedelta(minutes=2, milliseconds=3500)
    browser = phone(esme.table_pass)

    response = browser.post(at(case), sent(act="object", words="Late."), follow=True)

    row = Objection.objects.get(case=case, received_at=cast.at)
    assert (row.late_ms, row.admitted, row.resolution) == (123_500, None, "")
    assert "2 min late" in text_of(response)
    assert "a director decides" in text_of(browser.get(at(case)))


def test_agreement_of_the_other_side_scores_the_claim(cast):
    case = make_case(cast, state="called")
    take_facts(cast, case)
    noor, esme = slips_of(cast, case)
    assert offered(phone(esme.table_pass).get(at(case)))[0] == ["agree", "object"]

    refused = phone(noor.table_pass).post(at(case), sent(case, act="agree"))
    agreed = phone(esme.table_pass).post(at(case), sent(case, act="agree"))

    assert (refused.status_code, agreed.status_code) == (403, 303)
    assert Case.objects.get(pk=case.pk).state == "agreed"
    assert Agreement.objects.get(case=case).how == Agreement.How.PHONE


def test_withdrawn_agreement_makes_the_case_contested(cast):
    case = make_case(cast, state="agreed")
    _noor, esme = slips_of(cast, case)

    phone(esme.table_pass).post(at(case), sent(act="withdraw", seat="W"))

    assert Case.objects.get(pk=case.pk).state == "contested"
    assert Agreement.objects.get(case=case).withdrawn_at == cast.at


def test_accepting_gives_up_the_own_sides_time_only(cast):
    case = make_case(cast, state="announced")
    _noor, esme = slips_of(cast, case)

    phone(esme.table_pass).post(at(case), sent(case, act="accept"))

    window = Window.objects.get(case=case, purpose="appeal")
    assert (window.waived_ns_at, window.waived_ew_at) == (None, cast.at)
    assert offered(phone(esme.table_pass).get(at(case)))[0] == ["object"]


def test_seat_of_the_other_side_is_refused(cast):
    case = make_case(cast, state="announced")
    noor, _esme = slips_of(cast, case)

    page = phone(noor.table_pass).post(at(case), sent(act="object", seat="E"))

    assert page.status_code == 422
    assert Objection.objects.filter(case=case, side="NS").count() == 0


def test_form_without_a_key_did_not_come_from_our_pages(cast):
    case = make_case(cast, state="announced")
    noor, _esme = slips_of(cast, case)

    page = phone(noor.table_pass).post(at(case), {"act": "object", "words": "Hm."})

    assert page.status_code == 422
    assert "Hm." in page.content.decode()


def test_act_the_state_does_not_know_answers_409_with_the_words(cast):
    case = make_case(cast, state="agreed")
    noor, _esme = slips_of(cast, case)

    data = sent(act="appeal", seat="N", words="But why?")
    page = phone(noor.table_pass).post(at(case), data)

    assert page.status_code == 409
    assert "Not possible as the case stands." in text_of(page)
    assert "But why?</textarea>" in page.content.decode()


def test_waiver_on_an_old_page_is_refused(cast):
    case = make_case(cast, state="announced")
    noor, _esme = slips_of(cast, case)
    old = sent(case, act="accept")
    windows.extend_window(
        cast.form(cast.cleo), case.pk, Window.Purpose.APPEAL, 5, "A long queue."
    )

    page = phone(noor.table_pass).post(at(case), old)

    assert page.status_code == 409
    assert Window.objects.get(case=case, purpose="appeal").waived_ns_at is None


def test_receipt_names_the_seat_that_was_stated(cast):
    case = make_case(cast, state="announced")
    _noor, esme = slips_of(cast, case)
    form = sent(case, act="object", seat="W")

    page = phone(esme.table_pass).post(at(case), form, follow=True)

    assert "Who, as stated West" in text_of(page)


def test_overtaken_phone_learns_no_name_and_no_act(cast):
    case = make_case(cast, state="announced")
    _noor, esme = slips_of(cast, case)
    old = sent(case, act="accept")
    windows.extend_window(
        cast.form(cast.cleo), case.pk, Window.Purpose.APPEAL, 5, "A long queue."
    )

    page = phone(esme.table_pass).post(at(case), old)

    words = text_of(page)
    assert page.status_code == 409
    assert "The case has changed" in words
    assert "Cleo" not in words
    assert "extend" not in words


def test_phones_of_one_side_file_no_faster_than_people_can(cast, monkeypatch):
    monkeypatch.setattr(acts, "PACE", 3)
    case = make_case(cast, state="announced")
    noor, esme = slips_of(cast, case)
    browser = phone(esme.table_pass)
    form = sent(act="ask")
    filed = [browser.post(at(case), one) for one in (form, form, sent(act="ask"))]
    filed.append(browser.post(at(case), sent(act="ask")))

    refused = browser.post(at(case), sent(act="ask", words="Again."))

    assert [one.status_code for one in filed] == [303] * 4
    assert refused.status_code == 422
    assert "Wait a little, or call the director." in text_of(refused)
    assert "Again." in refused.content.decode()
    assert browser.post(at(case), form)["Location"] == filed[0]["Location"]
    assert phone(noor.table_pass).post(at(case), sent(act="ask")).status_code == 303
    cast.later(minutes=10)
    assert browser.post(at(case), sent(act="ask")).status_code == 303
