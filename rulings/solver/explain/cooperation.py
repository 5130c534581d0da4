"""Where a defender's claim hangs on a card of his partner's.

Serves Law 70D2. First the worst normal line is looked at, every card in sight, so
that no guess of the claimer's own is left; where no single card there tells, a line
on which both play as well as the cards allow.
"""

from __future__ import annotations

from contextlib import suppress

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.solver.award import Awards
from rulings.solver.explain.choices import partner_needed
from rulings.solver.hypotheses import Certainty, open_view
from rulings.solver.inputs import Budget, Claim, Spent
from rulings.solver.types import PartnerPlay


def partner_play(
    awards: Awards, forgotten: frozenset[Card], budget: Budget
) -> PartnerPlay | None:
    """Return the card that the claim needs of the claimer's partner.

    None where no single card of his decides, or the budget ends first.
    """
    claim, position = awards.claim, awards.position
    held = ((seat, card) for seat in claim.hidden for card in position.hands[seat])
    told = awards.told(locations=frozenset(held))
    with suppress(Spent):
        found = partner_needed(told.find(told.lines(forgotten), budget))
        return found or _first_needed(position, claim, budget)
    return None


def _first_needed(
    position: Position, claim: Claim, budget: Budget
) -> PartnerPlay | None:
    """Return the first turn of a partner at which a legal card loses the claim."""
    before, goal = position.left, position.won_by(claim.side) + claim.tricks
    while any(position.hands):
        seat, after = position.turn, position.play(position.legal()[0])
        if seat.side is claim.side:
            reached = {
                card: _reaches(position.play(card), claim, goal, budget)
                for card in position.legal()
            }
            good = [card for card in reached if reached[card]]
            bad = [card for card in reached if not reached[card]]
            if seat is not claim.claimer and good and bad:
                trick = before - position.left + 1
                return PartnerPlay(trick, seat, good[0], bad[0], claim.tricks)
            after = position.play(good[0] if good else bad[0])
        position = after
    return None


def _reaches(position: Position, claim: Claim, goal: int, budget: Budget) -> bool:
    """Say whether the side can still reach so many tricks, every card in sight."""
    need = goal - position.won_by(claim.side)
    if need <= 0 or not any(position.hands):
        return need <= 0
    view = open_view(position, claim, frozenset({0, 2}))
    search = Certainty(view.sides, budget)
    return search.holds(view.node(search), need)
