"""The transposition tables: positions met before, with the bounds proven of each.

Open addressing in the memory of a search. A node with hidden hands takes three numbers,
with its bounds beside it; a node of a line with the real cards needs six: one for each
suit, one for its state with the bounds, one for what is said. Sums are cut to 63 bits,
so that numbers that wrap and numbers that grow give the same places.

These functions are compiled.
"""

from __future__ import annotations

from rulings.solver.kernel.layout import ENTRY as ENTRY_RECORD
from rulings.solver.kernel.layout import (
    ENTRY_WORDS,
    LINE_STATE,
    SEARCH_MEMORY,
    STATE_WORD,
)
from rulings.solver.kernel.layout import NODE as NODE_RECORD
from rulings.solver.kernel.state import (
    AT_MOST,
    BY_BREAKS,
    HIGH_MASK,
    LOW_BOUND,
    NO_BOUNDS,
    STATE,
    SUIT_1,
    SUIT_2,
    SUIT_3,
    Memory,
)
from rulings.solver.kernel.words.encoded import WORDS

ENTRY_TWO, ENTRY_THREE = ENTRY_RECORD.of("TWO", "THREE")
ENTRY = ENTRY_RECORD.end
SIZE, USED = SEARCH_MEMORY.of("SIZE", "USED")
"""Where memory says how many entries there is room for and how many are taken."""

TABLE = SEARCH_MEMORY.at("TABLE")
"""Where the entries begin."""

NEAR = 8
"""Places looked at for one node; when all are taken the first gives way."""

CUT = 2**63 - 1
SPREAD, SPREAD_2, SPREAD_3 = 0x5851F42D4C957F2D, 0x14057B7EF767814F, 0x27BB2EE687B0B0FD

FIRST_WORD, SECOND_WORD, THIRD_WORD = ENTRY_WORDS
AT_1, LOW_1 = FIRST_WORD.at("SUIT_1"), FIRST_WORD.mask("SUIT_1")
REST_1, AT_2 = FIRST_WORD.width("SUIT_1"), SECOND_WORD.at("SUIT_2")
AT_3, LOW_3 = SECOND_WORD.at("SUIT_3"), SECOND_WORD.mask("SUIT_3")
REST_3, AT_STATE = SECOND_WORD.width("SUIT_3"), THIRD_WORD.at("IN_TRICK")
"""Where the suits and the state stand in the three numbers of a node, which part of a
suit stands in the first one that has it, and where the rest of the suit begins."""

BOUNDS, BREAKING = THIRD_WORD.of("BOUNDS", "BREAKING")
BOUNDS_MASK = THIRD_WORD.mask("BOUNDS")
KEY = THIRD_WORD.bits("SUIT_3", "IN_TRICK", "BREAKING")
"""The part of the third number that is the node's; its bounds stand at BOUNDS."""
IN_TRICK = STATE_WORD.bits("SEAT", "LED", "WINNING", "PLAYED", "BLANKS")
"""The part of a state that its suits do not settle: who plays, who wins, blanks."""

LINE_ENTRY = NODE_RECORD.end

LINE_KEY = LINE_STATE.bits(
    "SEAT", "LED", "WINNING", "PLAYED", "PHASE", "NEED", "THROWN"
)
"""The part of a state that counts: who plays and wins, how far a restriction on a lead
has come, the tricks still needed, the numbered discards made."""

LINE_BOUNDS = LINE_STATE.at("BOUNDS")

MIX, MIX_2, MIX_3 = 29, 31, 30
"""How far numbers are moved to spread them."""


def first_part(memory: Memory, at: int) -> int:
    """Return the first of three numbers that hold a node, 63 bits each."""
    return memory[at] | (memory[at + SUIT_1] & LOW_1) << AT_1


def second_part(memory: Memory, at: int) -> int:
    """Return the second number: the rest of one suit, one suit, some of the last."""
    last = (memory[at + SUIT_3] & LOW_3) << AT_3
    return memory[at + SUIT_1] >> REST_1 | memory[at + SUIT_2] << AT_2 | last


def third_part(memory: Memory, at: int) -> int:
    """Return the third number: the rest of the last suit and the state."""
    state = memory[at + STATE]
    breaking = (state >> AT_MOST & BY_BREAKS) << BREAKING
    return memory[at + SUIT_3] >> REST_3 | (state & IN_TRICK) << AT_STATE | breaking


def place_of(memory: Memory, one: int, two: int, three: int) -> int:
    """Return the entry of a node, or the one it may take."""
    mixed = one * SPREAD & CUT
    mixed = ((mixed ^ mixed >> MIX) + two) * SPREAD_2 & CUT
    mixed = ((mixed ^ mixed >> MIX_2) + three) * SPREAD_3 & CUT
    home = (mixed ^ mixed >> MIX_3) & (memory[SIZE] - 1)
    for step in range(NEAR):
        entry = TABLE + ENTRY * (home + step & (memory[SIZE] - 1))
        if memory[entry] == 0:
            return entry
        if (
            memory[entry] == one
            and memory[entry + ENTRY_TWO] == two
            and memory[entry + ENTRY_THREE] & KEY == three
        ):
            return entry
    return TABLE + ENTRY * home


