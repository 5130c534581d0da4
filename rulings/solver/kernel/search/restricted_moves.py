"""Leads and penalty cards where restrictions are pending (Laws 50, 51 and 26).

A major penalty card is led, followed with or thrown as soon as it can be; where there
are several, any of them. A bound lead is the seat's first; a suit that is forbidden
stays so while it keeps the lead. How far that has come is the phase: PENDING_LEAD until
the lead, KEEPS_LEAD while a ban goes on, 0 when it is over. Where declarer decides by
the card that lies faced with partner, that card is picked up, and it ends at PICKED_UP.
Small penalty cards bind only where every card is seen (`line_moves`).

These functions are compiled.
"""

from __future__ import annotations

from rulings.solver.kernel.believed import (
    EITHER,
    FACED,
    PARTNER,
    as_best,
    ends_of_runs,
    held_by,
    how_many,
    places,
    tops_of_runs,
)
from rulings.solver.kernel.layout import SUITS
from rulings.solver.kernel.state import (
    AT_MOST,
    BLANKS,
    BLANKS_MASK,
    FACED_BY,
    FIRST,
    KEPT_IN_TRICK,
    LEAD_SUIT,
    LEADER,
    LED,
    LED_MASK,
    NODE,
    OPTION,
    PENDING,
    PHASE_MASK,
    PLAYED,
    PLAYED_MASK,
    REQUIRED,
    SEAT_MASK,
    SECOND,
    SHOWN,
    SLACK,
    SLACK_2,
    SLACK_MASK,
    STATE,
    WINNING,
    Memory,
    copied,
)

PENDING_LEAD, KEEPS_LEAD, PICKED_UP = 1, 2, 3

ALL_SUITS = (1 << SUITS) - 1

FREE_LEAD, LED_AS_REQUIRED, NOT_LED = 0, 1, 2
"""How a lead is bound: not at all, to its suit, or to any other suit."""


def faced_of(memory: Memory, at: int, suit: int, seat: int) -> int:
    """Return the cards of a suit that lie faced as a seat's, in force or not."""
    return places(memory[at + suit], FACED) if memory[FACED_BY + suit] == seat else 0


def held_of(memory: Memory, at: int, suit: int, seat: int) -> int:
    """Return the cards of a suit that a seat is known to hold, faced ones included."""
    return places(memory[at + suit], seat) | faced_of(memory, at, suit, seat)


def in_force(memory: Memory, seat: int, suit: int, phase: int) -> bool:
    """Say whether a seat's penalty cards of a suit bind: they are not picked up."""
    of_option = suit == memory[LEAD_SUIT] and memory[LEADER] == seat ^ PARTNER
    picked_up = of_option and memory[OPTION] != 0
    return not (picked_up and phase >= KEEPS_LEAD)


def must_play(memory: Memory, at: int, suit: int, seat: int) -> int:
    """Return the cards of a suit that a seat has to play before its others."""
    if not in_force(memory, seat, suit, memory[at + STATE] >> AT_MOST & PHASE_MASK):
        return 0
    return faced_of(memory, at, suit, seat)


def must_play_any(memory: Memory, at: int, seat: int) -> bool:
    """Say whether a seat has a penalty card to play as soon as it can."""
    cards = 0
    for suit in range(4):
        cards |= must_play(memory, at, suit, seat)
    return cards != 0


def lead_is_bound(memory: Memory, seat: int, phase: int, lies: int) -> int:
    """Return how a seat's lead is bound; `lies` is what lies faced with partner."""
    if seat != memory[LEADER]:
        return FREE_LEAD
    if phase == PENDING_LEAD and (lies or not memory[OPTION]):
        return LED_AS_REQUIRED if memory[REQUIRED] else NOT_LED
    return NOT_LED if phase == KEEPS_LEAD else FREE_LEAD


def phase_after_lead(memory: Memory, seat: int, phase: int, bound: int) -> int:
    """Return the phase when a seat has led."""
    over = PICKED_UP if memory[OPTION] else 0
    if seat == memory[LEADER]:
        if bound == FREE_LEAD:
            return 0 if phase == PENDING_LEAD else phase
        return KEEPS_LEAD if bound == NOT_LED else over
    return over if phase == KEEPS_LEAD else phase


def binds_still(memory: Memory, at: int) -> bool:
    """Say whether anything may still bind, or a card that lay faced is left."""
    phase = memory[at + STATE] >> AT_MOST & PHASE_MASK
    if phase in (PENDING_LEAD, KEEPS_LEAD):
        return True
    cards = 0
    for suit in range(4):
        cards |= places(memory[at + suit], FACED)
    return cards != 0


def lead_bound(memory: Memory, at: int) -> int:
    """Return how the lead at a node is bound."""
    state = memory[at + STATE]
    seat, suit = state & SEAT_MASK, memory[LEAD_SUIT]
    if seat != memory[LEADER]:
        return FREE_LEAD
    lies = faced_of(memory, at, suit, seat ^ PARTNER)
    return lead_is_bound(memory, seat, state >> AT_MOST & PHASE_MASK, lies)


