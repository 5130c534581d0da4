"""The turning point of a losing line: the card after which the claim cannot be made.

Serves Laws 70 and 71. Every card is in sight for it: a card turns the claim if best
play could still win what was claimed before it, and cannot after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.solver.inputs import NodeBudget, SolverClaim
from rulings.solver.lines import double_dummy_tricks
from rulings.solver.types import (
    Adjudication,
    Cause,
    LineTrick,
    Manner,
    PlayedCard,
    Tag,
    TurningPoint,
    is_said,
)

Best = Callable[[Position], int | None]
"""The tricks of the claiming side with best play of all from a position on."""


def turned(
    found: Adjudication,
    losing: tuple[LineTrick, ...],
    position: Position,
    claim: SolverClaim,
) -> Adjudication:
    """Return a proposal with the card that turns its worst line, and the cause.

    `losing` is the line of the worse answer where it is not that of the proposal. A
    claim that stands is returned as it is.
    """
    if found.low >= found.claimed or not (losing or found.award == found.low):
        return found
    most, line = min(found.claimed, found.double_dummy.high), losing or found.line
    turning = None
    if found.low < most and line:
        turning = turning_point(line, position, claim, most)
    cause = Cause.MISCOUNT if turning is None else turning.cause
    return replace(found, cause=cause, turning=turning, losing=losing)


def turning_point(
    line: tuple[LineTrick, ...], position: Position, claim: SolverClaim, most: int
) -> TurningPoint | None:
    """Return the first card after which `most` of the claimed tricks cannot be won.

    `most` are the tricks claimed, or those of best play where more were claimed. None
    where the line wins them, or where best play is not known.
    """
    won_before = position.won_by(claim.side)
    best = best_play(claim)
    now = position
    for trick, place, play in _plays(line, position):
        if play.seat.side is not claim.side or len(now.legal()) == 1:
            now = now.play(play.card)
            continue
        after = now.play(play.card)
        value = best(after)
        if value is None:
            return None
        if after.won_by(claim.side) - won_before + value < most:
            return TurningPoint(
                trick.number,
                place,
                play.seat,
                play.card,
                _manner(now, play.card),
                most,
                _better(now, most + won_before, claim, best),
                _cause(play),
            )
        now = after
    return None


def best_play(claim: SolverClaim, budget: int = 200_000) -> Best:
    """Return the count of best play, of at most so many positions a time."""

    def tricks(position: Position) -> int | None:
        if not any(position.hands):
            return 0
        return double_dummy_tricks(position, claim, NodeBudget(budget)).value

    return tricks


def _plays(
    line: tuple[LineTrick, ...], position: Position
) -> Iterator[tuple[LineTrick, int, PlayedCard]]:
    """Go through the cards of a line, without those already on the table."""
    on_table = len(position.trick.cards)
    for trick in line:
        for place, play in enumerate(trick.cards):
            if trick is line[0] and place < on_table:
                continue
            yield trick, place, play


def _manner(position: Position, card: Card) -> Manner:
    led, trump = position.trick.suit, position.strain.suit
    if led is None:
        return Manner.LEAD
    if card.suit is led:
        return Manner.FOLLOW
    return Manner.RUFF if card.suit is trump else Manner.DISCARD


def _better(
    position: Position, needed: int, claim: SolverClaim, best: Best
) -> Card | None:
    """Return a card of the same turn with which best play still wins enough."""
    for card in position.legal():
        after = position.play(card)
        value = best(after)
        if value is not None and after.won_by(claim.side) + value >= needed:
            return card
    return None


def _cause(play: PlayedCard) -> Cause:
    """Return why the card could be played, by its tag and its reason."""
    why = play.reason
    if play.tag is Tag.STATED:
        return Cause.WORDS_FAIL
    if why is not None and is_said(why, "trump_forgotten"):
        return Cause.TRUMP_FORGOTTEN
    if why is not None and is_said(why, "card_forgotten"):
        return Cause.CARD_FORGOTTEN
    if why is not None and is_said(why, "partner"):
        return Cause.PARTNER
    if why is not None and (is_said(why, "guess") or is_said(why, "guess_wrong")):
        return Cause.GUESS
    return Cause.ORDER
