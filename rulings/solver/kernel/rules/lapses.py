"""What a careless player might do beyond the rules, one kind of lapse at a time.

Serves the ladder of a proposal: these plays are shown as warnings and never count
for the number proposed (Laws 70 and 71, footnote on "normal").
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
from rulings.solver.kernel.dealing import Memory
from rulings.solver.kernel.holding import highest


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


COMPILED = (let_in_careless_plays,)
