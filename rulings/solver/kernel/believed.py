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
from rulings.solver.kernel.layout import (
    CARD_BELIEVED,
    CARDS,
    SHAPE_OF_SUIT,
    SUIT_BELIEVED,
)
from rulings.solver.kernel.record import lowest_bits

LHO, PARTNER, RHO = 1, 2, 3
EITHER = 4
BEST = 5
FACED = 6
NOBODY = 7

BITS, MASK = SUIT_BELIEVED.width("CARDS"), SUIT_BELIEVED.mask("CARDS")
SYMBOL_BITS = CARD_BELIEVED.end
MIDDLE_BIT, HIGH_BIT = CARD_BELIEVED.of("MIDDLE_BIT", "HIGH_BIT")
ONES = lowest_bits(SYMBOL_BITS, CARDS)
PAIR_BITS = 2 * SYMBOL_BITS
PAIRS = lowest_bits(PAIR_BITS, (CARDS + 1) // 2)
PAIR = (1 << PAIR_BITS) - 1
LHO_HELD, PARTNER_HELD, RHO_HELD, EITHER_HELD = SHAPE_OF_SUIT.of(
    "LHO", "PARTNER", "RHO", "EITHER"
)
NO_CARDS = NOBODY * ONES
LOWEST = NOBODY << BITS - SYMBOL_BITS

Symbols = tuple[int, ...]


def places(suit: int, symbol: int) -> int:
    """Return the cards of a suit that carry a symbol."""
    differs = suit ^ symbol * ONES
    return ~(differs | differs >> MIDDLE_BIT | differs >> HIGH_BIT) & ONES


def how_many(cards: int) -> int:
    """Return the number of some cards: digits to base 64, and their sum."""
    return ((cards & PAIRS) + (cards >> SYMBOL_BITS & PAIRS)) % PAIR


def place_in(card: int) -> int:
    """Return how many places of a suit are above a card."""
    return how_many(card - 1)


def runs_end(suit: int, place: int) -> int:
    """Return how many cards there are to the end of the run that a place is in."""
    differs = suit ^ suit >> SYMBOL_BITS
    ends = (differs | differs >> MIDDLE_BIT | differs >> HIGH_BIT) & ONES
    ends &= -(1 << SYMBOL_BITS * place)
    return place_in(ends & -ends) + 1 if ends else CARDS


def held_in_each(suit: int) -> int:
    """Return how many cards of a suit each hand holds, and how many are unplaced."""
    low, middle = suit & ONES, suit >> MIDDLE_BIT & ONES
    high = suit >> HIGH_BIT & ONES
    known = ONES & ~high
    both, third = known & middle, low & middle
    return (
        how_many(known & ~(low | middle))
        | how_many(known & low & ~middle) << LHO_HELD
        | how_many(both & ~third) << PARTNER_HELD
        | how_many(both & third) << RHO_HELD
        | how_many(high & ~(low | middle)) << EITHER_HELD
    )


def tops_of_runs(cards: int) -> int:
    """Return the top card of each run: in a hand that is seen they are equal."""
    return cards & ~(cards << SYMBOL_BITS)


def ends_of_runs(cards: int) -> int:
    """Return the top and the bottom card of each run of unplaced cards.

    Hidden cards of a run are not equal: the other hidden hand may hold the rest of
    it, and beat the bottom card but not the top one.
    """
    return cards & ~(cards << SYMBOL_BITS & cards >> SYMBOL_BITS)


def without(suit: int, card: int) -> int:
    """Return the suit when a card has gone."""
    return suit >> SYMBOL_BITS & -card | suit & (card - 1) | LOWEST


def as_best(suit: int, card: int) -> int:
    """Return the suit with a card on the table, winning the trick."""
    return suit & ~(NOBODY * card) | BEST * card


def held_by(suit: int, hand: int) -> int:
    """Return the suit with every unplaced card known to be in one hand."""
    return suit ^ places(suit, EITHER) * (EITHER ^ hand)


COMPILED = (
    places,
    how_many,
    place_in,
    runs_end,
    held_in_each,
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
        number = (number << SYMBOL_BITS | symbol) & MASK
    return number
