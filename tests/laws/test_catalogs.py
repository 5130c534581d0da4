"""Every text of the law data is there in every language of the interface."""

from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from rulings.laws.engine import FlowError
from rulings.laws.handbook.catalogs import check, missing, texts
from tests.laws.flowdata import change, claims, copied_data

LOCALES = Path(__file__).parents[2] / "locale"
FILES = sorted(LOCALES.glob("*/LC_MESSAGES/django.po"))
WHOLE = {text: text for _, text in texts()}


def catalog_of(path):
    with path.open("rb") as file:
        return {
            message.id: message.string
            for message in read_po(file)
            if isinstance(message.id, str) and not message.fuzzy
        }


def test_texts_come_once_with_their_file():
    found = dict(reversed(pair) for pair in texts())

    assert len(found) == len(list(texts()))
    assert found[claims().step("C06").question] == "flows/claims.toml"
    assert found["Contested claim"] == "standards.toml"
    assert found["the round ends"] == "periods.toml"
    assert "flows/law27.toml" in found.values()


def test_whole_catalogues_are_accepted():
    check({"pl": WHOLE, "fr": WHOLE})


def test_text_missing_in_a_language_is_refused_with_file_and_key():
    text = claims().step("C06").gist
    catalog = {key: value for key, value in WHOLE.items() if key != text}

    with pytest.raises(FlowError) as caught:
        check({"pl": WHOLE, "fr": catalog})

    assert caught.value.file == "flows/claims.toml"
    assert caught.value.key == repr(text)
    assert caught.value.problem == "has no text in fr"


def test_translation_that_loses_a_blank_is_refused():
    text = claims().step("C01").question

    faults = list(missing({"pl": {**WHOLE, text: "Powtorz {partner}."}}))

    assert [fault.key for fault in faults] == [repr(text)]
    assert "other blanks in pl" in faults[0].problem


def test_new_text_of_the_data_is_missed(tmp_path):
    folder = copied_data(tmp_path)
    change(folder, "flows/claims.toml", "What happened at the table?", "What now?")

    faults = list(missing({"pl": WHOLE}, folder))

    assert [fault.key for fault in faults] == ["'What now?'"]


def test_both_further_languages_have_a_catalogue():
    assert [path.parts[-3] for path in FILES] == ["fr", "pl"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parts[-3])
def test_interface_language_has_every_text_of_the_laws(path):
    check({path.parts[-3]: catalog_of(path)})
