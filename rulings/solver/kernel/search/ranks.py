"""Which ranks did an answer rest on? What a table need not tell apart.

Serves partition search: an answer for a node holds for every node whose suits begin
with the same cards, as far as ranks mattered, and in which each hand holds as many
cards of each suit: the order of those below made no difference. `RANKS` of memory says
how many cards of each suit, from the top, the last answer rests on.

A card that wins a trick mattered where another of its suit was played to that trick,
and so does every card above it. Cards of a run are tried once, so runs are not cut.
Plans that need no look ahead rest on the cards above all others of their suits.
Compiled by `compiler`.
"""

from __future__ import annotations

from rulings.solver.kernel.believed import (
    BEST,
    EITHER,
    NOBODY,
    ONES,
    how_many,
    place_in,
    places,
    runs_end,
)
from rulings.solver.kernel.layout import CARDS as MOST_CARDS
from rulings.solver.kernel.layout import RANKS as RECORD
from rulings.solver.kernel.layout import SUITS
from rulings.solver.kernel.record import lowest_bits
from rulings.solver.kernel.search.quick_tricks import (
    LONGEST,
    ROW,
    ROWS,
    WINNERS,
    WINNERS_2,
    rounds,
)
from rulings.solver.kernel.state import (
    LAST,
    LED,
    LED_MASK,
    PLACE,
    PLACE_MASK,
    PLAYED,
    PLAYED_MASK,
    RANKS,
    RUFFS_LATE,
    SEAT,
    SEAT_MASK,
    SEEN,
    STATE,
    SUIT_PLAYED,
    SUIT_PLAYED_MASK,
    TRUMP,
    WINNING,
    Memory,
)

RANK_BITS, RANK_MASK = RECORD.width("SUIT"), RECORD.mask("SUIT")
ALL = MOST_CARDS * lowest_bits(RANK_BITS, SUITS)
"""Every rank of every suit: an answer for one node alone."""


def deepened(ranks: int, suit: int, depth: int) -> int:
    """Return ranks with at least so many cards of a suit."""
    there = ranks >> RANK_BITS * suit & RANK_MASK
    return ranks + (max(0, depth - there) << RANK_BITS * suit)


def joined(ranks: int, more: int) -> int:
    """Return the ranks of either of two answers."""
    for suit in range(4):
        ranks = deepened(ranks, suit, more >> RANK_BITS * suit & RANK_MASK)
    return ranks


def put_back(ranks: int, suit: int, place: int) -> int:
    """Return ranks as they were before a card was taken out of a suit."""
    is_above = place < ranks >> RANK_BITS * suit & RANK_MASK
    return ranks + ((1 if is_above else 0) << RANK_BITS * suit)


def whole_runs(memory: Memory, at: int, ranks: int) -> int:
    """Return the ranks of a node with no run of a hand's cards cut."""
    for suit in range(4):
        depth = ranks >> RANK_BITS * suit & RANK_MASK
        if depth:
            depth = runs_end(memory[at + suit], depth - 1)
            ranks = deepened(ranks, suit, depth)
    return ranks


def best_in(memory: Memory, at: int) -> int:
    """Return the suit of the card that is winning the trick."""
    led = memory[at + STATE] >> LED & LED_MASK
    return led if places(memory[at + led], BEST) else memory[TRUMP]


def carried_back(memory: Memory, begun: int, at: int, after: int) -> int:
    """Return the ranks of a node that the answer for the one after it rests on.

    `begun` is the node at which the trick began, less than 0 where that is not known.
    """
    ranks, state, then = memory[RANKS], memory[at + STATE], memory[after + STATE]
    played = state >> PLAYED & PLAYED_MASK
    if played == 0:
        return whole_runs(memory, at, ranks)
    is_last, best_suit = played == LAST, best_in(memory, at)
    best_at = place_in(places(memory[at + best_suit], BEST))
    suit = (then >> SUIT_PLAYED & SUIT_PLAYED_MASK) - 1
    place = then >> PLACE & PLACE_MASK
    winner = then >> (SEAT if is_last else WINNING) & SEAT_MASK
    wins = winner == state & SEAT_MASK
    # Of two of one suit the higher goes back first.
    if wins and is_last:
        ranks = put_back(ranks, suit, place)
    if wins or is_last:
        ranks = put_back(ranks, best_suit, best_at)
    if suit >= 0 and not wins:
        ranks = put_back(ranks, suit, place)
    if is_last or memory[RUFFS_LATE] >= 0:
        won_in, won_at = (suit, place) if wins else (best_suit, best_at)
        if begun < 0 or played_of(memory, begun, after, won_in, is_last) > 1:
            ranks = deepened(ranks, won_in, won_at + 1)
    return whole_runs(memory, at, ranks)


