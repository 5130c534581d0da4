"""The ways to deal the cards that a claimer does not see, as far as he knows (70E1).

Cards of the hidden hands between which no seen card lies are one another's equals: a
layout stands for all that differ in those alone.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod

from rulings.bridge.cards import Card, Suit
from rulings.bridge.hands import Hand
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver.inputs import SolverClaim

COUNTED = 20_000
"""So many ways to share out the cards are looked at before some are chosen."""


def layouts(
    position: Position, claim: SolverClaim, most: int
) -> tuple[tuple[Position, ...], bool]:
    """Return at most so many layouts, that at the table first, and whether all are.

    Where there are more, they are taken from the whole list at equal distances.
    """
    groups = _equals(position, claim)
    ways = prod(len(group) + 1 for group in groups)
    every = ways <= COUNTED
    numbers = range(ways) if every else range(0, ways, max(1, ways // COUNTED) | 1)
    found = [one for n in numbers if (one := _dealt(position, claim, groups, n))]
    others = [one for one in found if one.hands != position.hands]
    chosen = others[:: max(1, -(-len(others) // (most - 1)))]
    return (position, *chosen), every and len(chosen) == len(others)


def _dealt(
    position: Position, claim: SolverClaim, groups: list[list[Card]], number: int
) -> Position | None:
    """Return a layout by its number, None where it does not fit what has been seen."""
    one, other = claim.hidden
    counts = []
    for group in groups:
        number, count = divmod(number, len(group) + 1)
        counts.append(count)
    if sum(counts) != len(position.hands[one]):
        return None
    first = _kept(groups, tuple(counts), position, claim)
    if first is None:
        return None
    every = position.hands[one].cards | position.hands[other].cards
    hands = list(position.hands)
    hands[one], hands[other] = Hand(first), Hand(every - first)
    return replace(position, hands=(hands[0], hands[1], hands[2], hands[3]))


def _kept(
    groups: list[list[Card]],
    counts: tuple[int, ...],
    position: Position,
    claim: SolverClaim,
) -> frozenset[Card] | None:
    """Return so many cards of each group for the first hidden hand; None for a misfit.

    Where the hand at the table has as many of a group, it keeps its own.
    """
    one, other = claim.hidden
    own, chosen = position.hands[one].cards, set[Card]()
    for group, count in zip(groups, counts, strict=True):
        mine = sorted(group, key=lambda card: card not in own)
        chosen |= set(mine[:count])
    first = frozenset(chosen)
    second = {card for group in groups for card in group} - first
    held = [(one, card) for card in first] + [(other, card) for card in second]
    shown = {*claim.show_outs, *_shown_now(position)}
    located = {card: seat for seat, card in claim.locations}
    fits = all(
        (seat, card.suit) not in shown and located.get(card, seat) is seat
        for seat, card in held
    )
    return first if fits else None


def _shown_now(position: Position) -> set[tuple[Seat, Suit | None]]:
    """Return who did not follow to the trick in progress."""
    led = position.trick.suit
    return {
        (seat, led) for seat, card in position.trick.plays() if card.suit is not led
    }


def _equals(position: Position, claim: SolverClaim) -> list[list[Card]]:
    """Return the hidden cards in groups of equals; one that is located is alone."""
    located = {card for _, card in claim.locations}
    hidden = (
        position.hands[claim.hidden[0]].cards | position.hands[claim.hidden[1]].cards
    )
    every = {card for hand in position.hands for card in hand} | {*position.trick.cards}
    groups: list[list[Card]] = []
    last: Card | None = None
    for card in sorted(every, reverse=True):
        if card in hidden:
            joins = last in hidden and last is not None and last.suit is card.suit
            if joins and not {card, last} & located:
                groups[-1].append(card)
            else:
                groups.append([card])
        last = card
    return groups
