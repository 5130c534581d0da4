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
Line = tuple[LineTrick, ...]
_WINNERS = {Verb.PLAY, Verb.CASH, Verb.LEAD}


def plan_of(line: Line, claim: SolverClaim, position: Position) -> str:
    """Return the steps that win a line, their text forms parted by semicolons.

    Each trick the claiming side leads to or ruffs; neighbours of one suit are one step.
    Empty where the side leads to nothing.
    """
    steps: list[StatedStep] = []
    out = _out(line, claim, position)
    rest = _rest(line, out, position.strain.suit)
    for trick, theirs in zip(line, out, strict=True):
        if trick.number >= rest:
            steps.append(REST)
            break
        step = _step(trick, claim, theirs, position)
        if step is not None:
            steps = _joined(steps, step)
        if len(steps) > MOST:
            steps[MOST:] = [REST]
            break
    return "; ".join(map(str, steps)) if steps != [REST] else ""


def _out(line: Line, claim: SolverClaim, position: Position) -> list[frozenset[Card]]:
    """Return the cards of the other side before each trick of a line."""
    sides = claim.side.other.seats
    theirs = frozenset(card for seat in sides for card in position.hands[seat])
    found = []
    for trick in line:
        found.append(theirs)
        theirs -= {play.card for play in trick.cards}
    return found


def _rest(line: Line, out: list[frozenset[Card]], trump: Suit | None) -> int:
    """Return from which trick on every card led is a winner of the side's own."""
    first = len(line) + 1
    for trick, theirs in reversed(list(zip(line, out, strict=True))):
        led = trick.cards[0]
        beaten = any(c.suit is led.card.suit and c > led.card for c in theirs)
        if beaten or trick.winner is not led.seat or not trick.to_claimer:
            break
        if any(card.suit is trump for card in theirs):
            break
        first = trick.number
    return first if first < len(line) else len(line) + 1


def _step(
    trick: LineTrick, claim: SolverClaim, theirs: frozenset[Card], position: Position
) -> StatedStep | None:
    """Return how a trick would be named; None where the side has no say in it."""
    led, trump = trick.cards[0], position.strain.suit
    win = next(play for play in trick.cards if play.seat is trick.winner)
    place = SideHand.HAND if win.seat is claim.claimer else None
    if place is None and claim.by_declarer:
        place = SideHand.DUMMY
    of_side = win.seat.side is claim.side
    on_table = position.trick.cards if trick.number == 1 else ()
    if led.card in on_table and (not of_side or win.card in on_table):
        return None
    if of_side and win.card.suit is trump is not led.card.suit:
        return StatedStep(Verb.RUFF, suit=led.card.suit, place=place)
    if led.seat.side is not claim.side or led.card in on_table:
        return StatedStep(Verb.PLAY, card=win.card) if of_side else None
    if not of_side:
        return StatedStep(Verb.LOSE_TO, card=win.card)
    if led.card.suit is trump and any(card.suit is trump for card in theirs):
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
