"""The parts of memory and of a state that all compiled code shares (`layout`).

A node is five numbers of `memory`, four suits and a state; a node of a line with the
real cards has a sixth, how far the statement has come. Nothing is decided here.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass

from rulings.bridge.cards import Card
from rulings.solver.kernel.layout import (
    BOUNDS,
    BREAK,
    LINE_MEMORY,
    LINE_STATE,
    PENALTY_ROW,
    SEARCH_MEMORY,
    STATE_WORD,
    SUITS,
)
from rulings.solver.kernel.layout import NODE as NODE_RECORD

NO_TRUMP = -1
LAST = 3
"""Cards on the table when the last one is to be played."""

SearchNode = tuple[int, int, int, int, int, int, int, int, int, int]
"""Suits packed, seat to play, suit led, seat winning, cards on the table, forgotten
cards out, tricks left (this one included), the unplaced cards of each of the two
hidden hands, and what breaks leave the first of them, as in a state."""

Memory = MutableSequence[int]

SUIT_1, SUIT_2, SUIT_3, STATE = NODE_RECORD.of("SUIT_1", "SUIT_2", "SUIT_3", "STATE")
NODE = NODE_RECORD.at("WORDS")
"""A node's numbers: four suits, then its state; where the next node begins."""

SEAT, LED, WINNING, PLAYED = STATE_WORD.of("SEAT", "LED", "WINNING", "PLAYED")
BLANKS, LEFT, SLACK, SLACK_2 = STATE_WORD.of("BLANKS", "LEFT", "SLACK", "SLACK_2")
WON, AT_MOST = STATE_WORD.of("WON", "AT_MOST")
"""Where the parts of a state begin: the parts of a node, the trick just won, and of
each suit that is believed to break the most cards the first hidden hand may hold."""

PLACE, SUIT_PLAYED = STATE_WORD.of("PLACE", "SUIT_PLAYED")
PLACE_MASK, SUIT_PLAYED_MASK = STATE_WORD.masks("PLACE", "SUIT_PLAYED")
"""Where a state says which card was just played: its place in the node before, and its
suit counted from 1, 0 for none. No part of what tells nodes apart."""

SEAT_MASK, LED_MASK, WINNING_MASK, PLAYED_MASK = STATE_WORD.masks(
    "SEAT", "LED", "WINNING", "PLAYED"
)
BLANKS_MASK, LEFT_MASK, SLACK_MASK = STATE_WORD.masks("BLANKS", "LEFT", "SLACK")
"""The parts of a state by themselves; with the first seats are counted round."""

BY_BREAKS = STATE_WORD.mask("AT_MOST")
MOST_BITS = STATE_WORD.width("AT_MOST") // SUITS
MOST_MASK = (1 << MOST_BITS) - 1
"""The suits' numbers of AT_MOST: all of them; how wide one is, and one by itself."""

BREAK_BITS, ODD = BREAK.end, BREAK.at("ODD")
BREAK_MASK = (1 << BREAK_BITS) - 1
"""How wide what is believed of a suit's break is, and its bit for an odd number."""

KEPT = STATE_WORD.bits("BLANKS", "SLACK", "SLACK_2", "AT_MOST")
KEPT_IN_TRICK = KEPT | STATE_WORD.bits("LEFT", "LED")
"""What the end of a trick leaves as it is (tricks left are counted down), and what
a card within a trick does."""

LOW_BOUND, HIGH_MASK = BOUNDS.at("LOW"), BOUNDS.mask("HIGH")
"""Where the fewest tricks stand in what is proven of a node, the most by itself."""

NO_BOUNDS = HIGH_MASK
"""What is proven where nothing is: at least 0, at most more than there are."""

TRUMP, FIRST, SECOND, MINE = SEARCH_MEMORY.of("TRUMP", "FIRST", "SECOND", "MINE")
SEEN, RUFFS_LATE = SEARCH_MEMORY.of("SEEN", "RUFFS_LATE")
BREAKS, MAY_PASS = SEARCH_MEMORY.of("BREAKS", "MAY_PASS")
"""Where memory says who is who: trump suit, the hidden hands, who plays for the
claimer and whose tricks are seen to be his (bits), the partner of a claiming defender,
-1 where there is none; the suits believed to break, two bits each (`breaks`); and
whether an opponent who cannot follow may keep all his cards (N20, `planning`)."""

RANKS, DEALT = SEARCH_MEMORY.of("RANKS", "DEALT")
SHAPES, KEYED = SEARCH_MEMORY.of("SHAPES", "KEY")
"""Where memory says which ranks an answer rests on (`ranks`), that every card of the
nodes searched is dealt (`planning`), and by what a node was looked up last."""

SHOWN, SHOWN_MORE = SEARCH_MEMORY.of("SHOWN", "SHOWN_MORE")
"""Room for a node in which a hand has shown out."""

