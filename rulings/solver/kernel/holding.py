"""The cards of one suit as they lie, in one whole number.

The suit from the top, four bits a card. Hidden hands: bit 0 says which of the two,
FORGOTTEN and LOCATED as in `held`. Seen hands: bit 0 says claimer or the other,
LOSER a loser that the claiming side knows. Above the cards: which hidden hand has
shown out, and from which place on cards of the claiming side are jacks or less and
tens or less (0 where no rule asks). Some cards are a number with one bit a card.

These functions are compiled by `compiler`.
"""

from __future__ import annotations

from rulings.solver.kernel.believed import (
    BEST,
    EITHER,
    MASK,
    NO_CARDS,
    SYMBOL_BITS,
)
from rulings.solver.kernel.believed import NOBODY as BELIEVED_GONE
from rulings.solver.kernel.layout import CARD_LYING, CARDS, LINE_MEMORY, SUIT_LYING
from rulings.solver.kernel.record import closing_up, lowest_bits

UNCOUNTED_BIT, LOCATED_BIT, SEEN_BIT = CARD_LYING.of("UNCOUNTED", "LOCATED", "SEEN")
FORGOTTEN, LOCATED = CARD_LYING.bits("UNCOUNTED"), CARD_LYING.bits("LOCATED")
SEEN, LOSER = CARD_LYING.bits("SEEN"), FORGOTTEN
WINNING = SEEN | LOCATED
NOBODY = (1 << CARD_LYING.end) - 1

CARD_BITS = CARD_LYING.end
PLACES = lowest_bits(CARD_BITS, CARDS)
ALL = NOBODY * PLACES
BELOW = 1 << SUIT_LYING.width("CARDS")
"""A card lower than every card."""
SHOWN, SHOWN_2, JACKS, TENS = SUIT_LYING.of("SHOWN", "SHOWN_2", "JACKS", "TENS")
PLACE_MASK, MARKS = SUIT_LYING.mask("JACKS"), SUIT_LYING.bits("SHOWN", "SHOWN_2")
LOWEST = NOBODY << SUIT_LYING.width("CARDS") - CARD_BITS

(
    (KEPT_1, MOVED_1, BY_1),
    (KEPT_2, MOVED_2, BY_2),
    (KEPT_3, MOVED_3, BY_3),
    (KEPT_4, MOVED_4, BY_4),
) = closing_up(CARD_BITS, SYMBOL_BITS, CARDS)
"""Steps by which digits of four bits become digits of three."""

HANDS, OTHER = LINE_MEMORY.of("HANDS", "OTHER")
"""Where memory of a line names, by seat, the hand as `of_hand` counts it, and the
seat that is seen besides the claimer's."""


def of_hand(suit: int, hand: int) -> int:
    """Return a hand's cards: 0 and 1 the hidden hands, 2 claimer, 3 the other seen."""
    seen = suit >> SEEN_BIT
    cards = PLACES & (~seen if hand < 2 else seen & ~(suit >> LOCATED_BIT))  # noqa: PLR2004 two hands are hidden
    return cards & suit if hand & 1 else cards & ~suit


def cards_left(suit: int) -> int:
    """Return every card of the suit, the winning one included."""
    return (
        ~(suit & suit >> UNCOUNTED_BIT & suit >> LOCATED_BIT & suit >> SEEN_BIT)
        & PLACES
    )


def winning_card(suit: int) -> int:
    """Return the card that is winning the trick, 0 if it is of another suit."""
    return suit >> SEEN_BIT & suit >> LOCATED_BIT & ~(suit >> UNCOUNTED_BIT) & PLACES


def hidden_cards(suit: int) -> int:
    """Return the cards of the hidden hands."""
    return ~(suit >> SEEN_BIT) & PLACES


def forgotten_cards(suit: int) -> int:
    """Return the cards the claimer does not count."""
    return ~(suit >> SEEN_BIT) & suit >> UNCOUNTED_BIT & PLACES


def known_losers(suit: int) -> int:
    """Return the cards that the claiming side knows to be losers."""
    return suit >> SEEN_BIT & ~(suit >> LOCATED_BIT) & suit >> UNCOUNTED_BIT & PLACES


def one_of_each_run(suit: int, cards: int, named: int) -> int:
    """Return the highest of each row of cards that differ in nothing.

    Cards are set apart that are named, and, where a rule asks for it (N6), the first
    that is a jack or less and the first that is a ten or less.
    """
    apart = named | named << CARD_BITS | rank_bounds(suit)
    return cards & ~(like_the_one_above(suit) & ~apart)


def like_the_one_above(suit: int) -> int:
    """Return the places that hold what the place above them holds."""
    differs = suit ^ (suit & ALL) << CARD_BITS
    return (
        ~(
            differs
            | differs >> UNCOUNTED_BIT
            | differs >> LOCATED_BIT
            | differs >> SEEN_BIT
        )
        & PLACES
        & ~1
    )


def run_of(suit: int, card: int) -> int:
    """Return a card with those next to it that differ from it in nothing."""
    same = like_the_one_above(suit) & ~rank_bounds(suit)
    cards = card
    while card & same:
        card >>= CARD_BITS
        cards |= card
    while cards << CARD_BITS & same & ~cards:
        cards |= cards << CARD_BITS & same
    return cards


