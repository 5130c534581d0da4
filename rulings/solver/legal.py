"""The legal plays of a line with the real cards, and the node after each of them.

A node is five numbers of memory: four suits as in `holding`, and a state as in
`dealing` with the tricks still needed in place of blanks. Compiled by `kernel`.
"""

from __future__ import annotations

from rulings.solver.choice import BEATS, LEGAL
from rulings.solver.dealing import (
    LAST,
    LED,
    LEFT,
    PLAYED,
    STATE,
    WINNING,
    WON,
    Memory,
    copied,
)
from rulings.solver.holding import (
    forgotten_cards,
    gone,
    laid,
    of_hand,
    one_of_each_run,
    remembered,
    shown_out,
    winning_card,
)

NEED = 16
"""Where a state counts the tricks that the claim still needs."""

TRUMP, HANDS, OTHER = 0, 4, 13
"""Where memory names the trump suit, by seat the hand as in `holding`, and the seat
that is seen besides the claimer's."""


def legal_cards(memory: Memory, at: int) -> None:
    """Write the legal cards by suit, one of a row where they are equal."""
    state = memory[at + STATE]
    seat, led, played = state & 3, state >> LED & 3, state >> PLAYED & 3
    hand = memory[HANDS + seat]
    follows = played > 0 and of_hand(memory[at + led], hand) != 0
    for suit in range(4):
        cards = 0
        if not follows or suit == led:
            cards = of_hand(memory[at + suit], hand)
            all_differ = played == 0 or suit in (led, memory[TRUMP])
            if hand >= 2 or not (all_differ and other_follows(memory, state)):  # noqa: PLR2004 two hands are hidden
                cards = one_of_each_run(memory[at + suit], cards)
        memory[LEGAL + suit] = cards
        memory[BEATS + suit] = cards & beating(memory, at, suit)


def other_follows(memory: Memory, state: int) -> bool:
    """Say whether the other hidden hand has still to play to this trick."""
    played = state >> PLAYED & 3
    if played == 0:
        return True
    hand = memory[HANDS + (state & 3)]
    for step in range(1, LAST - played + 1):
        if memory[HANDS + (state + step & 3)] == 1 - hand:
            return True
    return False


def beating(memory: Memory, at: int, suit: int) -> int:
    """Return the places of a suit from which a card would be winning the trick."""
    state = memory[at + STATE]
    if state >> PLAYED & 3 == 0:
        return -1
    winning = winning_card(memory[at + suit])
    if winning:
        return winning - 1
    return -1 if suit == memory[TRUMP] and suit != state >> LED & 3 else 0


def played_card(memory: Memory, at: int, to: int, suit: int, card: int) -> None:
    """Write the node after a card."""
    copied(memory, at, to)
    state = memory[at + STATE]
    led, played = state >> LED & 3, state >> PLAYED & 3
    hand = memory[HANDS + (state & 3)]
    if played and suit != led and hand < 2:  # noqa: PLR2004 two hands are hidden
        memory[to + led] = shown_out(memory[to + led], hand)
    held = memory[to + suit]
    if forgotten_cards(held) & card:
        held = remembered(held)
    winning = winning_card(held)
    beats = card & beating(memory, at, suit)
    if played == 0:
        held = laid(held, card)
    elif winning:
        held = over_or_under(held, card, winning, played)
    else:
        held = laid(held, card) if beats and played != LAST else gone(held, card)
        if beats or played == LAST:
            place = led if winning_card(memory[to + led]) else memory[TRUMP]
            cleared = winning_card(memory[to + place])
            memory[to + place] = gone(memory[to + place], cleared)
    memory[to + suit] = held
    memory[to + STATE] = state_after(state, suit, beats)


def over_or_under(held: int, card: int, winning: int, played: int) -> int:
    """Return a suit after a card of the same suit as the winning one."""
    if played == LAST:
        return gone(gone(held, max(card, winning)), min(card, winning))
    if card < winning:
        return gone(laid(held, card), winning)
    return gone(held, card)


def state_after(state: int, suit: int, beats: int) -> int:
    """Return the state after a card of a suit; `beats` is not 0 if it is winning."""
    seat, played = state & 3, state >> PLAYED & 3
    led = state >> LED & 3 if played else suit
    best = seat if beats else state >> WINNING & 3
    left, need = state >> LEFT & 15, state >> NEED & 15
    if played != LAST:
        after = (seat + 1 & 3) | led << LED | best << WINNING | played + 1 << PLAYED
        return after | left << LEFT | need << NEED
    won = 1 - (best & 1)
    return best | left - 1 << LEFT | max(0, need - won) << NEED | won << WON


COMPILED = (
    other_follows,
    beating,
    legal_cards,
    over_or_under,
    state_after,
    played_card,
)
