"""The site names every law text that a language of its interface lacks."""

import shutil
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from rulings.laws.handbook.catalogs import texts
from rulings.management.catalogs import all_messages, po_path
from tdweb.hosting.checks import check_law_texts
from tdweb.hosting.ready import check_push_key
from tests.laws.flowdata import claims

LOCALES = Path(__file__).parents[1] / "locale"


@pytest.fixture
def folder(tmp_path, settings):
    """Let the catalogues lie in a folder of their own, freshly compiled."""
    for language in ("pl", "fr"):
        shutil.copytree(LOCALES / language, tmp_path / language)
    settings.LOCALE_PATHS = [tmp_path]
    for language in ("pl", "fr"):
        compiled(language, without=())
    return tmp_path


def compiled(language, *, without):
    """Compile a catalogue, leaving out some of its texts."""
    path = po_path(language)
    with path.open("rb") as file:
        catalog = read_po(file, locale=language)
    for text in without:
        catalog.delete(text)
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalog)


def said(found):
    return [(one.id, one.msg) for one in found]


def test_whole_catalogues_lack_nothing(folder):
    assert said(check_law_texts()) == []


def test_a_text_missing_in_one_language_is_named(folder):
    question = claims().step("C06").question
    compiled("fr", without=(question,))

    ((mark, sentence),) = said(check_law_texts())

    assert mark == "tdweb.W005"
    assert repr(question) in sentence
    assert "has no text in fr" in sentence


def test_a_catalogue_that_was_never_made_is_named_once(folder):
    po_path("pl").with_suffix(".mo").unlink()

    ((mark, sentence),) = said(check_law_texts())

    assert mark == "tdweb.W004"
    assert "of pl has not been made" in sentence


def test_every_law_text_is_among_the_messages_to_translate():
    there = {message.id for message in all_messages()}

    assert {text for _, text in texts()} <= there


def test_a_key_for_notices_that_is_none_is_named_by_the_deploy_check(settings):
    assert check_push_key() == []
    settings.TD_PUSH_KEY = "not a key"
    (found,) = check_push_key()
    assert found.id == "tdweb.E008"
    assert "32 bytes" in found.msg
