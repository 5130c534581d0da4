"""Suits that a claimer counts on to break evenly between the two hands he cannot see.

Serves Law 70E1, beside the number alone: what he might get if he may count on breaks.
What he believes is how many cards of a suit each hidden hand held at the claim, as
evenly as their number allows; of an odd number either hand may hold the longer part.
A state keeps the most cards of such a suit that the first hidden hand may still hold
while some are unplaced; what the other may hold follows from it. Layouts that do not
fit are left out after each card of a hidden hand. Compiled by `compiler`.
"""

from __future__ import annotations

from rulings.bridge.cards import Suit
from rulings.bridge.hands import Hand
from rulings.solver.kernel.believed import EITHER, how_many, places
from rulings.solver.kernel.state import (
    AT_MOST,
    BREAK_BITS,
    BREAK_MASK,
    BREAKS,
    FIRST,
    MOST_BITS,
    MOST_MASK,
    NODE,
    ODD,
    SEAT_MASK,
    SECOND,
    SLACK,
    SLACK_MASK,
    STATE,
    Memory,
    copied,
)

NOT_BELIEVED, OF_EVEN_NUMBER, FIRST_LONGER, FIRST_SHORTER = 0, 1, 2, 3
"""What is kept of a suit in two bits of BREAKS; its second bit says an odd number."""

LEAST = 2
"""The fewest cards that break."""


def even_breaks(first: Hand, second: Hand) -> int:
    """Return the suits that in truth break evenly between two hands, two bits each."""
    breaks = 0
    for suit in Suit:
        cards, cards_2 = len(first.suit(suit)), len(second.suit(suit))
        if cards + cards_2 >= LEAST and abs(cards - cards_2) <= 1:
            kind = FIRST_LONGER if cards > cards_2 else FIRST_SHORTER
            kind = OF_EVEN_NUMBER if cards == cards_2 else kind
            breaks |= kind << BREAK_BITS * suit
    return breaks


def suits_of(breaks: int) -> tuple[Suit, ...]:
    """Return the suits that are believed to break."""
    return tuple(suit for suit in Suit if breaks >> BREAK_BITS * suit & BREAK_MASK)


def most_at(kind: int, cards: int) -> int:
    """Return the most cards the first hidden hand may hold, of its true number."""
    return cards + (1 if kind == FIRST_SHORTER else 0)


def is_breaking(memory: Memory, at: int, suit: int) -> bool:
    """Say whether cards of a suit that is believed to break are unplaced."""
    believed = memory[BREAKS] >> BREAK_BITS * suit & BREAK_MASK
    return believed != 0 and places(memory[at + suit], EITHER) != 0


def most_by_break(memory: Memory, at: int, suit: int, seat: int) -> int:
    """Return the most cards of a suit, some unplaced, that its break leaves a hand."""
    most = memory[at + STATE] >> AT_MOST + MOST_BITS * suit & MOST_MASK
    if seat == memory[FIRST]:
        return most
    odd = memory[BREAKS] >> BREAK_BITS * suit + ODD & 1
    return hidden_number(memory, memory[at + suit]) + odd - most


def hidden_number(memory: Memory, cards: int) -> int:
    """Return how many cards of a suit the hidden hands hold."""
    held = places(cards, memory[FIRST]) | places(cards, memory[SECOND])
    return how_many(held | places(cards, EITHER))


def fitted(memory: Memory, at: int, start: int, end: int) -> int:
    """Leave the nodes after a card that fit what is believed; return where they end."""
    seat = memory[at + STATE] & SEAT_MASK
    if seat not in (memory[FIRST], memory[SECOND]):
        return end
    to = start
    for node in range(start, end, NODE):
        if fits(memory, at, node):
            copied(memory, node, to)
            to += NODE
    return to


def fits(memory: Memory, before: int, at: int) -> bool:
    """Say whether a layout is left in which the suits break, and count the card played.

    `low` and `high` are the fewest and the most of the unplaced cards that the first
    hidden hand can hold.
    """
    state = memory[at + STATE]
    by_first = memory[before + STATE] & SEAT_MASK == memory[FIRST]
    low = high = 0
    for suit in range(4):
        kind = memory[BREAKS] >> BREAK_BITS * suit & BREAK_MASK
        cards, cards_before = memory[at + suit], memory[before + suit]
        loose = how_many(places(cards, EITHER))
        if kind == NOT_BELIEVED or places(cards_before, EITHER) == 0:
            high += loose
            continue
        place = AT_MOST + MOST_BITS * suit
        most = state >> place & MOST_MASK
        state -= most << place
        if by_first:
            gone = hidden_number(memory, cards_before) - hidden_number(memory, cards)
            most -= gone
        spare = most - how_many(places(cards, memory[FIRST]))
        least = max(0, spare - (kind >> ODD))
        if spare < 0 or least > loose:
            return False
        if loose:
            state += most << place
        low += least
        high += min(spare, loose)
    memory[at + STATE] = state
    return low <= state >> SLACK & SLACK_MASK <= high


COMPILED = (
    most_at,
    hidden_number,
    is_breaking,
    most_by_break,
    fits,
    fitted,
)
