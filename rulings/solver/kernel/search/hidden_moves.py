"""Move generation where two hands are hidden and dealt lazily.

At its turn a hidden hand may play any unseen card that fits what is known: its
show-outs, proven locations (Law 70E1) and number of cards. A forgotten card (Laws
70C and 70D1) is a blank that may be thrown instead of following, and never wins.

These functions are compiled. Each writes the nodes that may follow from `to` on and
returns where they end.
"""

from __future__ import annotations

from rulings.solver.kernel.believed import (
    BEST,
    EITHER,
    FACED,
    as_best,
    ends_of_runs,
    held_by,
    how_many,
    place_in,
    places,
    tops_of_runs,
    without,
)
from rulings.solver.kernel.search.restricted_moves import (
    bound_leads,
    faced_of,
    led,
    must_play,
    must_play_any,
    next_hand,
    only_suit,
    slack_place,
)
from rulings.solver.kernel.state import (
    BLANKS,
    BLANKS_MASK,
    FIRST,
    KEPT,
    LAST,
    LAST_GOOD,
    LED,
    LED_MASK,
    LEFT,
    LEFT_MASK,
    MAY_PASS,
    NO_TRUMP,
    NODE,
    OF_A_SIDE,
    PENDING,
    PLACE,
    PLAYED,
    PLAYED_MASK,
    RUFFS_LATE,
    SEAT_MASK,
    SECOND,
    SHOWN,
    SHOWN_MORE,
    SLACK,
    SLACK_2,
    SLACK_MASK,
    STATE,
    SUIT_PLAYED,
    TRUMP,
    WINNING,
    WINNING_MASK,
    WON,
    Memory,
    copied,
)


def next_trick(state: int, winner: int) -> int:
    """Return the state when a trick is over; claimer and partner sit at 0 and 2."""
    left = (state >> LEFT & LEFT_MASK) - 1
    return state & KEPT | winner | left << LEFT | (1 - (winner & 1)) << WON


def card_played(suit: int, card: int) -> int:
    """Return the part of a state that says which card was just played."""
    return suit + 1 << SUIT_PLAYED | place_in(card) << PLACE


def good_suit(state: int) -> int:
    """Return where memory keeps the suit to be led first by a side in such a state."""
    return LAST_GOOD + (state >> LEFT & LEFT_MASK) + OF_A_SIDE * (state & 1)


def leads(memory: Memory, at: int, to: int) -> int:
    """Write the leads, the highest card of each suit before all others."""
    if memory[PENDING]:
        return bound_leads(memory, at, to)
    state = memory[at + STATE]
    seat = state & SEAT_MASK
    place = slack_place(memory, seat)
    after = next_hand(state, seat)
    first = memory[good_suit(state)]
    for rest in range(2):
        for step in range(4):
            suit = first + step & LED_MASK
            cards = tops_of_runs(places(memory[at + suit], seat))
            cards &= ~1 if rest else 1
            to = led(memory, at, to, cards, after | suit << LED)
    if place and state >> place & SLACK_MASK:
        after -= 1 << place
        for step in range(4):
            suit = first + step & LED_MASK
            cards = ends_of_runs(places(memory[at + suit], EITHER))
            to = led(memory, at, to, cards, after | suit << LED)
    return to


def plays(memory: Memory, at: int, to: int) -> int:
    """Write the plays that follow suit and, if the hand may be void, the others."""
    state = memory[at + STATE]
    seat = state & SEAT_MASK
    suit = state >> LED & LED_MASK
    cards = memory[at + suit]
    own = places(cards, seat)
    place = slack_place(memory, seat)
    faced = 0
    if memory[PENDING]:
        faced = must_play(memory, at, suit, seat)
        if faced:
            return follow(memory, at, to, faced, state)
        faced = faced_of(memory, at, suit, seat)
    if own | faced:
        to = follow(memory, at, to, tops_of_runs(own) | faced, state)
        own |= faced
    if place == 0:
        return to if own else discard(memory, at, to)
    loose = places(cards, EITHER)
    if loose and state >> place & SLACK_MASK:
        shown = hidden_cards(memory, loose, state)
        to = follow(memory, at, to, shown, state - (1 << place))
    other = SLACK + SLACK_2 - place
    if own == 0 and state >> other & SLACK_MASK >= how_many(loose):
        copied(memory, at, SHOWN)
        holder = memory[SECOND] if place == SLACK else memory[FIRST]
        memory[SHOWN + suit] = held_by(cards, holder)
        memory[SHOWN + STATE] = state - (how_many(loose) << other)
        to = discard(memory, SHOWN, to)
    return to


def hidden_cards(memory: Memory, loose: int, state: int) -> int:
    """Return the unplaced cards that differ as long as another hand may hold them.

    When the other hidden hand has played to this trick, cards of a run are equal.
    """
    seat = state & SEAT_MASK
    other = memory[SECOND] if seat == memory[FIRST] else memory[FIRST]
    if (other - seat & SEAT_MASK) <= LAST - (state >> PLAYED & PLAYED_MASK):
        return ends_of_runs(loose)
    return tops_of_runs(loose)


def follow(memory: Memory, at: int, to: int, cards: int, state: int) -> int:
    """Write plays of the suit led."""
    suit = state >> LED & LED_MASK
    best = state >> WINNING & WINNING_MASK
    held = memory[at + suit]
    winning = places(held, BEST)
    while cards:
        card = cards & -cards
        cards ^= card
        copied(memory, at, to)
        wins = card < winning
        winner = state & SEAT_MASK if wins else best
        if state >> PLAYED & PLAYED_MASK != LAST:
            memory[to + suit] = (
                beaten(held, card, winning) if wins else without(held, card)
            )
            memory[to + STATE] = next_hand(state, winner)
        else:
            memory[to + suit] = without(held, card)
            cleared(memory, to, suit)
            memory[to + STATE] = next_trick(state, winner)
        memory[to + STATE] |= card_played(suit, card)
        to += NODE
    return to


