"""How phones get in: the QR, the typed code, and what neither of them writes (T19)."""

from datetime import timedelta

import pytest
from django.urls import reverse

from rulings.models import Entry, Event, Pass, WrongCode
from rulings.views.common import PASS_COOKIE
from rulings.workflow import windows
from rulings.workflow.event import passes
from rulings.workflow.event.passes import WRONG_CODES
from rulings.workflow.event.scores import end_round, publish_scores
from tests.factories import make_case, make_event
from tests.people import give_slips, hold, phone, sent, slips_of, stop_clock, text_of

pytestmark = pytest.mark.django_db


def test_qr_becomes_a_cookie_by_redirect_and_writes_nothing(client, cast):
    slip = give_slips(cast)[1]
    before = Entry.objects.count(), list(Pass.objects.values())

    response = client.get(reverse("pass_open", args=[slip.secret]))

    assert (response.status_code, response["Location"]) == (302, reverse("player"))
    assert (Entry.objects.count(), list(Pass.objects.values())) == before
    cookie = response.cookies[PASS_COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert slip.secret not in cookie.value
    assert client.get(reverse("player")).status_code == 200


def test_unknown_secret_is_not_found(client, cast):
    response = client.get(reverse("pass_open", args=["nothing-of-ours"]))

    assert response.status_code == 404
    assert PASS_COOKIE not in response.cookies


def test_revoked_slip_says_that_it_was_replaced(client, cast):
    first = give_slips(cast)[1]
    give_slips(cast)

    response = client.get(reverse("pass_open", args=[first.secret]))

    assert response.status_code == 403
    assert "replaced" in text_of(response)


def test_revoked_pass_is_out_at_the_next_request(cast):
    slip = give_slips(cast)[1]
    browser = phone(slip.table_pass)
    assert browser.get(reverse("player")).status_code == 200

    passes.revoke_pass(cast.form(cast.cleo), cast.event, slip.table_pass)

    assert browser.get(reverse("player")).status_code == 403


@pytest.mark.parametrize(
    ("after", "status"),
    [
        pytest.param(timedelta(hours=48, microseconds=-1), 200, id="just-inside"),
        pytest.param(timedelta(hours=48), 403, id="at-the-end"),
    ],
)
def test_pass_serves_48_hours_after_the_last_window(cast, after, status):
    case = make_case(cast, state="announced")
    noor, _esme = slips_of(cast, case)
    publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    expires_at = Pass.objects.get(pk=noor.table_pass.pk).expires_at
    last = max(row.closes_at for row in case.windows.all())
    assert expires_at == last + windows.PASS_LIVES_ON
    cast.at = last + after

    assert phone(noor.table_pass).get(reverse("player")).status_code == status


def test_pass_stays_shut_until_the_session_ends(client, monkeypatch):
    cast = make_event()
    stop_clock(monkeypatch, cast)
    slip = give_slips(cast)[1]

    response = client.get(reverse("pass_open", args=[slip.secret]), follow=True)

    assert response.status_code == 403
    assert "records that the session is over" in text_of(response)
    last = cast.session.rounds.order_by("-order").first()
    cast.at = last.ends_at + timedelta(hours=1)
    assert client.get(reverse("player")).status_code == 403  # planned is not recorded
    end_round(cast.form(cast.dana), cast.event, last)
    assert client.get(reverse("player")).status_code == 200


def test_forged_cookie_is_no_pass(client, cast):
    slip = give_slips(cast)[1]
    client.cookies[PASS_COOKIE] = f"{slip.table_pass.pk}:forged"

    response = client.get(reverse("player"))

    assert (response.status_code, response["Location"]) == (302, reverse("pass_code"))


def test_typed_code_opens_the_pass(client, cast):
    slip = give_slips(cast)[1]

    typed = f"{slip.code[:4]} {slip.code[4:]}".lower()
    response = client.post(reverse("pass_code"), {"code": typed})

    assert (response.status_code, response["Location"]) == (302, reverse("player"))
    assert client.get(reverse("player")).status_code == 200


@pytest.mark.parametrize(
    ("phase", "after", "status"),
    [
        pytest.param("closed", timedelta(hours=48, microseconds=-1), 302, id="late"),
        pytest.param("closed", timedelta(hours=48), 422, id="too-late"),
        pytest.param("archived", timedelta(), 422, id="archived"),
        pytest.param("running", timedelta(days=9), 302, id="running"),
    ],
)
def test_typed_code_serves_as_long_as_late_entries_come_in(
    client, cast, phase, after, status
):
    slip = give_slips(cast)[1]
    publish_scores(cast.form(cast.cleo), cast.event, cast.session)
    last = Pass.objects.get(pk=slip.table_pass.pk).expires_at - windows.PASS_LIVES_ON
    Event.objects.filter(pk=cast.event.pk).update(phase=phase)
    cast.at = last + after

    response = client.post(reverse("pass_code"), {"code": slip.code})

    assert response.status_code == status


def test_code_of_another_event_opens_nothing_there(client, cast):
    other = make_event(suffix="2")
    slip = give_slips(cast)[1]

    data = {"code": slip.code, "event": str(other.event.pk)}
    response = client.post(reverse("pass_code"), data)

    assert response.status_code == 422
    assert PASS_COOKIE not in response.cookies


def test_event_must_be_chosen_where_several_run(client, cast):
    make_event(suffix="2")

    response = client.post(reverse("pass_code"), {"code": "ABCDEFGH"})

    assert response.status_code == 422
    assert "Choose your event" in text_of(response)
    assert not WrongCode.objects.exists()


def test_wrong_code_is_counted_and_kept_on_the_page(client, cast):
    response = client.post(reverse("pass_code"), {"code": "ABCDEFGH"})

    assert response.status_code == 422
    assert b'value="ABCDEFGH"' in response.content
    assert WrongCode.objects.filter(event=cast.event).count() == 1


def test_codes_pause_after_a_hundred_wrong_ones_but_the_qr_goes_on(client, cast):
    slip = give_slips(cast)[1]
    WrongCode.objects.bulk_create(
        [WrongCode(event=cast.event, tried_at=cast.at)] * WRONG_CODES
    )

    refused = client.post(reverse("pass_code"), {"code": slip.code})
    assert (refused.status_code, PASS_COOKIE in refused.cookies) == (429, False)
    by_qr = client.get(reverse("pass_open", args=[slip.secret]))
    assert by_qr.status_code == 302
    cast.later(minutes=10, seconds=1)
    again = client.post(reverse("pass_code"), {"code": slip.code})
    assert again.status_code == 302


def test_secret_is_in_no_later_address_or_referer(client, cast):
    slip = give_slips(cast)[1]

    response = client.get(reverse("pass_open", args=[slip.secret]), follow=True)

    assert slip.secret.encode() not in response.content
    assert response.headers["Referrer-Policy"] == "same-origin"
    assert "no-store" in response.headers["Cache-Control"]


def test_other_contestants_cases_do_not_exist(cast):
    case = make_case(cast, state="announced")
    slips = give_slips(cast)
    stranger = slips[3].table_pass
    assert 3 not in {case.playing.ns.number, case.playing.ew.number}

    browser = phone(stranger)

    assert browser.get(reverse("player_case", args=[case.pk])).status_code == 404
    data = sent(case, act="object")
    url = reverse("player_case", args=[case.pk])
    assert browser.post(url, data).status_code == 404


def test_staff_with_a_pass_in_the_browser_speaks_as_the_pass(client, cast):
    case = make_case(cast, state="announced")
    noor, _esme = slips_of(cast, case)
    client.force_login(cast.olly)

    hold(client, noor.table_pass)

    url = reverse("player_case", args=[case.pk])
    assert client.get(url).status_code == 200
    client.post(url, sent(act="ask", words="Why?"))
    last = Entry.objects.filter(case_id=case.pk).order_by("-seq").first()
    assert f'"id":"{noor.table_pass.pk}"'.encode() in bytes(last.data)


@pytest.mark.parametrize("state", ["unknown", "revoked", "open"])
def test_page_at_a_slips_address_tells_it_to_no_other(client, cast, state):
    """The secret in the address must not travel on as the Referer of a link."""
    first = give_slips(cast)[1]
    if state == "revoked":
        give_slips(cast)
    secret = "nothing-of-ours" if state == "unknown" else first.secret

    response = client.get(reverse("pass_open", args=[secret]))

    assert response["Referrer-Policy"] == "no-referrer"
