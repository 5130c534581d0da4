"""Random endings: positions, claims and what is known, from a seed."""

import random

from rulings.bridge.cards import FULL_DECK, Strain, Suit
from rulings.bridge.hands import Hand
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.bridge.tricks import Trick
from rulings.solver.inputs import SolverClaim


def random_position(rng, tricks):
    """Return an ending in few suits, often with cards on the table."""
    few = rng.choice([2, 2, 3, 3, 4])
    suits = rng.sample(list(Suit), max(few, -(-4 * tricks // 13)))
    pool = [c for c in sorted(FULL_DECK) if c.suit in suits]
    low = rng.choice([2, 2, 8])
    pool = [c for c in pool if c.rank >= low] if 4 * tricks <= 7 * len(suits) else pool
    cards = rng.sample(pool, 4 * tricks)
    hands = tuple(
        Hand(frozenset(cards[tricks * s : tricks * s + tricks])) for s in range(4)
    )
    won = rng.randint(0, 13 - tricks)
    position = Position(
        hands,
        rng.choice(list(Strain)),
        Trick(rng.choice(list(Seat))),
        (won, 13 - tricks - won),
    )
    for _ in range(rng.choice([0, 0, 1, 2, 3])):
        if position.left == tricks and len(position.trick.cards) < 3:
            position = position.play(rng.choice(position.legal()))
    return position


def random_claim(rng, position, *, by_declarer=None):
    """Return a claim with show-outs and locations that are true."""
    claimer = rng.choice(list(Seat))
    if by_declarer is None:
        by_declarer = rng.random() < 0.7
    declarer = claimer if by_declarer else rng.choice([claimer.lho, claimer.rho])
    plain = SolverClaim(claimer, declarer, rng.randint(0, position.left))
    shown = frozenset(
        (seat, suit)
        for seat in plain.hidden
        for suit in Suit
        if not position.hands[seat].suit(suit) and rng.random() < 0.2
    )
    located = frozenset(
        (seat, card)
        for seat in plain.hidden
        for card in position.hands[seat]
        if rng.random() < 0.1
    )
    return SolverClaim(
        claimer, declarer, plain.tricks, show_outs=shown, locations=located
    )


def random_forgotten(rng, position, claim):
    """Return some unseen cards, often a suit's, sometimes none."""
    unseen = sorted(c for seat in claim.hidden for c in position.hands[seat])
    if not unseen or rng.random() < 0.3:
        return frozenset()
    suit = rng.choice(unseen).suit
    return frozenset(c for c in unseen if c.suit is suit and rng.random() < 0.8)


def seeded(seed):
    return random.Random(seed)
