"""The table of what was proven of the nodes of lines: as `bounds`, six numbers each.

A node of real cards needs a number for each suit, one for its state with the bounds
beside it, one for what is said. Compiled by `kernel`.
"""

from __future__ import annotations

from rulings.solver.kernel.dealing import STATE, Memory
from rulings.solver.kernel.search.bounds import (
    CUT,
    NEAR,
    SIZE,
    SPREAD,
    SPREAD_2,
    SPREAD_3,
    USED,
)
from rulings.solver.kernel.words.spoken import WORDS

ENTRY = 6
TABLE = 17408
"""Where the entries begin."""

KEY = 0xF00FF
"""The part of a state that counts: who plays and wins, the tricks still needed."""

BOUNDS = 32


def is_of(memory: Memory, entry: int, at: int) -> bool:
    """Say whether an entry is of a node."""
    return (
        memory[entry] == memory[at]
        and memory[entry + 1] == memory[at + 1]
        and memory[entry + 2] == memory[at + 2]
        and memory[entry + 3] == memory[at + 3]
        and memory[entry + 4] & KEY == memory[at + STATE] & KEY
        and memory[entry + WORDS] == memory[at + WORDS]
    )


def entry_of(memory: Memory, at: int) -> int:
    """Return the entry of a node, or the one it may take."""
    mixed = memory[at] * SPREAD & CUT
    mixed = ((mixed ^ mixed >> 29) + memory[at + 1]) * SPREAD_2 & CUT
    mixed = ((mixed ^ mixed >> 31) + memory[at + 2]) * SPREAD_3 & CUT
    mixed = ((mixed ^ mixed >> 30) + memory[at + 3]) * SPREAD & CUT
    mixed = ((mixed ^ mixed >> 29) + (memory[at + STATE] & KEY)) * SPREAD_2 & CUT
    if memory[at + WORDS]:
        mixed = ((mixed ^ mixed >> 31) + memory[at + WORDS]) * SPREAD_3 & CUT
    home = (mixed ^ mixed >> 31) & (memory[SIZE] - 1)
    for step in range(NEAR):
        entry = TABLE + ENTRY * (home + step & (memory[SIZE] - 1))
        if memory[entry] == 0 or is_of(memory, entry, at):
            return entry
    return TABLE + ENTRY * home


def verdict_at(memory: Memory, at: int) -> int:
    """Return the low bound in four bits above the high one; low 0, high 15 if none."""
    entry = entry_of(memory, at)
    if memory[entry] and is_of(memory, entry, at):
        return memory[entry + 4] >> BOUNDS
    return 15


def written(memory: Memory, at: int, low: int, high: int) -> bool:
    """Store bounds of a node; say whether the table has room for more."""
    entry = entry_of(memory, at)
    if memory[entry] == 0:
        memory[USED] += 1
    for part in range(STATE):
        memory[entry + part] = memory[at + part]
    memory[entry + 4] = memory[at + STATE] & KEY | (low << 4 | high) << BOUNDS
    memory[entry + WORDS] = memory[at + WORDS]
    return 2 * memory[USED] <= memory[SIZE]


def verdicts_carried(old: Memory, new: Memory, at: int) -> int:
    """Write every entry into a larger table, by way of a node's place in it."""
    for entry in range(TABLE, TABLE + ENTRY * old[SIZE], ENTRY):
        if old[entry]:
            for part in range(ENTRY):
                new[at + part] = old[entry + part]
            bounds = old[entry + 4] >> BOUNDS
            written(new, at, bounds >> 4, bounds & 15)
    return new[USED]


COMPILED = (is_of, entry_of, verdict_at, written, verdicts_carried)
