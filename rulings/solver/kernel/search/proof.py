"""Can the claimer guarantee so many tricks? The search behind `certainty`.

Yes or no, depth first, with proven bounds. The nodes on the way stand in memory with
the moves still to try, so that no function calls itself. Compiled by `compiler`.
"""

from __future__ import annotations

from rulings.solver.kernel.believed import NOBODY, ONES, PARTNER, how_many, places
from rulings.solver.kernel.breaks import fitted
from rulings.solver.kernel.layout import FRAME as RECORD
from rulings.solver.kernel.layout import SEARCH_MEMORY
from rulings.solver.kernel.search.hidden_moves import good_suit, leads, plays
from rulings.solver.kernel.search.quick_tricks import NO_ONE, cashed, run_out
from rulings.solver.kernel.search.ranks import (
    carried_back,
    cashed_ranks,
    joined,
    run_ranks,
    unlosable_ranks,
)
from rulings.solver.kernel.search.restricted_moves import binds_still
from rulings.solver.kernel.search.transposition import bounds_for, note, note_found
from rulings.solver.kernel.state import (
    BREAKS,
    FIRST,
    HIGH_MASK,
    LAST,
    LED,
    LED_MASK,
    LEFT,
    LEFT_MASK,
    LOW_BOUND,
    MINE,
    NODE,
    PENDING,
    PLAYED,
    PLAYED_MASK,
    RANKS,
    SEAT,
    SEAT_MASK,
    SECOND,
    SEEN,
    SLACK,
    SLACK_2,
    SLACK_MASK,
    STATE,
    TRUMP,
    WINNING,
    WON,
    Memory,
)

NO, YES, OPEN, EXHAUSTED, FULL = 0, 1, 2, 3, 4
"""Answers. Exhausted: no position may be searched any more; full: the table is."""

POSITIONS, GROWS = SEARCH_MEMORY.of("POSITIONS", "GROWS")
"""Where memory says how many positions may be searched, and if its table grows."""

ROOT, STACK, MOVES = SEARCH_MEMORY.of("ROOT", "STACK", "MOVES")
NODE_AT, NEED, START, NEXT, END = RECORD.of("NODE_AT", "WANTED", "START", "NEXT", "END")
RANKS_SEEN = RECORD.at("RANKS_SEEN")
FRAME = RECORD.end
"""A frame of the stack: node, tricks needed, its moves and those still to try."""


def proves(memory: Memory, need: int) -> int:
    """Say whether the claimer can guarantee `need` tricks from the node at ROOT."""
    top = STACK - FRAME
    at, moves = ROOT, MOVES
    while True:
        answer, after = settled(memory, at, need), at
        if answer == EXHAUSTED:
            return EXHAUSTED
        if answer == OPEN:
            top += FRAME
            moves = opened(memory, top, at, need, moves)
            # A hand left with cards that nobody counts leads none: all is lost to it.
            is_stuck = memory[top + NEXT] == memory[top + END]
            answer, after = YES if is_stuck else 1 - mine(memory, at), -1
        while True:
            if top < STACK:
                return answer
            at, need = memory[top + NODE_AT], memory[top + NEED]
            if after >= 0:
                rest_on(memory, top, after, answer)
            if answer != mine(memory, at) and memory[top + NEXT] < memory[top + END]:
                break
            if answer == mine(memory, at):
                remember_lead(memory, top)
            memory[RANKS] = memory[top + RANKS_SEEN]
            if not noted(memory, at, need, answer) and memory[GROWS]:
                return FULL
            moves, after = memory[top + START], at
            top -= FRAME
        at = next_move(memory, top, at)
        need -= memory[at + STATE] >> WON & 1


def rest_on(memory: Memory, top: int, after: int, answer: int) -> None:
    """Note which ranks of a node rest on the answer for one that follows.

    Where one card settles it, on that alone; else on all that were tried.
    """
    at = memory[top + NODE_AT]
    begun = top - FRAME * (memory[at + STATE] >> PLAYED & PLAYED_MASK)
    first = memory[begun + NODE_AT] if begun >= STACK else -1
    ranks = carried_back(memory, first, at, after)
    if answer != mine(memory, at):
        ranks = joined(ranks, memory[top + RANKS_SEEN])
    memory[top + RANKS_SEEN] = ranks