def played_of(memory: Memory, begun: int, after: int, suit: int, is_over: bool) -> int:  # noqa: FBT001 - compiled
    """Return how many cards of the winning suit were played to a trick."""
    gone = how_many(places(memory[after + suit], NOBODY))
    gone -= how_many(places(memory[begun + suit], NOBODY))
    return gone if is_over else gone + 1


def cashed_ranks(memory: Memory, at: int, hand: int, other: int, need: int) -> int:
    """Return the ranks that `cashed` rests on, by the rows it has left.

    Where the hand on lead cashes enough by itself, those of the suits it needs.
    """
    alone = cashes_alone(memory, need)
    ranks = won = 0
    for suit in range(4):
        row = ROWS + ROW * suit
        found = rounds(memory, row, 0)
        is_drawn = suit == memory[TRUMP] and memory[row + LONGEST] > 0
        if alone and not is_drawn and (found == 0 or won >= need):
            continue
        won += found
        ranks = deepened(ranks, suit, depth_of(memory, at, suit, hand, other))
    return ranks


def cashes_alone(memory: Memory, need: int) -> bool:
    """Say whether the hand on lead wins so many tricks without its partner."""
    won = 0
    for suit in range(4):
        row = ROWS + ROW * suit
        found = rounds(memory, row, 0)
        if suit == memory[TRUMP] and found < memory[row + LONGEST]:
            return False
        won += found
    return won >= need


def depth_of(memory: Memory, at: int, suit: int, hand: int, other: int) -> int:
    """Return how many cards of a suit its row of quick tricks rests on."""
    row, cards = ROWS + ROW * suit, memory[at + suit]
    own = places(cards, hand)
    partner = places(cards, other) if other >= 0 else 0
    against = ~(places(cards, NOBODY) | own | partner) & ONES
    if against == 0:
        return how_many(own | partner) if own and partner else 0
    depth = place_in(against & -against)
    winners = max(memory[row + WINNERS], memory[row + WINNERS_2])
    if winners + 1 >= memory[row + LONGEST] and own and partner:
        # What is left when the others have run out may stand in the way.
        depth = max(depth, place_in(own & -own) + 1)
        depth = max(depth, place_in(partner & -partner) + 1)
    return depth


def run_ranks(memory: Memory, at: int, seat: int) -> int:
    """Return the ranks that `run_out` rests on."""
    ranks = 0
    for suit in range(4):
        cards = memory[at + suit]
        own = places(cards, seat) | places(cards, EITHER)
        against = ~(places(cards, NOBODY) | own) & ONES
        if against:
            ranks = deepened(ranks, suit, place_in(against & -against))
    return ranks


def unlosable_ranks(memory: Memory, at: int, alone: int) -> int:
    """Return the ranks that `unlosable` rests on: the side's above all others.

    Of one suit alone, or of all where that is less than 0.
    """
    ranks = 0
    for suit in range(4):
        cards = memory[at + suit]
        ours = 0
        for hand in range(4):
            if memory[SEEN] >> hand & 1:
                ours |= places(cards, hand)
        others = ~(places(cards, NOBODY) | ours) & ONES
        if others and alone in (-1, suit):
            ranks = deepened(ranks, suit, place_in(others & -others))
    return ranks


COMPILED = (
    deepened,
    joined,
    put_back,
    whole_runs,
    played_of,
    best_in,
    carried_back,
    depth_of,
    cashes_alone,
    cashed_ranks,
    run_ranks,
    unlosable_ranks,
)
