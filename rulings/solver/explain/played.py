"""What cards played after a claim tell of the statement and of the probable line.

Serves Laws 70D3 (2007) and 85A (2017): such play is void, but may be evidence beside
the number; in 1997 it is ignored (68D), which the edition's data says. Nothing here
changes a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rulings.bridge.cards import Card, Suit
from rulings.bridge.errors import IllegalPlay
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver.explain.turning import Best, best_play
from rulings.solver.inputs import SolverClaim
from rulings.statements.play.moment import Moment
from rulings.statements.play.obeying import START, Progress, is_spent, obeying
from rulings.statements.steps import SideHand


class Fit(StrEnum):
    """What a card tells of the statement."""

    STATED = "stated"
    AGAINST = "against"
    UNSAID = "unsaid"
    OTHER_SIDE = "other_side"


@dataclass(frozen=True, slots=True)
class LaterPlay:
    """A card played after the claim, by whom, and what it tells of the words."""

    seat: Seat
    card: Card
    fit: Fit


@dataclass(frozen=True, slots=True)
class PlayedOn:
    """How they played on: the cards, the tricks, and the card that gave one away.

    `won` and `lost` are whole tricks of the claiming side. `turns` is its first card
    after which the claim could not be made any more, as far as best play is known.
    `line` counts the cards that are those of the line shown. `stops` is a card that
    could not be played: what was noted after it is not read.
    """

    plays: tuple[LaterPlay, ...]
    won: int
    lost: int
    line: int = 0
    turns: LaterPlay | None = None
    stops: Card | None = None

    @property
    def against(self) -> LaterPlay | None:
        """The first card played otherwise than the words said."""
        return next((one for one in self.plays if one.fit is Fit.AGAINST), None)

    @property
    def as_stated(self) -> int:
        """How many cards were played as the words said."""
        return sum(one.fit is Fit.STATED for one in self.plays)


def played_on(
    position: Position,
    claim: SolverClaim,
    cards: Sequence[Card],
    line: Iterable[Card] = (),
    best: Best | None = None,
) -> PlayedOn:
    """Return what the cards played after a claim tell, in the order of play.

    `line` are the cards of the proposal's line from the claim on. `best` counts best
    play, by default with a small budget a card.
    """
    best = best or best_play(claim)
    needed = claim.tricks + position.won_by(claim.side)
    plays: list[LaterPlay] = []
    now, turns, stops = position, None, None
    words = _Words(position, claim)
    for card in cards:
        try:
            then = now.play(card)
        except IllegalPlay:
            stops = card
            break
        plays.append(LaterPlay(now.turn, card, words.fit(now, card)))
        own = now.turn.side is claim.side
        if turns is None and own and _turns(now, then, claim, needed, best):
            turns = plays[-1]
        now = then
    return PlayedOn(
        tuple(plays),
        now.won_by(claim.side) - position.won_by(claim.side),
        now.won_by(claim.side.other) - position.won_by(claim.side.other),
        sum(1 for _ in _equal_plays(plays, line)),
        turns,
        stops,
    )


def _equal_plays(
    plays: Sequence[LaterPlay], line: Iterable[Card]
) -> Iterator[LaterPlay]:
    """Yield the plays from the first on that are those of a line."""
    for play, card in zip(plays, line, strict=False):
        if play.card != card:
            return
        yield play


def _turns(
    now: Position, then: Position, claim: SolverClaim, needed: int, best: Best
) -> bool:
    """Say whether a card gives away what best play could still win before it."""
    before, after = best(now), best(then)
    if before is None or after is None:
        return False
    could = now.won_by(claim.side) + before >= needed
    return could and then.won_by(claim.side) + after < needed


class _Words:
    """The statement as it is carried out, card by card."""

    def __init__(self, position: Position, claim: SolverClaim) -> None:
        self.begun = position
        self.claim = claim
        self.steps = () if claim.statement is None else claim.statement.steps
        self.progress: Progress | None = START if self.steps else None
        self.shown = set(claim.show_outs)

    def fit(self, now: Position, card: Card) -> Fit:
        """Return what a card tells, and go on in the words."""
        seat, led = now.turn, now.trick.suit
        if led is not None and card.suit is not led:
            self.shown.add((seat, led))
        if seat.side is not self.claim.side:
            return Fit.OTHER_SIDE
        if self.progress is None or not self._is_claimers(seat):
            return Fit.UNSAID
        found = obeying(self.steps, self.progress, self._moment(now))
        if found is None:
            return Fit.UNSAID
        after, asked = found
        throws = len(after) > len(self.progress)
        self.progress = after if card in asked or not throws else self.progress
        in_trick = len(now.trick.cards) < len(Seat) - 1
        if is_spent(self.steps, self.progress, in_trick=in_trick):
            self.progress = None
        return Fit.STATED if card in asked else Fit.AGAINST

    def _is_claimers(self, seat: Seat) -> bool:
        """Say whether the claimer plays a hand: of a defender's partner not (70D2)."""
        return self.claim.by_declarer or seat is self.claim.claimer

    def _moment(self, now: Position) -> Moment:
        """Return what the words look at when this side is to play."""
        seat, trump, side = now.turn, now.strain.suit, self.claim.side
        own_hands = {seat, seat.partner} if self.claim.by_declarer else {seat}
        others, hidden = own_hands - {seat}, self.claim.hidden
        legal = now.legal()
        table = dict(now.trick.plays())
        out = frozenset(c for one in hidden for c in now.hands[one])
        own = frozenset(c for one in own_hands for c in now.hands[one])
        best = _winning(table, now.trick.suit, trump)
        second = now.trick.leader.lho
        beats = (
            c
            for c in legal
            if _winning({**table, seat: c}, now.trick.suit, trump) is seat
        )
        return Moment(
            place=SideHand.HAND if seat is self.claim.claimer else SideHand.DUMMY,
            legal=legal,
            other=frozenset(c for one in others for c in now.hands[one]),
            trump=trump,
            led=now.trick.suit,
            side_led=now.trick.leader.side is side,
            beats=frozenset(beats),
            masters=frozenset(c for c in own - out if not _above(c, out)),
            trumps_out=any(c.suit is trump for c in out),
            second=second,
            winning=table[best] if best in others else None,
            out=out,
            void=frozenset(s for s in Suit if (second, s) in self.shown),
            begun=bool(self.begun.trick.cards) and now.left == self.begun.left,
            side_wins=best is not None and best.side is side,
        )


def _winning(
    table: dict[Seat, Card], led: Suit | None, trump: Suit | None
) -> Seat | None:
    """Return the seat that is winning a trick, None on lead."""
    if not table:
        return None
    suit = led or next(iter(table.values())).suit

    def order(seat: Seat) -> tuple[bool, bool, int]:
        card = table[seat]
        return card.suit is trump, card.suit is suit, card.rank

    return max(table, key=order)


def _above(card: Card, out: frozenset[Card]) -> bool:
    return any(other.suit is card.suit and other > card for other in out)
