"""The transposition tables: positions met before, with the bounds proven of each.

Open addressing in the memory of a search. An entry for a node with hidden hands says
which ranks its bounds rest on (`ranks`): it speaks for every node that has the same
cards there and as many cards of each suit in each hand. A node of a line with the real
cards is kept whole, for the rules look at all of it: six numbers, one for each suit,
one for its state with the bounds, one for what is said. Sums are cut to 63 bits, so
that numbers that wrap and numbers that grow give the same places.

These functions are compiled.
"""

from __future__ import annotations

from rulings.solver.kernel.believed import SYMBOL_BITS, held_in_each
from rulings.solver.kernel.layout import ENTRY as ENTRY_RECORD
from rulings.solver.kernel.layout import (
    ENTRY_KEY,
    ENTRY_SHAPE,
    ENTRY_SUIT,
    LINE_STATE,
    SEARCH_MEMORY,
    STATE_WORD,
)
from rulings.solver.kernel.layout import NODE as NODE_RECORD
from rulings.solver.kernel.search.ranks import ALL, RANK_BITS, RANK_MASK
from rulings.solver.kernel.state import (
    AT_MOST,
    BLANKS,
    BLANKS_MASK,
    BREAKS,
    BY_BREAKS,
    DEALT,
    HIGH_MASK,
    KEYED,
    LOW_BOUND,
    NO_BOUNDS,
    PENDING,
    PLAYED,
    PLAYED_MASK,
    RANKS,
    SHAPES,
    SHOWN,
    SLACK,
    SLACK_2,
    SLACK_MASK,
    STATE,
    SUIT_1,
    SUIT_2,
    SUIT_3,
    Memory,
)
from rulings.solver.kernel.words.encoded import WORDS

ENTRY_SHAPED, ENTRY_KEYED = ENTRY_RECORD.of("SHAPE", "KEY")
ENTRY = ENTRY_RECORD.end
SIZE, USED = SEARCH_MEMORY.of("SIZE", "USED")
"""Where memory says how many entries there is room for and how many are taken."""

TABLE = SEARCH_MEMORY.at("TABLE")
"""Where the entries begin."""

NEAR, NEAR_SHAPE = 8, 32
"""Places looked at for one node of a line, and for one of many that look alike; when
all are taken one of them gives way."""

CUT = 2**63 - 1
SPREAD, SPREAD_2, SPREAD_3 = 0x5851F42D4C957F2D, 0x14057B7EF767814F, 0x27BB2EE687B0B0FD

SHAPE_1, SHAPE_2 = ENTRY_SHAPE.of("SUIT_1", "SUIT_2")
SUIT_CARDS = ENTRY_SUIT.mask("CARDS")
BOUNDS, BOUNDS_MASK = ENTRY_SUIT.at("BOUNDS"), ENTRY_SUIT.mask("BOUNDS")
IN_KEY, BREAKING, BY_RANKS = ENTRY_KEY.of("IN_TRICK", "BREAKING", "RANKS")
KEY = ENTRY_KEY.bits("SUIT_3", "IN_TRICK", "BREAKING")
"""The part of the key that is the node's; the ranks stand above it at BY_RANKS."""
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


def is_whole(memory: Memory, at: int) -> bool:
    """Say whether a node is kept with every rank: ranks are not followed in it.

    Within a trick, where suits are believed to break or restrictions are pending, and
    where the best of many layouts is kept for a believed node.
    """
    state = memory[at + STATE]
    if state >> PLAYED & PLAYED_MASK or memory[BREAKS] or memory[PENDING]:
        return True
    unplaced = (state >> SLACK & SLACK_MASK) + (state >> SLACK_2 & SLACK_MASK)
    return memory[DEALT] != 0 and unplaced > state >> BLANKS & BLANKS_MASK


def shapes_of(memory: Memory, at: int) -> int:
    """Return how many cards of the first three suits each hand holds."""
    second = held_in_each(memory[at + SUIT_1]) << SHAPE_1
    third = held_in_each(memory[at + SUIT_2]) << SHAPE_2
    return held_in_each(memory[at]) | second | third


def key_of(memory: Memory, at: int) -> int:
    """Return what of the last suit and the state tells nodes apart."""
    state = memory[at + STATE]
    breaking = (state >> AT_MOST & BY_BREAKS) << BREAKING
    return held_in_each(memory[at + SUIT_3]) | (state & IN_TRICK) << IN_KEY | breaking


def home_of(memory: Memory, at: int, shapes: int, key: int, whole: bool) -> int:  # noqa: FBT001 - compiled
    """Return the number of the entry at which the places of a node begin."""
    mixed = shapes * SPREAD & CUT
    mixed = ((mixed ^ mixed >> MIX) + key) * SPREAD_2 & CUT
    if whole:
        for suit in range(4):
            mixed = ((mixed ^ mixed >> MIX_2) + memory[at + suit]) * SPREAD_3 & CUT
    return (mixed ^ mixed >> MIX_3) & (memory[SIZE] - 1)


