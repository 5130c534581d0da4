"""Plans that win every trick against any defence, and the words that tell them.

Found by trying every card of the other side, with no rule of the solver's: a plan is
the lead of each trick, the card of the other hand, and which of the two wins.
"""

from dataclasses import dataclass
from itertools import product

from rulings.bridge.seats import Seat
from rulings.solver.inputs import SolverClaim
from rulings.statements import SideHand, StatedStep, Verb


@dataclass(frozen=True)
class Plan:
    """The tricks of a plan: card led, card of the other hand, who wins."""

    declarer: Seat
    tricks: tuple

    def steps(self):
        """Return the words: a card to be cashed, a suit led to one, or a ruff."""
        return tuple(self._step(*trick) for trick in self.tricks)

    def _step(self, led, behind, leader, winner):
        if winner is leader:
            return StatedStep(Verb.PLAY, card=led)
        if behind.suit is led.suit:
            return StatedStep(Verb.LEAD, suit=led.suit, card=behind)
        place = SideHand.HAND if winner is self.declarer else SideHand.DUMMY
        return StatedStep(Verb.RUFF, suit=led.suit, place=place)


def plan_of(position, declarer):
    """Return a plan that wins every trick for declarer, None where there is none."""
    if position.trick.cards or position.turn.side is not declarer.side:
        return None
    tricks = _winning(frozenset([position]), declarer)
    return None if tricks is None else Plan(declarer, tricks)


def _winning(positions, declarer):
    """Return leads and cards behind that win each trick in all of some positions.

    The side's cards are the same in each of them; the other side's may have gone.
    """
    one = next(iter(positions))
    if not any(one.hands):
        return ()
    leader = one.turn
    behind = one.hands[leader.partner]
    for led in one.hands[leader]:
        same = [card for card in behind if card.suit is led.suit]
        for card in same[-1:] + same[:1] or list(behind):
            after = _defended(positions, led, card)
            if after is None or len({position.turn for position in after}) > 1:
                continue
            rest = _winning(after, declarer)
            if rest is not None:
                return ((led, card, leader, next(iter(after)).turn), *rest)
    return None


def _defended(positions, led, card):
    """Return the positions after a trick, over every defence; None if one wins it."""
    found = set()
    for position in positions:
        side = position.turn.side
        for second, fourth in product(*_others(position, led)):
            after = position.play(led).play(second).play(card).play(fourth)
            if after.turn.side is not side:
                return None
            found.add(after)
    return frozenset(found)


def _others(position, led):
    """Return what the two defenders may play to a lead."""
    leader = position.turn
    hands = (position.hands[leader.lho], position.hands[leader.rho])
    return [
        [card for card in hand if card.suit is led.suit] or list(hand) for hand in hands
    ]


def claim_of_all(position, declarer):
    """Return declarer's claim of every trick left, every trump counted."""
    return SolverClaim(
        Seat(declarer), Seat(declarer), position.left, aware_of_trump=True
    )
