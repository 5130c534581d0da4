"""The rules of normal play, one small function each, in the order they are applied.

Serves Laws 70 and 71 and their footnote on "normal". Each rule names its law, the
sentence a director reads, and the plays it leaves. Adding one never edits the
search: `Turn` gives a rule everything it may look at.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from rulings.solver.believed import PARTNER
from rulings.solver.dealing import LAST
from rulings.solver.held import HeldRow, LineNode, Play
from rulings.solver.settings import Settings, SuitOrder

Options = tuple["Option", ...]


@dataclass(frozen=True, slots=True)
class Option:
    """A legal card at a turn: its suit, its moves, whether it would be winning."""

    suit: int
    play: Play
    beats: bool
    node: LineNode
    won: int

    @property
    def at(self) -> int:
        """Return the card's place in its suit, from the top."""
        return self.play.at


@dataclass(frozen=True, slots=True)
class Turn:
    """What a rule may look at when the claiming side is to play.

    `keeps(option, tricks)` says whether the claimer is certain of so many tricks,
    this one included, after an option; `target()` is the number he must keep. A
    defender's partner is not protected by what the claimer knows (Law 70D2).
    """

    seat: int
    led: int
    best: int
    played: int
    trump: int
    by_partner: bool
    legal: Options
    rows: tuple[HeldRow, ...]
    stated: Options | None
    settings: Settings
    keeps: Callable[[Option, int], bool]
    target: Callable[[], int]

    def follows(self) -> bool:
        """Say whether the hand can follow suit."""
        return self.played > 0 and self.legal[0].suit == self.led

    def partner_stands(self) -> bool:
        """Say whether partner's card is winning and no card thought out beats it."""
        if self.played == 0 or self.best != (self.seat + PARTNER) % 4:
            return False
        if self.played == LAST:
            return True
        row = self.rows[self.led]
        if row.winning < 0:
            row = self.rows[self.trump]
        return row.unseen > row.winning


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of normal play: id, law, the director's sentence, the plays it leaves.

    A rule about belief acts on the view and leaves plays alone.
    """

    id: str
    law: str
    sentence: str
    leaves: Callable[[Turn, Options], Options]


def keep_what_is_certain(turn: Turn, options: Options) -> Options:
    """Leave the plays that keep every trick the claimer is certain of (N1).

    When the narrower rules left none of those, every legal play that keeps them is
    normal; a stated play stands even if it keeps nothing.
    """
    if turn.by_partner:
        return options
    target = turn.target()
    sound = tuple(option for option in options if turn.keeps(option, target))
    if sound or turn.stated is not None:
        return sound or options
    return tuple(option for option in turn.legal if turn.keeps(option, target))


def stated_play_first(turn: Turn, options: Options) -> Options:
    """Leave the plays the statement names, while one of them is legal (N2)."""
    return options if turn.stated is None else turn.stated


def top_down(turn: Turn, options: Options) -> Options:
    """Leave only the top card of a suit that is led as good (N5)."""
    if turn.played or turn.by_partner or turn.settings.suit_order is SuitOrder.NONE:
        return options
    tops: dict[int, Option] = {}
    for option in turn.legal:
        held = tops.setdefault(option.suit, option)
        if option.at < held.at:
            tops[option.suit] = option
    kept = tuple(
        option
        for option in options
        if tops[option.suit] is option
        or tops[option.suit] not in options
        or turn.rows[option.suit].unseen < tops[option.suit].at
    )
    return kept or options


def economy(turn: Turn, options: Options) -> Options:
    """Leave plays that waste nothing: low, just high enough, or high (N8)."""
    if turn.played == 0:
        return options
    by_rank = tuple(sorted(options, key=lambda option: -option.at))
    if turn.follows():
        return _follow_suit(turn, by_rank)
    return _without_the_suit(turn, options)


def _follow_suit(turn: Turn, by_rank: Options) -> Options:
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
    if turn.played == LAST and ruffs:
        ruffs = (max(ruffs, key=lambda option: option.at),)
    return discards + ruffs or options


def leave_plays(_: Turn, options: Options) -> Options:
    """Leave every play: the rule acts on what is believed."""
    return options


RULES: tuple[Rule, ...] = (
    Rule(
        "N9",
        "70C",
        "A trump he is not aware of is neither drawn nor feared.",
        leave_plays,
    ),
    Rule(
        "N11",
        "70E1",
        "He sees every card: what falls is remembered, with all of its suit, and "
        "a failure to follow counts at once.",
        leave_plays,
    ),
    Rule(
        "N2",
        "70B",
        "The stated play comes first while it is legal; what fails lapses.",
        stated_play_first,
    ),
    Rule(
        "N5",
        "70E2",
        "A suit whose top card is thought good is led from the top.",
        top_down,
    ),
    Rule(
        "N8",
        "70",
        "No card is wasted: low when it cannot win, else low, the cheapest winner "
        "or the highest.",
        economy,
    ),
    Rule(
        "N1",
        "70D1",
        "Any play that keeps every trick he is certain of is normal.",
        keep_what_is_certain,
    ),
)


def normal_plays(turn: Turn) -> Options:
    """Return the plays all rules together leave; never none."""
    options = turn.legal
    if len(options) == 1:
        return options
    for rule in RULES:
        options = rule.leaves(turn, options)
    return options


def rules_signature() -> str:
    """Return a hash of the rules in force, their laws and sentences, in order."""
    text = "\n".join(f"{rule.id} {rule.law} {rule.sentence}" for rule in RULES)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
