"""Plays let in beyond the rules, or struck from those they leave.

Careless plays, one kind of lapse at a time, are shown as warnings and never count for
the award (Laws 70 and 71, footnote on "normal"). The director's switches count: memory
says how many there are, then each in a row: the node, its suit and whether it is let
in, the card. A strike of the last normal play has no effect.

These functions are compiled.
"""

from __future__ import annotations

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
from rulings.solver.kernel.holding import highest
from rulings.solver.kernel.state import STATE, WON, Memory
from rulings.solver.kernel.words.encoded import NODE

SWITCHES = 8192
ROW = 8
"""A row: a node's numbers, then twice the suit plus 1 for a play let in, the card."""

MOST = 1000


def is_at(memory: Memory, row: int, at: int) -> bool:
    """Say whether a row is of a node, whoever won the trick before it."""
    for part in range(NODE):
        differs = memory[row + part] ^ memory[at + part]
        if differs and (part != STATE or differs != 1 << WON):
            return False
    return True


def switched(memory: Memory, at: int) -> None:
    """Take the struck plays out of OPTIONS, put in those let in."""
    if memory[SWITCHES] == 0:
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
    cards = 0
    for number in range(memory[SWITCHES]):
        row = SWITCHES + 1 + ROW * number
        if memory[row + NODE] == 2 * suit + let_in and is_at(memory, row, at):
            cards |= memory[row + NODE + 1]
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


COMPILED = (is_at, named_at, switched, let_in_careless_plays)
