"""The program speaks three languages, all of each, with the same facts in them."""

import re

import pytest
from django.urls import reverse
from django.utils import translation

from rulings.management.catalogs import (
    LANGUAGES,
    PLACEHOLDER,
    all_messages,
    faults,
    po_path,
)
from tests.factories import make_case, make_event


def test_three_languages_are_offered():
    assert LANGUAGES == ("pl", "fr")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated_with_its_placeholders(language):
    assert faults(language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_is_in_use(language):
    with translation.override(language):
        assert translation.gettext("Claims and concessions") != "Claims and concessions"


def test_texts_come_from_every_source():
    texts = {str(message.id) for message in all_messages()}

    assert "Skip to content" in texts  # a template
    assert "What happened at the table?" in texts  # the data of the Laws
    assert "Cash {suit} from the top" in texts  # a step of a statement
    assert "Every normal line was searched." in texts  # the solver
    assert "The file is empty." in texts  # a reader of records


def test_plurals_come_from_templates_and_code():
    texts = {message.id for message in all_messages()}

    assert ("%(n)s word", "%(n)s words") in texts
    assert ("%(n)d off", "%(n)d off") in texts


def test_a_plural_has_every_form():
    with translation.override("pl"):
        words = [
            translation.ngettext("%(n)d trick", "%(n)d tricks", n) % {"n": n}
            for n in (1, 2, 5, 22)
        ]

    assert words == ["1 lewa", "2 lewy", "5 lew", "22 lewy"]


def test_placeholders_are_found_in_both_spellings():
    assert PLACEHOLDER.findall("%(n)d of {left}, 50 %% sure") == [
        ("n", ""),
        ("", "left"),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_names_nobody(language):
    head = po_path(language).read_text("utf-8").split("\n\n")[0]

    assert "@" not in head


def words_of(markup):
    """Return the words of a page without its tags and quoted texts of people."""
    body = re.sub(
        r"(?s)<(script|style|svg).*?</\1>|<form method=\"post\" action=\"/la"
        r".*?</form>|<[^>]+>",
        " ",
        markup,
    )
    return re.sub(r"\s+", " ", body)


LEFTOVERS = re.compile(
    r"\b(the|of the|claim|claimer|tricks?|board|ruling|director|what|was|were|"
    r"with|nothing|which|who|and|yes)\b"
)


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "route", ["case", "statement", "steps", "proposal", "known", "objections", "new"]
)
def test_a_page_has_no_english_left(client, language, route):
    cast = make_event()
    client.force_login(cast.dana)
    client.cookies["django_language"] = language
    if route == "new":
        address = reverse("queue", args=[cast.event.pk])
    else:
        address = reverse(route, args=[make_case(cast).pk])

    response = client.get(address, follow=True)

    markup = response.content.decode()
    assert f'<html lang="{language}"' in markup
    assert LEFTOVERS.findall(words_of(markup)) == []


@pytest.mark.django_db
def test_the_chooser_keeps_the_page_and_the_language(client):
    page = reverse("pass_code")

    response = client.post(
        reverse("set_language"), {"language": "pl", "next": page}, follow=True
    )

    assert response.redirect_chain == [(page, 302)]
    assert '<html lang="pl"' in response.content.decode()