def slack_place(memory: Memory, seat: int) -> int:
    """Return where a state counts a hand's unplaced cards, 0 for a hand seen."""
    if seat == memory[FIRST]:
        return SLACK
    return SLACK_2 if seat == memory[SECOND] else 0


def next_hand(state: int, best: int) -> int:
    """Return the state when a hand has played and others have still to play."""
    after = (state & SEAT_MASK) + 1 & SEAT_MASK
    played = (state >> PLAYED & PLAYED_MASK) + 1
    return state & KEPT_IN_TRICK | after | best << WINNING | played << PLAYED


def led(memory: Memory, at: int, to: int, cards: int, after: int) -> int:
    """Write the leads of some cards of the suit that `after` names."""
    suit = after >> LED & LED_MASK
    while cards:
        card = cards & -cards
        cards ^= card
        copied(memory, at, to)
        memory[to + suit] = as_best(memory[at + suit], card)
        memory[to + STATE] = after
        to += NODE
    return to


def only_suit(memory: Memory, at: int, kept: int) -> bool:
    """Say whether the hand to play may have nothing but one suit, and note it.

    A claimer's partner does not ruff the claimer's winner while he can discard.
    """
    state = memory[at + STATE]
    seat = state & SEAT_MASK
    first = seat == memory[FIRST]
    other = SLACK_2 if first else SLACK
    holder = memory[SECOND] if first else memory[FIRST]
    loose = 0
    for suit in range(4):
        if suit != kept:
            if places(memory[at + suit], seat):
                return False
            if memory[PENDING] and faced_of(memory, at, suit, seat):
                return False
            loose += how_many(places(memory[at + suit], EITHER))
            if slack_place(memory, seat):
                memory[at + suit] = held_by(memory[at + suit], holder)
    if slack_place(memory, seat) == 0:
        return True
    if (state >> other & SLACK_MASK) - loose < state >> BLANKS & BLANKS_MASK:
        return False
    memory[at + STATE] = state - (loose << other)
    return True


def may_be_void(memory: Memory, at: int, suit: int, to: int) -> bool:
    """Say whether the hand to play may have none of a suit, and write that node."""
    state = memory[at + STATE]
    place = slack_place(memory, state & SEAT_MASK)
    if held_of(memory, at, suit, state & SEAT_MASK):
        return False
    copied(memory, at, to)
    if place:
        other = SLACK + SLACK_2 - place
        loose = how_many(places(memory[at + suit], EITHER))
        if state >> other & SLACK_MASK < loose:
            return False
        holder = memory[SECOND] if place == SLACK else memory[FIRST]
        memory[to + suit] = held_by(memory[at + suit], holder)
        memory[to + STATE] = state - (loose << other)
    return True


def led_from(memory: Memory, at: int, to: int, suits: int, phase: int) -> int:
    """Write the leads of some suits (bits): penalty cards, where there are any."""
    state = memory[at + STATE]
    seat = state & SEAT_MASK
    after = next_hand(state, seat) & ~(PHASE_MASK << AT_MOST) | phase << AT_MOST
    start = to
    for suit in range(4):
        if suits >> suit & 1:
            cards = must_play(memory, at, suit, seat)
            to = led(memory, at, to, cards, after | suit << LED)
    if to != start:
        return to
    place = slack_place(memory, seat)
    spare = place and state >> place & SLACK_MASK
    for suit in range(4):
        if suits >> suit & 1:
            cards = tops_of_runs(places(memory[at + suit], seat))
            cards |= faced_of(memory, at, suit, seat)
            to = led(memory, at, to, cards, after | suit << LED)
            if spare:
                cards = ends_of_runs(places(memory[at + suit], EITHER))
                to = led(memory, at, to, cards, after - (1 << place) | suit << LED)
    return to


def bound_leads(memory: Memory, at: int, to: int) -> int:
    """Write the leads where restrictions are pending."""
    state, suit = memory[at + STATE], memory[LEAD_SUIT]
    seat = state & SEAT_MASK
    bound = lead_bound(memory, at)
    phase = phase_after_lead(memory, seat, state >> AT_MOST & PHASE_MASK, bound)
    if bound == FREE_LEAD:
        return led_from(memory, at, to, ALL_SUITS, phase)
    if bound == LED_AS_REQUIRED:
        to = led_from(memory, at, to, 1 << suit, phase)
        if may_be_void(memory, at, suit, SHOWN):
            to = led_from(memory, SHOWN, to, ALL_SUITS, phase)
        return to
    to = led_from(memory, at, to, ALL_SUITS & ~(1 << suit), phase)
    copied(memory, at, SHOWN)
    if only_suit(memory, SHOWN, suit):
        to = led_from(memory, SHOWN, to, 1 << suit, phase)
    return to


COMPILED = (
    faced_of,
    held_of,
    in_force,
    must_play,
    must_play_any,
    lead_is_bound,
    phase_after_lead,
    binds_still,
    lead_bound,
    slack_place,
    next_hand,
    led,
    only_suit,
    may_be_void,
    led_from,
    bound_leads,
)
