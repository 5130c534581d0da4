"""How many tricks a side can cash from a lead, whatever the others do.

A lower bound for `proof`: plain plans that need no look ahead. The hand on lead cashes
its winners; with a low card, or a card to be ruffed, it crosses to its partner, who
cashes his; or it crosses first. A card is a winner when it beats every card of the
other side in its suit, wherever that lies, and a whole suit when that side must have
run out of it. While the other side may ruff, only rounds that it must follow count.

What is needed of each suit is written into one stretch of memory, a row a suit; of two
numbers the first is of hand A, the second of its partner B. Compiled by `compiler`.
"""

from __future__ import annotations

from rulings.solver.kernel.believed import EITHER, NOBODY, ONES, how_many, places
from rulings.solver.kernel.breaks import hidden_number, is_breaking, most_by_break
from rulings.solver.kernel.layout import RUN, SEARCH_MEMORY, SUIT_ROW
from rulings.solver.kernel.state import (
    BREAKS,
    FIRST,
    LEFT,
    LEFT_MASK,
    SECOND,
    SLACK,
    SLACK_2,
    SLACK_MASK,
    STATE,
    TRUMP,
    Memory,
)

ROWS, ROW = SEARCH_MEMORY.at("ROWS"), SUIT_ROW.end
"""Where memory keeps the rows of the suits, and how long one is."""

LENGTH, WINNERS, TOPS, LINK = SUIT_ROW.of("LENGTH", "WINNERS", "TOPS", "LINK")
LENGTH_2, WINNERS_2, TOPS_2, LINK_2 = SUIT_ROW.of(
    "LENGTH_2", "WINNERS_2", "TOPS_2", "LINK_2"
)
LONGEST, FOLLOWED = SUIT_ROW.of("LONGEST", "FOLLOWED")
"""Cards, winners, cards above all others of the suit (the partner's too), whether a
card of the hand is below the best of its partner: two numbers each. Then the most cards
of the suit that one hand of the other side can hold, and the rounds which each hand of
that side that may ruff must follow."""

NO_ONE = -1

IN_RUN, LOOSE_MASK = RUN.at("CARDS"), RUN.mask("LOOSE")
"""Where the cards of a run stand above the unplaced ones among them."""

WITH_TRICK = 2
"""A way across by a trick that is to be counted besides."""


def cashed(memory: Memory, at: int, hand: int, other: int, need: int) -> int:
    """Return tricks that two hands of a side win from the lead of the first.

    `other` is NO_ONE where the hand plays for itself. No more plans are looked at
    once `need` tricks are found.
    """
    spread_out(memory, at, hand, other)
    if memory[BREAKS]:
        narrow_by_breaks(memory, at, hand, other)
    tricks = memory[at + STATE] >> LEFT & LEFT_MASK
    won = from_hand(memory, 0, tricks)
    if other == NO_ONE:
        return won
    for suit in range(4):
        if won >= need:
            return won
        row = ROWS + ROW * suit
        if may_cross_first(memory, row, suit):
            crossed(memory, row, 1)
            won = max(won, 1 + from_hand(memory, 1, tricks - 1))
            crossed(memory, row, -1)
    return won


def spread_out(memory: Memory, at: int, hand: int, other: int) -> None:
    """Write the row of each suit."""
    for suit in range(4):
        row = ROWS + ROW * suit
        cards = memory[at + suit]
        own = places(cards, hand)
        partner = places(cards, other) if other >= 0 else 0
        against = ~(places(cards, NOBODY) | own | partner) & ONES
        high = (against & -against) - 1 if against else ONES
        memory[row + LENGTH] = how_many(own)
        memory[row + LENGTH_2] = how_many(partner)
        memory[row + WINNERS] = how_many(own & high)
        memory[row + WINNERS_2] = how_many(partner & high)
        best, best_2 = own & -own, partner & -partner
        memory[row + TOPS] = how_many(own & high & (best_2 - 1)) if partner else 0
        memory[row + TOPS_2] = how_many(partner & high & (best - 1)) if own else 0
        if partner == 0:
            memory[row + TOPS] = memory[row + WINNERS]
        if own == 0:
            memory[row + TOPS_2] = memory[row + WINNERS_2]
        memory[row + LINK] = 1 if partner and own > best_2 else 0
        memory[row + LINK_2] = 1 if own and partner > best else 0
        held_against(memory, at, suit, hand, other)


def held_against(memory: Memory, at: int, suit: int, hand: int, other: int) -> None:
    """Write what the hands of the other side can hold, and must hold, of a suit."""
    trump = memory[TRUMP]
    longest, followed = 0, 15
    for seat in range(4):
        if seat in (hand, other):
            continue
        longest = max(longest, most_held(memory, at, suit, seat))
        if trump >= 0 and most_held(memory, at, trump, seat):
            followed = min(followed, least_held(memory, at, suit, seat))
    row = ROWS + ROW * suit
    memory[row + LONGEST], memory[row + FOLLOWED] = longest, followed