def speaks_of(memory: Memory, entry: int, at: int, shapes: int, key: int) -> bool:
    """Say whether what is proven in an entry holds for a node."""
    told = memory[entry + ENTRY_KEYED]
    if memory[entry + ENTRY_SHAPED] != shapes or told & KEY != key:
        return False
    ranks = told >> BY_RANKS
    for suit in range(4):
        depth = ranks >> RANK_BITS * suit & RANK_MASK
        differs = memory[entry + suit] ^ memory[at + suit]
        if differs & (1 << SYMBOL_BITS * depth) - 1:
            return False
    return True


def bounds_for(memory: Memory, at: int, need: int) -> int:
    """Return the low bound in four bits above the high one; low 0, high 15 if none.

    No more is looked at when it is known whether there are so many tricks; RANKS then
    says on which ranks that rests.
    """
    shapes, key = shapes_of(memory, at), key_of(memory, at)
    memory[SHAPES], memory[KEYED] = shapes, key
    home = home_of(memory, at, shapes, key, is_whole(memory, at))
    low, high = 0, HIGH_MASK
    for step in range(NEAR_SHAPE):
        entry = TABLE + ENTRY * (home + step & (memory[SIZE] - 1))
        if memory[entry] == 0:
            break
        if speaks_of(memory, entry, at, shapes, key):
            bounds = memory[entry] >> BOUNDS
            low = max(low, bounds >> LOW_BOUND)
            high = min(high, bounds & HIGH_MASK)
            if low >= need or high < need:
                memory[RANKS] = memory[entry + ENTRY_KEYED] >> BY_RANKS
                break
    return low << LOW_BOUND | high


def bounds_at(memory: Memory, at: int) -> int:
    """Return all that is proven of a node, as `bounds_for` does."""
    return bounds_for(memory, at, HIGH_MASK)


def note(memory: Memory, at: int, low: int, high: int) -> bool:
    """Store bounds that rest on RANKS; say whether the table has room for more."""
    memory[SHAPES], memory[KEYED] = shapes_of(memory, at), key_of(memory, at)
    return note_found(memory, at, low, high)


def note_found(memory: Memory, at: int, low: int, high: int) -> bool:
    """Store them for the node that was looked up last."""
    whole = is_whole(memory, at)
    ranks = ALL if whole else memory[RANKS]
    shapes, key = memory[SHAPES], memory[KEYED]
    home, place = home_of(memory, at, shapes, key, whole), 0
    for step in range(NEAR_SHAPE):
        entry = TABLE + ENTRY * (home + step & (memory[SIZE] - 1))
        if memory[entry] == 0:
            memory[USED] += 1
            place = entry
            break
        told = memory[entry + ENTRY_KEYED]
        if told >> BY_RANKS == ranks and speaks_of(memory, entry, at, shapes, key):
            bounds = memory[entry] >> BOUNDS
            low = max(low, bounds >> LOW_BOUND)
            high = min(high, bounds & HIGH_MASK)
            place = entry
            break
    if place == 0:
        place = TABLE + ENTRY * given_way(memory, at, home)
    written(memory, at, place, ranks)
    memory[place] |= (low << LOW_BOUND | high) << BOUNDS
    return 2 * memory[USED] <= memory[SIZE]


def written(memory: Memory, at: int, place: int, ranks: int) -> None:
    """Write the node that was looked up last into an entry, without bounds."""
    for suit in range(4):
        memory[place + suit] = memory[at + suit]
    memory[place + ENTRY_SHAPED] = memory[SHAPES]
    memory[place + ENTRY_KEYED] = memory[KEYED] | ranks << BY_RANKS


def given_way(memory: Memory, at: int, home: int) -> int:
    """Return the number of the entry that gives way where every place is taken."""
    mixed = 0
    for suit in range(4):
        mixed = ((mixed ^ mixed >> MIX_2) + memory[at + suit]) * SPREAD_3 & CUT
    return home + (mixed >> MIX) % NEAR_SHAPE & (memory[SIZE] - 1)


def carried_over(old: Memory, new: Memory) -> int:
    """Write every entry of a table into a larger one; return how many there are."""
    for entry in range(TABLE, TABLE + ENTRY * old[SIZE], ENTRY):
        if old[entry]:
            for part in range(ENTRY):
                new[SHOWN + part] = old[entry + part]
            new[SHOWN] = old[entry] & SUIT_CARDS
            told = old[entry + ENTRY_KEYED]
            whole, shapes = told >> BY_RANKS == ALL, old[entry + ENTRY_SHAPED]
            home = home_of(new, SHOWN, shapes, told & KEY, whole)
            place = free_near(new, home)
            if place == 0:
                place = TABLE + ENTRY * given_way(new, SHOWN, home)
            for part in range(ENTRY):
                new[place + part] = old[entry + part]
    return new[USED]


def free_near(memory: Memory, home: int) -> int:
    """Return the first free entry near a place and count it; 0 where there is none."""
    for step in range(NEAR_SHAPE):
        entry = TABLE + ENTRY * (home + step & (memory[SIZE] - 1))
        if memory[entry] == 0:
            memory[USED] += 1
            return entry
    return 0


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
    is_whole,
    shapes_of,
    key_of,
    home_of,
    speaks_of,
    bounds_for,
    bounds_at,
    given_way,
    written,
    note_found,
    note,
    free_near,
    carried_over,
    is_of_line,
    line_entry,
    line_bounds_at,
    note_line,
    lines_carried_over,
)
