"""Leads towards the side's other hand, and when a named card is played to a lead.

Serves Laws 68C and 70B (normal-play rule N2): a lead to a card, across or to be
ruffed is a low one where the hand has one, and no winner falls on one of its own
side's because it was named. Compiled by `compiler`.
"""

from __future__ import annotations

from rulings.solver.kernel.choice import BEATS, STATED, UNSEEN
from rulings.solver.kernel.holding import highest
from rulings.solver.kernel.state import (
    LED,
    LED_MASK,
    LEFT,
    LEFT_MASK,
    PLAYED,
    PLAYED_MASK,
    STATE,
    WINNING,
    Memory,
)
from rulings.solver.kernel.words.encoded import (
    CARD_SUIT,
    FROM_TOP,
    SUIT,
    UNDER_WAY,
    named_card,
    row_of,
)
from rulings.solver.kernel.words.finesse import (
    in_other,
    legal_named,
    low_towards,
    masters,
    other_hand,
    winning_lead,
)


def towards_named(memory: Memory, at: int, step: int) -> int:
    """Return the leads to the card a step names where that is good behind the lead."""
    suit = memory[row_of(step) + CARD_SUIT]
    if suit < 0 or not in_other(memory, at, step):
        return 0
    card = named_card(memory, at, step)
    if not card & memory[UNSEEN + suit] - 1:
        return 0
    return low_towards(memory, at, suit, card)


def is_sure(memory: Memory, at: int) -> bool:
    """Say whether the other hand is winning the trick with a card that is good."""
    led = memory[at + STATE] >> LED & LED_MASK
    return winning_lead(memory, at) & memory[UNSEEN + led] - 1 != 0


def offer_towards_winners(memory: Memory, at: int, suit: int) -> None:
    """Write low leads of a suit to be cashed whose winners lie in the other hand."""
    good = masters(memory, at, suit) & other_hand(memory, at, suit)
    if good:
        memory[STATED + suit] = low_towards(memory, at, suit, highest(good))


def offer_winner(memory: Memory, at: int, step: int) -> None:
    """Write the good cards of a suit to be cashed, behind a lead towards them."""
    suit = memory[row_of(step) + SUIT]
    if not is_sure(memory, at):
        cards = masters(memory, at, suit) & memory[BEATS + suit]
        top = memory[row_of(step) + FROM_TOP]
        memory[STATED + suit] = highest(cards) if top else cards


def offer_named(memory: Memory, at: int, step: int) -> None:
    """Write the card a step names behind a lead towards it."""
    suit = memory[row_of(step) + CARD_SUIT]
    if not is_sure(memory, at):
        memory[STATED + suit] = legal_named(memory, at, step) & memory[BEATS + suit]


def side_is_winning(memory: Memory, at: int) -> bool:
    """Say whether a card of the claimer's side is winning the trick on the table."""
    state = memory[at + STATE]
    return state >> PLAYED & PLAYED_MASK != 0 and not state >> WINNING & 1


def named_to_a_lead(memory: Memory, at: int, step: int) -> int:
    """Return the card a step names if it is meant for a trick begun by others.

    It would win a trick that the side is not winning; or it is the first card named
    and of the suit led, in the trick that lay on the table when he spoke.
    """
    cards = legal_named(memory, at, step)
    if cards == 0 or side_is_winning(memory, at):
        return 0
    suit, state = memory[row_of(step) + CARD_SUIT], memory[at + STATE]
    names_suit_led = state >> LEFT & LEFT_MASK == memory[UNDER_WAY] and step == 0
    if names_suit_led and suit == state >> LED & LED_MASK:
        return cards
    return cards & memory[BEATS + suit]


COMPILED = (
    towards_named,
    is_sure,
    offer_towards_winners,
    offer_winner,
    offer_named,
    side_is_winning,
    named_to_a_lead,
)
