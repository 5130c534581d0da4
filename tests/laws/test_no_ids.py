"""Code, templates and scripts name no step, outcome or notice: they ask for points."""

import ast
import re
from pathlib import Path

import pytest

from tests.laws.flowdata import held

ROOT = Path(__file__).parents[2]
CODE = sorted(
    path for folder in ("rulings", "tdweb") for path in (ROOT / folder).rglob("*.py")
)
SHOWN = sorted(
    [*(ROOT / "templates").rglob("*.*"), *(ROOT / "static" / "js").rglob("*.js")]
)
IDS = frozenset(
    name
    for flow in held()
    for part in (flow.steps, flow.outcomes, flow.notices)
    for name in part
)
WORD = re.compile(r"[\"'`]([A-Z][A-Za-z0-9-]*)[\"'`]")


def ids_in(source):
    """Return the ids of the law's data that are texts of a module."""
    return sorted(
        node.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and node.value in IDS
    )


def test_code_names_no_step_outcome_or_notice():
    found = {
        str(path.relative_to(ROOT)): ids
        for path in CODE
        if (ids := ids_in(path.read_text("utf-8")))
    }

    assert len(CODE) > 300
    assert found == {}


def test_templates_and_scripts_name_no_step_outcome_or_notice():
    found = {
        str(path.relative_to(ROOT)): sorted(ids)
        for path in SHOWN
        if (ids := IDS & set(WORD.findall(path.read_text("utf-8"))))
    }

    assert len(SHOWN) > 100
    assert found == {}


def test_what_was_not_compared_is_said_on_pages_of_the_law_alone():
    pages = [ROOT / "templates" / name for name in ("law", "reports")]
    found = {
        str(path.relative_to(ROOT))
        for path in SHOWN
        if not {*pages} & {*path.parents}
        and re.search(r"\.verified|not compared", path.read_text())
    }

    assert found == set()


@pytest.mark.parametrize(
    "source",
    [
        'x = walked.visited("C20")',
        'x = {"C06": "not_mentioned"}',
        'def f(*, outcome="O-AGREED"): ...',
        'NOTICE = "N-E1-2017"',
        'x = step == "I16"',
    ],
)
def test_an_id_in_code_is_found(source):
    assert ids_in(source)


def test_words_that_only_look_like_ids_are_let_be():
    assert ids_in('"""C20 in a sentence."""\nx = "S3"') == []
