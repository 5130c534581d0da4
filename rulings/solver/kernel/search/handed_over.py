"""A node of a line, handed to the searches that do not see the line.

As the claimer believes it, for what is certain; and as the cards lie, where they alone
settle a lead. These functions are compiled.
"""

from __future__ import annotations

from rulings.solver.kernel.believed import EITHER, how_many, places
from rulings.solver.kernel.breaks import most_at
from rulings.solver.kernel.holding import (
    NOBODY,
    OTHER,
    as_believed,
    as_it_lies,
    forgotten_cards,
    of_hand,
)
from rulings.solver.kernel.layout import LINE_STATE
from rulings.solver.kernel.search.open_penalties import anything_binds, show_faced
from rulings.solver.kernel.search.proof import NO, OPEN, YES, lost_tricks, unlosable
from rulings.solver.kernel.search.proof import ROOT as PROOF_ROOT
from rulings.solver.kernel.state import (
    AT_MOST,
    BLANKS,
    BREAK_BITS,
    BREAK_MASK,
    BREAKS,
    FIRST,
    LEFT,
    LEFT_MASK,
    MOST_BITS,
    PENDING,
    PLAYED,
    PLAYED_MASK,
    SEAT_MASK,
    SECOND,
    SLACK,
    SLACK_2,
    STATE,
    Memory,
)

ON_TABLE = LINE_STATE.bits("SEAT", "LED", "WINNING", "PLAYED", "LEFT")
LEADS = LINE_STATE.bits("SEAT", "LEFT")
"""What every hand sees of the state of a line: of any moment, and of a lead."""


def held_cards(state: int, seat: int) -> int:
    """Return how many cards a seat holds."""
    ago = (state & SEAT_MASK) - seat & SEAT_MASK
    has_played = 0 < ago <= state >> PLAYED & PLAYED_MASK
    return (state >> LEFT & LEFT_MASK) - (1 if has_played else 0)


def count_on_breaks(lines: Memory, at: int, search: Memory) -> None:
    """Write into the believed node what the breaks leave the first hidden hand."""
    for suit in range(4):
        kind = search[BREAKS] >> BREAK_BITS * suit & BREAK_MASK
        if kind and places(search[PROOF_ROOT + suit], EITHER):
            cards = of_hand(lines[at + suit], 0) % NOBODY
            most = most_at(kind, cards)
            search[PROOF_ROOT + STATE] |= most << AT_MOST + MOST_BITS * suit


def believe(lines: Memory, at: int, search: Memory) -> None:
    """Write a node as the claimer sees it, where the other search begins."""
    state = lines[at + STATE]
    first, second = lines[FIRST], lines[SECOND]
    blanks = known = known_2 = 0
    for suit in range(4):
        seen = as_believed(lines[at + suit], first, second, lines[OTHER])
        search[PROOF_ROOT + suit] = seen
        blanks += forgotten_cards(lines[at + suit]) % NOBODY
        known += how_many(places(seen, first))
        known_2 += how_many(places(seen, second))
    slack = held_cards(state, first) - known
    slack_2 = held_cards(state, second) - known_2
    search[PROOF_ROOT + STATE] = (state & ON_TABLE | blanks << BLANKS) | (
        slack << SLACK | slack_2 << SLACK_2
    )
    if search[BREAKS]:
        count_on_breaks(lines, at, search)
    if lines[PENDING]:
        show_faced(lines, at, search, PROOF_ROOT)


def plain(lines: Memory, search: Memory, at: int, allow: int) -> int:
    """Answer for a lead where the cards alone settle it, else OPEN.

    The other side may cash enough; or the claiming side cannot lose so many.
    """
    state = lines[at + STATE]
    if state >> PLAYED & PLAYED_MASK or (lines[PENDING] and anything_binds(lines, at)):
        return OPEN
    lost = (state >> LEFT & LEFT_MASK) - allow
    for suit in range(4):
        search[PROOF_ROOT + suit] = as_it_lies(
            lines[at + suit], lines[FIRST], lines[SECOND], lines[OTHER]
        )
    search[PROOF_ROOT + STATE] = state & LEADS
    if lost_tricks(search, PROOF_ROOT, lost) >= lost:
        return YES
    return NO if unlosable(search, PROOF_ROOT) > allow else OPEN


COMPILED = (
    held_cards,
    count_on_breaks,
    believe,
    plain,
)
