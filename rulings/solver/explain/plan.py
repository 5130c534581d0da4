"""A claim that stands: the plan that wins, and why what is still out costs nothing.

Serves Laws 68C, 70A and 71. The plan is what a claimer could have said, in the steps of
`rulings.statements`, so that it reads in every language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulings.bridge.cards import Card, Suit
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver.inputs import SolverClaim
from rulings.solver.types import Adjudication, LineTrick, Reason, reason
from rulings.statements import SideHand, StatedStep, Verb

MOST = 4
"""So many steps are named; what comes behind them is the rest."""

REST = StatedStep(Verb.GOOD)
Line = tuple[LineTrick, ...]
_WINNERS = {Verb.PLAY, Verb.CASH, Verb.LEAD}
NAMED = 3
"""So many cards still out are named at most."""


def stands(
    result: Adjudication, claim: SolverClaim, position: Position
) -> Iterator[Reason]:
    """Say that the claim stands, by which plan, and why the other side is wrong.

    Nothing is called certain while words are unread that may name a play.
    """
    plan = plan_of(result.line, claim, position)
    unread = tuple(unread_words(claim))
    if result.award is not None and result.award > result.claimed:
        given = {"award": result.award, "claimed": result.claimed}
        yield (
            reason("more_plan", plan=plan, **given)
            if plan
            else reason("more_than_claimed", **given)
        )
        yield from unread
        yield reason("conceded_back")
        return
    trump = result.outstanding_trump
    in_mind = trump is not None and trump.aware is False
    certain = result.certain.low >= result.claimed and not (in_mind or unread)
    if plan:
        yield reason("certain_plan" if certain else "plan", plan=plan)
    else:
        yield reason("all_certain" if certain else "no_loss")
    yield from unread
    trumps = frozenset(trump.cards) if trump is not None and in_mind else frozenset()
    if trumps:
        yield on_held("trump_costs_nothing", claim.claimer, trumps, position)
    higher = _higher(result.line, claim, position) - trumps
    if 0 < len(higher) <= NAMED:
        yield on_held("card_costs_nothing", claim.claimer, higher, position)
    elif plan and not (certain or trumps):
        yield reason("every_line")


def _higher(line: Line, claim: SolverClaim, position: Position) -> frozenset[Card]:
    """Return cards of the other side that beat a card which wins, and win nothing."""
    wins: dict[bool, set[Card]] = {True: set(), False: set()}
    for trick in line:
        card = next(p.card for p in trick.cards if p.seat is trick.winner)
        wins[trick.to_claimer].add(card)
    return frozenset(
        card
        for seat in claim.side.other.seats
        for card in set(position.hands[seat]) - wins[False]
        if any(card.suit is one.suit and card > one for one in wins[True])
    )


def unread_words(claim: SolverClaim) -> Iterator[Reason]:
    """Name the words that were not understood; say that there are some at least."""
    said = claim.statement
    if said is not None and said.unread:
        yield reason("without_words_quoted", words=said.unread)
    elif said is not None and said.not_understood:
        yield reason("without_words", seat=claim.claimer)


def on_held(key: str, seat: Seat, cards: Iterable[Card], position: Position) -> Reason:
    """Return a sentence on cards that the other side still holds."""
    cards = tuple(cards)
    if len(cards) > 1:
        return reason(key, seat=seat, cards=names_of(cards))
    holder = next(one for one in Seat if cards[0] in _dealt(position, one))
    return reason(key, seat=seat, seat_2=holder, card_2=cards[0])


def names_of(cards: Iterable[Card]) -> str:
    """Return cards as text, the highest of each suit first."""
    ordered = sorted(cards, key=lambda card: (card.suit, -card.rank))
    return " ".join(map(str, ordered))


def _dealt(position: Position, seat: Seat) -> set[Card]:
    """Return the cards of a seat, with its card on the table."""
    table = {card for who, card in position.trick.plays() if who is seat}
    return table | set(position.hands[seat])


def plan_of(line: Line, claim: SolverClaim, position: Position) -> str:
    """Return the steps that win a line, their text forms parted by semicolons.

    Each trick the claiming side leads to or ruffs; neighbours of one suit are one step.
    Where all are winners from the first card on, the suits stand in their order. Empty
    where the side leads to nothing.
    """
    steps: list[StatedStep] = []
    out = _out(line, claim, position)
    rest = _rest(line, out, position.strain.suit)
    rest = len(line) + 1 if rest == 1 else rest
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
    return "; ".join(map(str, steps))


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
