"""What a rule may look at when the claiming side is to play, and the plays it leaves.

One stretch of memory: suits of cards as in `holding` (one bit a card), then single
numbers. `look` fills it in from a node with the real cards; the legal cards, those that
would be winning and those the words name are there already. A rule takes that memory
and narrows or widens OPTIONS; it asks for nothing else.
"""

from __future__ import annotations

from rulings.solver.kernel.holding import (
    BELOW,
    CARD_BITS,
    HANDS,
    JACKS,
    OTHER,
    PLACE_MASK,
    TENS,
    cards_left,
    forgotten_cards,
    hidden_cards,
    highest,
    known_losers,
    of_hand,
    place_of,
    winning_card,
)
from rulings.solver.kernel.layout import TURN
from rulings.solver.kernel.state import (
    LAST,
    LED_MASK,
    LEFT,
    LEFT_MASK,
    MINE,
    NEED_MASK,
    PLAYED_MASK,
    SEAT_MASK,
    STATE,
    SUIT_1,
    SUIT_2,
    SUIT_3,
    WINNING_MASK,
    Memory,
)
from rulings.solver.kernel.state import LED as LED_AT
from rulings.solver.kernel.state import NEED as NEED_AT
from rulings.solver.kernel.state import PLAYED as PLAYED_AT
from rulings.solver.kernel.state import TRUMP as TRUMP_SUIT
from rulings.solver.kernel.state import WINNING as WINNING_AT

LEGAL, OPTIONS, STATED, BEATS = TURN.of("LEGAL", "OPTIONS", "STATED", "BEATS")
LOSERS, UNSEEN, SOUND = TURN.of("LOSERS", "UNSEEN", "SOUND")
"""Four suits each: the legal cards, those left by the rules so far, those the words
name, those that would be winning, known losers, the highest card thought out (one
place below all where none is), those that keep what is certain."""

SEAT, LED, BEST, PLAYED = TURN.of("SEAT", "LED", "BEST", "PLAYED")
TRICKS, NEED, TRUMP = TURN.of("TRICKS", "NEED", "TRUMP")
BY_PARTNER, FOLLOWS, STANDS = TURN.of("BY_PARTNER", "FOLLOWS", "STANDS")
ALLY_MAY_WIN, FORGETS = TURN.of("ALLY_MAY_WIN", "FORGETS")
TRUMP_OUT, SPOTS, HAS_WORDS = TURN.of("TRUMP_OUT", "SPOTS", "HAS_WORDS")
SUIT_ORDER, LAST_TRUMP = TURN.of("SUIT_ORDER", "LAST_TRUMP")
LOW_LEAD, RUFF_LOWEST = TURN.of("LOW_LEAD", "RUFF_LOWEST")
PLAN_SHARE = TURN.at("PLAN_SHARE")
CONCEDED, BARE, LAPSES = TURN.of("CONCEDED", "BARE", "LAPSES")
REFUSED = TURN.at("REFUSED")
"""Seat to play, suit led, seat winning, cards on the table, tricks left and needed,
trump suit; whether a defender's partner plays, follows suit, partner's card stands,
partner may come to win, a card is forgotten, a trump is thought out; suits in which
the hand holds broken spots (bits); whether the words bind. Then the settings: order
of suits, lead of the last trump, low leads, lowest ruffs, how often a play must let
the claim be made beside the best one (quarters), the suits conceded (bits),
a bare number conceded, lapses let in, finesses refused (bits)."""

NAMED = TURN.at("NAMED")
"""Four suits more: the cards that the words name to be played later."""

TOPS, PLAN = TURN.of("TOPS", "PLAN")
"""Four suits each: the cards of the hand above all others left, whoever holds those;
the options with which the claim may still be made (all legal ones where not asked)."""

ALLY_WINS, BEYOND = TURN.of("ALLY_WINS", "BEYOND")
"""Whether the other hand, which is seen, has still to play and holds a card thought
good that beats the winning one; the tricks asked for beyond those claimed (N14)."""

END = TURN.end

ANY_ORDER, TOP_DOWN, TOP_DOWN_SPOTS = 0, 1, 2
ORDER, RUFF = 1, 2
"""Values of SUIT_ORDER, and the bits of LAPSES."""


def is_any(turn: Memory, field: int) -> bool:
    """Say whether a field of four suits holds a card."""
    return (
        turn[field] | turn[field + SUIT_1] | turn[field + SUIT_2] | turn[field + SUIT_3]
    ) != 0


def allowed(turn: Memory, suit: int) -> int:
    """Return the cards of a suit that a rule may let in."""
    return turn[STATED + suit] if turn[HAS_WORDS] else turn[LEGAL + suit]


