"""Staff sign in with name or e-mail and a password, and may add a second factor."""

import base64
import json
import re

import pytest
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from tests.factories import make_user

PASSWORD = "seven of hearts, ten of clubs"

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def dana():
    return User.objects.create_user("dana", "dana@example.org", PASSWORD)


def sign_in(client, login="dana", password=PASSWORD):
    return client.post(reverse("account_login"), {"login": login, "password": password})


def confirm_password(client):
    return client.post(reverse("account_reauthenticate"), {"password": PASSWORD})


def one_time_code(secret):
    counters = sorted(yield_hotp_counters_from_time())
    counter = counters[len(counters) // 2]
    return format_hotp_value(hotp_value(secret, counter))


@pytest.mark.parametrize("login", ["dana", "dana@example.org"])
def test_director_signs_in(client, dana, login):
    response = sign_in(client, login)
    assert (response.status_code, response.url) == (302, reverse("home"))
    assert client.session["_auth_user_id"] == str(dana.pk)


def test_wrong_password_is_told_and_signs_nobody_in(client, dana):
    response = sign_in(client, password="wrong")
    assert response.status_code == 200
    assert b"errorlist" in response.content
    assert "_auth_user_id" not in client.session


def test_password_guesses_are_stopped(client, dana):
    for _ in range(5):
        sign_in(client, password="wrong")
    assert "_auth_user_id" not in client.session
    response = sign_in(client)
    assert "Too many failed login attempts" in response.content.decode()
    assert "_auth_user_id" not in client.session


def test_a_hall_behind_one_address_is_never_shut_out(client, dana):
    """Forty people mistype, forty sign in, all within a minute (R25)."""
    for number in range(40):
        User.objects.create_user(f"staff{number}", password=PASSWORD)
        sign_in(client, f"staff{number}", password="wrong")

    answers = set()
    for number in range(40):
        response = sign_in(Client(), f"staff{number}")
        answers.add((response.status_code, response.headers.get("Location")))

    assert answers == {(302, reverse("home"))}


def test_guesses_at_one_account_leave_the_others_open(client, dana):
    User.objects.create_user("cleo", password=PASSWORD)
    for _ in range(6):
        sign_in(client, password="wrong")

    assert "Too many failed" in sign_in(client).content.decode()
    assert sign_in(client, "cleo").url == reverse("home")


def test_sign_in_changes_the_session_id(client, dana):
    session = client.session
    session["planted"] = True
    session.save()
    client.cookies["sessionid"] = planted = session.session_key
    sign_in(client)
    assert client.session.session_key != planted
    assert not Session.objects.filter(session_key=planted).exists()


def test_sign_in_needs_the_csrf_token(dana):
    client = Client(enforce_csrf_checks=True)
    assert sign_in(client).status_code == 403
    page = client.get(reverse("account_login")).content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page).group(1)
    response = client.post(
        reverse("account_login"),
        {"login": "dana", "password": PASSWORD, "csrfmiddlewaretoken": token},
    )
    assert response.status_code == 302


def test_nobody_signs_up(client):
    account = {"username": "x", "email": "x@example.org"}
    account |= {"password1": PASSWORD, "password2": PASSWORD}
    client.post(reverse("account_signup"), account)
    assert "No sign-up" in client.get(reverse("account_signup")).content.decode()
    assert not User.objects.exists()


def test_second_factor_is_added_and_asked_for(client, dana):
    sign_in(client)
    assert client.get(reverse("mfa_activate_totp")).status_code == 302
    confirm_password(client)
    page = client.get(reverse("mfa_activate_totp")).content.decode()
    assert "<svg" in page
    assert "data:" not in page
    secret = re.search(r"<code>([A-Z2-7]+)</code>", page).group(1)
    code = {"code": one_time_code(secret)}
    assert client.post(reverse("mfa_activate_totp"), code).status_code == 302
    assert "<code>" in client.get(reverse("mfa_view_recovery_codes")).content.decode()

    client.post(reverse("account_logout"))
    assert sign_in(client).url == reverse("mfa_authenticate")
    assert "_auth_user_id" not in client.session
    assert client.get(reverse("mfa_authenticate")).status_code == 200
    assert (
        client.post(reverse("mfa_authenticate"), {"code": "000000"}).status_code == 200
    )
    assert "_auth_user_id" not in client.session
    recovery = Authenticator.objects.get(type="recovery_codes").wrap()
    client.post(reverse("mfa_authenticate"), {"code": recovery.get_unused_codes()[0]})
    assert client.session["_auth_user_id"] == str(dana.pk)
    assert "Remove the app" in client.get(reverse("mfa_index")).content.decode()


