"""Penalty cards and bound leads where every card is seen (Laws 50, 51 and 26).

The phases are those of `restricted_moves`. A penalty card is a watched card. A small
one keeps the cards of its suit below the honours in hand until it is played (50C).

These functions are compiled.
"""

from __future__ import annotations

from rulings.solver.kernel.believed import FACED, NOBODY, PARTNER, SYMBOL_BITS
from rulings.solver.kernel.choice import LEGAL
from rulings.solver.kernel.holding import (
    CARD_BITS,
    forgotten_cards,
    place_of,
    winning_card,
)
from rulings.solver.kernel.holding import NOBODY as GONE
from rulings.solver.kernel.search.restricted_moves import (
    FREE_LEAD,
    KEEPS_LEAD,
    LED_AS_REQUIRED,
    PENDING_LEAD,
    in_force,
    lead_is_bound,
    phase_after_lead,
)
from rulings.solver.kernel.state import (
    AT_MOST,
    FACED_BY,
    HONOURS,
    IS_MAJOR,
    LEAD_SUIT,
    LEADER,
    PENALTIES,
    PENALTY_CARD,
    PENALTY_LENGTH,
    PENALTY_ROWS,
    PENALTY_SEAT,
    PENALTY_SUIT,
    PHASE,
    PHASE_MASK,
    PLAYED,
    PLAYED_MASK,
    SEAT_MASK,
    STATE,
    Memory,
)
from rulings.solver.kernel.words.encoded import WORDS, cards_of_suit, watched_card


def penalty_row(number: int) -> int:
    """Return where the row of a penalty card begins."""
    return PENALTY_ROWS + PENALTY_LENGTH * number


def penalty_card(memory: Memory, at: int, row: int) -> int:
    """Return a penalty card as one bit of its suit, 0 if it has been played."""
    card = watched_card(memory, at, memory[row + PENALTY_CARD])
    return card & ~winning_card(memory[at + memory[row + PENALTY_SUIT]])


def how_lead_is_bound(memory: Memory, at: int) -> int:
    """Return how the lead at a node is bound."""
    state, lies = memory[at + STATE], 0
    for number in range(memory[PENALTIES]):
        row = penalty_row(number)
        of_partner = memory[row + PENALTY_SEAT] == memory[LEADER] ^ PARTNER
        of_suit = memory[row + PENALTY_SUIT] == memory[LEAD_SUIT]
        if of_partner and of_suit and memory[row + IS_MAJOR]:
            lies |= penalty_card(memory, at, row)
    return lead_is_bound(memory, state & SEAT_MASK, state >> PHASE & PHASE_MASK, lies)


def phase_then(memory: Memory, at: int) -> int:
    """Return the phase after the card that is played at a node."""
    state = memory[at + STATE]
    phase = state >> PHASE & PHASE_MASK
    if state >> PLAYED & PLAYED_MASK:
        return phase
    return phase_after_lead(
        memory, state & SEAT_MASK, phase, how_lead_is_bound(memory, at)
    )


def anything_binds(memory: Memory, at: int) -> bool:
    """Say whether a restriction may still bind at a node or after it."""
    if memory[at + STATE] >> PHASE & PHASE_MASK in (PENDING_LEAD, KEEPS_LEAD):
        return True
    cards = 0
    for number in range(memory[PENALTIES]):
        cards |= penalty_card(memory, at, penalty_row(number))
    return cards != 0


def bind_lead(memory: Memory, at: int) -> None:
    """Leave the leads in LEGAL that a bound lead allows."""
    bound = how_lead_is_bound(memory, at)
    if bound == FREE_LEAD:
        return
    own, others = memory[LEGAL + memory[LEAD_SUIT]], 0
    for suit in range(4):
        if suit != memory[LEAD_SUIT]:
            others |= memory[LEGAL + suit]
    required = bound == LED_AS_REQUIRED
    if own == 0 or others == 0:
        return
    for suit in range(4):
        if (suit == memory[LEAD_SUIT]) != required:
            memory[LEGAL + suit] = 0


def bind_small(memory: Memory, at: int, row: int) -> None:
    """Leave of a small penalty card's suit the card and the honours in LEGAL."""
    suit = memory[row + PENALTY_SUIT]
    card = penalty_card(memory, at, row)
    if memory[LEGAL + suit] & card:
        left = cards_of_suit(memory[at + WORDS], suit)
        kept, places = left & (1 << memory[row + HONOURS]) - 1, 0
        while kept:
            kept &= kept - 1
            places += CARD_BITS
        memory[LEGAL + suit] &= (1 << places) - 1 | card


def must_follow_with(memory: Memory, at: int, suit: int) -> int:
    """Return the major penalty cards of a suit that the hand to play has to play."""
    state, cards = memory[at + STATE], 0
    if not in_force(memory, state & SEAT_MASK, suit, state >> PHASE & PHASE_MASK):
        return 0
    for number in range(memory[PENALTIES]):
        row = penalty_row(number)
        of_seat = memory[row + PENALTY_SEAT] == state & SEAT_MASK
        if of_seat and memory[row + IS_MAJOR] and memory[row + PENALTY_SUIT] == suit:
            cards |= penalty_card(memory, at, row)
    return cards & memory[LEGAL + suit]


def bind(memory: Memory, at: int) -> None:
    """Leave of the legal cards those that the restrictions allow."""
    state = memory[at + STATE]
    if state >> PLAYED & PLAYED_MASK == 0:
        bind_lead(memory, at)
    for number in range(memory[PENALTIES]):
        row = penalty_row(number)
        if (
            memory[row + PENALTY_SEAT] == state & SEAT_MASK
            and memory[row + IS_MAJOR] == 0
        ):
            bind_small(memory, at, row)
    found = 0
    for suit in range(4):
        found |= must_follow_with(memory, at, suit)
    if found:
        for suit in range(4):
            memory[LEGAL + suit] = must_follow_with(memory, at, suit)


def show_faced(lines: Memory, at: int, search: Memory, root: int) -> None:
    """Write what binds into the believed node at `root`."""
    phase = lines[at + STATE] >> PHASE & PHASE_MASK
    search[root + STATE] |= phase << AT_MOST
    for number in range(lines[PENALTIES]):
        row = penalty_row(number)
        suit, card = lines[row + PENALTY_SUIT], penalty_card(lines, at, row)
        if not (card and lines[row + IS_MAJOR]):
            continue
        if search[FACED_BY + suit] == lines[row + PENALTY_SEAT]:
            above = forgotten_cards(lines[at + suit]) & card - 1
            place = SYMBOL_BITS * (place_of(card) - above % GONE)
            held = search[root + suit] & ~(NOBODY << place)
            search[root + suit] = held | FACED << place


COMPILED = (
    penalty_row,
    penalty_card,
    how_lead_is_bound,
    phase_then,
    anything_binds,
    bind_lead,
    bind_small,
    must_follow_with,
    bind,
    show_faced,
)
