"""The map of the kernel's memory is that of the documents; its fields suffice."""

import pytest

from rulings.solver.kernel import layout
from rulings.solver.kernel.layout import LINE_MEMORY, SEARCH_MEMORY, LayoutRecord
from rulings.solver.kernel.rules import exceptions
from rulings.solver.kernel.search import proof, quick_tricks, refutation
from rulings.solver.kernel.words import encoded
from tests import tree

TRICKS = 13
WORD = 64


def width_of(record, name):
    return next(field.width for field in record.fields if field.name == name)


def test_the_map_in_the_documents_is_that_of_the_code():
    written = (tree.ROOT / "docs" / "solver" / "kernel.md").read_text("utf-8")

    assert written == layout.memory_map()


@pytest.mark.parametrize("record", [layout.STATE_WORD, layout.LINE_STATE])
def test_a_state_is_one_number(record):
    assert record.end < WORD


def test_both_memories_keep_what_they_share_at_one_place():
    shared = SEARCH_MEMORY.places.keys() & LINE_MEMORY.places.keys()
    apart = {"ROOT", "STACK", "MOVES"}

    assert len(shared - apart) > 10
    assert [n for n in shared - apart if SEARCH_MEMORY.at(n) != LINE_MEMORY.at(n)] == []


def test_rows_and_frames_fit_into_their_fields():
    cards = 4 * TRICKS
    rows = width_of(SEARCH_MEMORY, "ROWS")

    assert proof.FRAME * cards <= width_of(SEARCH_MEMORY, "STACK")
    assert refutation.FRAME * cards <= width_of(LINE_MEMORY, "STACK")
    assert rows >= quick_tricks.ROW * 4
    assert width_of(LINE_MEMORY, "STEPS") == 1 + encoded.ROW * encoded.MOST_STEPS
    assert 1 + 2 * cards <= width_of(LINE_MEMORY, "WATCHED")
    ideas = 1 + exceptions.IDEA_ROW * exceptions.MOST_IDEAS
    assert ideas <= width_of(LINE_MEMORY, "IDEAS")
    switches = 1 + exceptions.ROW * exceptions.MOST
    assert switches <= width_of(LINE_MEMORY, "SWITCHES")


def test_a_name_stands_once_in_a_record():
    with pytest.raises(ValueError, match="SEAT stands twice"):
        LayoutRecord("A record", "bits", ("SEAT", 2, "one"), ("SEAT", 2, "another"))