@pytest.mark.parametrize(
    "route",
    [
        "account_change_password",
        "account_email",
        "account_logout",
        "mfa_index",
        "mfa_activate_totp",
        "mfa_list_webauthn",
        "mfa_add_webauthn",
    ],
)
def test_account_page_is_drawn_for_a_director(client, dana, route):
    sign_in(client)
    confirm_password(client)
    response = client.get(reverse(route))
    assert response.status_code == 200
    assert b"tokens.css" in response.content
    assert "no-store" in response.headers["Cache-Control"]


@pytest.mark.parametrize(
    ("address", "https", "said"),
    [
        ("td.example.org", True, ""),
        ("localhost:8000", False, ""),
        ("td.example.org", False, "Passkeys need HTTPS"),
        ("192.0.2.7:8443", True, "called by a number"),
        ("[2001:db8::7]:8443", True, "called by a number"),
    ],
)
def test_passkeys_are_offered_where_browsers_have_them(
    client, settings, address, https, said
):
    settings.ALLOWED_HOSTS = ["*"]
    page = client.get(
        reverse("account_login"), secure=https, headers={"host": address}
    ).content.decode()

    assert ("Sign in with a passkey" in page) is (said == "")
    assert said in page


def test_passkey_answer_that_nobody_was_asked_for_signs_nobody_in(client, dana):
    handle = base64.urlsafe_b64encode(user_pk_to_url_str(dana).encode()).decode()
    forged = {"id": "AAAA", "rawId": "AAAA", "type": "public-key"}
    forged["response"] = {
        "userHandle": handle.rstrip("="),
        "clientDataJSON": "e30",
        "authenticatorData": "A" * 60,
        "signature": "AAAA",
    }
    for credential in ({}, [], forged, {**forged, "response": {}}):
        sent = {"credential": json.dumps(credential)}
        client.get(
            reverse("mfa_login_webauthn"), headers={"accept": "application/json"}
        )
        answer = client.post(reverse("mfa_login_webauthn"), sent)
        assert (answer.status_code, answer.url) == (302, reverse("account_login"))
        assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("route", ["account_login", "account_reset_password"])
def test_account_page_is_drawn_for_a_stranger(client, route):
    response = client.get(reverse(route))
    assert response.status_code == 200
    assert b"tokens.css" in response.content


def test_signing_out_everywhere_ends_other_devices_and_nobody_else(client):
    ada, ben = make_user("ada"), make_user("ben")
    tablet, other = Client(), Client()
    for device, who in ((client, ada), (tablet, ada), (other, ben)):
        device.force_login(who)
    assert (
        reverse("sign_out_everywhere")
        in client.get(reverse("notices")).content.decode()
    )

    client.post(reverse("sign_out_everywhere"))

    seen = [device.get(reverse("notices")).status_code for device in (client, tablet)]
    assert seen == [302, 302]
    assert other.get(reverse("notices")).status_code == 200
    assert other.get(reverse("sign_out_everywhere")).status_code == 405


@pytest.mark.parametrize("mail_works", [True, False])
def test_sign_in_leads_to_a_new_password_only_where_mail_works(
    client, settings, mail_works
):
    settings.MAIL_WORKS = mail_works

    page = client.get(reverse("account_login")).content.decode()

    assert page.count(reverse("account_reset_password")) == mail_works
    assert ("The administrator of this site" in page) is not mail_works
