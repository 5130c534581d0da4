"""What a rule may look at when the claiming side is to play, and the plays it leaves.

One stretch of memory: suits of cards as in `holding` (one bit a card), then single
numbers. A rule takes that memory and narrows or widens OPTIONS; it never asks for
anything else, so a new rule needs no change of the search.
"""

from __future__ import annotations

from rulings.solver.kernel.dealing import Memory

LEGAL, OPTIONS, STATED, BEATS, LOSERS, UNSEEN, SOUND = 32, 36, 40, 44, 48, 52, 56
"""Four suits each: the legal cards, those left by the rules so far, those the words
name, those that would be winning, known losers, the highest card thought out (one
place below all where none is), those that keep what is certain."""

(
    SEAT,
    LED,
    BEST,
    PLAYED,
    TRICKS,
    NEED,
    TRUMP,
    BY_PARTNER,
    FOLLOWS,
    STANDS,
    ALLY_MAY_WIN,
    FORGETS,
    TRUMP_OUT,
    SPOTS,
    HAS_WORDS,
    SUIT_ORDER,
    LAST_TRUMP,
    LOW_LEAD,
    RUFF_LOWEST,
    CONCEDED,
    BARE,
    LAPSES,
    REFUSED,
) = range(60, 83)
"""Seat to play, suit led, seat winning, cards on the table, tricks left and needed,
trump suit; whether a defender's partner plays, follows suit, partner's card stands,
partner may come to win, a card is forgotten, a trump is thought out; suits in which
the hand holds broken spots (bits); whether the words bind. Then the settings: order
of suits, lead of the last trump, low leads, lowest ruffs, the suits conceded (bits),
a bare number conceded, lapses let in, finesses refused (bits)."""

NAMED = 83
"""Four suits more: the cards that the words name to be played later."""

END = 87

ANY_ORDER, TOP_DOWN, TOP_DOWN_SPOTS = 0, 1, 2
ORDER, RUFF = 1, 2
"""Values of SUIT_ORDER, and the bits of LAPSES."""


def is_any(turn: Memory, field: int) -> bool:
    """Say whether a field of four suits holds a card."""
    return (turn[field] | turn[field + 1] | turn[field + 2] | turn[field + 3]) != 0


def allowed(turn: Memory, suit: int) -> int:
    """Return the cards of a suit that a rule may let in."""
    return turn[STATED + suit] if turn[HAS_WORDS] else turn[LEGAL + suit]


COMPILED = (is_any, allowed)
