"""An appeal by phone: both partners, the captain, the delay, taken back (Law 92)."""

from datetime import timedelta

import pytest
from django.urls import reverse

from rulings.models import Appeal, Case, Event, Window
from rulings.workflow.event import scores
from tests.factories import make_case, make_event
from tests.people import phone, sent, slips_of, stop_clock, tablet, text_of
from tests.views.player.pages import at

pytestmark = pytest.mark.django_db


def test_appeal_of_one_partner_waits_for_the_other(cast):
    case = make_case(cast, state="announced")
    _noor, esme = slips_of(cast, case)
    browser = phone(esme.table_pass)

    data = sent(act="appeal", seat="E", words="Please.")
    receipt = browser.post(at(case), data, follow=True)
    assert "Missing: West must agree too" in text_of(receipt)
    page = tablet(cast.cleo).get(reverse("appeal", args=[case.pk]))
    assert "missing: West (Law 92D)" in text_of(page)
    appeal = Appeal.objects.get()
    assert (appeal.concurrence, appeal.admissible) == ({"E": "phone"}, None)
    assert "Missing: West must agree too" in text_of(browser.get(at(case)))
    browser.post(at(case), sent(case, act="join", seat="W"))

    appeal.refresh_from_db()
    assert appeal.concurrence == {"E": "phone", "W": "phone"}
    assert appeal.admissible is True
    assert Case.objects.get(pk=case.pk).state == "appealed"


def test_partner_beside_may_agree_at_once(cast):
    case = make_case(cast, state="announced")
    _noor, esme = slips_of(cast, case)

    data = sent(act="appeal", seat="W", partner="on")
    phone(esme.table_pass).post(at(case), data)

    assert Appeal.objects.get().admissible is True


def test_captain_appeals_for_a_team(monkeypatch):
    cast = make_event(kind=Event.Kind.TEAMS, values={"phones": "always"})
    stop_clock(monkeypatch, cast)
    case = make_case(cast, state="announced")
    noor, _esme = slips_of(cast, case)

    phone(noor.table_pass).post(at(case), sent(act="appeal", seat="captain"))

    appeal = Appeal.objects.get()
    assert (appeal.side, appeal.admissible) == ("NS", True)


def test_late_appeal_is_kept_for_the_chief_to_decide(cast):
    case = make_case(cast, state="announced")
    scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    _noor, esme = slips_of(cast, case)
    closes_at = Window.objects.get(case=case, purpose="appeal").closes_at
    cast.at = closes_at + timedelta(milliseconds=1)

    page = text_of(phone(esme.table_pass).get(f"{at(case)}?act=appeal"))
    assert "0.001 s ago (Law 92B)" in page
    data = sent(act="appeal", seat="W", partner="on")
    receipt = phone(esme.table_pass).post(at(case), data, follow=True)

    appeal = Appeal.objects.get()
    assert (appeal.late_ms, appeal.admissible) == (1, None)
    assert "(Law 92D)" not in text_of(receipt)


def test_appeal_needs_a_seat_and_keeps_the_words(cast):
    case = make_case(cast, state="announced")
    _noor, esme = slips_of(cast, case)

    data = sent(act="appeal", words="Because of the spade.")
    page = phone(esme.table_pass).post(at(case), data)

    assert page.status_code == 422
    assert "Law 92D" in text_of(page)
    assert "Because of the spade." in page.content.decode()
    assert not Appeal.objects.exists()


def test_only_the_own_appeal_can_be_taken_back(cast):
    case = make_case(cast, state="announced")
    noor, esme = slips_of(cast, case)
    data = sent(act="appeal", seat="W", partner="on")
    phone(esme.table_pass).post(at(case), data)

    refused = phone(noor.table_pass).post(at(case), sent(case, act="take_back"))
    taken = phone(esme.table_pass).post(at(case), sent(case, act="take_back"))

    assert (refused.status_code, taken.status_code) == (403, 303)
    assert Appeal.objects.get().outcome == "withdrawn"


def test_the_other_side_is_offered_its_own_appeal(cast):
    case = make_case(cast, state="announced")
    noor, esme = slips_of(cast, case)
    phone(esme.table_pass).post(at(case), sent(act="appeal", seat="W", partner="on"))

    page = phone(noor.table_pass).get(f"{at(case)}?act=object")
    assert "This is an appeal to the committee" in text_of(page)
    phone(noor.table_pass).post(at(case), sent(act="appeal", seat="N", partner="on"))

    assert sorted(row.side for row in Appeal.objects.all()) == ["EW", "NS"]
