"""The rules of normal play about following, ruffing and discarding.

Serves the footnote of Law 70 on "normal": no card is wasted.
"""

from __future__ import annotations

from rulings.solver.kernel.choice import (
    ALLY_MAY_WIN,
    ALLY_WINS,
    BEATS,
    BEST,
    BY_PARTNER,
    FOLLOWS,
    FORGETS,
    HAS_WORDS,
    LED,
    NAMED,
    NEED,
    OPTIONS,
    PLAN,
    PLAYED,
    REFUSED,
    RUFF_LOWEST,
    SEAT,
    STANDS,
    TOPS,
    TRICKS,
    TRUMP,
    UNSEEN,
)
from rulings.solver.kernel.holding import highest, lowest
from rulings.solver.kernel.state import LAST, Memory

THIRD = 2
"""Cards on the table when the hand opposite the lead plays."""


def named_for_later(turn: Memory) -> None:
    """Keep a card that the words name for later while another can be played (N17)."""
    if turn[PLAYED] == 0 or turn[BY_PARTNER]:
        return
    others = 0
    for suit in range(4):
        others |= turn[OPTIONS + suit] & ~turn[NAMED + suit]
    if others:
        for suit in range(4):
            turn[OPTIONS + suit] &= ~turn[NAMED + suit]


def no_refused_finesse(turn: Memory) -> None:
    """Leave the sure winners of a suit led to them whose finesse was refused (N16).

    It bites in third hand, where a lower card would win only as a finesse.
    """
    if turn[PLAYED] != THIRD or turn[BY_PARTNER] or not turn[FOLLOWS]:
        return
    suit = turn[LED]
    if turn[HAS_WORDS] or not turn[REFUSED] >> suit & 1:
        return
    winners = turn[OPTIONS + suit] & turn[BEATS + suit]
    sure = winners & (turn[UNSEEN + suit] - 1)
    if sure and sure != winners:
        turn[OPTIONS + suit] = sure


def economy(turn: Memory) -> None:
    """Leave plays that waste nothing: low, just high enough, or high (N8).

    Low also where a card of the side's wins that nothing thought out can beat.
    """
    if turn[PLAYED] == 0:
        return
    if turn[FOLLOWS]:
        suit = turn[LED]
        turn[OPTIONS + suit] = _follow_suit(turn, turn[OPTIONS + suit])
    else:
        _without_the_suit(turn)


def _follow_suit(turn: Memory, cards: int) -> int:
    winners = cards & turn[BEATS + turn[LED]]
    wasted = turn[STANDS] and (turn[PLAYED] == LAST or not turn[BY_PARTNER])
    if winners == 0 or wasted:
        return lowest(cards)
    kept = lowest(cards) | lowest(winners)
    return kept if turn[PLAYED] == LAST else kept | highest(winners)


def _without_the_suit(turn: Memory) -> None:
    discards = ruffs = 0
    trump = turn[TRUMP]
    for suit in range(4):
        if suit != trump:
            discards |= turn[OPTIONS + suit]
        else:
            ruffs = turn[OPTIONS + suit] & turn[BEATS + suit]
    if trump < 0:
        return
    if discards and (turn[STANDS] or (turn[BY_PARTNER] and turn[BEST] == 0)):
        turn[OPTIONS + trump] = 0
        return
    low = turn[RUFF_LOWEST] and turn[FORGETS] and not turn[BY_PARTNER]
    if turn[PLAYED] == LAST or low:
        ruffs = lowest(ruffs)
    if discards or ruffs:
        turn[OPTIONS + trump] = ruffs


def partner_throws_low(turn: Memory) -> None:
    """Leave a defender's partner the lowest card of each suit to throw (N13)."""
    if not turn[BY_PARTNER] or turn[PLAYED] == 0 or turn[FOLLOWS]:
        return
    for suit in range(4):
        if suit != turn[TRUMP]:
            turn[OPTIONS + suit] = lowest(turn[OPTIONS + suit])


def partner_keeps_winners(turn: Memory) -> None:
    """Leave a defender's partner to throw what he does not see to win (N22)."""
    if not turn[BY_PARTNER] or turn[PLAYED] == 0 or turn[FOLLOWS]:
        return
    others = 0
    for suit in range(4):
        if suit != turn[TRUMP]:
            others |= turn[OPTIONS + suit] & ~turn[TOPS + suit]
    if others:
        for suit in range(4):
            if suit != turn[TRUMP]:
                turn[OPTIONS + suit] &= ~turn[TOPS + suit]


def no_winner_wasted(turn: Memory) -> None:
    """Leave no winner to be thrown, and no trump to be spent on partner's (N18).

    It bites where another card can be thrown.
    """
    if turn[PLAYED] == 0 or turn[BY_PARTNER] or turn[HAS_WORDS] or turn[FOLLOWS]:
        return
    others = 0
    for suit in range(4):
        if suit != turn[TRUMP]:
            others |= turn[OPTIONS + suit] & ~(turn[UNSEEN + suit] - 1)
    if others == 0:
        return
    for suit in range(4):
        if suit != turn[TRUMP]:
            turn[OPTIONS + suit] &= ~(turn[UNSEEN + suit] - 1)
        elif turn[ALLY_WINS]:
            turn[OPTIONS + suit] = 0


def plays_for_the_claim(turn: Memory) -> None:
    """Leave the plays with which some layout lets the claim be made (N19)."""
    left = 0
    for suit in range(4):
        left |= turn[OPTIONS + suit] & turn[PLAN + suit]
    if left:
        for suit in range(4):
            turn[OPTIONS + suit] &= turn[PLAN + suit]


def no_trick_given_up(turn: Memory) -> None:
    """Leave a claimer of every trick the cards that may win this one (N15).

    It bites when the other cards lose for sure: they do not beat the winning card,
    and partner is not winning and cannot come to win.
    """
    if turn[PLAYED] == 0 or turn[BY_PARTNER] or turn[HAS_WORDS]:
        return
    side_wins = not (turn[BEST] - turn[SEAT]) & 1
    if turn[NEED] < turn[TRICKS] or side_wins or turn[ALLY_MAY_WIN]:
        return
    winners = 0
    for suit in range(4):
        winners |= turn[OPTIONS + suit] & turn[BEATS + suit]
    if winners:
        for suit in range(4):
            turn[OPTIONS + suit] &= turn[BEATS + suit]


COMPILED = (
    named_for_later,
    no_refused_finesse,
    _follow_suit,
    _without_the_suit,
    economy,
    partner_throws_low,
    partner_keeps_winners,
    no_trick_given_up,
    no_winner_wasted,
    plays_for_the_claim,
)
