"""The words of a claim beside the line: which phrase covers which trick, and the gap.

Serves Laws 68C and 70D1. Nothing is searched: the line says by its tags which cards
the words asked for, and each of them is laid to the phrase that named it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from rulings.bridge.cards import Card, Suit
from rulings.bridge.seats import Seat
from rulings.solver.inputs import SolverClaim
from rulings.solver.types import LineTrick, PlayedCard, Tag, TurningPoint
from rulings.statements import SideHand, StatedStep, Verb, WordSpan


class Covers(StrEnum):
    """How a phrase stands to the tricks of the line."""

    IN_ORDER = "in_order"
    ANY_ORDER = "any_order"
    NO_PLAY = "no_play"
    UNREAD = "unread"


@dataclass(frozen=True, slots=True)
class CoveredPhrase:
    """A stretch of the words, the tricks of the line it covers, and how.

    A play in order that this line never comes to covers no trick. `text` is as it was
    said, with its stops; "" for steps that a director added. The texts joined are the
    whole statement. `tricks` count the tricks left from 1. A phrase that `turns` names
    the very card that turns the claim: the words fail.
    """

    text: str
    tricks: tuple[int, ...]
    how: Covers
    steps: tuple[StatedStep, ...] = ()
    turns: bool = False


@dataclass(frozen=True, slots=True)
class Gap:
    """What the words leave out: the turning card, and where it would have to stand.

    It stands before phrase number `at`, behind the last where that is their number.
    `silent` says that no phrase speaks of the trick at all ("nothing said about this");
    otherwise a phrase covers it, and does not say which card.
    """

    at: int
    trick: int
    seat: Seat
    card: Card
    silent: bool


@dataclass(frozen=True, slots=True)
class Coverage:
    """The phrases in the order they were said, and the gap; None where there is none.

    There is no gap where the claim stands, or where a phrase names the card itself.
    """

    phrases: tuple[CoveredPhrase, ...]
    gap: Gap | None


_LOST = frozenset({Verb.LOSE_TO, Verb.GIVE_UP})
_LED = frozenset({Verb.CASH, Verb.RUN, Verb.DRAW, Verb.FINESSE, Verb.LEAD, Verb.CROSS})
_LISTS = frozenset({Verb.GOOD, Verb.COUNT, Verb.MINE})
_REST = frozenset({StatedStep(Verb.GOOD), StatedStep(Verb.MINE)})
_BESIDE = _LOST | {Verb.DISCARD}
"""What happens to a trick that another step, or the other side, leads to."""

_ONCE = frozenset({Verb.PLAY, Verb.FINESSE, Verb.LEAD, Verb.CROSS, Verb.RUFF})

Turned = TurningPoint | None


def coverage(
    spans: Sequence[WordSpan],
    claim: SolverClaim,
    line: tuple[LineTrick, ...],
    turning: Turned = None,
    trump: Suit | None = None,
) -> Coverage:
    """Return what the words cover of a line, phrase by phrase, and the gap.

    `spans` are the words as `rulings.statements.read_spans` cuts them; the steps in
    force are those of the claim's statement: what a director struck out covers
    nothing, what was added stands behind as a phrase without text. `line` is the line
    shown (`losing` where a question is open), `turning` its turning point.
    """
    steps = () if claim.statement is None else claim.statement.steps
    walk = _Walk(line, claim, trump, steps)
    phrases, left = [], list(steps)
    for span in spans:
        kept = []
        for step in span.steps:
            if step in left:
                left.remove(step)
                kept.append(step)
        phrases.append(walk.phrase(span.text, tuple(kept), understood=span.understood))
    phrases += [walk.phrase("", (step,), understood=True) for step in left]
    phrases = walk.with_the_rest(phrases)
    if turning is None:
        return Coverage(tuple(phrases), None)
    return _turned(phrases, line, turning)


class _Walk:
    """The tricks of a line, and which step asked for each of them."""

    def __init__(
        self,
        line: tuple[LineTrick, ...],
        claim: SolverClaim,
        trump: Suit | None,
        steps: tuple[StatedStep, ...],
    ) -> None:
        self.line, self.claim, self.trump = line, claim, trump
        self.ordered = StatedStep(Verb.NO_ORDER) not in steps
        self.asked = self._asked(steps) if self.ordered else {}

    def _asked(self, steps: tuple[StatedStep, ...]) -> dict[int, list[StatedStep]]:
        """Return the steps that asked for each trick, along the line.

        A finesse may be the second of a trick: it speaks of the hand behind the lead.
        """
        found: dict[int, list[StatedStep]] = {}
        plays = [s for s in steps if s.names_a_play and s.act not in _BESIDE]
        at = used = 0
        for trick in self.line:
            for n in range(at, len(plays)):
                step, made = plays[n], used if n == at else 0
                if made < _most(step) and self._names(step, trick):
                    found[trick.number] = [step]
                    at, used = n, made + 1
                    break
            if trick.number in found and self._finessed(plays[at + 1 : at + 2], trick):
                found[trick.number].append(plays[at + 1])
                at, used = at + 1, 1
        return found

    def _finessed(self, steps: list[StatedStep], trick: LineTrick) -> bool:
        """Say whether the next step is a finesse in the trick just led to."""
        behind = [play.tag for play in self._own(trick) if play is not trick.cards[0]]
        suit = trick.cards[0].card.suit
        return Tag.STATED in behind and any(
            step.act is Verb.FINESSE and self._suit(step) is suit for step in steps
        )

    def _own(self, trick: LineTrick) -> list[PlayedCard]:
        return [play for play in trick.cards if play.seat.side is self.claim.side]

    def _names(self, step: StatedStep, trick: LineTrick) -> bool:
        """Say whether a trick of the line is one that a step asked for."""
        own, led = self._own(trick), trick.cards[0]
        bound = [play for play in own if play.tag is not Tag.NORMAL]
        if step.act is Verb.PLAY:
            return any(play.card == step.card for play in bound)
        if step.act in {Verb.RUFF, Verb.CROSSRUFF}:
            ruffs = any(p.card.suit is self.trump is not led.card.suit for p in bound)
            return ruffs and step.suit in {None, led.card.suit}
        if led not in bound:
            return False
        suit = self._suit(step)
        if step.act is Verb.DRAW and not self._draws(trick):
            return False
        if step.act is Verb.CROSS and trick.winner is not self._seat(step.place):
            return False
        return step.act in _LED and suit in {None, led.card.suit}

    def _draws(self, trick: LineTrick) -> bool:
        """Say whether the other side follows to a trump."""
        theirs = [play for play in trick.cards if play.seat.side is not self.claim.side]
        return any(play.card.suit is self.trump for play in theirs)

    def _suit(self, step: StatedStep) -> Suit | None:
        if step.act is Verb.DRAW:
            return self.trump
        return step.suit if step.card is None else step.card.suit

    def _seat(self, place: SideHand | None) -> Seat:
        return self.claim.dummy if place is SideHand.DUMMY else self.claim.claimer

    def phrase(
        self, text: str, steps: tuple[StatedStep, ...], *, understood: bool
    ) -> CoveredPhrase:
        """Return a phrase with the tricks its steps cover; the rest is filled later."""
        if not understood:
            return CoveredPhrase(text, (), Covers.UNREAD)
        asked = {n for n, some in self.asked.items() if set(some) & set(steps)}
        beside = {n for step in steps for n in self._beside(step)}
        plays = any(step.names_a_play and step.act not in _LOST for step in steps)
        if asked or beside or (plays and self.ordered):
            return CoveredPhrase(
                text, tuple(sorted(asked | beside)), Covers.IN_ORDER, steps
            )
        listed = self._listed(steps)
        if listed or plays or _REST & set(steps):
            return CoveredPhrase(text, listed, Covers.ANY_ORDER, steps)
        return CoveredPhrase(text, (), Covers.NO_PLAY, steps)

    def _beside(self, step: StatedStep) -> tuple[int, ...]:
        """Return the trick given up by a step, or those it throws a card on."""
        if step.act is Verb.DISCARD:
            thrown = (t.number for t in self.line if self._throws(step, t))
            return tuple(thrown)[: step.count]
        if step.act not in _LOST:
            return ()
        lost = [trick for trick in self.line if not trick.to_claimer]
        return tuple(t.number for t in lost if self._gives_up(step, t))[:1]

    def _throws(self, step: StatedStep, trick: LineTrick) -> bool:
        """Say whether the side throws to a trick what a step says."""
        if trick.cards[0].card.suit is not step.on_suit:
            return False
        thrown = [p.card for p in self._own(trick) if p.card.suit is not step.on_suit]
        return any(
            card == step.card or (step.card is None and card.suit is step.suit)
            for card in thrown
        )

    def _gives_up(self, step: StatedStep, trick: LineTrick) -> bool:
        """Say whether a lost trick is the one that a step gives up."""
        wins = next(play.card for play in trick.cards if play.seat is trick.winner)
        if step.act is Verb.LOSE_TO:
            return wins == step.card
        return step.suit in {None, wins.suit}

    def _listed(self, steps: tuple[StatedStep, ...]) -> tuple[int, ...]:
        """Return the tricks that steps speak of without an order."""
        return tuple(
            trick.number
            for trick in self.line
            if trick.number not in self.asked
            and any(self._speaks_of(step, trick) for step in steps)
        )

    def _speaks_of(self, step: StatedStep, trick: LineTrick) -> bool:
        """Say whether a step counts on a trick, without saying when it is played."""
        if step in _REST or (step.act not in _LISTS and self.ordered):
            return False
        led = trick.cards[0]
        if step.act is Verb.GOOD and step.place is not None:
            seat = self._seat(step.place)
            return any(p.seat is seat and led.seat is seat for p in trick.cards)
        if step.card is not None:
            return any(play.card == step.card for play in self._own(trick))
        return led in self._own(trick) and led.card.suit is self._suit(step)

    def with_the_rest(self, phrases: list[CoveredPhrase]) -> list[CoveredPhrase]:
        """Return the phrases with what "the rest" covers: all but plays in order."""
        ordered = (one for one in phrases if one.how is Covers.IN_ORDER)
        taken = {n for phrase in ordered for n in phrase.tricks}
        rest = tuple(t.number for t in self.line if t.number not in taken)
        return [
            CoveredPhrase(
                one.text, tuple(sorted({*one.tricks, *rest})), one.how, one.steps
            )
            if _REST & set(one.steps)
            else one
            for one in phrases
        ]


def _most(step: StatedStep) -> int:
    """Return to how many tricks a step may ask."""
    if step.count is not None:
        return step.count
    return 1 if step.act in _ONCE else 13


def _turned(
    phrases: list[CoveredPhrase], line: tuple[LineTrick, ...], turning: TurningPoint
) -> Coverage:
    """Return the phrases with the one that names the turning card, or the gap."""
    trick = line[turning.trick - 1]
    played = next(play for play in trick.cards if play.seat is turning.seat)
    covering = [n for n, one in enumerate(phrases) if turning.trick in one.tricks]
    ordered = [n for n in covering if phrases[n].how is Covers.IN_ORDER]
    if played.tag is Tag.STATED and ordered:
        n = ordered[0]
        one = phrases[n]
        phrases[n] = CoveredPhrase(one.text, one.tricks, one.how, one.steps, turns=True)
        return Coverage(tuple(phrases), None)
    at = _place(phrases, covering, turning.trick)
    gap = Gap(at, turning.trick, turning.seat, turning.card, silent=not covering)
    return Coverage(tuple(phrases), gap)


def _place(phrases: list[CoveredPhrase], covering: list[int], trick: int) -> int:
    """Return before which phrase the turning card would have to stand."""
    named = [n for n in covering if not _REST & set(phrases[n].steps)]
    if named:
        return named[0] + 1
    earlier = [
        n
        for n, one in enumerate(phrases)
        if one.how is Covers.IN_ORDER and one.tricks and one.tricks[0] < trick
    ]
    return earlier[-1] + 1 if earlier else len(phrases)
