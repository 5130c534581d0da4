"""The plan of a line that wins what was claimed, in the steps of a statement.

Serves Laws 68C and 70A: what a claimer could have said. The steps are those of
`rulings.statements`, so that they read in every language.
"""

from __future__ import annotations

from rulings.bridge.cards import Card, Suit
from rulings.bridge.positions import Position
from rulings.solver.inputs import SolverClaim
from rulings.solver.types import LineTrick
from rulings.statements import SideHand, StatedStep, Verb

MOST = 4
"""So many steps are named; what comes behind them is the rest."""

REST = StatedStep(Verb.GOOD)
_WINNERS = {Verb.PLAY, Verb.CASH, Verb.LEAD}


def plan_of(line: tuple[LineTrick, ...], claim: SolverClaim, position: Position) -> str:
    """Return the steps that win a line, their text forms parted by semicolons.

    Each trick the claiming side leads to or ruffs; neighbours of one suit are one step.
    Empty where the side leads to nothing.
    """
    steps: list[StatedStep] = []
    rest = _rest(line, claim, position)
    for trick in line:
        if trick.number >= rest:
            steps.append(REST)
            break
        step = _step(trick, claim, _before(line, position, trick))
        if step is not None:
            steps = _joined(steps, step)
        if len(steps) > MOST:
            steps[MOST:] = [REST]
            break
    return "; ".join(map(str, steps)) if steps != [REST] else ""


def _rest(line: tuple[LineTrick, ...], claim: SolverClaim, position: Position) -> int:
    """Return from which trick on every card led is a winner of the side's own."""
    first = line[-1].number + 1 if line else 1
    for trick in reversed(line):
        led = trick.cards[0]
        out = _theirs(_before(line, position, trick), claim)
        trumps = any(card.suit is position.strain.suit for card in out)
        high = not any(c.suit is led.card.suit and c > led.card for c in out)
        if not (trick.winner is led.seat and trick.to_claimer and high) or trumps:
            break
        first = trick.number
    return first if len(line) - first >= 1 else len(line) + 1


def _before(
    line: tuple[LineTrick, ...], position: Position, wanted: LineTrick
) -> Position:
    """Return the position when a trick was led, or as it lay on the table."""
    on_table = len(position.trick.cards)
    for trick in line:
        if trick is wanted:
            break
        for play in trick.cards[on_table:]:
            position = position.play(play.card)
        on_table = 0
    return position


def _theirs(position: Position, claim: SolverClaim) -> list[Card]:
    return [c for seat in claim.side.other.seats for c in position.hands[seat]]


def _step(trick: LineTrick, claim: SolverClaim, before: Position) -> StatedStep | None:
    """Return how a trick would be named; None where the side has no say in it."""
    led, trump = trick.cards[0], before.strain.suit
    win = next(play for play in trick.cards if play.seat is trick.winner)
    place = SideHand.HAND if win.seat is claim.claimer else None
    if place is None and claim.by_declarer:
        place = SideHand.DUMMY
    of_side = win.seat.side is claim.side
    on_table = before.trick.cards
    if led.card in on_table and (not of_side or win.card in on_table):
        return None
    if of_side and win.card.suit is trump is not led.card.suit:
        return StatedStep(Verb.RUFF, suit=led.card.suit, place=place)
    if led.seat.side is not claim.side or led.card in on_table:
        return StatedStep(Verb.PLAY, card=win.card) if of_side else None
    if not of_side:
        return StatedStep(Verb.LOSE_TO, card=win.card)
    if led.card.suit is trump and any(c.suit is trump for c in _theirs(before, claim)):
        return StatedStep(Verb.DRAW)
    if win.seat is led.seat:
        return StatedStep(Verb.PLAY, card=led.card)
    return StatedStep(Verb.LEAD, suit=led.card.suit, card=win.card)


def _joined(steps: list[StatedStep], step: StatedStep) -> list[StatedStep]:
    """Return steps with one more; winners of a suit in a row are cashed."""
    last = steps[-1] if steps else None
    if last == step:
        return steps
    same = last is not None and _suit(last) is _suit(step) is not None
    if last is not None and same and {last.act, step.act} <= _WINNERS:
        return [*steps[:-1], StatedStep(Verb.CASH, suit=_suit(step))]
    return [*steps, step]


def _suit(step: StatedStep) -> Suit | None:
    return step.suit if step.card is None else step.card.suit
