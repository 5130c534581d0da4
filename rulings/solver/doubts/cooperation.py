"""Where a defender's claim hangs on a card of his partner's.

Serves Law 70D2. First the worst normal line is looked at, every card in sight, so
that no guess of the claimer's own is left: what a partner may choose at each turn, and
what each card costs. Where no single card there tells, a line on which both play as
well as the cards allow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver.award import Awarded, Awards
from rulings.solver.hypotheses import Certainty, open_view
from rulings.solver.inputs import Exhausted, NodeBudget, SolverClaim
from rulings.solver.kernel.believed import PARTNER
from rulings.solver.lines import CardOption, LineNode, Lines, swapped
from rulings.solver.types import PartnerPlay, Span


def partner_play(
    awards: Awards, forgotten: frozenset[Card], budget: NodeBudget
) -> PartnerPlay | None:
    """Return the card that the claim needs of the claimer's partner.

    None where no single card of his decides, or the budget ends first.
    """
    claim, position = awards.claim, awards.position
    held = ((seat, card) for seat in claim.hidden for card in position.hands[seat])
    informed = awards.with_facts(locations=frozenset(held))
    with suppress(Exhausted):
        found = partner_needed(informed.find(informed.lines(forgotten), budget))
        return found or _first_needed(position, claim, budget)
    return None


def _first_needed(
    position: Position, claim: SolverClaim, budget: NodeBudget
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


def _reaches(
    position: Position, claim: SolverClaim, goal: int, budget: NodeBudget
) -> bool:
    """Say whether the side can still reach so many tricks, every card in sight."""
    need = goal - position.won_by(claim.side)
    if need <= 0 or not any(position.hands):
        return need <= 0
    view = open_view(position, claim, frozenset({0, 2}))
    search = Certainty(view.sides, budget)
    return search.holds(view.node(), need)


@dataclass(frozen=True, slots=True)
class CardChoice:
    """A card that may be chosen at a turn, and the award it leads to."""

    card: Card
    award: Span


@dataclass(frozen=True, slots=True)
class ChosenTurn:
    """A turn of a line: who plays to which trick, what he plays and might play."""

    node: LineNode
    trick: int
    played: CardChoice
    choices: tuple[CardChoice, ...]


def partner_needed(found: Awarded) -> PartnerPlay | None:
    """Return the first card of the worst line with which a partner would do better.

    None where no card he might legally play on the line does, or the budget ends.
    """

    def partners(node: LineNode) -> bool:
        return node[1] == PARTNER

    with suppress(Exhausted):
        for turn in chosen_turns(found, partners):
            best = max(turn.choices, key=lambda choice: choice.award.low)
            if best.award.low > turn.played.award.high:
                seat = Seat((found.lines.task.view.claimer + PARTNER) % 4)
                cards = best.card, turn.played.card
                return PartnerPlay(turn.trick, seat, *cards, best.award.low)
    return None


def chosen_turns(
    found: Awarded, wanted: Callable[[LineNode], bool]
) -> Iterator[ChosenTurn]:
    """Go along the worst normal line, through the turns wanted with a real choice.

    The choice is of every legal card. May raise Exhausted; nothing where the award
    itself is not settled.
    """
    lines, allow = found.lines, found.award.value
    if allow is None:
        return
    node, cards, before, first = lines.root, lines.table.layout(), 0, lines.root[5]
    while node[5]:
        options = lines.plays(node)
        option = next(o for o in options if lines.below(o.node, allow - before - o.won))
        card = cards[option.suit][lines.table.lowest_equal(node, option)]
        some = lines.legal(node)
        if len(some) > 1 and wanted(node):
            yield ChosenTurn(
                node,
                first - node[5] + 1,
                CardChoice(card, _award(lines, option, before)),
                tuple(
                    CardChoice(
                        cards[o.suit][lines.table.lowest_equal(node, o)],
                        _award(lines, o, before),
                    )
                    for o in some
                ),
            )
        cards = lines.table.after(node, swapped(cards, option, card), option)
        node, before = option.node, before + option.won


def _award(lines: Lines, option: CardOption, before: int) -> Span:
    """Return the tricks of the side if a card is played, as far as proven."""
    low = 0
    try:
        while not lines.below(option.node, low):
            low += 1
    except Exhausted:
        proven_low, high = lines.proven(option.node)
        done = before + option.won
        return Span(done + max(low, proven_low), done + high)
    return Span(before + option.won + low, before + option.won + low)
