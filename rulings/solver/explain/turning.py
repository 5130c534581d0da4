"""The turning point of a losing line: the card after which the claim cannot be made.

Serves Laws 70 and 71. Every card is in sight for it: a card turns the claim if best
play could still win what was claimed before it, and cannot after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace

from rulings.bridge.cards import Card, Suit
from rulings.bridge.positions import Position
from rulings.solver.award import Awards
from rulings.solver.explain.causes import TurnedClaim, cause_of, crosses
from rulings.solver.inputs import Exhausted, NodeBudget, SolverClaim
from rulings.solver.lines import double_dummy_tricks
from rulings.solver.types import (
    Adjudication,
    Cause,
    LineTrick,
    Manner,
    OutstandingTrump,
    PlayedCard,
    Reason,
    Settling,
    TurningPoint,
    is_said,
)

Best = Callable[[Position], int | None]
"""The tricks of the claiming side with best play of all from a position on."""

Line = tuple[LineTrick, ...]
Cards = tuple[Card, ...]

Needed = Callable[[Cards], frozenset[Card]]
"""The least that must be out of mind for the cards of a line so far to be normal."""


def turned(
    found: Adjudication,
    losing: Line,
    position: Position,
    claim: SolverClaim,
    needs: Needed,
) -> Adjudication:
    """Return a proposal with the card that turns its worst line, and the cause.

    `losing` is the line of the worse answer where it is not that of the proposal. A
    claim that stands is returned as it is.
    """
    if found.low >= found.claimed or not (losing or found.award == found.low):
        return placed(found, claim)
    most, line = min(found.claimed, found.double_dummy.high), losing or found.line
    turning = None
    if found.low < most and line:
        turning = turning_point(
            line,
            position,
            claim,
            most,
            needs,
            settles=found.settles,
            trump=found.outstanding_trump,
        )
    cause = Cause.MISCOUNT if found.by_squeeze is None else Cause.GUESS
    cause = cause if turning is None else turning.cause
    found = replace(found, cause=cause, turning=turning, losing=losing)
    return placed(found, claim)


def placed(found: Adjudication, claim: SolverClaim) -> Adjudication:
    """Return a proposal whose guesses are 70E1's where one card's place decides.

    One of two opponents holds it; other guesses are doubtful points (70D1).
    """
    one = any(place.moves and len(place.held) == 1 for place in found.settles)
    if not (one and claim.by_declarer):
        return found

    def named(why: Reason) -> Reason:
        guess = is_said(why, "guess") or is_said(why, "guess_wrong")
        return replace(why, law="70E1") if guess else why

    def shown(play: PlayedCard) -> PlayedCard:
        return play if play.reason is None else replace(play, reason=named(play.reason))

    def told(line: Line) -> Line:
        return tuple(replace(t, cards=tuple(map(shown, t.cards))) for t in line)

    because = tuple(map(named, found.because))
    line, losing = told(found.line), told(found.losing)
    return replace(found, line=line, losing=losing, because=because)


def turning_point(
    line: Line,
    position: Position,
    claim: SolverClaim,
    most: int,
    needs: Needed,
    *,
    settles: tuple[Settling, ...] = (),
    trump: OutstandingTrump | None = None,
) -> TurningPoint | None:
    """Return the first card after which `most` of the claimed tricks cannot be won.

    `most` are the tricks claimed, or those of best play where more were claimed. None
    where the line wins them, or where best play is not known. `settles` and `trump`
    are what was found about the claim, for the cause.
    """
    needed = most + position.won_by(claim.side)
    found = _first(line, position, claim, needed)
    if found is None:
        return None
    now, trick, play = found
    manner = _manner(now, play.card)
    better = _better(now, play.card, manner, needed, claim)
    lost = trick
    if manner is not Manner.LEAD or trick.to_claimer:
        spare, trump_suit = position.left - most, position.strain.suit
        lost = lost_trick(line, trick, better, spare, trump_suit)
    so_far = _cards_to(line, position, play)
    cause, about = cause_of(
        TurnedClaim(
            claim,
            now,
            play,
            manner,
            better,
            lost,
            _at(line, position, lost),
            line[lost.number :],
            needs(so_far),
            settles,
            trump,
        )
    )
    wins = next(one.card for one in lost.cards if one.seat is lost.winner)
    return TurningPoint(
        trick.number,
        len(now.trick.cards),
        play.seat,
        play.card,
        manner,
        most,
        better,
        cause,
        lost.number,
        lost.winner,
        wins,
        about,
    )


def _first(
    line: Line, position: Position, claim: SolverClaim, needed: int
) -> tuple[Position, LineTrick, PlayedCard] | None:
    """Return the first card after which so many tricks cannot be won, and before it."""
    best = best_play(claim)
    for trick, play in plays_of(line, position):
        after = position.play(play.card)
        if play.seat.side is claim.side and len(position.legal()) > 1:
            value = best(after)
            if value is None:
                return None
            if after.won_by(claim.side) + value < needed:
                return position, trick, play
        position = after
    return None


def best_play(claim: SolverClaim, budget: int = 200_000) -> Best:
    """Return the count of best play, of at most so many positions a time."""

    def tricks(position: Position) -> int | None:
        if not any(position.hands):
            return 0
        return double_dummy_tricks(position, claim, NodeBudget(budget)).value

    return tricks


def lost_trick(
    line: Line, turning: LineTrick, better: Card | None, spare: int, trump: Suit | None
) -> LineTrick:
    """Return the trick where a card costs: its own, else the first one too many.

    Its own where it is led to that trick, or where the better card would have won it.
    `spare` are the tricks that may be lost; behind the turning card one more is.
    """
    lost = [trick for trick in line if not trick.to_claimer]
    if turning.to_claimer or better is None:
        return lost[spare]
    wins = next(p.card for p in turning.cards if p.seat is turning.winner)
    wins_it = better > wins if better.suit is wins.suit else better.suit is trump
    return turning if wins_it else lost[spare]


def _at(line: Line, position: Position, wanted: LineTrick) -> Position:
    """Return the position in which a trick of a line is led."""
    for trick, play in plays_of(line, position):
        if trick is wanted:
            return position
        position = position.play(play.card)
    return position


def _cards_to(line: Line, position: Position, last: PlayedCard) -> Cards:
    """Return the cards of a line up to one of them."""
    cards: list[Card] = []
    for _, play in plays_of(line, position):
        cards.append(play.card)
        if play is last:
            break
    return tuple(cards)


def needed_beliefs(awards: Awards, forgotten: frozenset[Card]) -> Needed:
    """Return what asks which of some forgotten cards a line needs out of mind.

    None, the trumps alone, or as few of all as dropping one by one leaves; all of
    them where that is not found out within the positions that are left.
    """
    trump = awards.position.strain.suit
    trumps = frozenset(card for card in forgotten if card.suit is trump)

    def is_normal(cards: Cards, belief: frozenset[Card]) -> bool:
        lines = awards.lines(belief)
        lines.budget = awards.search.budget
        return lines.allows(cards)

    def needs(cards: Cards) -> frozenset[Card]:
        needed = forgotten
        with suppress(Exhausted):
            for few in (frozenset[Card](), trumps):
                if few < forgotten and is_normal(cards, few):
                    return few
            if needed == trumps:
                return needed
            for card in sorted(forgotten, key=lambda c: (c.suit is not trump, c.rank)):
                if len(needed) > 1 and is_normal(cards, needed - {card}):
                    needed -= {card}
        return needed

    return needs


def plays_of(line: Line, position: Position) -> Iterator[tuple[LineTrick, PlayedCard]]:
    """Go through the cards of a line, without those already on the table."""
    on_table = len(position.trick.cards)
    for trick in line:
        for place, play in enumerate(trick.cards):
            if trick is line[0] and place < on_table:
                continue
            yield trick, play


def _manner(position: Position, card: Card) -> Manner:
    led, trump = position.trick.suit, position.strain.suit
    if led is None:
        return Manner.LEAD
    if card.suit is led:
        return Manner.FOLLOW
    return Manner.RUFF if card.suit is trump else Manner.DISCARD


def _better(
    position: Position, played: Card, manner: Manner, needed: int, claim: SolverClaim
) -> Card | None:
    """Return a card of the same turn with which best play still wins enough.

    The one a player would name: of the same suit, of the suit that draws trumps, a
    winner; the least that can be spared where something is thrown.
    """
    best = best_play(claim)
    kept: list[Card] = []
    for card in position.legal():
        after = position.play(card)
        value = best(after)
        if value is not None and after.won_by(claim.side) + value >= needed:
            kept.append(card)
    theirs = [c for seat in claim.side.other.seats for c in position.hands[seat]]
    trump = position.strain.suit
    over = manner is Manner.LEAD and crosses(position, played)

    def choice(card: Card) -> tuple[bool, bool, bool, int]:
        high = not any(c.suit is card.suit and c > card for c in theirs)
        draws = card.suit is trump and any(c.suit is trump for c in theirs)
        other = card.suit is not played.suit
        if manner is Manner.LEAD:
            goes_over = over and other and crosses(position, card)
            order = card.rank if goes_over else -card.rank
            return not ((high and draws) or goes_over), other, not high, order
        if _manner(position, card) is Manner.DISCARD:
            return card.suit is trump, high, not other, card.rank
        return False, not high, False, card.rank

    return min(kept, key=choice, default=None)
