"""The witness: a normal line that gives the award, card by card, with the reasons.

Serves Laws 70D and 71. It also lists the plays of the claiming side on that line
which the rules left out, each with an id that an allowance can name, and the rules
that left out a play he could afford.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

from rulings.bridge.cards import Card, Suit
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.bridge.tricks import IN_ORDER
from rulings.solver.explain.prospects import Prospects
from rulings.solver.hypotheses import CardLayout
from rulings.solver.inputs import Exhausted, PlayAt
from rulings.solver.kernel.rules.normal import RULES, NormalRule
from rulings.solver.lines import CardOption, LineNode, Lines, Turn, swapped
from rulings.solver.types import (
    Excluded,
    LineTrick,
    PlayedCard,
    Reason,
    Struck,
    Tag,
    is_said,
    reason,
)
from rulings.statements.sentences import sentence
from rulings.statements.steps import Verb

KEEPS, STATED_FIRST, TOP_DOWN, ECONOMY = "N1", "N2", "N5", "N8"
ALLOWANCE = "allowance"
_TOLD = {KEEPS, STATED_FIRST}
"""Rules that the reasons of the cards themselves name."""

_WITH_A_CARD = {
    STATED_FIRST: "not_stated",
    TOP_DOWN: "below_the_top",
    ECONOMY: "wasteful",
}
"""Rules that name a better card where they leave one out."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A play of the claiming side on the line that is not normal there.

    `by` is the rule that left it out, None where it was struck. `before` are the
    side's tricks so far, `allow` those it gets from here on.
    """

    turn: Turn
    node: LineNode
    cards: CardLayout
    option: CardOption
    by: NormalRule | None
    path: tuple[Card, ...]
    before: int
    allow: int


@dataclass(slots=True)
class Bound:
    """A turn of the claiming side on the line that leaves a choice.

    `why` is the reason of the card played, `rules` those that let it in or left out
    a card that what is certain alone would leave.
    """

    why: Reason
    left_out: list[LeftOut]
    rules: set[str]


@dataclass(slots=True)
class Witness:
    """A line being written down."""

    lines: Lines
    position: Position
    played: list[PlayedCard] = field(default_factory=list)
    tricks: list[LineTrick] = field(default_factory=list)
    excluded: list[Excluded] = field(default_factory=list)
    path: list[Card] = field(default_factory=list)
    bound: list[Bound] = field(default_factory=list)
    now: Position = field(init=False)
    prospects: Prospects = field(init=False)

    def follow(self, tricks: int) -> None:
        """Write down the line that gives the claiming side `tricks` tricks.

        Raises Exhausted when the budget ends first.
        """
        node, cards = self.lines.root, self.lines.table.layout()
        position, allow = self.position, tricks
        self.prospects = Prospects(self.lines)
        self.played = [
            PlayedCard(seat, card, Tag.FORCED) for seat, card in position.trick.plays()
        ]
        while any(position.hands):
            option = self.lines.route.get(node) or self._telling(node, allow)
            card = cards[option.suit][self.lines.table.lowest_equal(node, option)]
            cards = swapped(cards, option, card)
            self.now = position
            self._card(node, cards, option, allow)
            cards = self.lines.table.after(node, cards, option)
            node, allow = option.node, allow - option.won
            self.path.append(card)
            before, position = position, position.play(card)
            if not position.trick.cards:
                self._trick(before, position)
        self._tell_finesse()

    def _tell_finesse(self) -> None:
        """Say how a finesse that was named loses, where no play makes the claim."""
        named_by = [s for s in self.lines.task.steps if s.act is Verb.FINESSE]
        suits = {s.suit if s.card is None else s.card.suit for s in named_by}
        lost = list(filter(None, (_finessed(trick, suits) for trick in self.tricks)))
        if not lost:
            return
        named: dict[int, Reason] = {}
        for trick in self.tricks:
            past = [one for one in lost if one.number <= trick.number]
            loss = past[-1] if past else lost[0]
            for play in trick.cards:
                why = loss.told(play.reason, past=bool(past))
                if why is not None:
                    named[id(play.reason)] = why
        self.tricks = [
            replace(
                trick, cards=tuple(_with_reason(play, named) for play in trick.cards)
            )
            for trick in self.tricks
        ]
        for turn in self.bound:
            turn.why = named.get(id(turn.why), turn.why)

    def _telling(self, node: LineNode, allow: int) -> CardOption:
        """Return the first normal play after which so few tricks are left to win."""
        plays = self.lines.plays(node)
        if len(plays) == 1:
            return plays[0]
        return next(
            option
            for option in plays
            if self.lines.below(option.node, allow - option.won)
        )

    def because(self) -> tuple[Reason, ...]:
        """Return the rules that bind on the line, each once, in order."""
        first: dict[tuple[str, str], Reason] = {}
        for turn in self.bound:
            whys = [_said(rule) for rule in RULES if rule.id in turn.rules]
            for why in (turn.why, *whys):
                first.setdefault((why.rule, why.sentence.template), why)
        return tuple(first.values())

    def _trick(self, before: Position, after: Position) -> None:
        winner = after.turn
        claimer = self.lines.task.view.claimer
        self.tricks.append(
            LineTrick(
                self.position.left - before.left + 1,
                tuple(self.played),
                winner,
                winner.side is claimer.side,
            )
        )
        self.played = []

    def _card(
        self,
        node: LineNode,
        cards: CardLayout,
        option: CardOption,
        allow: int,
    ) -> None:
        card = cards[option.suit][option.at]
        seat = self._seat(node)
        if node[1] & 1:
            legal = self.lines.plays(node)
            tag = Tag.FORCED if len(legal) == 1 else Tag.FREE
            self.played.append(PlayedCard(seat, card, tag))
            return
        if len(self.lines.legal(node)) == 1:
            self.played.append(PlayedCard(seat, card, Tag.FORCED))
            return
        turn = self.lines.turn(node)
        tag, why = self._reason(turn, node, option, card)
        self.prospects.note(self.now, node.need, why)
        self.played.append(PlayedCard(seat, card, tag, why))
        ruled = turn.ruled()
        normal = self.lines.plays(node)
        before = sum(trick.to_claimer for trick in self.tricks)
        left_out = [
            LeftOut(
                turn,
                node,
                cards,
                other,
                ruled.get((other.suit, other.at)),
                tuple(self.path),
                before,
                allow,
            )
            for other in turn.legal
            if not any(other.is_same(option) for option in normal)
        ]
        let_in = None if why.rule == ALLOWANCE else ruled.get((option.suit, option.at))
        rules = {let_in.id} - _TOLD if let_in else set()
        self.bound.append(Bound(why, left_out, rules))

    def _reason(
        self, turn: Turn, node: LineNode, option: CardOption, card: Card
    ) -> tuple[Tag, Reason]:
        if self.lines.is_switched(node, option, let_in=True):
            return Tag.NORMAL, reason("allowed")
        if turn.stated is not None:
            return Tag.STATED, reason("stated")
        if turn.by_partner:
            return Tag.NORMAL, reason("partner")
        tricks = turn.target
        forgotten = self._forgotten(node, tuple(self.path))
        if forgotten:
            suits = {card.suit for card in forgotten}
            if suits == {self.position.strain.suit}:
                return Tag.NORMAL, reason("trump_forgotten", tricks=tricks)
            names = " ".join(str(card) for card in forgotten)
            return Tag.NORMAL, reason("card_forgotten", tricks=tricks, cards=names)
        if node.need == 0 and not turn.played:
            return Tag.NORMAL, reason("needs_nothing")
        if tricks < node.need:
            return self.prospects.short(self.now, card, tricks)
        key = "keeps_enough" if not turn.played and tricks == node.need else "keeps"
        return Tag.NORMAL, reason(key, tricks=tricks)

    def _forgotten(self, node: LineNode, path: tuple[Card, ...]) -> list[Card]:
        """Return the forgotten cards that have not come to mind yet."""
        table = self.lines.table
        view = self.lines.task.view
        if not view.forgotten:
            return []
        return sorted(
            card
            for card in view.forgotten & view.unseen()
            if table.forgets(node, card.suit) and card not in path
        )

    def _seat(self, node: LineNode) -> Seat:
        return IN_ORDER[self.lines.task.view.claimer][node.seat]

    def judge(self) -> None:
        """List the plays left out that would have cost more, and the rules that bind.

        Raises Exhausted when the budget ends first; what was found stays.
        """
        left_out = [out for turn in self.bound for out in turn.left_out]
        try:
            self._list(left_out)
        finally:
            for turn in self.bound:
                turn.rules |= {rule for out in turn.left_out for rule in _binding(out)}

    def _list(self, left_out: list[LeftOut]) -> None:
        for out in left_out:
            tricks = out.allow
            while tricks > out.option.won and self.lines.below(
                out.option.node, tricks - 1 - out.option.won
            ):
                tricks -= 1
            if tricks < out.allow:
                self.excluded.append(self._excluded(out, out.before + tricks))

    def _excluded(self, out: LeftOut, award: int) -> Excluded:
        turn, node, option = out.turn, out.node, out.option
        card = out.cards[option.suit][option.at]
        best = keeps = None
        sound = self._sound_instead(out)
        if sound is not None:
            best = turn.target
            believed = self.lines.table.believed(option.node)
            keeps = option.won + self.lines.search.value(believed, 0, best - option.won)
            forgotten = self._forgotten(node, out.path)
            key = "drops_forgotten" if forgotten else "drops"
            instead = out.cards[sound.suit][sound.at]
            why = reason(key, best=best, keeps=keeps, card=instead)
        else:
            why = self._ruled_out(out)
        number = self.position.left - node[5] + 1
        play = str(PlayAt(out.path, card))
        return Excluded(play, number, self._seat(node), card, why, award, keeps, best)

    def _sound_instead(self, out: LeftOut) -> CardOption | None:
        """Return a normal play that keeps what is certain where a card does not."""
        turn = out.turn
        if self._is_struck(out) or out.by is None or out.by.id == STATED_FIRST:
            return None
        if _is_affordable(out):
            return None
        normal = self.lines.plays(out.node)
        return next((o for o in normal if turn.keeps(o, turn.target)), None)

    def _is_struck(self, out: LeftOut) -> bool:
        return self.lines.is_switched(out.node, out.option, let_in=False)

    def _ruled_out(self, out: LeftOut) -> Reason:
        """Return the rule that left a card out, in its own sentence or with a card."""
        if self._is_struck(out) or out.by is None:
            return reason("struck")
        key = _WITH_A_CARD.get(out.by.id)
        if key is None:
            return _said(out.by)
        better = self.lines.plays(out.node)[0]
        if out.by.id == TOP_DOWN:
            suit = (o for o in out.turn.legal if o.suit == out.option.suit)
            better = min(suit, key=lambda o: o.at)
        return reason(key, card=out.cards[better.suit][better.at])


@dataclass(frozen=True, slots=True)
class LostFinesse:
    """A trick in which a finesse that was named loses: its card, and what beats it."""

    number: int
    card: Card
    beaten_by: Card

    def told(self, why: Reason | None, *, past: bool) -> Reason | None:
        """Return what is said where no play makes the claim; None elsewhere."""
        if why is None or not is_said(why, "out_of_reach"):
            return None
        given = {**dict(why.sentence.params), "card": self.card}
        key = "finesse_lost" if past else "finesse_loses"
        return reason(key, card_2=self.beaten_by, **given)


def _with_reason(play: PlayedCard, named: Mapping[int, Reason]) -> PlayedCard:
    """Return a card with another reason, where one is given for its own by identity."""
    why = named.get(id(play.reason))
    return play if why is None else replace(play, reason=why)


def _finessed(trick: LineTrick, suits: Collection[Suit | None]) -> LostFinesse | None:
    """Return how a stated finesse in one of these suits loses a trick, if it does."""
    led = trick.cards[0].card.suit
    stated = [play.card for play in trick.cards if play.tag is Tag.STATED]
    stated = [card for card in stated if card.suit is led]
    if trick.to_claimer or not stated or led not in suits:
        return None
    wins = next(play.card for play in trick.cards if play.seat is trick.winner)
    return LostFinesse(trick.number, max(stated), wins)


def strikes_of(lines: Lines) -> tuple[Struck, ...]:
    """Return the director's strikes of single plays, and which take a play away."""
    standing = lines.strikes_in_force()
    return tuple(
        Struck(str(play), play in standing)
        for play in sorted(lines.task.settings.strikes)
    )


def _is_affordable(out: LeftOut) -> bool:
    """Say whether what is certain alone (N1) would leave a card."""
    turn = out.turn
    return turn.by_partner or turn.keeps(out.option, turn.target)


def _binding(out: LeftOut) -> set[str]:
    """Return the rule that left out a card he could afford, if that is known."""
    if out.by is None or out.by.id in _TOLD:
        return set()
    with suppress(Exhausted):
        return {out.by.id} if _is_affordable(out) else set()
    return set()


def _said(rule: NormalRule) -> Reason:
    return Reason(rule.id, rule.law, sentence(rule.sentence))
