"""Every kind of problem is explained, and costs what the page says."""

import re
from pathlib import Path

import pytest

from rulings.importers.faults import FileFault, Flaw, UnreadableFile
from rulings.importers.formats import read_bytes
from tests.importers.samples import reading
from tests.importers.test_formats import every_sample

PAGE = (Path(__file__).parents[2] / "docs" / "import.md").read_text("utf-8")
COSTS = dict(
    re.findall(r"^\| `([a-z_]+)` \| (board|remark|file|plan) \|", PAGE, re.MULTILINE)
)


def test_kinds_on_the_page_are_those_of_the_code():
    assert set(COSTS) == {one.kind for one in (*Flaw, *FileFault)}


def test_faults_of_files_are_told_from_those_of_boards():
    assert {COSTS[one.kind] for one in FileFault} == {"file", "plan"}
    assert {COSTS[one.kind] for one in Flaw} == {"board", "remark", "plan"}


@pytest.mark.parametrize("path", every_sample())
def test_problem_costs_what_the_page_says(path):
    found = reading(path)

    assert {COSTS[one.fault.kind] for one in found.problems} <= {"board"}
    remarks = {one.fault.kind for board in found.boards for one in board.remarks}
    assert {COSTS[kind] for kind in remarks} <= {"remark"}


def test_refusal_of_a_file_costs_the_file():
    with pytest.raises(UnreadableFile) as caught:
        read_bytes(b"")

    assert COSTS[caught.value.fault.kind] == "file"


def test_every_kind_that_costs_a_board_is_met_in_a_sample():
    met = {one.fault.kind for path in every_sample() for one in reading(path).problems}

    assert {kind for kind, cost in COSTS.items() if cost == "board"} - met == {
        "member_unreadable"
    }
