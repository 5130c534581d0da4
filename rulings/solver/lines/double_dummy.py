"""The double-dummy result of an ending, with all cards seen (step S2 of the flow).

The only door to endplay, opened at the first question. Without endplay, or when its
answer fails the checks, our own search gives the number or, within its budget, a
range. Only `SolveBoard` is used: the table functions are silently wrong below thirteen
cards.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from itertools import islice
from typing import Any

from rulings.bridge.cards import Card, Suit
from rulings.bridge.positions import Position
from rulings.bridge.seats import Side
from rulings.solver.hypotheses import Certainty, open_view
from rulings.solver.inputs import Exhausted, NodeBudget, SolverClaim, names_squeeze
from rulings.solver.types import Span

BINDING = "endplay._dds"
"""The module of endplay that hands positions to the library and nothing else."""

_EVERY, _BEST = (0, 3), (-1, 1)
"""What is asked of the library: the tricks for every card, or one of the best."""

OWN_SEARCH_LIMIT = 6
"""Up to so many tricks our own search is as quick as starting the library."""


def double_dummy_tricks(
    position: Position, claim: SolverClaim, budget: NodeBudget
) -> Span:
    """Return the most the claiming side can get against best defence."""
    if position.left > OWN_SEARCH_LIMIT and not claim.pending:
        found = by_library(position, claim)
        if found is not None:
            return Span(found, found)
    return by_own_search(position, claim, budget)


def by_own_search(position: Position, claim: SolverClaim, budget: NodeBudget) -> Span:
    """Return the same by our own search, a range when its budget is spent."""
    return extreme(position, claim, frozenset({0, 2}), budget)


def any_play_tricks(position: Position, claim: SolverClaim, budget: NodeBudget) -> Span:
    """Return the fewest tricks any legal play of all four hands gives the side.

    Asked downward, for a line that gives few is found sooner than it is proven that
    there is none; where that takes long, upward, so that a bound is proven.
    """
    view = open_view(position, claim, frozenset())
    search = Certainty(view.sides, budget)
    node, low, high = view.node(), 0, position.left
    with budget.lend(budget.left // 3) as search.budget, suppress(Exhausted):
        while high and not search.holds(node, high):
            high -= 1
        return Span(high, high)
    high = min(high, search.proven(node)[1])
    with budget.lend(budget.left // 4) as search.budget, suppress(Exhausted):
        while search.holds(node, low + 1):
            low += 1
        return Span(low, low)
    return Span(low, high)


def extreme(
    position: Position, claim: SolverClaim, mine: frozenset[int], budget: NodeBudget
) -> Span:
    """Return the value with all cards seen and some seats playing for the claimer."""
    view = open_view(position, claim, mine)
    search = Certainty(view.sides, budget)
    node = view.node()
    low = 0
    try:
        while low < position.left and search.holds(node, low + 1):
            low += 1
    except Exhausted:
        return Span(low, position.left)
    return Span(low, low)


@dataclass(frozen=True, slots=True)
class WithoutSqueeze:
    """The most that is awarded without a squeeze; None where nothing limits it.

    `counted` is False where the budget ended first: a squeeze may be in the number.
    """

    most: int | None = None
    counted: bool = True


def most_without_squeeze(
    position: Position,
    claim: SolverClaim,
    certain: Span,
    best: Span,
    budget: NodeBudget,
) -> WithoutSqueeze:
    """Return the most that is awarded where no squeeze was stated (N20).

    What is certain, or what best play wins if an opponent who cannot follow may keep
    all his cards.
    """
    if names_squeeze(claim) or certain.low >= best.high:
        return WithoutSqueeze()
    view = open_view(position, claim, frozenset({0, 2}))
    search = Certainty(view.sides, budget, may_pass=True)
    node, most = view.node(), best.high
    try:
        while most > certain.high and not search.holds(node, most):
            most -= 1
    except Exhausted:
        return WithoutSqueeze(counted=False)
    return WithoutSqueeze(most)


def load_library() -> bool:
    """Load endplay, for a process that is to be forked; say whether it is there."""
    return _library() is not None


def _library() -> Any:  # noqa: ANN401 - a module without types
    """Return endplay's binding of the library; None where it is not there.

    The package around it is left out: that loads a library for drawing, which takes
    far longer than all that is asked here.
    """
    try:
        if {"endplay", BINDING} & sys.modules.keys():
            return import_module(BINDING)
        spec = find_spec("endplay")
        if spec is None:
            return None
        sys.modules["endplay"] = module_from_spec(spec)
        try:
            return import_module(BINDING)
        finally:
            del sys.modules["endplay"]
    except ImportError:
        return None


def by_library(
    position: Position, claim: SolverClaim, *, every_card: bool = True
) -> int | None:
    """Return endplay's number, None where it is absent or fails a check (R16).

    The library solves every card of the seat to play, or one of its best cards only.
    """
    solved = _solved(position, every_card=every_card)
    if solved is None:
        return None
    tricks = max(solved.values())
    return tricks if position.turn.side is claim.side else position.left - tricks


def value_of_each_card(position: Position, side: Side) -> dict[Card, int] | None:
    """Return what a side gets after each card of the seat to play.

    Of the tricks left, this one included. None as for `by_library`.
    """
    solved = _solved(position, every_card=True)
    if solved is None:
        return None
    if position.turn.side is side:
        return solved
    return {card: position.left - tricks for card, tricks in solved.items()}


def _solved(position: Position, *, every_card: bool) -> dict[Card, int] | None:
    """Return the tricks of the seat to play for its cards, all or one of the best."""
    library = _library()
    if library is None or position.faults() - {"trick_count"}:
        return None
    deal, found = library.deal(), library.futureTricks()
    trump = position.strain.suit
    deal.trump = len(Suit) if trump is None else trump
    deal.first = position.trick.leader
    for at, card in enumerate(position.trick.cards):
        deal.currentTrickSuit[at] = card.suit
        deal.currentTrickRank[at] = card.rank
    for seat, hand in enumerate(position.hands):
        held = deal.remainCards[seat]
        for card in hand.cards:
            held[card.suit] |= 1 << card.rank
    library.SolveBoard(deal, *(_EVERY if every_card else _BEST), 1, found, 0)
    numbers = zip(found.suit, found.rank, found.equals, found.score, strict=True)
    solved = {
        card: tricks
        for suit, rank, equal, tricks in islice(numbers, found.cards)
        for card in position.hands[position.turn].cards
        if card.suit == suit and (1 << rank | equal) >> card.rank & 1 and tricks >= 0
    }
    sound = all(0 <= tricks <= position.left for tricks in solved.values())
    return solved if sound else None
