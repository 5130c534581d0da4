"""The rules of normal play about leads: from the top, spots, conceded suits, trumps.

Serves Laws 70C, 70D1, 70E2 and 71. A rule returns the plays it leaves, or lets in
one that a rule before it left out.
"""

from __future__ import annotations

from rulings.bridge.cards import RANK_OF
from rulings.solver import held
from rulings.solver.dealing import NO_TRUMP
from rulings.solver.settings import SuitOrder
from rulings.solver.turn import Options, Turn

_TWO_CARDS = 2
_JACK, _TEN = RANK_OF["J"], RANK_OF["T"]


def top_down(turn: Turn, options: Options) -> Options:
    """Leave only the top card of a suit that is led as good (N5)."""
    if turn.played or turn.by_partner or turn.settings.suit_order is SuitOrder.NONE:
        return options
    tops = {suit: turn.holding(suit)[:1] for suit in {o.suit for o in options}}
    kept = tuple(
        option
        for option in options
        if option in tops[option.suit]
        or not set(tops[option.suit]) & set(options)
        or not turn.is_master(tops[option.suit][0])
    )
    return kept or options


def spot_from_a_broken_suit(turn: Turn, options: Options) -> Options:
    """Let in the lowest card of a holding of spots, or of a doubleton jack (N6)."""
    spots = turn.settings.suit_order is SuitOrder.TOP_DOWN_SPOTS
    if turn.played or turn.by_partner or not spots:
        return options
    let_in = tuple(
        turn.holding(suit)[-1]
        for suit in sorted({o.suit for o in options})
        if _is_spots(turn, suit)
    )
    return _with(turn, options, let_in)


def _is_spots(turn: Turn, suit: int) -> bool:
    symbols = turn.rows[suit].symbols
    places = [
        at
        for at, symbol in enumerate(symbols)
        if symbol != held.WINNING and symbol & held.OWNER == turn.seat
    ]
    if places[-1] - places[0] == len(places) - 1:
        return False
    top = symbols[places[0]] >> held.RANK
    return top <= _TEN or (top == _JACK and len(places) == _TWO_CARDS)


def low_in_a_conceded_suit(turn: Turn, options: Options) -> Options:
    """Let in low leads where a trick was conceded (N4)."""
    if turn.played or turn.by_partner or not turn.settings.low_lead_in_conceded_suit:
        return options
    conceded = turn.conceded
    let_in = tuple(o for o in turn.legal if conceded.bare or o.suit in conceded.suits)
    return _with(turn, options, let_in)


def known_losers(turn: Turn, options: Options) -> Options:
    """Leave cards known to be losers for later: not led, but thrown first (N3)."""
    if turn.by_partner or turn.follows():
        return options
    losers = tuple(o for o in options if o.play.symbol & held.LOSER)
    if not losers:
        return options
    if turn.played == 0:
        return tuple(o for o in options if o not in losers) or options
    thrown = tuple(o for o in losers if o.suit != turn.trump)
    if not thrown:
        return options
    ruffs = tuple(o for o in options if o.suit == turn.trump and turn.led != o.suit)
    return thrown + ruffs


def supposed_last_trump(turn: Turn, options: Options) -> Options:
    """Leave trumps for later while none is thought to be out (N7)."""
    if turn.settings.last_trump_lead_normal or turn.played or turn.by_partner:
        return options
    if turn.trump == NO_TRUMP or turn.trump_thought_out():
        return options
    return tuple(o for o in options if o.suit != turn.trump) or options


def _with(turn: Turn, options: Options, let_in: Options) -> Options:
    """Return the options with some more, in the order of the legal cards."""
    allowed = turn.legal if turn.stated is None else turn.stated
    wanted = {(o.suit, o.at) for o in options + let_in}
    return tuple(o for o in allowed if (o.suit, o.at) in wanted)