def beaten(held: int, card: int, winning: int) -> int:
    """Return a suit in which a higher card has beaten the best one."""
    return without(as_best(held, card), winning)


def cleared(memory: Memory, at: int, suit: int) -> None:
    """Take the winning card off the table: of the suit led, or the trump on it."""
    winning = places(memory[at + suit], BEST)
    if winning == 0:
        suit = memory[TRUMP]
        winning = places(memory[at + suit], BEST)
    memory[at + suit] = without(memory[at + suit], winning)


def discard(memory: Memory, at: int, to: int) -> int:
    """Write ruffs and discards of a hand without the suit led.

    The node at `at` already says that the hand is void. Where no trick may be won by a
    squeeze an opponent may also play nothing.
    """
    state = memory[at + STATE]
    place = slack_place(memory, state & SEAT_MASK)
    spare = state - (1 << place) if place and state >> place & SLACK_MASK else 0
    suit = state >> LED & LED_MASK
    if memory[PENDING] and must_play_any(memory, at, state & SEAT_MASK):
        if memory[TRUMP] not in (NO_TRUMP, suit):
            to = ruffs(memory, at, to, state, FACED)
        return throws(memory, at, to, state, FACED)
    if memory[TRUMP] not in (NO_TRUMP, suit):
        to = ruffs(memory, at, to, state, 0)
        if spare:
            to = ruffs(memory, at, to, spare, 1)
    to = throws(memory, at, to, state, state & SEAT_MASK)
    if spare:
        to = throws(memory, at, to, spare, EITHER)
        if state >> BLANKS & BLANKS_MASK:
            copied(memory, at, to)
            let_go(memory, to, spare - (1 << BLANKS))
            to += NODE
    if memory[MAY_PASS] and state & 1:
        copied(memory, at, to)
        let_go(memory, to, state)
        to += NODE
    return to


def own_of(memory: Memory, at: int, suit: int, symbol: int) -> int:
    """Return the cards of a suit that carry a symbol, one of a run.

    With a hand's own those that lie faced; of FACED only those of the hand to play.
    """
    cards = tops_of_runs(places(memory[at + suit], symbol))
    if memory[PENDING] == 0 or symbol == EITHER:
        return cards
    faced = faced_of(memory, at, suit, memory[at + STATE] & SEAT_MASK)
    return faced if symbol == FACED else cards | faced


def throws(memory: Memory, at: int, to: int, state: int, symbol: int) -> int:
    """Write discards of side suits."""
    suit = state >> LED & LED_MASK
    for other in range(4):
        if other not in (suit, memory[TRUMP]):
            cards = own_of(memory, at, other, symbol)
            while cards:
                card = cards & -cards
                cards ^= card
                copied(memory, at, to)
                memory[to + other] = without(memory[at + other], card)
                let_go(memory, to, state)
                memory[to + STATE] |= card_played(other, card)
                to += NODE
    return to


def let_go(memory: Memory, at: int, state: int) -> None:
    """Finish a node in which a card that does not win has been played."""
    best = state >> WINNING & WINNING_MASK
    if state >> PLAYED & PLAYED_MASK == LAST:
        cleared(memory, at, state >> LED & LED_MASK)
        memory[at + STATE] = next_trick(state, best)
    else:
        memory[at + STATE] = next_hand(state, best)


def ruffs(memory: Memory, at: int, to: int, state: int, loose: int) -> int:
    """Write ruffs with the hand's known trumps, with unplaced ones, or with FACED."""
    trump = memory[TRUMP]
    seat = state & SEAT_MASK
    suit = state >> LED & LED_MASK
    late = seat == memory[RUFFS_LATE] and loose != FACED
    if late and state >> WINNING & WINNING_MASK == 0:
        copied(memory, at, SHOWN_MORE)
        memory[SHOWN_MORE + STATE] = state
        if not only_suit(memory, SHOWN_MORE, trump):
            return to
        at, state = SHOWN_MORE, memory[SHOWN_MORE + STATE]
    held = memory[at + trump]
    if loose in (0, FACED):
        cards = own_of(memory, at, trump, FACED if loose else seat)
    else:
        cards = hidden_cards(memory, places(held, EITHER), state)
    winning = places(held, BEST)
    led_best = places(memory[at + suit], BEST)
    last = state >> PLAYED & PLAYED_MASK == LAST
    while cards:
        card = cards & -cards
        cards ^= card
        copied(memory, at, to)
        if led_best == 0 and card > winning:
            memory[to + trump] = without(held, card)
            let_go(memory, to, state)
        else:
            if led_best:
                memory[to + suit] = without(memory[at + suit], led_best)
                memory[to + trump] = as_best(held, card)
            else:
                memory[to + trump] = beaten(held, card, winning)
            if last:
                cleared(memory, to, trump)
                memory[to + STATE] = next_trick(state, seat)
            else:
                memory[to + STATE] = next_hand(state, seat)
        memory[to + STATE] |= card_played(trump, card)
        to += NODE
    return to


COMPILED = (
    next_trick,
    card_played,
    good_suit,
    leads,
    hidden_cards,
    beaten,
    cleared,
    follow,
    let_go,
    own_of,
    throws,
    ruffs,
    discard,
    plays,
)
