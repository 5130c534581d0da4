"""The data says what the written tables of the flows say, where these are at hand."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from rulings.laws.cases import AGREES, read_cases, run_case
from tests.laws.flowdata import held, ident

FOLDER = Path(settings.TD_DATA).parent / "laws"
PAGE = FOLDER / "flows.md"
HERE = PAGE.exists()
TEXT = PAGE.read_text("utf-8") if HERE else ""
YEARS = ("1997", "2007", "2017")
pytestmark = pytest.mark.skipif(not HERE, reason="no written tables beside TD_DATA")


def rows(form):
    """Return the rows of all tables whose first cell is an id of a form."""
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in TEXT.splitlines()
        if line.startswith("| ")
    ]
    return {row[0]: row for row in cells if re.fullmatch(form, row[0])}


STEPS = {k: row for k, row in rows(r"[A-Z]\d\d").items() if len(row) == 8}
OUTCOMES = {k: row for k, row in rows(r"O-[A-Z0-9a-z-]+").items() if len(row) == 5}


AMENDED_WAYS = {
    "A01": {"no_claim": "O-NO-CLAIM"},
    "D03": {"irregularity_first": "B06"},
    "R15": {"one_trick": "B10"},
}
"""Choices that the page's amendments add to its tables."""
if HERE:
    STEPS["U02"] = [
        *("U02", "TD", "The ruling is wrong: can it be put right?"),
        "yes -> O-RULING-CORRECTED; no -> O-DIRECTOR-ERROR",
        *("", "82C", "", ""),
    ]
    OUTCOMES["O-RULING-CORRECTED"] = [
        *("O-RULING-CORRECTED", "The wrong ruling is replaced"),
        *("82A, 81C6 / 82A, 81C3 / 82A, 81C3", "", "N-APPEAL"),
    ]
    OUTCOMES["O-DIRECTOR-ERROR"] = [
        *("O-DIRECTOR-ERROR", "Adjusted score for both sides"),
        *("82C, 12C2 / 82C, 12C1 / 82C, 12C1", "", "N-DIRECTOR-ERROR N-APPEAL"),
    ]
    OUTCOMES["O-NO-CLAIM"] = [
        "O-NO-CLAIM",
        "No claim: play continues",
        "68A, 16, 73, 74 / 68A, 16B, 73, 74 / 68A, 16B, 73, 74",
        "",
        "N-NO-CLAIM N-UI N-REMARK",
    ]


def by_edition(cell, edition):
    parts = cell.split(" / ")
    return parts[YEARS.index(edition) if len(parts) > 1 else 0].strip()


def refs_of(cell, edition):
    """Return the references of an edition as the data spells them."""
    text = by_edition(cell, edition)
    found = [] if text == "-" else re.split(r", (?![^(]*\))| \+ ", text)
    return [re.sub(r" \((?!opening|note).*\)$", "", ref) for ref in found]


def ways_of(cell, edition):
    """Return the choices of a step with where each leads in an edition."""
    ways = {}
    for part in cell.split("; "):
        value, _, following = part.partition(" -> ")
        newer, _, older = following.partition("/")
        ways[value] = older if older and edition == YEARS[0] else newer
    return ways


@pytest.mark.parametrize("flow", held(), ids=ident)
def test_steps_have_the_choices_and_references_of_the_table(flow):
    edition = flow.edition.name
    rows = {name: row for name, row in STEPS.items() if name in flow.steps}
    refs = {name: refs_of(row[5], edition) for name, row in rows.items()}
    # The evidence of void play is a remark in the table, a reference in the data.
    if flow.name == "claims" and edition == YEARS[2]:
        refs["B05"].append("85A")
    if flow.name == "claims" and edition == YEARS[0]:  # two revokes on one trick
        refs["R15"] = ["64C", "64A", "WBFLC 2001-11-01 item 4"]
    if flow.name == "claims":  # the law of a conceded trick stands first in a header
        refs["E05"].reverse()

    assert set(rows) == set(flow.steps)
    assert {n: list(map(str, s.refs)) for n, s in flow.steps.items()} == refs
    assert {
        name: {choice.value: choice.next for choice in step.choices}
        for name, step in flow.steps.items()
    } == {
        name: ways_of(row[3], edition) | AMENDED_WAYS.get(name, {})
        for name, row in rows.items()
    }


@pytest.mark.parametrize("flow", held(), ids=ident)
def test_steps_have_the_actors_and_notes_of_the_table(flow):
    actors = {"TD": "director", "chief TD": "chief", "LHO": "lho"}
    missing = {"G10"}

    for name, step in flow.steps.items():
        row = STEPS[name]
        shown = {guide.id for guide in step.guides}
        assert step.actor == actors.get(row[1], row[1])
        hidden = set(row[7].split()) - shown
        assert hidden <= missing | {"G13", "G22"}, name


@pytest.mark.parametrize("flow", held(), ids=ident)
def test_outcomes_have_the_references_and_notices_of_the_table(flow):
    edition = flow.edition.name
    rows = {name: row for name, row in OUTCOMES.items() if name in flow.outcomes}

    assert set(rows) == set(flow.outcomes)
    assert {n: list(map(str, o.refs)) for n, o in flow.outcomes.items()} == {
        name: refs_of(row[2], edition) for name, row in rows.items()
    }
    assert {n: {u.id for u in o.notices} for n, o in flow.outcomes.items()} == {
        name: set(row[4].split()) for name, row in rows.items()
    }


def test_all_shared_cases_agree():
    default, cases = read_cases((FOLDER / "flow-cases.json").read_text("utf-8"))
    verdicts = [run_case(case, default) for case in cases]

    assert [(v.id, v.difference) for v in verdicts if v.status != AGREES] == []
    assert len(verdicts) == 60
