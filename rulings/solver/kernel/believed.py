"""The cards of one suit as a claimer believes them, in one whole number.

A suit is the sequence of its cards from the top, three bits a card: 0 to 3 the hand
known to hold it (counted clockwise from the claimer), EITHER one of the two hidden
hands, BEST the card that is winning the trick, FACED a major penalty card (memory says
whose), NOBODY from the end on. Only the order matters, so suits that look alike are one
number. Some cards of a suit are another number with one bit a card, at the lowest of
its three.

These functions are compiled by `compiler`: whole numbers of 64 bits, no objects.
"""

from __future__ import annotations

from rulings.solver.inputs import Exhausted

PARTNER = 2
EITHER = 4
BEST = 5
FACED = 6
NOBODY = 7

BITS = 39
MASK = (1 << BITS) - 1
ONES = 0o1111111111111
PAIRS = 0o1010101010101
NO_CARDS = NOBODY * ONES
LOWEST = NOBODY << BITS - 3
CARDS = 13

Symbols = tuple[int, ...]


def places(suit: int, symbol: int) -> int:
    """Return the cards of a suit that carry a symbol."""
    differs = suit ^ symbol * ONES
    return ~(differs | differs >> 1 | differs >> 2) & ONES


def how_many(cards: int) -> int:
    """Return the number of some cards: digits to base 64, and their sum."""
    return ((cards & PAIRS) + (cards >> 3 & PAIRS)) % 63


def tops_of_runs(cards: int) -> int:
    """Return the top card of each run: in a hand that is seen they are equal."""
    return cards & ~(cards << 3)


def ends_of_runs(cards: int) -> int:
    """Return the top and the bottom card of each run of unplaced cards.

    Hidden cards of a run are not equal: the other hidden hand may hold the rest of
    it, and beat the bottom card but not the top one.
    """
    return cards & ~(cards << 3 & cards >> 3)


def without(suit: int, card: int) -> int:
    """Return the suit when a card has gone."""
    return suit >> 3 & -card | suit & (card - 1) | LOWEST


def as_best(suit: int, card: int) -> int:
    """Return the suit with a card on the table, winning the trick."""
    return suit & ~(NOBODY * card) | BEST * card


def held_by(suit: int, hand: int) -> int:
    """Return the suit with every unplaced card known to be in one hand."""
    return suit ^ places(suit, EITHER) * (EITHER ^ hand)


COMPILED = (
    places,
    how_many,
    tops_of_runs,
    ends_of_runs,
    without,
    as_best,
    held_by,
)


def suit_number(symbols: Symbols) -> int:
    """Return a suit as one number, from its cards from the top."""
    if len(symbols) > CARDS:
        raise Exhausted
    number = NO_CARDS
    for symbol in reversed(symbols):
        number = (number << 3 | symbol) & MASK
    return number