def most_held(memory: Memory, at: int, suit: int, seat: int) -> int:
    """Return the most cards of a suit that a hand can hold."""
    known = how_many(places(memory[at + suit], seat))
    if seat not in (memory[FIRST], memory[SECOND]):
        return known
    slack = (
        memory[at + STATE] >> (SLACK if seat == memory[FIRST] else SLACK_2) & SLACK_MASK
    )
    return known + min(how_many(places(memory[at + suit], EITHER)), slack)


def least_held(memory: Memory, at: int, suit: int, seat: int) -> int:
    """Return the fewest cards of a suit that a hand can hold."""
    known = how_many(places(memory[at + suit], seat))
    if seat not in (memory[FIRST], memory[SECOND]):
        return known
    slack = (
        memory[at + STATE] >> (SLACK_2 if seat == memory[FIRST] else SLACK) & SLACK_MASK
    )
    return known + max(0, how_many(places(memory[at + suit], EITHER)) - slack)


def narrow_by_breaks(memory: Memory, at: int, hand: int, other: int) -> None:
    """Write into the rows what is held where suits are believed to break."""
    trump = memory[TRUMP]
    for suit in range(4):
        longest, followed = 0, 15
        for seat in range(4):
            if seat in (hand, other):
                continue
            longest = max(longest, most_of(memory, at, suit, seat))
            if trump >= 0 and most_of(memory, at, trump, seat):
                followed = min(followed, least_of(memory, at, suit, seat))
        row = ROWS + ROW * suit
        memory[row + LONGEST], memory[row + FOLLOWED] = longest, followed


def most_of(memory: Memory, at: int, suit: int, seat: int) -> int:
    """Return the most cards of a suit that a hand can hold, its break minded."""
    most = most_held(memory, at, suit, seat)
    if is_breaking(memory, at, suit) and seat in (memory[FIRST], memory[SECOND]):
        most = min(most, most_by_break(memory, at, suit, seat))
    return most


def least_of(memory: Memory, at: int, suit: int, seat: int) -> int:
    """Return the fewest cards of a suit that a hand can hold, its break minded."""
    least = least_held(memory, at, suit, seat)
    if is_breaking(memory, at, suit) and seat in (memory[FIRST], memory[SECOND]):
        other = memory[SECOND] if seat == memory[FIRST] else memory[FIRST]
        most = most_by_break(memory, at, suit, other)
        least = max(least, hidden_number(memory, memory[at + suit]) - most)
    return least


def may_cross_first(memory: Memory, row: int, suit: int) -> bool:
    """Say whether a low card of A surely reaches a winner of B, winners left aside."""
    if not memory[row + LINK] or memory[row + WINNERS_2] == 0:
        return False
    if memory[row + LENGTH] <= memory[row + WINNERS]:
        return False
    return suit == memory[TRUMP] or memory[row + FOLLOWED] > 0


def crossed(memory: Memory, row: int, back: int) -> None:
    """Take a low card of A and the best of B out of a row; put them back with -1."""
    memory[row + LENGTH] -= back
    memory[row + LENGTH_2] -= back
    memory[row + WINNERS_2] -= back
    memory[row + LONGEST] -= back
    memory[row + FOLLOWED] -= back
    # What beats what is known no more exactly: of B's cards none counts as top.
    memory[row + TOPS_2] += 16 if back < 0 else -16


def rounds(memory: Memory, row: int, hand: int) -> int:
    """Return how often a hand can lead a suit and win, its partner playing low."""
    length = memory[row + LENGTH + hand]
    opposite = memory[row + LENGTH_2 - hand]
    winners = memory[row + WINNERS + hand]
    low = opposite - memory[row + WINNERS_2 - hand]
    found = max(0, memory[row + TOPS + hand], min(winners, low))
    if opposite <= found:
        found = winners
    if found >= memory[row + LONGEST] and opposite <= found:
        return length
    return found


def kept_winners(memory: Memory, row: int, hand: int, found: int) -> int:
    """Return the winners that the partner has left after so many rounds.

    None where the hand keeps winners too: they may stand in each other's way.
    """
    if found < memory[row + WINNERS + hand]:
        return 0
    rest = max(0, memory[row + LENGTH_2 - hand] - found)
    winners = min(memory[row + WINNERS_2 - hand], rest)
    gone = found + winners >= memory[row + LONGEST]
    if gone and memory[row + LENGTH + hand] - found <= winners:
        return rest
    return winners


def from_hand(memory: Memory, hand: int, tricks: int) -> int:
    """Return what hand 0 (A) or 1 (B) on lead cashes, and then its partner."""
    trump = memory[TRUMP]
    if trump >= 0:
        row = ROWS + ROW * trump
        if rounds(memory, row, hand) < memory[row + LONGEST]:
            return max(
                before_trumps_are_drawn(memory, hand, tricks),
                drawn_by_both(memory, hand),
            )
    own = kept = crossing = 0
    for suit in range(4):
        row = ROWS + ROW * suit
        found = rounds(memory, row, hand)
        own += found
        kept += kept_winners(memory, row, hand, found)
        crossing |= way_across(memory, row, hand, found)
        if suit != trump:
            crossing |= way_by_ruffing(memory, row, hand, found)
    if crossing:
        own += min(kept + (1 if crossing & WITH_TRICK else 0), tricks - own)
    return own


