"""The rules of normal play about leads: from the top, spots, conceded suits, trumps.

Serves Laws 70C, 70D1, 70E2 and 71. A rule narrows the plays left of a `choice`, or
lets in one that a rule before it left out.
"""

from __future__ import annotations

from rulings.solver.kernel.choice import (
    ANY_ORDER,
    BARE,
    BY_PARTNER,
    CONCEDED,
    FOLLOWS,
    LAST_TRUMP,
    LED,
    LEGAL,
    LOSERS,
    LOW_LEAD,
    OPTIONS,
    PLAYED,
    SPOTS,
    SUIT_ORDER,
    TOP_DOWN_SPOTS,
    TRUMP,
    TRUMP_OUT,
    UNSEEN,
    allowed,
    is_any,
)
from rulings.solver.kernel.holding import highest, lowest
from rulings.solver.kernel.state import Memory


def top_down(turn: Memory) -> None:
    """Leave only the top card of a suit that is led as good (N5)."""
    if turn[PLAYED] or turn[BY_PARTNER] or turn[SUIT_ORDER] == ANY_ORDER:
        return
    for suit in range(4):
        top = highest(turn[LEGAL + suit])
        if turn[OPTIONS + suit] & top and top < turn[UNSEEN + suit]:
            turn[OPTIONS + suit] = top


def spot_from_a_broken_suit(turn: Memory) -> None:
    """Let in the lowest card of a holding of spots, or of a doubleton jack (N6)."""
    if turn[PLAYED] or turn[BY_PARTNER] or turn[SUIT_ORDER] != TOP_DOWN_SPOTS:
        return
    for suit in range(4):
        if turn[OPTIONS + suit] and turn[SPOTS] >> suit & 1:
            let_in = lowest(turn[LEGAL + suit]) & allowed(turn, suit)
            turn[OPTIONS + suit] |= let_in


def low_in_a_conceded_suit(turn: Memory) -> None:
    """Let in low leads where a trick was conceded (N4)."""
    if turn[PLAYED] or turn[BY_PARTNER] or not turn[LOW_LEAD]:
        return
    for suit in range(4):
        if turn[BARE] or turn[CONCEDED] >> suit & 1:
            turn[OPTIONS + suit] |= allowed(turn, suit)


def known_losers(turn: Memory) -> None:
    """Leave cards known to be losers for later: not led, but thrown first (N3)."""
    if turn[BY_PARTNER] or turn[FOLLOWS]:
        return
    kept = thrown = 0
    for suit in range(4):
        kept |= turn[OPTIONS + suit] & ~turn[LOSERS + suit]
        if suit != turn[TRUMP]:
            thrown |= turn[OPTIONS + suit] & turn[LOSERS + suit]
    if turn[PLAYED] == 0 and kept:
        for suit in range(4):
            turn[OPTIONS + suit] &= ~turn[LOSERS + suit]
    if turn[PLAYED] and thrown:
        for suit in range(4):
            if suit != turn[TRUMP]:
                turn[OPTIONS + suit] &= turn[LOSERS + suit]
            elif suit == turn[LED]:
                turn[OPTIONS + suit] = 0


def supposed_last_trump(turn: Memory) -> None:
    """Leave trumps for later while none is thought to be out (N7)."""
    if turn[LAST_TRUMP] or turn[PLAYED] or turn[BY_PARTNER]:
        return
    if turn[TRUMP] < 0 or turn[TRUMP_OUT]:
        return
    trumps = turn[OPTIONS + turn[TRUMP]]
    turn[OPTIONS + turn[TRUMP]] = 0
    if not is_any(turn, OPTIONS):
        turn[OPTIONS + turn[TRUMP]] = trumps


COMPILED = (
    top_down,
    spot_from_a_broken_suit,
    low_in_a_conceded_suit,
    known_losers,
    supposed_last_trump,
)
