"""The phrases from which safe words are made: what can be said of these cards.

Serves Law 68C. Only plays of the claiming side that its cards allow; what they are
worth is found out elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from rulings.bridge.cards import Card, Suit
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver.inputs import SolverClaim, trumps_out
from rulings.statements.steps import SideHand, StatedStep, Verb

ROUNDS = (1, 2, 3)
"""Rounds of trumps that are counted out loud."""

Cards = tuple[Card, ...]
Places = tuple[tuple[SideHand, Seat], ...]


def phrases(position: Position, claim: SolverClaim) -> tuple[StatedStep, ...]:
    """Return the phrases for a claim, those most often said first."""
    places: Places = ((SideHand.HAND, claim.claimer),)
    if claim.by_declarer:
        places += ((SideHand.DUMMY, claim.dummy),)
    trump = position.strain.suit
    found: list[StatedStep] = []
    out = trumps_out(position, claim)
    if out:
        found += _drawing(position, places)
    for suit in Suit:
        hands = {place: position.hands[seat].suit(suit) for place, seat in places}
        if any(hands.values()):
            found += _cashing(suit, hands, is_drawn=bool(out) and suit is trump)
            found += _crossing(suit, hands)
            if claim.tricks < position.left and suit is not trump:
                found.append(StatedStep(Verb.GIVE_UP, suit=suit))
            if suit is not trump:
                found += _ruffing(suit, hands, position, places)
    if claim.show_outs or claim.locations:
        found += _finessing(position, places)
    return tuple(found)


def _drawing(position: Position, places: Places) -> Iterator[StatedStep]:
    """Yield drawing trumps, so many rounds of them, and that some are out."""
    trump = position.strain.suit
    held = max(
        sum(card.suit is trump for card in position.hands[seat]) for _, seat in places
    )
    yield StatedStep(Verb.OUT)
    if held:
        yield StatedStep(Verb.DRAW)
        for count in ROUNDS[: max(0, held - 1)]:
            yield StatedStep(Verb.DRAW, count=count)


def _cashing(
    suit: Suit, hands: dict[SideHand, Cards], *, is_drawn: bool
) -> Iterator[StatedStep]:
    """Yield a suit, the suit from the top, and its highest cards one by one.

    Trumps of which others are out are drawn: nobody calls them by their suit.
    """
    if not is_drawn:
        yield StatedStep(Verb.CASH, suit=suit)
    if any(cards[1:] for cards in hands.values()):
        yield StatedStep(Verb.CASH, suit=suit, from_the_top=True)
    for cards in hands.values():
        for card in _tops(cards)[:2]:
            yield StatedStep(Verb.PLAY, card=card)


def _tops(cards: Cards) -> list[Card]:
    """Return the highest card of each run of touching cards."""
    ranks = {card.rank for card in cards}
    return [card for card in cards if card.rank + 1 not in ranks]


def _crossing(suit: Suit, hands: dict[SideHand, Cards]) -> Iterator[StatedStep]:
    """Yield the ways to reach the hand opposite in a suit."""
    for (_, away), (place, near) in permutations(hands.items(), 2):
        if away and near and near[0] > away[-1]:
            yield StatedStep(Verb.CROSS, place=place, suit=suit)


def _ruffing(
    suit: Suit, hands: dict[SideHand, Cards], position: Position, places: Places
) -> Iterator[StatedStep]:
    """Yield the ruffs of a suit in the hand that is shorter in it."""
    trump = position.strain.suit
    for place, seat in places:
        away = [cards for other, cards in hands.items() if other is not place]
        trumps = trump is not None and position.hands[seat].suit(trump)
        if trumps and all(len(cards) > len(hands[place]) for cards in away):
            yield StatedStep(Verb.RUFF, suit=suit)
            yield StatedStep(Verb.RUFF, suit=suit, place=place)


def _finessing(position: Position, places: Places) -> Iterator[StatedStep]:
    """Yield the finesses, for one who knows where a card is."""
    for _, seat in places:
        for suit in Suit:
            for card in _tops(position.hands[seat].suit(suit))[:2]:
                yield StatedStep(Verb.FINESSE, card=card)


def makes_sense(steps: tuple[StatedStep, ...]) -> bool:
    """Say whether phrases follow one another as people say them.

    What is still out comes first. A trick given up comes last: it names no moment, so
    that before other plays it would say more than it binds. So many rounds of trumps
    come before something else: to end with them sounds as if the rest were not drawn.
    """
    acts = [step.act for step in steps]
    stops = steps[-1].act is Verb.DRAW and steps[-1].count is not None
    return not (stops or Verb.OUT in acts[1:] or Verb.GIVE_UP in acts[:-1])
