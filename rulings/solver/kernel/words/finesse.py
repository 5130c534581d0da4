"""What a stated finesse asks for: which lead, and which card behind it (Law 70B).

Here too is whose cards a step of a statement speaks of. Compiled by `compiler`.
"""

from __future__ import annotations

from rulings.solver.kernel.believed import PARTNER
from rulings.solver.kernel.choice import BEATS, LEGAL, STATED, UNSEEN
from rulings.solver.kernel.holding import (
    BELOW,
    HANDS,
    SHOWN,
    forgotten_cards,
    hidden_cards,
    highest,
    lowest,
    of_hand,
    winning_card,
)
from rulings.solver.kernel.state import (
    LED,
    LED_MASK,
    MINE,
    PLAYED,
    PLAYED_MASK,
    SEAT_MASK,
    STATE,
    TRUMP,
    WINNING,
    WINNING_MASK,
    Memory,
)
from rulings.solver.kernel.words.encoded import (
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
    if not memory[MINE] >> PARTNER & 1:
        return 0
    partner = (memory[at + STATE] & SEAT_MASK) + 2 & SEAT_MASK
    return of_hand(memory[at + suit], memory[HANDS + partner])


def masters(memory: Memory, at: int, suit: int) -> int:
    """Return the side's cards thought to be the highest left of their suit."""
    seat = memory[at + STATE] & SEAT_MASK
    own = of_hand(memory[at + suit], memory[HANDS + seat]) | other_hand(
        memory, at, suit
    )
    return own & memory[UNSEEN + suit] - 1


def legal_named(memory: Memory, at: int, step: int) -> int:
    """Return the card a step names if it may be played now."""
    suit = memory[row_of(step) + CARD_SUIT]
    if suit < 0 or memory[HANDS + (memory[at + STATE] & SEAT_MASK)] < 2:  # noqa: PLR2004 two hands are hidden
        return 0
    return memory[LEGAL + suit] & named_card(memory, at, step)


def in_other(memory: Memory, at: int, step: int) -> bool:
    """Say whether the card a step names is in the side's other hand."""
    suit = memory[row_of(step) + CARD_SUIT]
    return other_hand(memory, at, suit) & named_card(memory, at, step) != 0


def below(cards: int, card: int) -> int:
    """Return the cards below one of their suit; all of them where none is below."""
    low = cards & -card & ~card
    return low or cards


def is_against(memory: Memory, at: int, step: int) -> bool:
    """Say whether the seat a finesse is against plays second to the trick."""
    return memory[row_of(step) + AGAINST] in (NONE, second_seat(memory, at))


def second_seat(memory: Memory, at: int) -> int:
    """Return the seat that plays second to the trick."""
    state = memory[at + STATE]
    return (state & SEAT_MASK) - (state >> PLAYED & PLAYED_MASK) + 1 & SEAT_MASK


def is_void(memory: Memory, at: int, suit: int) -> bool:
    """Say whether the seat that plays second has shown out: nothing to finesse."""
    hand = memory[HANDS + second_seat(memory, at)]
    return hand < 2 and memory[at + suit] >> SHOWN + hand & 1 != 0  # noqa: PLR2004 two hands are hidden


def thought_out(memory: Memory, at: int, suit: int) -> int:
    """Return the cards of a suit that are counted in the hidden hands."""
    return hidden_cards(memory[at + suit]) & ~forgotten_cards(memory[at + suit])


def how_many_cards(cards: int) -> int:
    """Return how many cards there are."""
    many = 0
    while cards:
        cards &= cards - 1
        many += 1
    return many


def may_lose(memory: Memory, suit: int, cards: int) -> int:
    """Return the cards than which one that is thought out is higher."""
    return cards & ~(memory[UNSEEN + suit] - 1)


def run_of(memory: Memory, at: int, suit: int, card: int) -> int:
    """Return the places of a suit which no card thought out parts from a card."""
    out = thought_out(memory, at, suit)
    above, under = lowest(out & card - 1), highest(out & -card)
    run = (under or BELOW) - 1
    return run & -above & ~above if above else run


def to_finesse(memory: Memory, at: int, suit: int, cards: int) -> int:
    """Return the highest card that may lose, 0 where too many above it are out.

    That is more than two under a master of the side, else more than one.
    """
    top = highest(may_lose(memory, suit, cards))
    most = 2 if cards & memory[UNSEEN + suit] - 1 else 1
    above = thought_out(memory, at, suit) & top - 1
    return top if how_many_cards(above) <= most else 0


def second_run(memory: Memory, at: int, suit: int, cards: int) -> int:
    """Return the highest card under a single one out: the jack of king and jack.

    0 where there is none; under a master there is none: ace, queen and ten ask for
    the queen.
    """
    top = highest(cards)
    lower = highest(cards & ~run_of(memory, at, suit, top))
    if lower == 0 or not may_lose(memory, suit, top):
        return 0
    out = thought_out(memory, at, suit)
    return lower if how_many_cards(out & lower - 1 & -top) == 1 else 0


def may_ruff_it(memory: Memory, at: int, suit: int) -> bool:
    """Say whether the other hand has a trump and none of a suit."""
    trump = memory[TRUMP]
    if trump < 0 or suit == trump or other_hand(memory, at, suit):
        return False
    return other_hand(memory, at, trump) != 0


def rounds_of(memory: Memory, at: int, suit: int) -> int:
    """Return how often the side can play a suit at most."""
    own = of_hand(memory[at + suit], memory[HANDS + (memory[at + STATE] & SEAT_MASK)])
    behind = other_hand(memory, at, suit)
    return max(how_many_cards(own), how_many_cards(behind))


def equivalents(memory: Memory, at: int, suit: int, card: int) -> int:
    """Return the leads like a card behind that are let run.

    They are there where a higher one is behind too, and where the suit still stands
    when one of them has been covered.
    """
    own = of_hand(memory[at + suit], memory[HANDS + (memory[at + STATE] & SEAT_MASK)])
    behind, run = other_hand(memory, at, suit), run_of(memory, at, suit, card)
    top = how_many_cards(masters(memory, at, suit))
    sure = how_many_cards((own | behind) & run) + top
    if behind & card - 1 & ~run == 0 or sure <= rounds_of(memory, at, suit):
        return 0
    return memory[LEGAL + suit] & run & lowest(behind) - 1


def leads_to(memory: Memory, at: int, suit: int, card: int) -> int:
    """Return the leads for which a card behind may be finessed; none may do.

    A low one where one finesse is enough, else one like it, to be let run. Towards a
    card with none higher behind only a low one is led, and not to a single card.
    """
    behind, run = other_hand(memory, at, suit), run_of(memory, at, suit, card)
    low = memory[LEGAL + suit] & ~run & -card
    if behind & card - 1 & ~run == 0:
        return low if behind & (behind - 1) else 0
    enough = how_many_cards(masters(memory, at, suit)) + 1
    if low and enough >= rounds_of(memory, at, suit):
        return low
    return equivalents(memory, at, suit, card) or low or memory[LEGAL + suit] & run


def is_run_through(memory: Memory, at: int, suit: int, card: int) -> bool:
    """Say whether a card that may lose can be led and let run by the other hand.

    That has a master or another higher card, parted from it, and a low one; or ruffs.
    """
    behind = other_hand(memory, at, suit)
    if behind == 0:
        return may_ruff_it(memory, at, suit)
    higher = behind & card - 1 & ~run_of(memory, at, suit, card)
    return higher != 0 and card & lowest(behind) - 1 != 0


def offer_in_suit(memory: Memory, at: int, suit: int) -> None:
    """Write the leads of a finesse in a suit: to the highest card that may lose.

    It is led itself, or a card like it, where a higher one stands behind it: a single
    one gains nothing if it is covered. No card that is out may be higher than all
    others: then there is nothing to finesse with.
    """
    seat = memory[at + STATE] & SEAT_MASK
    own, behind = (
        of_hand(memory[at + suit], memory[HANDS + seat]),
        other_hand(memory, at, suit),
    )
    top = to_finesse(memory, at, suit, own | behind)
    if own == 0 or top == 0 or thought_out(memory, at, suit) & -top == 0:
        return
    run = run_of(memory, at, suit, top)
    front = own & run
    if behind & run:
        memory[STATED + suit] = leads_to(memory, at, suit, highest(behind & run))
    elif front & (front - 1) and is_run_through(memory, at, suit, top):
        low = lowest(behind) - 1 if behind else -1
        memory[STATED + suit] = memory[LEGAL + suit] & run & low


def low_towards(memory: Memory, at: int, suit: int, card: int) -> int:
    """Return the lead of a suit below a card, or any like it: the lowest there is."""
    cards = memory[LEGAL + suit]
    if card:
        cards = below(cards, card)
    low = lowest(cards)
    return cards & (low | run_of(memory, at, suit, low)) if low else 0


def without_winners(memory: Memory, at: int, suit: int, cards: int) -> int:
    """Return cards of a suit without those that are good; all where all are."""
    return cards & ~masters(memory, at, suit) or cards


def offer_lead_to(memory: Memory, at: int, step: int, suit: int) -> None:
    """Write the leads of a suit to the card a step names: low, or like it to be run.

    A card of another suit ruffs it.
    """
    card = named_card(memory, at, step)
    if memory[row_of(step) + CARD_SUIT] != suit:
        memory[STATED + suit] = without_winners(memory, at, suit, memory[LEGAL + suit])
        return
    memory[STATED + suit] = low_towards(memory, at, suit, card)
    if may_lose(memory, suit, card):
        memory[STATED + suit] |= equivalents(memory, at, suit, card)


def offer_finesse(memory: Memory, at: int, step: int) -> None:
    """Write the leads of a finesse: towards the card or the suit, or the card."""
    suit = suit_of(memory, step)
    if not is_against(memory, at, step) or is_void(memory, at, suit):
        return
    if memory[row_of(step) + CARD] == NONE:
        offer_in_suit(memory, at, suit)
        return
    card = named_card(memory, at, step)
    if not may_lose(memory, suit, card):
        if in_other(memory, at, step):
            memory[STATED + suit] = low_towards(memory, at, suit, card)
        else:
            memory[STATED + suit] = legal_named(memory, at, step)
    elif in_other(memory, at, step):
        memory[STATED + suit] = leads_to(memory, at, suit, card)
    elif is_run_through(memory, at, suit, card):
        memory[STATED + suit] = legal_named(memory, at, step)


def suit_of(memory: Memory, step: int) -> int:
    """Return the suit of the card a step names, else the suit, else NONE."""
    row = row_of(step)
    return memory[row + (SUIT if memory[row + CARD] == NONE else CARD_SUIT)]


def winning_lead(memory: Memory, at: int) -> int:
    """Return the card of the suit led with which the side's other hand is winning."""
    state = memory[at + STATE]
    if (
        not memory[MINE] >> PARTNER & 1
        or state >> WINNING & WINNING_MASK != (state & SEAT_MASK) + 2 & SEAT_MASK
    ):
        return 0
    return winning_card(memory[at + (state >> LED & LED_MASK)])


def offer_behind(memory: Memory, at: int, suit: int, run: int, card: int) -> None:
    """Write the card of a finesse behind a lead; a lead like it is let run.

    Where it cannot be let run a card like it is played.
    """
    if winning_lead(memory, at) & run:
        low = 0
        for other in range(4):
            low |= memory[LEGAL + other] & ~memory[BEATS + other]
            memory[STATED + other] |= memory[LEGAL + other] & ~memory[BEATS + other]
        if low:
            return
        card = highest(memory[BEATS + suit] & run)
    memory[STATED + suit] |= memory[BEATS + suit] & card


def offer_finessed(memory: Memory, at: int, step: int) -> None:
    """Write the card of a finesse: the one named, or the highest that may lose.

    Where a card like it was led, it is let run.
    """
    suit = suit_of(memory, step)
    if memory[at + STATE] >> LED & LED_MASK != suit or is_void(memory, at, suit):
        return
    if memory[row_of(step) + CARD] != NONE:
        card = named_card(memory, at, step)
        run = run_of(memory, at, suit, card) if may_lose(memory, suit, card) else card
        if card:
            offer_behind(memory, at, suit, run, card)
        return
    led = winning_lead(memory, at)
    cards = memory[LEGAL + suit] | other_hand(memory, at, suit) | led
    top = to_finesse(memory, at, suit, cards)
    if top == 0:
        return
    run = run_of(memory, at, suit, top)
    offer_behind(memory, at, suit, run, highest(memory[BEATS + suit] & run))
    top = second_run(memory, at, suit, cards)
    if top:
        run = run_of(memory, at, suit, top)
        offer_behind(memory, at, suit, run, highest(memory[BEATS + suit] & run))


def offer_led_to(memory: Memory, at: int, step: int) -> None:
    """Write the card led to while it would win; one like it may also be let run."""
    suit = memory[row_of(step) + CARD_SUIT]
    card = memory[BEATS + suit] & legal_named(memory, at, step)
    memory[STATED + suit] = card
    if not may_lose(memory, suit, card):
        return
    if winning_lead(memory, at) & run_of(memory, at, suit, card):
        memory[STATED + suit] |= memory[LEGAL + suit] & ~memory[BEATS + suit]


COMPILED = (
    other_hand,
    masters,
    legal_named,
    in_other,
    below,
    second_seat,
    is_against,
    is_void,
    thought_out,
    how_many_cards,
    may_lose,
    run_of,
    to_finesse,
    second_run,
    may_ruff_it,
    rounds_of,
    equivalents,
    leads_to,
    is_run_through,
    offer_in_suit,
    low_towards,
    without_winners,
    offer_lead_to,
    suit_of,
    offer_finesse,
    winning_lead,
    offer_behind,
    offer_finessed,
    offer_led_to,
)
