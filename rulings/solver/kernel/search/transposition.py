"""The transposition tables: positions met before, with the bounds proven of each.

Open addressing in the memory of a search. A node with hidden hands takes three numbers,
with its bounds beside it; a node of a line with the real cards needs six: one for each
suit, one for its state with the bounds, one for what is said. Sums are cut to 63 bits,
so that numbers that wrap and numbers that grow give the same places.

These functions are compiled.
"""

from __future__ import annotations

from rulings.solver.kernel.layout import SEARCH_MEMORY
from rulings.solver.kernel.state import ALL_THROWN, AT_MOST, BY_BREAKS, STATE, Memory
from rulings.solver.kernel.words.encoded import WORDS

ENTRY = 3
SIZE, USED = SEARCH_MEMORY.of("SIZE", "USED")
"""Where memory says how many entries there is room for and how many are taken."""

TABLE = SEARCH_MEMORY.at("TABLE")
"""Where the entries begin."""

NEAR = 8
"""Places looked at for one node; when all are taken the first gives way."""

CUT = (1 << 63) - 1
SPREAD, SPREAD_2, SPREAD_3 = 0x5851F42D4C957F2D, 0x14057B7EF767814F, 0x27BB2EE687B0B0FD

BOUNDS, BREAKING = 42, 50
KEY = (1 << BOUNDS) - 1 | BY_BREAKS << BREAKING
"""The part of the third number that is the node's; its bounds stand at BOUNDS."""
IN_TRICK = (1 << 12) - 1
"""The part of a state that its suits do not settle: who plays, who wins, blanks."""

LINE_ENTRY = 6

LINE_KEY = 0xF03FF | ALL_THROWN
"""The part of a state that counts: who plays and wins, how far a restriction on a lead
has come, the tricks still needed, the numbered discards made."""

LINE_BOUNDS = 48


def first_part(memory: Memory, at: int) -> int:
    """Return the first of three numbers that hold a node, 63 bits each."""
    return memory[at] | (memory[at + 1] & 0xFFFFFF) << 39


def second_part(memory: Memory, at: int) -> int:
    """Return the second number: the rest of one suit, one suit, some of the last."""
    return memory[at + 1] >> 24 | memory[at + 2] << 15 | (memory[at + 3] & 0x1FF) << 54


def third_part(memory: Memory, at: int) -> int:
    """Return the third number: the rest of the last suit and the state."""
    state = memory[at + STATE]
    breaking = (state >> AT_MOST & BY_BREAKS) << BREAKING
    return memory[at + 3] >> 9 | (state & IN_TRICK) << 30 | breaking


def place_of(memory: Memory, one: int, two: int, three: int) -> int:
    """Return the entry of a node, or the one it may take."""
    mixed = one * SPREAD & CUT
    mixed = ((mixed ^ mixed >> 29) + two) * SPREAD_2 & CUT
    mixed = ((mixed ^ mixed >> 31) + three) * SPREAD_3 & CUT
    home = (mixed ^ mixed >> 30) & (memory[SIZE] - 1)
    for step in range(NEAR):
        entry = TABLE + ENTRY * (home + step & (memory[SIZE] - 1))
        if memory[entry] == 0:
            return entry
        if (
            memory[entry] == one
            and memory[entry + 1] == two
            and memory[entry + 2] & KEY == three
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
        and memory[entry + 1] == two
        and memory[entry + 2] & KEY == three
    ):
        return memory[entry + 2] >> BOUNDS & 255
    return 15


def note(memory: Memory, at: int, low: int, high: int) -> bool:
    """Store bounds of a node; say whether the table has room for more."""
    one, three = first_part(memory, at), third_part(memory, at)
    entry = place_of(memory, one, second_part(memory, at), three)
    if memory[entry] == 0:
        memory[USED] += 1
    memory[entry] = one
    memory[entry + 1] = second_part(memory, at)
    memory[entry + 2] = three | (low << 4 | high) << BOUNDS
    return 2 * memory[USED] <= memory[SIZE]


def carried_over(old: Memory, new: Memory) -> int:
    """Write every entry of a table into a larger one; return how many there are."""
    for entry in range(TABLE, TABLE + ENTRY * old[SIZE], ENTRY):
        if old[entry]:
            three = old[entry + 2] & KEY
            place = place_of(new, old[entry], old[entry + 1], three)
            if new[place] == 0:
                new[USED] += 1
            new[place] = old[entry]
            new[place + 1] = old[entry + 1]
            new[place + 2] = old[entry + 2]
    return new[USED]


def is_of_line(memory: Memory, entry: int, at: int) -> bool:
    """Say whether an entry is of a node."""
    return (
        memory[entry] == memory[at]
        and memory[entry + 1] == memory[at + 1]
        and memory[entry + 2] == memory[at + 2]
        and memory[entry + 3] == memory[at + 3]
        and memory[entry + 4] & LINE_KEY == memory[at + STATE] & LINE_KEY
        and memory[entry + WORDS] == memory[at + WORDS]
    )


def line_entry(memory: Memory, at: int) -> int:
    """Return the entry of a node, or the one it may take."""
    mixed = memory[at] * SPREAD & CUT
    mixed = ((mixed ^ mixed >> 29) + memory[at + 1]) * SPREAD_2 & CUT
    mixed = ((mixed ^ mixed >> 31) + memory[at + 2]) * SPREAD_3 & CUT
    mixed = ((mixed ^ mixed >> 30) + memory[at + 3]) * SPREAD & CUT
    mixed = ((mixed ^ mixed >> 29) + (memory[at + STATE] & LINE_KEY)) * SPREAD_2 & CUT
    if memory[at + WORDS]:
        mixed = ((mixed ^ mixed >> 31) + memory[at + WORDS]) * SPREAD_3 & CUT
    home = (mixed ^ mixed >> 31) & (memory[SIZE] - 1)
    for step in range(NEAR):
        entry = TABLE + LINE_ENTRY * (home + step & (memory[SIZE] - 1))
        if memory[entry] == 0 or is_of_line(memory, entry, at):
            return entry
    return TABLE + LINE_ENTRY * home


def line_bounds_at(memory: Memory, at: int) -> int:
    """Return the low bound in four bits above the high one; low 0, high 15 if none."""
    entry = line_entry(memory, at)
    if memory[entry] and is_of_line(memory, entry, at):
        return memory[entry + 4] >> LINE_BOUNDS
    return 15


def note_line(memory: Memory, at: int, low: int, high: int) -> bool:
    """Store bounds of a node; say whether the table has room for more."""
    entry = line_entry(memory, at)
    if memory[entry] == 0:
        memory[USED] += 1
    for part in range(STATE):
        memory[entry + part] = memory[at + part]
    memory[entry + 4] = memory[at + STATE] & LINE_KEY | (low << 4 | high) << LINE_BOUNDS
    memory[entry + WORDS] = memory[at + WORDS]
    return 2 * memory[USED] <= memory[SIZE]


def lines_carried_over(old: Memory, new: Memory, at: int) -> int:
    """Write every entry into a larger table, by way of a node's place in it."""
    for entry in range(TABLE, TABLE + LINE_ENTRY * old[SIZE], LINE_ENTRY):
        if old[entry]:
            for part in range(LINE_ENTRY):
                new[at + part] = old[entry + part]
            bounds = old[entry + 4] >> LINE_BOUNDS
            note_line(new, at, bounds >> 4, bounds & 15)
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
