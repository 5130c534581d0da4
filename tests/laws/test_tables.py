from pathlib import Path

import pytest

from rulings.laws.handbook.tables import TABLES, filled, table
from tests.laws.flowdata import held

PAGE = Path(__file__).parents[2] / "docs" / "law.md"


def test_law_page_holds_the_tables_as_the_data_makes_them():
    page = PAGE.read_text("utf-8")

    assert page == filled(page), "run: ./td manage write_docs"


def test_law_page_names_files_that_exist():
    page = PAGE.read_text("utf-8")
    rows = page.partition("| law | subject | file |")[2].partition("\n\n")[0]
    named = [part for part in rows.split("`") if part.startswith("rulings/")]

    assert named
    for name in named:
        assert (PAGE.parents[1] / name.partition("<")[0]).exists(), name


def test_page_without_a_place_for_a_table_is_refused():
    with pytest.raises(ValueError, match="no place for the table laws"):
        filled("# A page\n")


def test_table_has_a_line_for_each_row():
    made = table(("a", "b"), [(1, None), ("x", "y")])

    assert made.splitlines() == ["| a | b |", "| --- | --- |", "| 1 |  |", "| x | y |"]


def test_every_step_and_outcome_stands_in_the_step_table():
    lines = TABLES["steps"]().splitlines()[2:]

    named = [line.split(" | ")[0].removeprefix("| ") for line in lines]
    newest = {flow.name: flow for flow in held()}
    assert named == [
        name for flow in newest.values() for name in (*flow.steps, *flow.outcomes)
    ]
