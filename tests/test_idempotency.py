"""The same form twice is one act with one receipt (R3, T5)."""

import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection, connections
from django.urls import reverse

from rulings.models import Entry, Objection, Slip
from rulings.workflow.proof.verify import verify
from tests.factories import make_case, make_event
from tests.people import phone, sent, slips_of, stop_clock, tablet, text_of

PARALLEL = 50


@pytest.fixture
def cast(db, monkeypatch):
    made = make_event(values={"phones": "always"})
    stop_clock(monkeypatch, made)
    return made


@pytest.fixture
def esme(cast):
    """Return the East-West pair's pass of an announced case, and the case's page."""
    case = make_case(cast, state="announced")
    _noor, slip = slips_of(cast, case)
    return slip.table_pass, case, reverse("player_case", args=[case.pk])


def asked(case):
    return Objection.objects.filter(case=case, wish="ask_ruling")


def test_double_tap_is_one_act_with_one_receipt(cast, esme):
    table_pass, case, url = esme
    data = sent(act="ask", seat="E", words="Why?")
    browser = phone(table_pass)

    first, second = (browser.post(url, data)["Location"] for _tap in range(2))

    assert first == second
    assert asked(case).count() == 1


def test_retry_from_another_phone_of_the_pair_is_the_same_act(cast, esme):
    table_pass, case, url = esme
    data = sent(act="ask")

    first = phone(table_pass).post(url, data)
    second = phone(table_pass).post(url, data)

    assert first["Location"] == second["Location"]
    assert asked(case).count() == 1


def test_retry_with_the_slip_that_replaced_the_first_is_the_same_act(cast, esme):
    table_pass, case, url = esme
    data = sent(act="ask", words="Why?")
    first = phone(table_pass).post(url, data)

    _noor, new = slips_of(cast, case)
    again = phone(new.table_pass).post(url, data)

    assert new.table_pass != table_pass
    assert again["Location"] == first["Location"]
    assert asked(case).count() == 1
    assert verify().findings == []


def test_retry_eight_days_later_gets_the_first_receipt(cast, esme):
    table_pass, case, url = esme
    data = sent(act="ask", words="Why?")
    browser = phone(table_pass)
    first = browser.post(url, data)

    cast.later(days=8)

    assert browser.post(url, data)["Location"] == first["Location"]
    row = asked(case).get()
    assert row.received_at == cast.at - timedelta(days=8)


def test_other_phone_time_is_no_other_content(cast, esme):
    table_pass, case, url = esme
    data = sent(act="ask", phone_time="2026-03-14T12:00:00+00:00")
    browser = phone(table_pass)
    browser.post(url, data)

    again = browser.post(url, {**data, "phone_time": "2026-03-14T12:00:09+00:00"})

    assert again.status_code == 303
    assert asked(case).count() == 1


@pytest.mark.parametrize(
    "change", [{"words": "Because."}, {"seat": "W"}, {"act": "object"}], ids=str
)
def test_changed_content_answers_409_and_writes_nothing(cast, esme, change):
    table_pass, case, url = esme
    data = sent(act="ask", seat="E", words="Why?")
    browser = phone(table_pass)
    browser.post(url, data)
    before = Entry.objects.count()

    page = browser.post(url, {**data, **change})

    assert page.status_code == 409
    assert "sent before" in text_of(page)
    assert (asked(case).count(), Entry.objects.count()) == (1, before)


def test_key_of_somebody_else_is_an_act_of_its_own(cast):
    case = make_case(cast, state="announced")
    noor, esme = slips_of(cast, case)
    url = reverse("player_case", args=[case.pk])
    data = sent(act="ask", words="Why?")

    first = phone(esme.table_pass).post(url, data)
    second = phone(noor.table_pass).post(url, data)

    assert first["Location"] != second["Location"]
    assert sorted(asked(case).values_list("side", flat=True)) == ["EW", "NS"]


def test_retry_after_signing_out_and_in_again_is_the_same_act(cast):
    case = make_case(cast, state="announced")
    url = reverse("for_side", args=[case.pk, "EW"])
    data = sent(act="ask", seat="W")
    first = tablet(cast.dana).post(url, data)

    browser = tablet(cast.dana)
    browser.post(reverse("account_logout"))
    assert browser.post(url, data)["Location"].startswith("/accounts/login")
    browser.force_login(cast.dana)

    assert browser.post(url, data)["Location"] == first["Location"]
    assert asked(case).count() == 1


def test_retry_with_the_version_of_then_gets_the_receipt_of_then(cast):
    """A known key comes before the version: the act was done, whatever came since."""
    case = make_case(cast, state="announced")
    noor, _esme = slips_of(cast, case)
    url = reverse("player_case", args=[case.pk])
    data = sent(case, act="accept")
    browser = phone(noor.table_pass)
    first = browser.post(url, data)
    browser.post(url, sent(act="ask"))

    assert browser.post(url, data)["Location"] == first["Location"]


def test_slip_taken_twice_is_taken_once(cast):
    case = make_case(cast, state="announced")
    slip = Slip.objects.get(ruling__case=case)
    url = reverse("slip_taken", args=[cast.event.pk, slip.pk])
    data = sent()
    browser = tablet(cast.cleo)
    first = browser.post(url, data)
    before = Entry.objects.count()

    second = browser.post(url, data)

    assert (first.status_code, second.status_code) == (303, 303)
    assert Entry.objects.count() == before
    slip.refresh_from_db()
    assert (slip.acknowledged_at, slip.by) == (cast.at, cast.cleo)


@pytest.mark.django_db(transaction=True)
def test_fifty_at_once_are_one_act(monkeypatch):
    cast = make_event(values={"phones": "always"})
    stop_clock(monkeypatch, cast)
    case = make_case(cast, state="announced")
    _noor, slip = slips_of(cast, case)
    url = reverse("player_case", args=[case.pk])
    data = sent(act="ask", words="Why?", key=str(uuid.uuid4()))

    def tap(_number):
        try:
            return phone(slip.table_pass).post(url, data)["Location"]
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        locations = set(pool.map(tap, range(PARALLEL)))

    assert len(locations) == 1
    assert asked(case).count() == 1
    connections.close_all()
