"""What a careless player might do beyond the rules, one kind of lapse at a time.

Serves the ladder of a proposal: these plays are shown as warnings and never count
for the number proposed (Laws 70 and 71, footnote on "normal").
"""

from __future__ import annotations

from collections.abc import Callable

from rulings.solver.dealing import LAST, NO_TRUMP
from rulings.solver.turn import Lapse, Options, Turn


def careless_plays(turn: Turn) -> Options:
    """Return the plays that the lapses looked at would add at a turn."""
    if turn.by_partner or turn.stated is not None:
        return ()
    return tuple(play for lapse in sorted(turn.lapses) for play in _LAPSES[lapse](turn))


def _order(turn: Turn) -> Options:
    """Return the leads of cards thought good, in whatever order."""
    if turn.played:
        return ()
    tops = (turn.holding(suit)[0] for suit in sorted({o.suit for o in turn.legal}))
    return tuple(option for option in tops if turn.is_master(option))


def _ruff(turn: Turn) -> Options:
    """Return ruffs of any height."""
    if turn.played == 0 or turn.follows() or turn.trump == NO_TRUMP:
        return ()
    return tuple(o for o in turn.legal if o.suit == turn.trump and o.beats)


def _follow(turn: Turn) -> Options:
    """Return every card of the suit led, except in the last seat."""
    return turn.legal if turn.follows() and turn.played != LAST else ()


def _discard(turn: Turn) -> Options:
    """Return every discard."""
    if turn.played == 0 or turn.follows():
        return ()
    return tuple(o for o in turn.legal if o.suit != turn.trump)


_LAPSES: dict[Lapse, Callable[[Turn], Options]] = {
    Lapse.ORDER: _order,
    Lapse.RUFF: _ruff,
    Lapse.FOLLOW: _follow,
    Lapse.DISCARD: _discard,
}