PENDING, LEADER, LEAD_SUIT, REQUIRED, OPTION, FACED_BY = SEARCH_MEMORY.of(
    "PENDING", "LEADER", "LEAD_SUIT", "REQUIRED", "OPTION", "FACED_BY"
)
"""Where memory says whether restrictions are pending; which seat's lead is bound (-1
for none), in which suit, whether it is required or else forbidden, and whether declarer
decides so by the card that lies faced with its partner (50D2); of each of four suits
the hand with major penalty cards that are known as such (-1 for none)."""

PENALTIES, PENALTY_ROWS = LINE_MEMORY.of("PENALTIES", "PENALTY_ROWS")
PENALTY_SEAT, PENALTY_SUIT, PENALTY_CARD = PENALTY_ROW.of(
    "PENALTY_SEAT", "PENALTY_SUIT", "PENALTY_CARD"
)
IS_MAJOR, HONOURS = PENALTY_ROW.of("IS_MAJOR", "HONOURS")
PENALTY_LENGTH = PENALTY_ROW.end
"""Memory of a line says how many penalty cards there are, then each in a row: whose,
suit, its number among the watched cards, whether it is major, and how many of the suit
were honours at first."""

PHASE, PHASE_MASK = LINE_STATE.at("PHASE"), LINE_STATE.mask("PHASE")
"""Where the state of a line says how far a restriction on a lead has come; in that of
a believed node it stands at AT_MOST."""

NEED, NEED_MASK = LINE_STATE.at("NEED"), LINE_STATE.mask("NEED")
"""Where the state of a line counts the tricks that the claim still needs."""

THROWN = LINE_STATE.at("THROWN")
ALL_THROWN = LINE_STATE.bits("THROWN")
THROWN_BITS = LINE_STATE.width("THROWN") // 4
THROWN_MASK = (1 << THROWN_BITS) - 1
"""Where the state of a line counts the discards whose number is said, by step."""

LAST_GOOD = SEARCH_MEMORY.at("LAST_GOOD")
OF_A_SIDE = SEARCH_MEMORY.width("LAST_GOOD")
"""Where memory keeps, for each side and number of tricks left, the suit that was led
when a lead last settled a node: it is tried first in the next one."""


@dataclass(frozen=True, slots=True)
class BoundLead:
    """A lead that is bound: seat from the claimer's on, suit, required or forbidden.

    `by_card` where it is declarer's decision while a card lies faced with partner.
    `phase` says how far it has come at first, as in `pending`.
    """

    seat: int
    suit: int
    required: bool
    by_card: bool
    phase: int


@dataclass(frozen=True, slots=True)
class Restrictions:
    """Penalty cards (seat from the claimer's on, card, major or not) and a lead."""

    cards: tuple[tuple[int, Card, bool], ...] = ()
    lead: BoundLead | None = None

    @property
    def phase(self) -> int:
        """Return how far the restriction on a lead has come at first."""
        return 0 if self.lead is None else self.lead.phase

    @property
    def faced(self) -> dict[Card, int]:
        """Return the major penalty cards that the search for what is certain knows.

        Of each suit those of one hand; small ones are only known to be there.
        """
        by: dict[int, int] = {}
        for seat, card, major in self.cards:
            if major:
                by.setdefault(int(card.suit), seat)
        return {
            card: seat
            for seat, card, major in self.cards
            if major and by[int(card.suit)] == seat
        }

    def note(self, memory: Memory) -> None:
        """Write down what binds whom."""
        lead, by = self.lead, {int(c.suit): s for c, s in self.faced.items()}
        memory[PENDING] = bool(self.cards or lead)
        memory[LEADER] = -1 if lead is None else lead.seat
        if lead is not None:
            memory[LEAD_SUIT], memory[REQUIRED] = lead.suit, lead.required
            memory[OPTION] = lead.by_card
        for suit in range(4):
            memory[FACED_BY + suit] = by.get(suit, -1)


NOTHING_PENDING = Restrictions()


@dataclass(frozen=True, slots=True)
class Sides:
    """Who plays for the claimer, who is hidden from him, which suit is trumps.

    `breaks` are the suits that he counts on to break evenly, `pending` what binds the
    defenders.
    """

    mine: frozenset[int]
    hidden: tuple[int, int]
    trump: int
    breaks: int = 0
    pending: Restrictions = NOTHING_PENDING


def copied(memory: Memory, at: int, to: int) -> None:
    """Write a node once more."""
    memory[to] = memory[at]
    memory[to + SUIT_1] = memory[at + SUIT_1]
    memory[to + SUIT_2] = memory[at + SUIT_2]
    memory[to + SUIT_3] = memory[at + SUIT_3]
    memory[to + STATE] = memory[at + STATE]


COMPILED = (copied,)