def rank_bounds(suit: int) -> int:
    """Return the first card that is a jack or less and the first a ten or less."""
    return 1 << CARD_BITS * (suit >> JACKS & PLACE_MASK) | 1 << CARD_BITS * (
        suit >> TENS & PLACE_MASK
    )


def place_of(card: int) -> int:
    """Return how many places are above a card."""
    return (card - 1 & PLACES) % NOBODY


def highest(cards: int) -> int:
    """Return the highest of some cards."""
    return cards & -cards


def lowest(cards: int) -> int:
    """Return the lowest of some cards."""
    while cards & (cards - 1):
        cards &= cards - 1
    return cards


def laid(suit: int, card: int) -> int:
    """Return the suit with a card on the table, winning the trick."""
    return suit & ~(NOBODY * card) | WINNING * card


def gone(suit: int, card: int) -> int:
    """Return the suit when a card has gone."""
    if suit >> JACKS:
        place = place_of(card)
        if place < suit >> JACKS & PLACE_MASK:
            suit -= 1 << JACKS
        if place < suit >> TENS & PLACE_MASK:
            suit -= 1 << TENS
    cards = suit & ALL
    cards = cards >> CARD_BITS & -card | cards & (card - 1) | LOWEST
    return without_idle_marks(suit & ~ALL | cards)


def without_idle_marks(suit: int) -> int:
    """Return the suit without the show-outs on which no hidden card hangs."""
    return suit if hidden_cards(suit) else suit & ~MARKS


def shown_out(suit: int, hand: int) -> int:
    """Return the suit when a hidden hand has shown out of it."""
    return without_idle_marks(suit | 1 << SHOWN + hand)


def remembered(suit: int) -> int:
    """Return the suit with nothing forgotten: a card of it has appeared (N11)."""
    return suit ^ forgotten_cards(suit) << UNCOUNTED_BIT


def as_believed(suit: int, first: int, second: int, other: int) -> int:
    """Return the suit as the claimer sees it, in the numbers of `believed`."""
    if forgotten_cards(suit):
        return without_forgotten(suit, first, second, other)
    seen, hidden = suit >> SEEN_BIT & PLACES, hidden_cards(suit)
    of_second = hidden & suit
    found = suit >> LOCATED_BIT & PLACES
    if suit >> SHOWN_2 & 1:
        found |= hidden & ~suit
    if suit >> SHOWN & 1:
        found |= of_second
    either = hidden & ~found
    known, known_2 = hidden & found & ~of_second, of_second & found
    others = seen & suit & ~(suit >> LOCATED_BIT)
    best = seen & suit >> LOCATED_BIT & ~(suit >> UNCOUNTED_BIT)
    nobody = ~cards_left(suit) & PLACES
    numbers = EITHER * either | first * known | second * known_2 | other * others
    return as_digits(numbers | BEST * best | BELIEVED_GONE * nobody)


def as_it_lies(suit: int, first: int, second: int, other: int) -> int:
    """Return the suit with every card seen, in the numbers of `believed`."""
    seen, hidden = suit >> SEEN_BIT & PLACES, hidden_cards(suit)
    of_second = hidden & suit
    others = seen & suit & ~(suit >> LOCATED_BIT)
    best = seen & suit >> LOCATED_BIT & ~(suit >> UNCOUNTED_BIT)
    nobody = ~cards_left(suit) & PLACES
    numbers = first * (hidden & ~of_second) | second * of_second | other * others
    return as_digits(numbers | BEST * best | BELIEVED_GONE * nobody)


def as_digits(numbers: int) -> int:
    """Return numbers below 8, four bits each, as three bits each."""
    numbers = numbers & KEPT_1 | numbers >> BY_1 & MOVED_1
    numbers = numbers & KEPT_2 | numbers >> BY_2 & MOVED_2
    numbers = numbers & KEPT_3 | numbers >> BY_3 & MOVED_3
    return numbers & KEPT_4 | numbers >> BY_4 & MOVED_4


def without_forgotten(suit: int, first: int, second: int, other: int) -> int:
    """Return the same card by card, without those he does not count."""
    seen = NO_CARDS
    for back in range(CARDS - 1, -1, -1):
        symbol = suit >> CARD_BITS * back & NOBODY
        if symbol == NOBODY or symbol & (SEEN | FORGOTTEN) == FORGOTTEN:
            continue
        whose = symbol & 1
        if symbol == WINNING:
            holder = BEST
        elif symbol & SEEN:
            holder = other if whose else 0
        elif symbol & LOCATED or suit >> SHOWN_2 - whose & 1:
            holder = second if whose else first
        else:
            holder = EITHER
        seen = (seen << SYMBOL_BITS | holder) & MASK
    return seen


COMPILED = (
    of_hand,
    cards_left,
    winning_card,
    hidden_cards,
    forgotten_cards,
    known_losers,
    rank_bounds,
    like_the_one_above,
    one_of_each_run,
    run_of,
    place_of,
    highest,
    lowest,
    laid,
    without_idle_marks,
    gone,
    shown_out,
    remembered,
    as_digits,
    as_it_lies,
    without_forgotten,
    as_believed,
)
