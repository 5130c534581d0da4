"""The cards of one suit as they lie, in one whole number.

The suit from the top, four bits a card. Hidden hands: bit 0 says which of the two,
FORGOTTEN and LOCATED as in `held`. Seen hands: bit 0 says claimer or the other,
LOSER a loser that the claiming side knows. Above the cards: which hidden hand has
shown out, and from which place on cards of the claiming side are jacks or less and
tens or less (0 where no rule asks). Some cards are a number with one bit a card.

These functions are compiled by `compiler`.
"""

from __future__ import annotations

from rulings.solver.kernel.believed import BEST, CARDS, EITHER, MASK, NO_CARDS
from rulings.solver.kernel.layout import LINE_MEMORY

FORGOTTEN, LOCATED = 2, 4
SEEN, LOSER = 8, 2
WINNING, NOBODY = 12, 15

PLACES = 0x1111111111111
ALL = NOBODY * PLACES
BELOW = 1 << 52
"""A card lower than every card."""
SHOWN, JACKS, TENS = 52, 54, 58
LOWEST = NOBODY << 48

HANDS, OTHER = LINE_MEMORY.of("HANDS", "OTHER")
"""Where memory of a line names, by seat, the hand as `of_hand` counts it, and the
seat that is seen besides the claimer's."""


def of_hand(suit: int, hand: int) -> int:
    """Return a hand's cards: 0 and 1 the hidden hands, 2 claimer, 3 the other seen."""
    cards = PLACES & ~(suit >> 3) if hand < 2 else suit >> 3 & ~(suit >> 2) & PLACES  # noqa: PLR2004 two hands are hidden
    return cards & suit if hand & 1 else cards & ~suit


def cards_left(suit: int) -> int:
    """Return every card of the suit, the winning one included."""
    return ~(suit & suit >> 1 & suit >> 2 & suit >> 3) & PLACES


def winning_card(suit: int) -> int:
    """Return the card that is winning the trick, 0 if it is of another suit."""
    return suit >> 3 & suit >> 2 & ~(suit >> 1) & PLACES


def hidden_cards(suit: int) -> int:
    """Return the cards of the hidden hands."""
    return ~(suit >> 3) & PLACES


def forgotten_cards(suit: int) -> int:
    """Return the cards the claimer does not count."""
    return ~(suit >> 3) & suit >> 1 & PLACES


def known_losers(suit: int) -> int:
    """Return the cards that the claiming side knows to be losers."""
    return suit >> 3 & ~(suit >> 2) & suit >> 1 & PLACES


def one_of_each_run(suit: int, cards: int, named: int) -> int:
    """Return the highest of each row of cards that differ in nothing.

    Cards are set apart that are named, and, where a rule asks for it (N6), the first
    that is a jack or less and the first that is a ten or less.
    """
    apart = named | named << 4 | rank_bounds(suit)
    return cards & ~(like_the_one_above(suit) & ~apart)


def like_the_one_above(suit: int) -> int:
    """Return the places that hold what the place above them holds."""
    differs = suit ^ (suit & ALL) << 4
    return ~(differs | differs >> 1 | differs >> 2 | differs >> 3) & PLACES & ~1


def run_of(suit: int, card: int) -> int:
    """Return a card with those next to it that differ from it in nothing."""
    same = like_the_one_above(suit) & ~rank_bounds(suit)
    cards = card
    while card & same:
        card >>= 4
        cards |= card
    while cards << 4 & same & ~cards:
        cards |= cards << 4 & same
    return cards


def rank_bounds(suit: int) -> int:
    """Return the first card that is a jack or less and the first a ten or less."""
    return 1 << 4 * (suit >> JACKS & 15) | 1 << 4 * (suit >> TENS & 15)


def place_of(card: int) -> int:
    """Return how many places are above a card."""
    return (card - 1 & PLACES) % 15


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
        if place < suit >> JACKS & 15:
            suit -= 1 << JACKS
        if place < suit >> TENS & 15:
            suit -= 1 << TENS
    cards = suit & ALL
    cards = cards >> 4 & -card | cards & (card - 1) | LOWEST
    return without_idle_marks(suit & ~ALL | cards)


def without_idle_marks(suit: int) -> int:
    """Return the suit without the show-outs on which no hidden card hangs."""
    return suit if hidden_cards(suit) else suit & ~(3 << SHOWN)


def shown_out(suit: int, hand: int) -> int:
    """Return the suit when a hidden hand has shown out of it."""
    return without_idle_marks(suit | 1 << SHOWN + hand)


def remembered(suit: int) -> int:
    """Return the suit with nothing forgotten: a card of it has appeared (N11)."""
    return suit ^ forgotten_cards(suit) << 1


def as_believed(suit: int, first: int, second: int, other: int) -> int:
    """Return the suit as the claimer sees it, in the numbers of `believed`."""
    if forgotten_cards(suit):
        return without_forgotten(suit, first, second, other)
    seen, hidden = suit >> 3 & PLACES, hidden_cards(suit)
    of_second = hidden & suit
    found = suit >> 2 & PLACES
    if suit >> SHOWN + 1 & 1:
        found |= hidden & ~suit
    if suit >> SHOWN & 1:
        found |= of_second
    either = hidden & ~found
    known, known_2 = hidden & found & ~of_second, of_second & found
    others = seen & suit & ~(suit >> 2)
    best = seen & suit >> 2 & ~(suit >> 1)
    nobody = ~cards_left(suit) & PLACES
    numbers = EITHER * either | first * known | second * known_2 | other * others
    return as_digits(numbers | BEST * best | 7 * nobody)


def as_it_lies(suit: int, first: int, second: int, other: int) -> int:
    """Return the suit with every card seen, in the numbers of `believed`."""
    seen, hidden = suit >> 3 & PLACES, hidden_cards(suit)
    of_second = hidden & suit
    others = seen & suit & ~(suit >> 2)
    best = seen & suit >> 2 & ~(suit >> 1)
    nobody = ~cards_left(suit) & PLACES
    numbers = first * (hidden & ~of_second) | second * of_second | other * others
    return as_digits(numbers | BEST * best | 7 * nobody)


def as_digits(numbers: int) -> int:
    """Return numbers below 8, four bits each, as three bits each."""
    numbers = numbers & 0x7070707070707 | numbers >> 1 & 0x383838383838
    numbers = numbers & 0x3F003F003F003F | numbers >> 2 & 0xFC00FC00FC0
    numbers = numbers & 0xFFF00000FFF | numbers >> 4 & 0xFFF00000FFF000
    return numbers & 0xFFFFFF | numbers >> 8 & 0x7FFF000000


def without_forgotten(suit: int, first: int, second: int, other: int) -> int:
    """Return the same card by card, without those he does not count."""
    seen = NO_CARDS
    for back in range(CARDS):
        symbol = suit >> 4 * (CARDS - 1 - back) & NOBODY
        if symbol == NOBODY or symbol & (SEEN | FORGOTTEN) == FORGOTTEN:
            continue
        if symbol == WINNING:
            holder = BEST
        elif symbol & SEEN:
            holder = other if symbol & 1 else 0
        elif symbol & LOCATED or suit >> SHOWN + 1 - (symbol & 1) & 1:
            holder = second if symbol & 1 else first
        else:
            holder = EITHER
        seen = (seen << 3 | holder) & MASK
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
