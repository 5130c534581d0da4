"""The encoded statement: its steps as rows of numbers, and how far it has come.

Serves Law 70B. How far it has come is one number that stands in every node of a line:
leads made for the step that is being carried out, that step, one bit that words bind,
then for each suit in which a card is named which of its first cards are left. It is 0
when no words can bind any more and no card is watched for an idea of the director's.
The steps stand in memory, a row each; what they ask for is in `obeying`. All but
`encode` is compiled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulings.bridge.cards import Card
from rulings.bridge.seats import Seat
from rulings.solver.kernel.believed import PARTNER
from rulings.solver.kernel.holding import CARD_BITS, HANDS, cards_left, of_hand
from rulings.solver.kernel.layout import CARDS as IN_SUIT
from rulings.solver.kernel.layout import LINE_MEMORY, STEP_ROW, WATCHED_ROW, WORDS_SAID
from rulings.solver.kernel.layout import NODE as NODE_RECORD
from rulings.solver.kernel.state import (
    ALL_THROWN,
    LED,
    LED_MASK,
    PLAYED,
    PLAYED_MASK,
    STATE,
    THROWN,
    THROWN_BITS,
    THROWN_MASK,
    TRUMP,
    Memory,
)
from rulings.statements.steps import SideHand, StatedStep, Verb, numbered_discards

WORDS = NODE_RECORD.at("WORDS")
NODE = NODE_RECORD.end
"""A node of a line: four suits as in `holding`, its state, what is said."""

MADE, AT, BINDS, CARDS = WORDS_SAID.of("MADE", "AT", "BINDS", "CARDS")
MADE_MASK, AT_MASK = WORDS_SAID.masks("MADE", "AT")
PROGRESS = WORDS_SAID.bits("MADE", "AT")
BEFORE_CARDS = PROGRESS | WORDS_SAID.bits("BINDS")
"""Where the parts of the number begin; the first two are the progress."""

SUIT_OF_CARDS = (1 << IN_SUIT) - 1

STEPS, STEP_ROWS = LINE_MEMORY.of("STEPS", "STEP_ROWS")
ROW = STEP_ROW.end
MOST_STEPS = LINE_MEMORY.width("STEP_ROWS") // ROW
"""Memory says how many steps there are, then each in a row."""

UNDER_WAY = LINE_MEMORY.at("UNDER_WAY")
"""Memory says how many tricks are left in the trick that lay on the table at the
claim, 0 where none did."""

WATCHED, WATCHED_ROWS = LINE_MEMORY.of("WATCHED", "WATCHED_ROWS")
WATCHED_SUIT, WATCHED_PLACE = WATCHED_ROW.of("WATCHED_SUIT", "WATCHED_PLACE")
WATCHED_LENGTH = WATCHED_ROW.end
"""Memory says how many cards are watched, then of each its suit and its place there at
first: switches on a kind of play name them (`exceptions`)."""

(
    ACT,
    SUIT,
    CARD_SUIT,
    CARD,
    PLACE,
    COUNTED,
    LIMIT,
    FROM_TOP,
    HIGH,
    ON_SUIT,
    AGAINST,
    NUMBERED,
) = STEP_ROW.of(*STEP_ROW.places)
"""What a row says: act, suit, the card as a suit and its place there at first (NONE or
ABSENT), hand or dummy, whether a number is said, leads at most, from the top, high,
suit led, the seat a finesse is against (from the claimer's on), which of the numbered
discards it is (NONE for other steps)."""

NONE, ABSENT = -1, -2
"""In the place of a suit or card: none is said; the card is not in the side's hands."""

ANYWHERE, IN_HAND, IN_DUMMY = 0, 1, 2

(
    NOTHING,
    DRAW,
    CASH,
    RUN,
    PLAY,
    LEAD,
    RUFF,
    CROSSRUFF,
    FINESSE,
    CROSS,
    DISCARD,
) = range(11)
"""Acts; the first stands for steps that name no play."""

MANY = 13
"""Leads at most of a step that says no number."""

_ACTS = {
    Verb.DRAW: DRAW,
    Verb.CASH: CASH,
    Verb.RUN: RUN,
    Verb.PLAY: PLAY,
    Verb.LEAD: LEAD,
    Verb.RUFF: RUFF,
    Verb.CROSSRUFF: CROSSRUFF,
    Verb.FINESSE: FINESSE,
    Verb.CROSS: CROSS,
    Verb.DISCARD: DISCARD,
}

_PLACES = {None: ANYWHERE, SideHand.HAND: IN_HAND}

_MANY_TIMES = {Verb.RUN, Verb.CROSSRUFF}


def row_of(step: int) -> int:
    """Return where the row of a step begins."""
    return STEP_ROWS + ROW * step


def watched_row(number: int) -> int:
    """Return where the row of a watched card begins."""
    return WATCHED_ROWS + WATCHED_LENGTH * number


def cards_of_suit(words: int, suit: int) -> int:
    """Return which of the first cards of a suit are left, the top one lowest."""
    return words >> CARDS + IN_SUIT * suit & SUIT_OF_CARDS


def binds(memory: Memory, at: int) -> bool:
    """Say whether words may bind at a node."""
    return memory[at + WORDS] >> BINDS & 1 != 0


def named_card(memory: Memory, at: int, step: int) -> int:
    """Return the card a step names as one bit of its suit, 0 if it is not there."""
    first = memory[row_of(step) + CARD]
    if first < 0:
        return 0
    return card_left(memory[at + WORDS], memory[row_of(step) + CARD_SUIT], first)


def watched_card(memory: Memory, at: int, number: int) -> int:
    """Return a watched card as one bit of its suit, 0 if it is not there."""
    row = watched_row(number)
    return card_left(
        memory[at + WORDS], memory[row + WATCHED_SUIT], memory[row + WATCHED_PLACE]
    )


def card_left(words: int, suit: int, first: int) -> int:
    """Return the card that had a place of its suit at first, 0 if it has gone."""
    left = cards_of_suit(words, suit)
    if not left >> first & 1:
        return 0
    above = left & (1 << first) - 1
    card = 1
    while above:
        above &= above - 1
        card <<= CARD_BITS
    return card


def named_cards(memory: Memory, at: int, suit: int) -> int:
    """Return the cards of a suit that differ from their neighbours by being named."""
    cards = 0
    if cards_of_suit(memory[at + WORDS], suit):
        for step in range(memory[STEPS]):
            if memory[row_of(step) + CARD_SUIT] == suit:
                cards |= named_card(memory, at, step)
        for number in range(memory[WATCHED]):
            if memory[watched_row(number) + WATCHED_SUIT] == suit:
                cards |= watched_card(memory, at, number)
    return cards


def without_place(words: int, suit: int, place: int) -> int:
    """Return the number when the card at a place of a suit has gone."""
    left = cards_of_suit(words, suit)
    for _ in range(place):
        left &= left - 1
    return words ^ (left & -left) << CARDS + IN_SUIT * suit


def own_cards(memory: Memory, at: int, suit: int) -> int:
    """Return the cards of a suit in the hands that play for the claimer's side."""
    cards = memory[at + suit]
    return of_hand(cards, memory[HANDS]) | of_hand(cards, memory[HANDS + PARTNER])


def may_bind(memory: Memory, at: int, step: int) -> bool:
    """Say whether a step may still ask for a card, now or later."""
    row = row_of(step)
    act = memory[row + ACT]
    if act == NOTHING:
        return False
    if act == DISCARD and is_thrown_out(memory, at, step):
        return False
    if memory[row + CARD] != NONE:
        return named_card(memory, at, step) != 0
    suit = memory[row + SUIT]
    if act in (DRAW, RUFF, CROSSRUFF):
        suit = memory[TRUMP]
        return suit >= 0 and own_cards(memory, at, suit) != 0
    return suit < 0 or own_cards(memory, at, suit) != 0


def thrown(memory: Memory, at: int, step: int) -> int:
    """Return how often a discard whose number is said has been made."""
    number = memory[row_of(step) + NUMBERED]
    return (
        0
        if number < 0
        else memory[at + STATE] >> THROWN + THROWN_BITS * number & THROWN_MASK
    )


def is_thrown_out(memory: Memory, at: int, step: int) -> bool:
    """Say whether a discard asks for no card any more."""
    row = row_of(step)
    if memory[row + NUMBERED] >= 0 and thrown(memory, at, step) >= memory[row + LIMIT]:
        return True
    return has_gone(memory, at, memory[row + ON_SUIT])


def has_gone(memory: Memory, at: int, suit: int) -> bool:
    """Say whether a suit is never led again and is not led now."""
    state = memory[at + STATE]
    if state >> PLAYED & PLAYED_MASK and state >> LED & LED_MASK == suit:
        return False
    return cards_left(memory[at + suit]) == 0


def is_needed(memory: Memory, at: int, step: int) -> bool:
    """Say whether a step may still ask for a card, for where the words have come."""
    words = memory[at + WORDS]
    now = words >> AT & AT_MASK
    if memory[row_of(step) + ACT] == DISCARD:
        return may_bind(memory, at, step)
    if step < now:
        return False
    made = words & MADE_MASK
    if step > now or made < memory[row_of(step) + LIMIT]:
        return may_bind(memory, at, step)
    # A lead that was made may still ask for a card in its trick.
    return memory[at + STATE] >> PLAYED & PLAYED_MASK != 0


def carried_on(memory: Memory, at: int) -> None:
    """Bring a node's number up to date: 0 when nothing more can bind.

    What is left of a suit is kept only while a card of it is named or watched.
    """
    words = memory[at + WORDS]
    kept = 0
    if binds(memory, at):
        for step in range(memory[STEPS]):
            if is_needed(memory, at, step):
                kept |= words & BEFORE_CARDS
                if named_card(memory, at, step):
                    place = CARDS + IN_SUIT * memory[row_of(step) + CARD_SUIT]
                    kept |= words & SUIT_OF_CARDS << place
    for number in range(memory[WATCHED]):
        if watched_card(memory, at, number):
            place = CARDS + IN_SUIT * memory[watched_row(number) + WATCHED_SUIT]
            kept |= words & SUIT_OF_CARDS << place
    memory[at + WORDS] = kept
    if kept >> BINDS & 1 == 0:
        memory[at + STATE] &= ~ALL_THROWN


@dataclass(frozen=True, slots=True)
class EncodedStatement:
    """A statement's steps in rows, and what is said at the moment of the claim.

    `named` are the cards that are named or watched and there: suits and places at
    first. `under_way` are the tricks left where a trick lies on the table, else 0.
    """

    rows: tuple[int, ...] = ()
    named: tuple[tuple[int, int], ...] = ()
    watched: tuple[tuple[int, int], ...] = ()
    words: int = 0
    under_way: int = 0

    @property
    def steps(self) -> int:
        """Return how many steps there are."""
        return len(self.rows) // ROW


NOTHING_SAID = EncodedStatement()


def encode(
    steps: tuple[StatedStep, ...],
    held: Sequence[Sequence[Card]],
    own: frozenset[Card],
    claimer: Seat,
    under_way: int = 0,
    *,
    watched: Sequence[Card] = (),
) -> EncodedStatement:
    """Return a statement for a layout: the cards by suit from the top, the side's own.

    The claimer sits at 0; `under_way` are the tricks left where a trick lies on the
    table. Steps beyond as many as a deal has room for are left out.
    """
    if any(step.act is Verb.NO_ORDER for step in steps):
        steps = ()
    if not any(step.act in _ACTS for step in steps):
        steps = ()
    steps = steps[:MOST_STEPS]
    cards = {step.card for step in steps if step.card in own and step.act in _ACTS}
    seen = [_place(card, held) for card in watched]
    named = {_place(card, held) for card in cards if card is not None} | set(seen)
    words = 1 << BINDS if steps else 0
    for suit in {suit for suit, _ in named}:
        left = (1 << len(held[suit])) - 1
        words |= left << CARDS + IN_SUIT * suit
    numbers = {at: number for number, at in enumerate(numbered_discards(steps))}
    rows = [
        number
        for at, step in enumerate(steps)
        for number in (*_row(step, held, own, claimer), numbers.get(at, NONE))
    ]
    return EncodedStatement(
        tuple(rows),
        tuple(sorted(named)),
        tuple(seen),
        words,
        under_way if steps else 0,
    )


def _place(card: Card, held: Sequence[Sequence[Card]]) -> tuple[int, int]:
    return int(card.suit), held[card.suit].index(card)


def _row(
    step: StatedStep,
    held: Sequence[Sequence[Card]],
    own: frozenset[Card],
    claimer: Seat,
) -> tuple[int, ...]:
    card = step.card
    place = NONE
    if card is not None:
        place = held[card.suit].index(card) if card in own else ABSENT
    return (
        _ACTS.get(step.act, NOTHING),
        NONE if step.suit is None else int(step.suit),
        NONE if card is None else int(card.suit),
        place,
        _PLACES.get(step.place, IN_DUMMY),
        int(step.count is not None),
        _limit(step),
        int(step.from_the_top),
        int(step.high),
        NONE if step.on_suit is None else int(step.on_suit),
        NONE if step.against is None else (step.against - claimer) % 4,
    )


def _limit(step: StatedStep) -> int:
    """Return to how many leads, or discards, a step goes at most."""
    if step.act in {Verb.DRAW, Verb.CASH, Verb.DISCARD}:
        return step.count or MANY
    return MANY if step.act in _MANY_TIMES else 1


COMPILED = (
    watched_row,
    row_of,
    cards_of_suit,
    binds,
    card_left,
    named_card,
    watched_card,
    named_cards,
    without_place,
    own_cards,
    thrown,
    has_gone,
    is_thrown_out,
    may_bind,
    is_needed,
    carried_on,
)
