"""The map of the kernel's memory is that of the documents; its fields suffice."""

import ast

import pytest

from rulings.solver.kernel import layout
from rulings.solver.kernel.layout import LINE_MEMORY, SEARCH_MEMORY
from rulings.solver.kernel.record import LayoutRecord, closing_up
from rulings.solver.kernel.rules import exceptions
from rulings.solver.kernel.search import proof, quick_tricks, refutation, transposition
from rulings.solver.kernel.words import encoded
from tests import tree

TRICKS = 13
WORD = 64
SOLVER = tree.ROOT / "rulings" / "solver"
DECLARED = {SOLVER / "kernel" / name for name in ("layout.py", "record.py")}
MEMORIES = {"memory", "lines", "search", "plans", "turn", "old", "new"}


def test_the_map_in_the_documents_is_that_of_the_code():
    written = (tree.ROOT / "docs" / "solver" / "kernel.md").read_text("utf-8")

    assert written == layout.memory_map()


def is_number(node, least):
    """Say whether a node is a number as it is written, at least so large."""
    if isinstance(node, ast.UnaryOp):
        return is_number(node.operand, least)
    is_whole = isinstance(node, ast.Constant) and type(node.value) is int
    return is_whole and node.value >= least


def operation_of(node):
    """Return an operation with its two sides, whichever way it is written."""
    if isinstance(node, ast.BinOp):
        return node.op, node.left, node.right
    if isinstance(node, ast.AugAssign):
        return node.op, node.target, node.value
    return None, None, None


def is_written_by_hand(node):
    """Say whether a node shifts, masks or looks up by a number that has no name."""
    op, left, right = operation_of(node)
    if isinstance(op, ast.LShift | ast.RShift):
        return is_number(left, 2) or any(is_number(n, 0) for n in ast.walk(right))
    if isinstance(op, ast.BitAnd | ast.BitOr | ast.BitXor):
        return is_number(left, 2) or is_number(right, 2)
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        in_memory = node.value.id in MEMORIES
        return in_memory and any(is_number(n, 0) for n in ast.walk(node.slice))
    return False


def by_hand(source):
    return [
        f"{node.lineno}: {ast.unparse(node)}"
        for node in ast.walk(ast.parse(source))
        if is_written_by_hand(node)
    ]


def test_no_shift_mask_or_place_in_memory_is_written_by_hand():
    found = [
        f"{path.relative_to(SOLVER)}:{place}"
        for path in sorted(SOLVER.rglob("*.py"))
        if path not in DECLARED
        for place in by_hand(path.read_text("utf-8"))
    ]

    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        *("state >> 4", "1 << 4 * at", "cards <<= 4", "state >> AT + 1", "3 << AT"),
        *("state & 3", "state & ~15", "15 & bounds", "words |= 2", "seat ^ 2"),
        *("memory[0]", "lines[row + 1]", "turn[2 * row]"),
    ],
)
def test_what_is_written_by_hand_is_found(source):
    assert by_hand(source)


def test_what_has_a_name_is_let_pass():
    named = "state >> LED & LED_MASK | 1 << seat | words & 1\nmemory[at + STATE] = 3"

    assert by_hand(named) == []


@pytest.mark.parametrize("record", [layout.STATE_WORD, layout.LINE_STATE])
def test_a_state_is_one_number(record):
    assert record.end < WORD


def test_both_states_keep_what_they_share_at_one_place():
    shared = layout.STATE_WORD.places.keys() & layout.LINE_STATE.places.keys()
    both = (layout.STATE_WORD, layout.LINE_STATE)

    assert {"SEAT", "LED", "WINNING", "PLAYED", "LEFT", "WON"} == shared
    for name in shared:
        assert len({record.bits(name) for record in both}) == 1


def test_an_entry_holds_all_of_a_node():
    suit, shape = layout.SUIT_BELIEVED.width("CARDS"), layout.SHAPE_OF_SUIT.end
    entry, key = layout.ENTRY_SHAPE, layout.ENTRY_KEY

    assert max(layout.ENTRY_SUIT.end, entry.end, key.end) < WORD
    assert layout.ENTRY_SUIT.width("CARDS") == suit
    assert {entry.width(name) for name in entry.places} == {shape}
    assert key.width("SUIT_3") == shape
    assert key.mask("IN_TRICK") == transposition.IN_TRICK
    assert key.width("RANKS") == layout.RANKS.end
    assert layout.SHAPE_OF_SUIT.mask("EITHER") >= TRICKS
    assert layout.RANKS.mask("SUIT") >= TRICKS


def test_digits_are_closed_up():
    number = int("6543210654321", 16)

    for kept, moved, by in closing_up(4, 3, TRICKS):
        number = number & kept | number >> by & moved

    assert number == int("6543210654321", 8)


def test_both_memories_keep_what_they_share_at_one_place():
    shared = SEARCH_MEMORY.places.keys() & LINE_MEMORY.places.keys()
    apart = {"ROOT", "STACK", "MOVES"}

    assert len(shared - apart) > 10
    assert [n for n in shared - apart if SEARCH_MEMORY.at(n) != LINE_MEMORY.at(n)] == []


def test_rows_and_frames_fit_into_their_fields():
    cards = 4 * TRICKS
    free = layout.FREE_ROW.end * 2 * TRICKS
    penalties = layout.PENALTY_ROW.end * TRICKS

    assert proof.FRAME * cards <= SEARCH_MEMORY.width("STACK")
    assert refutation.FRAME * cards <= LINE_MEMORY.width("STACK")
    assert SEARCH_MEMORY.width("ROWS") >= quick_tricks.ROW * 4
    assert SEARCH_MEMORY.width("LAST_GOOD") > TRICKS
    assert SEARCH_MEMORY.width("LAST_GOOD_2") > TRICKS
    assert free <= SEARCH_MEMORY.width("FREE")
    assert LINE_MEMORY.width("STEP_ROWS") == encoded.ROW * encoded.MOST_STEPS
    assert layout.WATCHED_ROW.end * cards <= LINE_MEMORY.width("WATCHED_ROWS")
    ideas = exceptions.IDEA_LENGTH * exceptions.MOST_IDEAS
    assert ideas <= LINE_MEMORY.width("IDEA_ROWS")
    switches = exceptions.ROW * exceptions.MOST
    assert switches <= LINE_MEMORY.width("SWITCH_ROWS")
    assert penalties <= LINE_MEMORY.width("PENALTY_ROWS")


def test_a_name_stands_once_in_a_record():
    with pytest.raises(ValueError, match="SEAT stands twice"):
        LayoutRecord("A record", "bits", ("SEAT", 2, "one"), ("SEAT", 2, "another"))
