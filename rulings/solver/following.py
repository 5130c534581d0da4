"""The rules of normal play about following, ruffing and discarding.

Serves the footnote of Law 70 on "normal": no card is wasted.
"""

from __future__ import annotations

from rulings.solver.dealing import LAST
from rulings.solver.settings import RuffHeight
from rulings.solver.turn import Options, Turn


def economy(turn: Turn, options: Options) -> Options:
    """Leave plays that waste nothing: low, just high enough, or high (N8)."""
    if turn.played == 0:
        return options
    if turn.follows():
        return _follow_suit(turn, options)
    return _without_the_suit(turn, options)


def _follow_suit(turn: Turn, options: Options) -> Options:
    by_rank = tuple(sorted(options, key=lambda option: -option.at))
    winners = tuple(option for option in by_rank if option.beats)
    if not winners or (turn.played == LAST and turn.partner_stands()):
        return by_rank[:1]
    kept = [by_rank[0], winners[0]]
    if turn.played != LAST:
        kept.append(winners[-1])
    return tuple(dict.fromkeys(kept))


def _without_the_suit(turn: Turn, options: Options) -> Options:
    discards = tuple(option for option in options if option.suit != turn.trump)
    if discards and (turn.partner_stands() or (turn.by_partner and turn.best == 0)):
        return discards
    ruffs = tuple(
        option for option in options if option.suit == turn.trump and option.beats
    )
    low = turn.settings.ruff_height is RuffHeight.LOWEST and turn.forgets()
    if ruffs and (turn.played == LAST or (low and not turn.by_partner)):
        ruffs = (max(ruffs, key=lambda option: option.at),)
    return discards + ruffs or options


def partner_throws_low(turn: Turn, options: Options) -> Options:
    """Leave a defender's partner the lowest card of each suit to throw (N13)."""
    if not turn.by_partner or turn.played == 0 or turn.follows():
        return options
    return tuple(
        option
        for option in options
        if option.suit == turn.trump
        or not any(o.suit == option.suit and o.at > option.at for o in options)
    )


def no_trick_given_up(turn: Turn, options: Options) -> Options:
    """Leave a claimer of every trick the cards that may win this one (N15).

    It bites when the other cards lose for sure: they do not beat the winning card,
    and partner is not winning and cannot come to win.
    """
    if turn.played == 0 or turn.by_partner or turn.stated is not None:
        return options
    if turn.need < turn.tricks or turn.side_wins() or turn.ally_may_win():
        return options
    return tuple(option for option in options if option.beats) or options
