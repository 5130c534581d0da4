import ast
import re
from functools import partial
from pathlib import Path

import pytest

from rulings.laws.engine import NotHeld, editions, load_edition, load_flow
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


def said_by_the_solver():
    """Return every law that a module of the solver names in a text of its own."""
    return {
        node.value
        for path in (Path(__file__).parents[2] / "rulings" / "solver").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if re.fullmatch(r"7[01][A-E]?\d?", node.value)
    }


@pytest.mark.parametrize("edition", editions())
def test_every_law_that_the_solver_names_is_one_the_edition_cites(edition):
    flow = load_flow("claims", edition)
    cited = {
        place
        for part in (*flow.steps.values(), *flow.outcomes.values())
        for ref in part.refs
        for place in ref.spelled_out
    }

    said = said_by_the_solver()

    assert {"70A", "70C", "70D1", "70D2", "70E1", "70E2", "71"} <= said
    for law in said:
        here = flow.edition.named(law)
        assert any(place.startswith(here) for place in cited), (law, here)


@pytest.mark.parametrize("law", ["70A", "70D1", "70D2", "70E1", "70E2", "71"])
def test_later_editions_are_numbered_alike(law):
    assert {load_edition(name).named(law) for name in ("2007", "2017")} == {law}


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('70E1 = "70E"', '70E1 = "Law 70"', "numbers.70E1"),
        ('70E1 = "70E"', 'E1 = "70E"', "numbers.E1"),
        ('70E1 = "70E"', '70E1 = "70E2"', "numbers.70E1"),
        ('70E1 = "70E"', "70E1 = 70", "numbers.70E1"),
        ("[numbers]", "[others]\n[numbers]", "others"),
    ],
)
def test_fault_in_the_numbers_names_file_and_key(old, new, key, tmp_path):
    file = "1997/numbers.toml"

    found = fault_after(tmp_path, partial(load_edition, "1997"), file, old, new)

    assert (found.file, found.key) == (file, key)