def way_across(memory: Memory, row: int, hand: int, found: int) -> int:
    """Return 1 where a low card reaches a winner of the partner that is counted.

    2 where that trick is to be counted besides, for the hand keeps winners too.
    """
    left = memory[row + LENGTH + hand] - found
    if left <= 0 or not memory[row + LINK + hand]:
        return 0
    if kept_winners(memory, row, hand, found):
        return 1
    beyond = memory[row + LENGTH_2 - hand] - found
    if beyond <= 0 or memory[row + WINNERS_2 - hand] == 0:
        return 0
    is_low = left > memory[row + WINNERS + hand] - found
    return WITH_TRICK if is_low or found >= memory[row + LONGEST] else 0


def way_by_ruffing(memory: Memory, row: int, hand: int, found: int) -> int:
    """Return 1 or 2, as above, where the partner ruffs what is left of a side suit."""
    trump = memory[TRUMP]
    left = memory[row + LENGTH + hand] - found
    if trump < 0 or left <= 0 or memory[row + LENGTH_2 - hand] > found:
        return 0
    trumps = ROWS + ROW * trump
    drawn = rounds(memory, trumps, hand)
    if memory[trumps + LENGTH_2 - hand] <= drawn:
        return 0
    return 1 if kept_winners(memory, trumps, hand, drawn) else WITH_TRICK


def before_trumps_are_drawn(memory: Memory, hand: int, tricks: int) -> int:
    """Return what a hand cashes while the other side may still ruff.

    Its partner must not be left with trumps alone, for it would have to ruff.
    """
    trump = memory[TRUMP]
    won = 0
    for suit in range(4):
        if suit != trump:
            row = ROWS + ROW * suit
            won += min(rounds(memory, row, hand), max(0, memory[row + FOLLOWED]))
    row = ROWS + ROW * trump
    return rounds(memory, row, hand) + min(won, tricks - memory[row + LENGTH_2 - hand])


def drawn_by_both(memory: Memory, hand: int) -> int:
    """Return what is won where a hand and then its partner draw the trumps."""
    trump = memory[TRUMP]
    row = ROWS + ROW * trump
    found = rounds(memory, row, hand)
    then = kept_winners(memory, row, hand, found)
    has_link = memory[row + LENGTH + hand] > found and memory[row + LINK + hand]
    if then == 0 or not has_link or found + then < memory[row + LONGEST]:
        return 0
    won = found + then
    for suit in range(4):
        if suit != trump:
            won += rounds(memory, ROWS + ROW * suit, 1 - hand)
    return won


def run_out(memory: Memory, at: int, seat: int) -> int:
    """Return what a hidden hand on lead cashes, unplaced cards it needs its own.

    As many as it has room for, trumps first; side suits where those draw the trumps.
    """
    state = memory[at + STATE]
    room = state >> (SLACK if seat == memory[FIRST] else SLACK_2) & SLACK_MASK
    trump = memory[TRUMP]
    side, won = state >> LEFT & LEFT_MASK, 0
    if trump >= 0:
        won = run_within(memory, at, trump, seat, room)
        if won < longest_of_two(memory, at, trump):
            side = 0
        room -= min(room, run_of(memory, at, trump, seat) & LOOSE_MASK)
    for suit in range(4):
        if side and suit != trump:
            won += run_within(memory, at, suit, seat, room)
            room -= min(room, run_of(memory, at, suit, seat) & LOOSE_MASK)
    return won


def run_within(memory: Memory, at: int, suit: int, seat: int, room: int) -> int:
    """Return how many cards of a suit a hidden hand runs that has so much room."""
    run = run_of(memory, at, suit, seat)
    return run >> IN_RUN if run & LOOSE_MASK <= room else room


def run_of(memory: Memory, at: int, suit: int, seat: int) -> int:
    """Return how many cards of a suit a hidden hand runs, and below it those unplaced.

    Of a suit whose cards above all others are more than one hand of the other side
    holds, the rest too, where its partner is known to hold none.
    """
    cards = memory[at + suit]
    loose = places(cards, EITHER)
    own = places(cards, seat) | loose
    against = ~(places(cards, NOBODY) | own) & ONES
    high = own & ((against & -against) - 1) if against else own
    alone = against & ~(places(cards, 0) | places(cards, 2)) == 0
    if alone and how_many(high) >= longest_of_two(memory, at, suit):
        high = own
    return how_many(high) << IN_RUN | how_many(high & loose)


def longest_of_two(memory: Memory, at: int, suit: int) -> int:
    """Return the most cards of a suit that one hand of the claiming side can hold."""
    return max(most_held(memory, at, suit, 0), most_held(memory, at, suit, 2))


COMPILED = (
    most_held,
    least_held,
    held_against,
    spread_out,
    most_of,
    least_of,
    narrow_by_breaks,
    may_cross_first,
    crossed,
    rounds,
    kept_winners,
    before_trumps_are_drawn,
    drawn_by_both,
    way_across,
    way_by_ruffing,
    from_hand,
    cashed,
    longest_of_two,
    run_of,
    run_within,
    run_out,
)