def remember_lead(memory: Memory, top: int) -> None:
    """Write down the suit of the lead that settled a node, for nodes like it."""
    state = memory[memory[top + NODE_AT] + STATE]
    if state >> PLAYED & PLAYED_MASK == 0:
        led = memory[memory[top + NEXT] - NODE + STATE]
        memory[good_suit(state)] = led >> LED & LED_MASK


def settled(memory: Memory, at: int, need: int) -> int:
    """Answer for a node without a move, OPEN where its moves must be tried."""
    tricks = memory[at + STATE] >> LEFT & LEFT_MASK
    memory[RANKS] = 0
    if need <= 0 or need > tricks:
        return YES if need <= 0 else NO
    if not is_within(memory, at):
        bounds = bounds_for(memory, at, need)
        low, high = bounds >> LOW_BOUND, min(tricks, bounds & HIGH_MASK)
        if need <= low or need > high:
            return YES if need <= low else NO
    if memory[POSITIONS] <= 0:
        return EXHAUSTED
    memory[POSITIONS] -= 1
    if memory[at + STATE] >> PLAYED & PLAYED_MASK:
        return OPEN
    if memory[PENDING] and binds_still(memory, at):
        return OPEN
    return by_plans(memory, at, need)


def by_plans(memory: Memory, at: int, need: int) -> int:
    """Answer for a lead by plans that need no look ahead, OPEN where they do not."""
    sure = sure_tricks(memory, at, need)
    if need <= sure:
        memory[RANKS] = sure_ranks(memory, at, need)
        note_found(memory, at, need, HIGH_MASK)
        return YES
    tricks = memory[at + STATE] >> LEFT & LEFT_MASK
    most = max(0, tricks - lost_tricks(memory, at, tricks - need + 1))
    if need <= most:
        return OPEN
    memory[RANKS] = lost_ranks(memory, at, tricks - need + 1)
    note_found(memory, at, 0, need - 1)
    return NO


def is_within(memory: Memory, at: int) -> bool:
    """Say whether a node stands within a trick: too short-lived to be kept."""
    return memory[at + STATE] >> PLAYED & PLAYED_MASK != 0 and at != ROOT


def noted(memory: Memory, at: int, need: int, answer: int) -> bool:
    """Store an answer that was found; say whether the table has room for more."""
    if is_within(memory, at):
        return True
    if answer:
        return note(memory, at, need, HIGH_MASK)
    return note(memory, at, 0, need - 1)


def opened(memory: Memory, top: int, at: int, need: int, moves: int) -> int:
    """Put a node on the stack with its moves; return where those end."""
    memory[top + NODE_AT], memory[top + NEED] = at, need
    memory[top + START] = memory[top + NEXT] = moves
    memory[top + RANKS_SEEN] = 0
    if memory[at + STATE] >> PLAYED & PLAYED_MASK:
        moves = plays(memory, at, moves)
    else:
        moves = leads(memory, at, moves)
    if memory[BREAKS]:
        moves = fitted(memory, at, memory[top + START], moves)
    memory[top + END] = moves
    return moves


def next_move(memory: Memory, top: int, at: int) -> int:
    """Return where the next move to try stands.

    Leads from the highest; then cards that would be winning, the highest of them
    first, then the lowest; the lowest where the side is winning. It is turned round
    for a hidden partner, whose worst card is asked for.
    """
    state = memory[at + STATE]
    seat, played = state & SEAT_MASK, state >> PLAYED & PLAYED_MASK
    if played and not seat & 1 and not mine(memory, at):
        from_last = wins_with(memory, memory[top + NEXT], state)
    else:
        from_last = played > 0 and not wins_with(memory, memory[top + NEXT], state)
    if from_last:
        memory[top + END] -= NODE
        return memory[top + END]
    memory[top + NEXT] += NODE
    return memory[top + NEXT] - NODE


def wins_with(memory: Memory, after: int, state: int) -> bool:
    """Say whether a card beats the other side's best, by the node after it."""
    seat = state & SEAT_MASK
    if not (state >> WINNING ^ seat) & 1:
        return False
    winner = memory[after + STATE] >> (
        SEAT if state >> PLAYED & PLAYED_MASK == LAST else WINNING
    )
    return winner & SEAT_MASK == seat


def mine(memory: Memory, at: int) -> int:
    """Return 1 where the claimer chooses the card, 0 where it is chosen against him."""
    return memory[MINE] >> (memory[at + STATE] & SEAT_MASK) & 1


