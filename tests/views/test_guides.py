"""The guides under Help: for anybody, in three languages, true to what screens say."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.contrib.staticfiles import finders
from django.urls import reverse

from rulings.views.guides import GUIDES, guide_page
from tests.factories import make_event
from tests.people import tablet
from tests.tree import ROOT

LANGUAGES = ("en", "pl", "fr")
PICTURE = re.compile(r"\((?:\.\./)+static/([^)]+)\)")


def file_of(name, language):
    """Return the file of a guide."""
    folder = ROOT / "docs" / "guide"
    return folder / ("" if language == "en" else language) / f"{name}.md"


def words_of(language):
    """Return every text on screens in a language: spaces as one, … for names."""
    path = Path(ROOT / "locale" / "pl" / "LC_MESSAGES" / "django.po")
    if language != "en":
        path = Path(str(path).replace("/pl/", f"/{language}/"))
    with path.open("rb") as read:
        catalog = read_po(read)
    texts = (str(row.id if language == "en" else row.string) for row in catalog)
    return {re.sub(r"(%\(\w+\)s|…)+", "…", " ".join(text.split())) for text in texts}


@pytest.mark.parametrize("language", LANGUAGES)
def test_guides_name_only_what_stands_on_screens_and_show_pictures(language):
    known = words_of(language)
    for name in GUIDES:
        text = file_of(name, language).read_text("utf-8")
        named = {
            " ".join(found.split())
            for found in re.findall(r"\*\*(.+?)\*\*", text, re.DOTALL)
        }
        assert named - known == set()
        pictures = PICTURE.findall(text)
        assert pictures
        assert [picture for picture in pictures if not finders.find(picture)] == []


@pytest.mark.django_db
def test_anybody_reads_the_guides_in_their_language(client):
    page = client.get(reverse("help"), headers={"accept-language": "pl"})
    assert "Poradnik zawodnika" in page.content.decode()
    for name in GUIDES:
        assert reverse("guide", args=[name]) in page.content.decode()
        assert client.get(reverse("guide", args=[name])).status_code == 200
    assert client.get("/help/nobody/").status_code == 404
    assert reverse("help") in client.get(reverse("account_login")).content.decode()


@pytest.mark.django_db
def test_help_opens_the_guide_of_the_reader():
    cast = make_event()

    for user, title in ((cast.cleo, "chief directors"), (cast.dana, "directors")):
        page = tablet(user).get(reverse("help")).content.decode()
        assert f"<h1>Guide for {title}" in page or f"Guide for {title} ·" in page


def test_an_unknown_language_gets_the_english_text():
    title, body = guide_page("chief", "de")

    assert title == "Guide for chief directors"
    assert "/img/guide/live" in body
