"""What a stated finesse asks for: which lead, and which card behind it (Law 70B).

Here too is whose cards a step of a statement speaks of. Compiled by `kernel`.
"""

from __future__ import annotations

from rulings.solver.choice import BEATS, LEGAL, STATED, UNSEEN, is_any
from rulings.solver.dealing import LED, MINE, PLAYED, STATE, WINNING, Memory
from rulings.solver.holding import HANDS, highest, of_hand, winning_card
from rulings.solver.spoken import (
    AGAINST,
    CARD,
    CARD_SUIT,
    NONE,
    SUIT,
    named_card,
    row_of,
)


def other_hand(memory: Memory, at: int, suit: int) -> int:
    """Return the cards of a suit in the side's other hand: a defender has none."""
    if not memory[MINE] >> 2 & 1:
        return 0
    partner = (memory[at + STATE] & 3) + 2 & 3
    return of_hand(memory[at + suit], memory[HANDS + partner])


def masters(memory: Memory, at: int, suit: int) -> int:
    """Return the side's cards thought to be the highest left of their suit."""
    seat = memory[at + STATE] & 3
    own = of_hand(memory[at + suit], memory[HANDS + seat]) | other_hand(
        memory, at, suit
    )
    return own & memory[UNSEEN + suit] - 1


def legal_named(memory: Memory, at: int, step: int) -> int:
    """Return the card a step names if it may be played now."""
    suit = memory[row_of(step) + CARD_SUIT]
    if suit < 0 or memory[HANDS + (memory[at + STATE] & 3)] < 2:  # noqa: PLR2004 two hands are hidden
        return 0
    return memory[LEGAL + suit] & named_card(memory, at, step)


def in_other(memory: Memory, at: int, step: int) -> bool:
    """Say whether the card a step names is in the side's other hand."""
    suit = memory[row_of(step) + CARD_SUIT]
    return other_hand(memory, at, suit) & named_card(memory, at, step) != 0


def below(cards: int, card: int) -> int:
    """Return the cards below one of their suit; all of them where none is below."""
    low = cards & ~((card << 1) - 1)
    return low or cards


def offer_below(memory: Memory, at: int, step: int, suit: int) -> None:
    """Write the leads of a suit: below the card a step names, if it is of that suit."""
    cards = memory[LEGAL + suit]
    if memory[row_of(step) + CARD_SUIT] == suit:
        cards = below(cards, named_card(memory, at, step))
    memory[STATED + suit] = cards


def is_against(memory: Memory, at: int, step: int) -> bool:
    """Say whether the seat a finesse is against plays second to the trick."""
    against, state = memory[row_of(step) + AGAINST], memory[at + STATE]
    return against in (NONE, (state & 3) - (state >> PLAYED & 3) + 1 & 3)


def lead_to_tenace(memory: Memory, at: int, suit: int) -> None:
    """Write the leads of a finesse in a suit: low to the card that may lose, or it.

    It is led itself, or a card like it, where a master stands behind it.
    """
    own, behind = memory[LEGAL + suit], other_hand(memory, at, suit)
    good = masters(memory, at, suit)
    top = highest((own | behind) & ~good)
    if own == 0 or behind == 0 or top == 0:
        return
    if top & behind:
        memory[STATED + suit] = below(own, top)
    elif good & behind:
        memory[STATED + suit] = own & ~good


def offer_finesse(memory: Memory, at: int, step: int) -> None:
    """Write the leads of a finesse: towards the card or the suit, or the card."""
    row = row_of(step)
    if not is_against(memory, at, step):
        return
    named = memory[row + CARD_SUIT]
    if memory[row + CARD] == NONE:
        lead_to_tenace(memory, at, memory[row + SUIT])
    elif in_other(memory, at, step):
        offer_below(memory, at, step, named)
    else:
        memory[STATED + named] = legal_named(memory, at, step)


def stands_for_it(memory: Memory, at: int, step: int) -> bool:
    """Say whether the side's other hand is winning with the card of a finesse."""
    state, row = memory[at + STATE], row_of(step)
    if not memory[MINE] >> 2 & 1 or state >> WINNING & 3 != (state & 3) + 2 & 3:
        return False
    if memory[row + CARD] == NONE:
        return True
    suit = memory[row + CARD_SUIT]
    named = named_card(memory, at, step)
    return named != 0 and winning_card(memory[at + suit]) == named


def offer_finessed(memory: Memory, at: int, step: int) -> None:
    """Write the card of a finesse: the one named, or the highest that is no master.

    Where the card that was led is the one, it is let run.
    """
    row, led = row_of(step), memory[at + STATE] >> LED & 3
    if memory[row + CARD] != NONE:
        suit = memory[row + CARD_SUIT]
        memory[STATED + suit] = memory[BEATS + suit] & legal_named(memory, at, step)
    elif memory[row + SUIT] != led:
        return
    else:
        good = masters(memory, at, led)
        memory[STATED + led] = highest(memory[BEATS + led] & ~good)
    if is_any(memory, STATED) or not stands_for_it(memory, at, step):
        return
    for suit in range(4):
        memory[STATED + suit] = memory[LEGAL + suit] & ~memory[BEATS + suit]


COMPILED = (
    other_hand,
    masters,
    legal_named,
    in_other,
    below,
    offer_below,
    is_against,
    lead_to_tenace,
    offer_finesse,
    stands_for_it,
    offer_finessed,
)
