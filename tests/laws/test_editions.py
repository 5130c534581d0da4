from functools import partial

import pytest

from rulings.laws.engine import NotHeld, load_edition
from tests.laws.flowdata import fault_after

FILE = "2017/edition.toml"
LIKELY = 'value = "likely"'
TITLE = 'title = "A contested claim"'


def test_edition_exposes_its_provisions_by_name():
    edition = load_edition("2017")

    assert edition.provision("play_on_by_agreement") is True
    assert edition.provision("irrational_exception") is False
    assert edition.provision("withdrawal_test") == "likely"
    assert edition.provision("evidence_use") == "ordinary_evidence"
    assert [str(r) for r in edition.provisions["evidence_use"].refs] == ["68D2", "85A"]
    with pytest.raises(KeyError):
        edition.provision("play_on")


def test_edition_gives_its_laws_titles():
    assert load_edition("2017").laws[70].title == "A contested claim"


def test_edition_that_is_not_held_is_named():
    with pytest.raises(NotHeld, match="no data of the 2027 edition"):
        load_edition("2027")


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        (LIKELY, 'value = "maybe"', "provisions.withdrawal_test.value"),
        (LIKELY, "", "provisions.withdrawal_test.value"),
        ('refs = ["69B2"]', "refs = []", "provisions.withdrawal_test.refs"),
        ('refs = ["69B2"]', 'refs = ["99"]', "provisions.withdrawal_test.refs"),
        ('refs = ["69B2"]', 'refs = ["77"]', "provisions.withdrawal_test.refs"),
        (LIKELY, LIKELY + "\nnote = 1", "provisions.withdrawal_test.note"),
        (TITLE, "", "laws.70.title"),
        ("[laws.71]", "[laws.LXXI]", "laws.LXXI."),
        ('name = "2017"', 'name = "2017"\nyear = 2017', "year"),
    ],
)
def test_fault_in_an_edition_names_file_and_key(old, new, key, tmp_path):
    found = fault_after(tmp_path, partial(load_edition, "2017"), FILE, old, new)

    assert (found.file, found.key) == (FILE, key)
