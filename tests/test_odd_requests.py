"""Requests that no browser sends: broken bodies, odd cookies, headers and paths."""

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from rulings.views.common import PASS_COOKIE
from tests.factories import make_case, make_event
from tests.people import stop_clock

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
MULTIPART = "multipart/form-data; boundary=x"
BODIES = (
    (b"--x\r\nContent-Disposition: form-data; name=", MULTIPART),
    (b"", "multipart/form-data"),
    (b"\xff\xfe\0", MULTIPART),
    (b'{"key": 1}', "application/json"),
    (b"key=%FF%FE&words=%ED%A0%80&reason=\xff", "application/x-www-form-urlencoded"),
    (b"key=1", "application/x-www-form-urlencoded; charset=nonsense"),
    (b"&".join(b"a%d=1" % n for n in range(3000)), "application/x-www-form-urlencoded"),
    (b"<x/>", "text/xml; charset=utf-7"),
)
LOOKS = (
    (
        {},
        {"next": "//evil\r\nX: y", "language": "\0", "peek": "\0", "session": "9" * 40},
    ),
    ({"HTTP_RANGE": "bytes=9-1,-"}, {}),
    ({"HTTP_ACCEPT_LANGUAGE": "xx;q=nan," * 500}, {}),
    ({"HTTP_HX_REQUEST": "true", "HTTP_HX_CURRENT_URL": "http://[::1"}, {}),
    ({"HTTP_IF_MODIFIED_SINCE": "Mon, 99 Foo 0000"}, {}),
    ({"HTTP_REFERER": "\xff\r", "HTTP_X_FORWARDED_FOR": "x, ]"}, {}),
)


@pytest.fixture
def places(monkeypatch):
    cast = make_event()
    stop_clock(monkeypatch, cast)
    case = make_case(cast, state="contested")
    browser = Client(raise_request_exception=False)
    browser.force_login(cast.cleo)
    event = [cast.event.pk]
    found = [reverse(name, args=event) for name in ("queue", "live", "import_files")]
    found += [reverse(name, args=event) for name in ("schedule", "scores", "passes")]
    of_case = ("objections", "statement", "cards", "rule", "cancel", "player_case")
    found += [reverse(name, args=[case.pk]) for name in of_case]
    found += ["/", "/code", "/language/", "/accounts/login/", "/demo/", "/player/"]
    return browser, found


def faults(answers):
    return {
        one: got.status_code for one, got in answers.items() if got.status_code >= 500
    }


def test_a_broken_body_is_no_fault(places):
    browser, found = places

    got = {
        (address, body[:20], kind): browser.generic("POST", address, body, kind)
        for address in found
        for body, kind in BODIES
    }

    assert faults(got) == {}


def test_odd_headers_and_questions_are_no_fault(places):
    browser, found = places

    got = {
        (address, str(headers)[:40], method): getattr(browser, method)(
            address, asked, **headers
        )
        for address in found
        for headers, asked in LOOKS
        for method in ("get", "head")
    }

    assert faults(got) == {}


@pytest.mark.parametrize(
    "name",
    [
        PASS_COOKIE,
        settings.SESSION_COOKIE_NAME,
        settings.LANGUAGE_COOKIE_NAME,
        settings.CSRF_COOKIE_NAME,
        "messages",
    ],
)
@pytest.mark.parametrize("value", ["", "x" * 3000, "a:b:c", "\xff", "../..", "1:\\0"])
def test_odd_cookies_are_no_fault(places, name, value):
    _, found = places
    stranger = Client(raise_request_exception=False)
    stranger.cookies[name] = value

    got = {address: stranger.get(address) for address in found}

    assert faults(got) == {}


@pytest.mark.parametrize(
    "path",
    ["/" + "x" * 9000, "/p/" + "y" * 9000, "/%00/%0a", "/%ff%fe", "//a", "/cases/x/"],
)
def test_odd_paths_are_no_fault(places, path):
    browser, _ = places

    got = {method: getattr(browser, method)(path) for method in ("get", "head", "post")}

    assert faults(got) == {}