def look(memory: Memory, at: int) -> None:
    """Write down what a rule may look at."""
    state = memory[at + STATE]
    seat, led = state & SEAT_MASK, state >> LED_AT & LED_MASK
    played = state >> PLAYED_AT & PLAYED_MASK
    memory[SEAT], memory[LED], memory[PLAYED] = seat, led, played
    memory[BEST] = state >> WINNING_AT & WINNING_MASK
    memory[TRICKS] = state >> LEFT & LEFT_MASK
    memory[NEED] = state >> NEED_AT & NEED_MASK
    memory[TRUMP] = memory[TRUMP_SUIT]
    memory[BY_PARTNER] = 1 - (memory[MINE] >> seat & 1)
    memory[FOLLOWS] = 1 if played and memory[LEGAL + led] else 0
    memory[FORGETS] = memory[SPOTS] = 0
    for suit in range(4):
        cards = memory[at + suit]
        forgotten = forgotten_cards(cards)
        thought_out = hidden_cards(cards) & ~forgotten
        memory[UNSEEN + suit] = highest(thought_out) if thought_out else BELOW
        memory[LOSERS + suit] = known_losers(cards)
        memory[NAMED + suit] = 0
        own = of_hand(cards, memory[HANDS + seat])
        others = cards_left(cards) & ~own
        memory[TOPS + suit] = own & (highest(others) - 1) if others else own
        if forgotten:
            memory[FORGETS] = 1
        if is_spots(cards, of_hand(cards, memory[HANDS + seat])):
            memory[SPOTS] |= 1 << suit
    memory[STANDS] = partner_stands(memory, at)
    memory[ALLY_MAY_WIN] = partner_may_win(memory, at)
    memory[ALLY_WINS] = partner_wins(memory, at)
    memory[TRUMP_OUT] = trump_thought_out(memory, at)


def is_spots(suit: int, cards: int) -> bool:
    """Say whether a holding has a gap and is of spots, or jack and one other (N6)."""
    runs = cards & ~(cards << CARD_BITS)
    if runs & (runs - 1) == 0:
        return False
    place = place_of(highest(cards))
    if place >= suit >> TENS & PLACE_MASK:
        return True
    low = cards & (cards - 1)
    return place >= suit >> JACKS & PLACE_MASK and low & (low - 1) == 0


def partner_stands(memory: Memory, at: int) -> int:
    """Return 1 if partner's card is winning and no card thought out beats it."""
    if memory[PLAYED] == 0 or memory[BEST] != (memory[SEAT] + 2 & SEAT_MASK):
        return 0
    if memory[PLAYED] == LAST:
        return 1
    suit = memory[LED]
    if winning_card(memory[at + suit]) == 0:
        suit = memory[TRUMP]
    return 1 if memory[UNSEEN + suit] > winning_card(memory[at + suit]) else 0


def partner_may_win(memory: Memory, at: int) -> int:
    """Return 1 if partner has still to play and may beat the card that is winning."""
    if memory[PLAYED] == 0 or memory[PLAYED] + 2 > LAST:
        return 0
    if memory[TRUMP] >= 0:
        return 1
    suit = memory[LED]
    winning = winning_card(memory[at + suit])
    partner = memory[SEAT] + 2 & SEAT_MASK
    if memory[HANDS + partner] < 2:  # noqa: PLR2004 two hands are hidden
        return 1 if memory[UNSEEN + suit] < winning else 0
    cards = of_hand(memory[at + suit], memory[HANDS + partner])
    return 1 if cards & (winning - 1) else 0


def partner_wins(memory: Memory, at: int) -> int:
    """Return 1 if partner is seen to hold a good card that beats the winning one."""
    seat = memory[SEAT] + 2 & SEAT_MASK
    partner = memory[HANDS + seat]
    if memory[PLAYED] == 0 or memory[PLAYED] + 2 > LAST or partner < 2:  # noqa: PLR2004 two hands are hidden
        return 0
    suit = memory[LED]
    winning = winning_card(memory[at + suit])
    if winning == 0:
        return 0
    cards = of_hand(memory[at + suit], partner) & (memory[UNSEEN + suit] - 1)
    return 1 if cards & (winning - 1) else 0


def trump_thought_out(memory: Memory, at: int) -> int:
    """Return 1 if a trump is counted outside the hands that play for the claimer."""
    if memory[TRUMP] < 0:
        return 0
    suit = memory[at + memory[TRUMP]]
    cards = hidden_cards(suit) & ~forgotten_cards(suit)
    if not memory[MINE] >> memory[OTHER] & 1:
        cards |= of_hand(suit, 3)
    return 1 if cards else 0


COMPILED = (
    is_any,
    allowed,
    is_spots,
    partner_stands,
    partner_may_win,
    partner_wins,
    trump_thought_out,
    look,
)