def bounds_at(memory: Memory, at: int) -> int:
    """Return the low bound in four bits above the high one; low 0, high 15 if none."""
    one, three = first_part(memory, at), third_part(memory, at)
    two = second_part(memory, at)
    entry = place_of(memory, one, two, three)
    if (
        memory[entry] == one
        and memory[entry + ENTRY_TWO] == two
        and memory[entry + ENTRY_THREE] & KEY == three
    ):
        return memory[entry + ENTRY_THREE] >> BOUNDS & BOUNDS_MASK
    return NO_BOUNDS


def note(memory: Memory, at: int, low: int, high: int) -> bool:
    """Store bounds of a node; say whether the table has room for more."""
    one, three = first_part(memory, at), third_part(memory, at)
    entry = place_of(memory, one, second_part(memory, at), three)
    if memory[entry] == 0:
        memory[USED] += 1
    memory[entry] = one
    memory[entry + ENTRY_TWO] = second_part(memory, at)
    memory[entry + ENTRY_THREE] = three | (low << LOW_BOUND | high) << BOUNDS
    return 2 * memory[USED] <= memory[SIZE]


def carried_over(old: Memory, new: Memory) -> int:
    """Write every entry of a table into a larger one; return how many there are."""
    for entry in range(TABLE, TABLE + ENTRY * old[SIZE], ENTRY):
        if old[entry]:
            three = old[entry + ENTRY_THREE] & KEY
            place = place_of(new, old[entry], old[entry + ENTRY_TWO], three)
            if new[place] == 0:
                new[USED] += 1
            new[place] = old[entry]
            new[place + ENTRY_TWO] = old[entry + ENTRY_TWO]
            new[place + ENTRY_THREE] = old[entry + ENTRY_THREE]
    return new[USED]


def is_of_line(memory: Memory, entry: int, at: int) -> bool:
    """Say whether an entry is of a node."""
    return (
        memory[entry] == memory[at]
        and memory[entry + SUIT_1] == memory[at + SUIT_1]
        and memory[entry + SUIT_2] == memory[at + SUIT_2]
        and memory[entry + SUIT_3] == memory[at + SUIT_3]
        and memory[entry + STATE] & LINE_KEY == memory[at + STATE] & LINE_KEY
        and memory[entry + WORDS] == memory[at + WORDS]
    )


def line_entry(memory: Memory, at: int) -> int:
    """Return the entry of a node, or the one it may take."""
    mixed = memory[at] * SPREAD & CUT
    mixed = ((mixed ^ mixed >> MIX) + memory[at + SUIT_1]) * SPREAD_2 & CUT
    mixed = ((mixed ^ mixed >> MIX_2) + memory[at + SUIT_2]) * SPREAD_3 & CUT
    mixed = ((mixed ^ mixed >> MIX_3) + memory[at + SUIT_3]) * SPREAD & CUT
    mixed = ((mixed ^ mixed >> MIX) + (memory[at + STATE] & LINE_KEY)) * SPREAD_2 & CUT
    if memory[at + WORDS]:
        mixed = ((mixed ^ mixed >> MIX_2) + memory[at + WORDS]) * SPREAD_3 & CUT
    home = (mixed ^ mixed >> MIX_2) & (memory[SIZE] - 1)
    for step in range(NEAR):
        entry = TABLE + LINE_ENTRY * (home + step & (memory[SIZE] - 1))
        if memory[entry] == 0 or is_of_line(memory, entry, at):
            return entry
    return TABLE + LINE_ENTRY * home


def line_bounds_at(memory: Memory, at: int) -> int:
    """Return the low bound in four bits above the high one; low 0, high 15 if none."""
    entry = line_entry(memory, at)
    if memory[entry] and is_of_line(memory, entry, at):
        return memory[entry + STATE] >> LINE_BOUNDS
    return NO_BOUNDS


def note_line(memory: Memory, at: int, low: int, high: int) -> bool:
    """Store bounds of a node; say whether the table has room for more."""
    entry = line_entry(memory, at)
    if memory[entry] == 0:
        memory[USED] += 1
    for part in range(STATE):
        memory[entry + part] = memory[at + part]
    memory[entry + STATE] = (
        memory[at + STATE] & LINE_KEY | (low << LOW_BOUND | high) << LINE_BOUNDS
    )
    memory[entry + WORDS] = memory[at + WORDS]
    return 2 * memory[USED] <= memory[SIZE]


def lines_carried_over(old: Memory, new: Memory, at: int) -> int:
    """Write every entry into a larger table, by way of a node's place in it."""
    for entry in range(TABLE, TABLE + LINE_ENTRY * old[SIZE], LINE_ENTRY):
        if old[entry]:
            for part in range(LINE_ENTRY):
                new[at + part] = old[entry + part]
            bounds = old[entry + STATE] >> LINE_BOUNDS
            note_line(new, at, bounds >> LOW_BOUND, bounds & HIGH_MASK)
    return new[USED]


COMPILED = (
    first_part,
    second_part,
    third_part,
    place_of,
    bounds_at,
    note,
    carried_over,
    is_of_line,
    line_entry,
    line_bounds_at,
    note_line,
    lines_carried_over,
)
