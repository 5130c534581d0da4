"""Plays let in beyond the rules, or struck from those they leave.

Careless plays, one kind of lapse at a time, are shown as warnings and never count for
the award (Laws 70 and 71, footnote on "normal"). The director's switches count: memory
says how many there are, then each in a row: the node, its suit and whether it is let
in, the card. An idea is a switch on a kind of play at every node; where it rules out
all, `refutation` looks for other cards. A strike of the last normal play has no effect.

These functions are compiled.
"""

from __future__ import annotations

from rulings.solver.kernel.believed import LHO, RHO
from rulings.solver.kernel.choice import (
    BEATS,
    BY_PARTNER,
    FOLLOWS,
    HAS_WORDS,
    LAPSES,
    LEGAL,
    OPTIONS,
    ORDER,
    PLAYED,
    RUFF,
    TRUMP,
    UNSEEN,
)
from rulings.solver.kernel.holding import HANDS, highest, of_hand, run_of
from rulings.solver.kernel.layout import IDEA_ROW, LINE_MEMORY, SWITCH_ROW
from rulings.solver.kernel.state import (
    LED,
    LED_MASK,
    PLAYED_MASK,
    SEAT_MASK,
    STATE,
    WON,
    Memory,
)
from rulings.solver.kernel.state import PLAYED as PLAYED_CARDS
from rulings.solver.kernel.words.encoded import (
    NODE,
    WATCHED_SUIT,
    own_cards,
    watched_card,
    watched_row,
)

SWITCHES, SWITCH_ROWS = LINE_MEMORY.of("SWITCHES", "SWITCH_ROWS")
SWITCHED_AT, SWITCHED, SWITCHED_CARD = SWITCH_ROW.of(
    "SWITCHED_AT", "SWITCHED", "SWITCHED_CARD"
)
ROW = SWITCH_ROW.end
"""A row: a node's numbers, then twice the suit plus 1 for a play let in, the card."""

MOST = 1000

IDEAS, IDEA_ROWS = LINE_MEMORY.of("IDEAS", "IDEA_ROWS")
MOST_IDEAS = 64
IDEA_LENGTH = IDEA_ROW.end
HANDS_MEANT, MANNER, IDEA_SUIT, IDEA_CARD, BEFORE, TRUMP_OUT, LET_IN = IDEA_ROW.of(
    *IDEA_ROW.places
)
"""Memory says how many ideas there are, then each in a row: the hands that it is about
(bits), how they play, the suit, the card and the card before which it counts (numbers
of watched cards, less than 0 for none), whether it counts only while an opponent holds
a trump, and whether it is let in."""

ON_LEAD, IN_SUIT, THROWN, RUFFED = range(4)
"""How a card is played to its trick."""


def idea_applies(memory: Memory, at: int, row: int) -> bool:
    """Say whether an idea is about the hand to play, this manner and this moment."""
    state, suit = memory[at + STATE], memory[row + IDEA_SUIT]
    if not memory[row + HANDS_MEANT] >> (state & SEAT_MASK) & 1:
        return False
    trump = memory[TRUMP]
    manner = ON_LEAD
    if state >> PLAYED_CARDS & PLAYED_MASK:
        manner = RUFFED if suit == trump else THROWN
        if suit == state >> LED & LED_MASK:
            manner = IN_SUIT
    if manner != memory[row + MANNER]:
        return False
    if memory[row + TRUMP_OUT]:
        return trump >= 0 and trump_held(memory, at, trump) != 0
    before = memory[row + BEFORE]
    if before < 0:
        return True
    own = own_cards(memory, at, memory[watched_row(before) + WATCHED_SUIT])
    return own & watched_card(memory, at, before) != 0


def trump_held(memory: Memory, at: int, trump: int) -> int:
    """Return the trumps that the other side holds."""
    cards = memory[at + trump]
    return of_hand(cards, memory[HANDS + LHO]) | of_hand(cards, memory[HANDS + RHO])


def meant_by_ideas(memory: Memory, at: int, suit: int, let_in: int) -> int:
    """Return the cards of a suit that the ideas mean at a node."""
    cards = 0
    for number in range(memory[IDEAS]):
        row = IDEA_ROWS + IDEA_LENGTH * number
        if memory[row + IDEA_SUIT] != suit or memory[row + LET_IN] != let_in:
            continue
        if not idea_applies(memory, at, row):
            continue
        meant = memory[LEGAL + suit]
        if memory[row + IDEA_CARD] >= 0:
            card = watched_card(memory, at, memory[row + IDEA_CARD])
            meant = run_of(memory[at + suit], card) if card else 0
        cards |= memory[LEGAL + suit] & meant
    return cards


def is_at(memory: Memory, row: int, at: int) -> bool:
    """Say whether a row is of a node, whoever won the trick before it."""
    for part in range(NODE):
        differs = memory[row + SWITCHED_AT + part] ^ memory[at + part]
        if differs and (part != STATE or differs != 1 << WON):
            return False
    return True


def switched(memory: Memory, at: int) -> None:
    """Take the struck plays out of OPTIONS, put in those let in."""
    if memory[SWITCHES] == 0 and memory[IDEAS] == 0:
        return
    left = 0
    for suit in range(4):
        left |= memory[OPTIONS + suit] & ~named_at(memory, at, suit, 0)
    for suit in range(4):
        if left:
            memory[OPTIONS + suit] &= ~named_at(memory, at, suit, 0)
        memory[OPTIONS + suit] |= memory[LEGAL + suit] & named_at(memory, at, suit, 1)


def named_at(memory: Memory, at: int, suit: int, let_in: int) -> int:
    """Return the cards of a suit that the switches name at a node."""
    cards = meant_by_ideas(memory, at, suit, let_in)
    for number in range(memory[SWITCHES]):
        row = SWITCH_ROWS + ROW * number
        if memory[row + SWITCHED] == 2 * suit + let_in and is_at(memory, row, at):
            cards |= memory[row + SWITCHED_CARD]
    return cards


def let_in_careless_plays(turn: Memory) -> None:
    """Let in the plays that the lapses looked at would add at a turn.

    Leads of cards thought good in whatever order; ruffs of any height.
    """
    if turn[BY_PARTNER] or turn[HAS_WORDS]:
        return
    lapses = turn[LAPSES]
    for suit in range(4):
        legal = turn[LEGAL + suit]
        let_in = 0
        if turn[PLAYED] == 0:
            top = highest(legal)
            if lapses & ORDER and top < turn[UNSEEN + suit]:
                let_in = top
        elif lapses & RUFF and suit == turn[TRUMP] and not turn[FOLLOWS]:
            let_in = legal & turn[BEATS + suit]
        turn[OPTIONS + suit] |= let_in


COMPILED = (
    trump_held,
    idea_applies,
    meant_by_ideas,
    is_at,
    named_at,
    switched,
    let_in_careless_plays,
)
