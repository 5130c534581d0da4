"""Move generation where every card is seen: legal plays, and the node after each.

A node is six numbers of memory: four suits as in `holding`, a state as in `state`
with the tricks still needed in place of blanks, and what is said as in `encoded`.
These functions are compiled.
"""

from __future__ import annotations

from rulings.solver.kernel.choice import BEATS, LEGAL
from rulings.solver.kernel.holding import (
    HANDS,
    forgotten_cards,
    gone,
    laid,
    of_hand,
    one_of_each_run,
    place_of,
    remembered,
    shown_out,
    winning_card,
)
from rulings.solver.kernel.search.open_penalties import bind, phase_then
from rulings.solver.kernel.state import (
    ALL_THROWN,
    LAST,
    LED,
    LED_MASK,
    LEFT,
    LEFT_MASK,
    NEED,
    NEED_MASK,
    PENDING,
    PHASE,
    PLAYED,
    PLAYED_MASK,
    SEAT_MASK,
    STATE,
    TRUMP,
    WINNING,
    WINNING_MASK,
    WON,
    Memory,
    copied,
)
from rulings.solver.kernel.words.encoded import (
    WORDS,
    cards_of_suit,
    named_cards,
    without_place,
)


def legal_cards(memory: Memory, at: int) -> None:
    """Write the legal cards by suit, one of a row where they are equal."""
    state = memory[at + STATE]
    seat, led, played = (
        state & SEAT_MASK,
        state >> LED & LED_MASK,
        state >> PLAYED & PLAYED_MASK,
    )
    hand = memory[HANDS + seat]
    follows = played > 0 and of_hand(memory[at + led], hand) != 0
    for suit in range(4):
        cards = 0
        if not follows or suit == led:
            cards = of_hand(memory[at + suit], hand)
            all_differ = played == 0 or suit in (led, memory[TRUMP])
            if hand >= 2 or not (all_differ and other_follows(memory, state)):  # noqa: PLR2004 two hands are hidden
                named = named_cards(memory, at, suit) if memory[at + WORDS] else 0
                cards = one_of_each_run(memory[at + suit], cards, named)
        memory[LEGAL + suit] = cards
    if memory[PENDING]:
        bind(memory, at)
    for suit in range(4):
        memory[BEATS + suit] = memory[LEGAL + suit] & beating(memory, at, suit)


def other_follows(memory: Memory, state: int) -> bool:
    """Say whether the other hidden hand has still to play to this trick."""
    played = state >> PLAYED & PLAYED_MASK
    if played == 0:
        return True
    hand = memory[HANDS + (state & SEAT_MASK)]
    for step in range(1, LAST - played + 1):
        if memory[HANDS + (state + step & SEAT_MASK)] == 1 - hand:
            return True
    return False


def beating(memory: Memory, at: int, suit: int) -> int:
    """Return the places of a suit from which a card would be winning the trick."""
    state = memory[at + STATE]
    if state >> PLAYED & PLAYED_MASK == 0:
        return -1
    winning = winning_card(memory[at + suit])
    if winning:
        return winning - 1
    return -1 if suit == memory[TRUMP] and suit != state >> LED & LED_MASK else 0


def played_card(memory: Memory, at: int, to: int, suit: int, card: int) -> None:
    """Write the node after a card."""
    copied(memory, at, to)
    memory[to + WORDS] = memory[at + WORDS]
    state = memory[at + STATE]
    led, played = state >> LED & LED_MASK, state >> PLAYED & PLAYED_MASK
    hand = memory[HANDS + (state & SEAT_MASK)]
    if played and suit != led and hand < 2:  # noqa: PLR2004 two hands are hidden
        memory[to + led] = shown_out(memory[to + led], hand)
    if forgotten_cards(memory[to + suit]) & card:
        memory[to + suit] = remembered(memory[to + suit])
    winning = winning_card(memory[to + suit])
    beats = card & beating(memory, at, suit)
    if played == 0:
        memory[to + suit] = laid(memory[to + suit], card)
    elif winning:
        over_or_under(memory, to, suit, card, winning)
    else:
        if beats and played != LAST:
            memory[to + suit] = laid(memory[to + suit], card)
        else:
            taken(memory, to, suit, card)
        if beats or played == LAST:
            place = led if winning_card(memory[to + led]) else memory[TRUMP]
            taken(memory, to, place, winning_card(memory[to + place]))
    memory[to + STATE] = state_after(state, suit, beats)
    if memory[PENDING]:
        memory[to + STATE] |= phase_then(memory, at) << PHASE


def taken(memory: Memory, at: int, suit: int, card: int) -> None:
    """Take a card out of a suit."""
    words = memory[at + WORDS]
    if card and cards_of_suit(words, suit):
        memory[at + WORDS] = without_place(words, suit, place_of(card))
    memory[at + suit] = gone(memory[at + suit], card)


def over_or_under(memory: Memory, at: int, suit: int, card: int, winning: int) -> None:
    """Play a card of the same suit as the winning one."""
    last = memory[at + STATE] >> PLAYED & PLAYED_MASK == LAST
    if last:
        taken(memory, at, suit, max(card, winning))
        taken(memory, at, suit, min(card, winning))
    elif card < winning:
        memory[at + suit] = laid(memory[at + suit], card)
        taken(memory, at, suit, winning)
    else:
        taken(memory, at, suit, card)


def state_after(state: int, suit: int, beats: int) -> int:
    """Return the state after a card of a suit; `beats` is not 0 if it is winning."""
    seat, played = state & SEAT_MASK, state >> PLAYED & PLAYED_MASK
    led = state >> LED & LED_MASK if played else suit
    best = seat if beats else state >> WINNING & WINNING_MASK
    left, need, thrown = (
        state >> LEFT & LEFT_MASK,
        state >> NEED & NEED_MASK,
        state & ALL_THROWN,
    )
    if played != LAST:
        after = (
            (seat + 1 & SEAT_MASK) | led << LED | best << WINNING | played + 1 << PLAYED
        )
        return after | left << LEFT | need << NEED | thrown
    won = 1 - (best & 1)
    need = max(0, need - won)
    return best | left - 1 << LEFT | need << NEED | won << WON | thrown


COMPILED = (
    other_follows,
    beating,
    legal_cards,
    taken,
    over_or_under,
    state_after,
    played_card,
)
