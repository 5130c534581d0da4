"""Which proven locations would make a claim certain (Law 70E1, step S8)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from rulings.bridge.cards import Card, Suit
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver.adjudication import Settling
from rulings.solver.budget import Spent
from rulings.solver.certainty import Certainty
from rulings.solver.claim import Claim
from rulings.solver.sentences import said
from rulings.solver.view import view_of

Held = tuple[Seat, Card]


def settling_locations(
    position: Position, claim: Claim, search: Certainty
) -> tuple[Settling, ...]:
    """Return the smallest sets of true locations that make the claim certain.

    The search is that of the claim, with a budget of its own.

    One card, else two, else the layout of one suit; none when the budget ends
    first or nothing of that size settles it.
    """
    held = [(seat, card) for seat in claim.hidden for card in position.hands[seat]]
    known = set(claim.locations)
    open_cards = sorted(
        (pair for pair in held if pair not in known),
        key=lambda pair: (-pair[1].rank, pair[1].suit),
    )
    try:
        one = [pair for pair in open_cards if _certain(position, claim, [pair], search)]
        if one:
            return tuple(_one(pair) for pair in one)
        for suit in Suit:
            whole = [pair for pair in open_cards if pair[1].suit is suit]
            if len(whole) > 1 and _certain(position, claim, whole, search):
                return (_fewest(position, claim, whole, search),)
    except Spent:
        pass
    return ()


def _certain(
    position: Position, claim: Claim, proven: list[Held], search: Certainty
) -> bool:
    told = replace(claim, locations=claim.locations | frozenset(proven))
    return search.holds(view_of(position, told).node(search), claim.tricks)


def _fewest(
    position: Position, claim: Claim, whole: list[Held], search: Certainty
) -> Settling:
    for pair in combinations(whole, 2):
        if _certain(position, claim, list(pair), search):
            (seat, card), (seat_2, card_2) = pair
            return Settling(
                pair,
                said("needs_two", card=card, seat=seat, card_2=card_2, seat_2=seat_2),
            )
    return Settling(tuple(whole), said("needs_suit", suit=whole[0][1].suit))


def _one(pair: Held) -> Settling:
    seat, card = pair
    return Settling((pair,), said("needs_one", card=card, seat=seat))