def sure_tricks(memory: Memory, at: int, need: int) -> int:
    """Return tricks won from a lead, at best play; not more once `need` are."""
    won = unlosable(memory, at)
    seat = memory[at + STATE] & SEAT_MASK
    if won < need and memory[MINE] >> seat & 1:
        partner = seat ^ PARTNER if memory[MINE] >> (seat ^ PARTNER) & 1 else NO_ONE
        won = max(won, cashed(memory, at, seat, partner, need))
    return won


def sure_ranks(memory: Memory, at: int, need: int) -> int:
    """Return the ranks on which it rests that `sure_tricks` are so many."""
    if unlosable(memory, at) < need:
        seat = memory[at + STATE] & SEAT_MASK
        partner = seat ^ PARTNER if memory[MINE] >> (seat ^ PARTNER) & 1 else NO_ONE
        return cashed_ranks(memory, at, seat, partner, need)
    if takes_all(memory, at):
        return unlosable_ranks(memory, at, -1)
    return unlosable_ranks(memory, at, memory[TRUMP])


def unlosable(memory: Memory, at: int) -> int:
    """Return tricks won from a lead whatever anybody does.

    A side whose every card beats all others of its suit takes the rest; trumps of one
    hand above all those of the others win.
    """
    trump = memory[TRUMP]
    ours = memory[SEEN]
    if takes_all(memory, at):
        return memory[at + STATE] >> LEFT & LEFT_MASK
    won = 0
    if trump >= 0:
        suit = memory[at + trump]
        cards = cards_of(suit, ours)
        others = ~places(suit, NOBODY) & ONES & ~cards
        high = cards & (others & -others) - 1 if others else cards
        for hand in (0, 2):
            won = max(won, how_many(high & places(suit, hand)))
    return won


def takes_all(memory: Memory, at: int) -> bool:
    """Say whether the side is on lead and its every card beats all others."""
    ours = memory[SEEN]
    if not ours >> (memory[at + STATE] & SEAT_MASK) & 1:
        return False
    alone = memory[TRUMP] < 0 or trumps_of_others(memory, at, ours) == 0
    return alone and all_good(memory, at, ours)


def lost_tricks(memory: Memory, at: int, need: int) -> int:
    """Return tricks lost from a lead of the other side; not more if `need` are."""
    state = memory[at + STATE]
    seat = state & SEAT_MASK
    if not seat & 1:
        return 0
    if not (state >> SLACK & SLACK_MASK or state >> SLACK_2 & SLACK_MASK):
        return cashed(memory, at, seat, seat ^ PARTNER, need)
    if seat in (memory[FIRST], memory[SECOND]):
        # It runs what no break that is believed in may leave it.
        return 0 if memory[BREAKS] else run_out(memory, at, seat)
    return cashed(memory, at, seat, NO_ONE, need)


def lost_ranks(memory: Memory, at: int, need: int) -> int:
    """Return the ranks on which it rests that `lost_tricks` are so many."""
    state = memory[at + STATE]
    seat = state & SEAT_MASK
    if not (state >> SLACK & SLACK_MASK or state >> SLACK_2 & SLACK_MASK):
        return cashed_ranks(memory, at, seat, seat ^ PARTNER, need)
    if seat in (memory[FIRST], memory[SECOND]):
        return run_ranks(memory, at, seat)
    return cashed_ranks(memory, at, seat, NO_ONE, need)


def cards_of(suit: int, hands: int) -> int:
    """Return the cards known to be in some hands (bits)."""
    cards = 0
    for hand in range(4):
        if hands >> hand & 1:
            cards |= places(suit, hand)
    return cards


def trumps_of_others(memory: Memory, at: int, hands: int) -> int:
    """Return how many trumps some hands are not known to hold."""
    suit = memory[at + memory[TRUMP]]
    held = ~places(suit, NOBODY) & ONES
    return how_many(held & ~cards_of(suit, hands))


def all_good(memory: Memory, at: int, hands: int) -> bool:
    """Say whether every card of some hands is above all others of its suit."""
    for number in range(4):
        suit = memory[at + number]
        cards = cards_of(suit, hands)
        others = ~places(suit, NOBODY) & ONES & ~cards
        if others and cards & -(others & -others):
            return False
    return True


COMPILED = (
    cards_of,
    trumps_of_others,
    all_good,
    takes_all,
    unlosable,
    sure_tricks,
    sure_ranks,
    lost_tricks,
    lost_ranks,
    mine,
    is_within,
    noted,
    by_plans,
    settled,
    wins_with,
    next_move,
    opened,
    remember_lead,
    rest_on,
    proves,
)
