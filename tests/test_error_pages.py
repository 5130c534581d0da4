"""Answers that no view gives: missing, forbidden, broken; the admin; in both themes."""

import re
from pathlib import Path

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse
from django.views import defaults
from django.views.csrf import csrf_failure

from tests.factories import make_user
from tests.people import text_of

NO_DATABASE = {
    "400": lambda request: defaults.bad_request(request, ValueError("x")),
    "403": lambda request: defaults.permission_denied(request, ValueError("x")),
    "403_csrf": lambda request: csrf_failure(request, "no cookie"),
    "500": defaults.server_error,
}
WORDS = {
    "400": "cannot be read",
    "403": "Not for you",
    "403_csrf": "out of date",
    "500": "has been logged",
}


@pytest.mark.parametrize("name", NO_DATABASE)
def test_page_of_a_fault_needs_no_database_and_says_what_to_do(name):
    page = NO_DATABASE[name](RequestFactory().get("/"))

    assert page.status_code == int(name[:3])
    assert WORDS[name] in text_of(page)
    assert "css/dark.css" in page.content.decode()
    assert reverse("home") in page.content.decode()


@pytest.mark.parametrize(
    ("theme", "media"),
    [("dark", 'media="screen"'), ("", "prefers-color-scheme: dark"), ("light", None)],
    ids=["dark", "device", "light"],
)
def test_missing_page_keeps_the_theme_and_tells_no_address(db, theme, media):
    browser = Client()
    if theme:
        browser.cookies["theme"] = theme

    page = browser.get("/nothing/of/ours")

    assert page.status_code == 404
    assert "Nothing is here" in text_of(page)
    text = page.content.decode()
    assert "/nothing/of/ours" not in text
    assert ("css/dark.css" in text) == (media is not None)
    assert media is None or media in text


def test_view_that_breaks_answers_with_the_page_of_the_house(db, monkeypatch):
    def fall(*_arguments):
        raise RuntimeError

    monkeypatch.setattr("rulings.views.home.desks_of", fall)

    page = Client(raise_request_exception=False).get(reverse("home"))

    assert page.status_code == 500
    assert "Something went wrong" in text_of(page)


def test_form_without_its_token_is_told_to_open_the_page_again(db):
    page = Client(enforce_csrf_checks=True).post(reverse("pass_code"), {"code": "x"})

    assert page.status_code == 403
    assert "open the page again" in text_of(page)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("route", ["index", "login", "rulings_case_changelist"])
def test_admin_wears_the_colours_of_the_house(client, db, route, theme):
    if route != "login":
        client.force_login(make_user("ada", is_staff=True, is_superuser=True))
    client.cookies["theme"] = theme

    page = client.get(reverse(f"admin:{route}"))

    text = page.content.decode()
    assert page.status_code == 200
    assert "css/tokens.css" in text
    assert "css/admin.css" in text
    assert ("css/dark.css" in text) == (theme == "dark")
    assert "theme.js" not in text
    assert "Django" not in text_of(page)


def test_page_of_a_fault_needs_nothing_but_itself(monkeypatch):
    """What it would ask may be what broke: storage, templates, database, context."""

    def broken(*_arguments):
        raise AssertionError("asked")

    monkeypatch.setattr(
        "django.contrib.staticfiles.storage.StaticFilesStorage.url", broken
    )
    monkeypatch.setattr("tdweb.context.site", broken)
    monkeypatch.setattr("django.urls.base.reverse", broken)
    text = (Path(__file__).parents[1] / "templates" / "500.html").read_text("utf-8")

    page = defaults.server_error(RequestFactory().get("/"))

    assert page.status_code == 500
    assert "Something went wrong" in text_of(page)
    assert not re.search(r"{% *(extends|include|url|static)\b", text)
