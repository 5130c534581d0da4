"""The double-dummy result of an ending, with all cards seen (step S2 of the flow).

The only door to endplay, opened inside the function: importing it is slow. Without
endplay, or when its answer fails the checks, our own search gives the number or,
within its budget, a range. Only `solve_board` is used: the table functions are
silently wrong below thirteen cards.
"""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat, Side
from rulings.solver.hypotheses import Certainty, open_view
from rulings.solver.inputs import Exhausted, NodeBudget, SolverClaim, names_squeeze
from rulings.solver.types import Span

OWN_SEARCH_LIMIT = 6
"""Up to so many tricks our own search is as quick as starting the library."""


def double_dummy_tricks(
    position: Position, claim: SolverClaim, budget: NodeBudget
) -> Span:
    """Return the most the claiming side can get against best defence."""
    if position.left > OWN_SEARCH_LIMIT:
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


def most_without_squeeze(
    position: Position,
    claim: SolverClaim,
    certain: Span,
    best: Span,
    budget: NodeBudget,
) -> int | None:
    """Return the most that is awarded where no squeeze was stated (N20).

    What is certain, or what best play wins if an opponent who cannot follow may keep
    all his cards; None where the words name a squeeze or the budget ends.
    """
    if names_squeeze(claim) or certain.low >= best.high:
        return None
    view = open_view(position, claim, frozenset({0, 2}))
    search = Certainty(view.sides, budget, may_pass=True)
    node, most = view.node(), best.high
    try:
        while most > certain.high and not search.holds(node, most):
            most -= 1
    except Exhausted:
        return None
    return most


def load_library() -> bool:
    """Load endplay, for a process that is to be forked; say whether it is there."""
    try:
        import_module("endplay.dds")
    except ImportError:
        return False
    return True


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
    try:
        from endplay.dds import solve_board
        from endplay.dds.solve import SolveMode
        from endplay.types import Card as Named
        from endplay.types import Deal, Denom, Player
    except ImportError:
        return None
    if position.faults() - {"trick_count"}:
        return None
    held = [set(hand.cards) for hand in position.hands]
    for seat, card in position.trick.plays():
        held[seat].add(card)
    deal = Deal()
    deal.first = Player.find(str(position.trick.leader))
    deal.trump = (
        Denom.nt if position.strain.suit is None else Denom.find(position.strain)
    )
    for seat in Seat:
        for card in held[seat]:
            deal[Player.find(str(seat))].add(Named(str(card)))
    for card in position.trick.cards:
        deal.play(Named(str(card)))
    ours = {str(Named(str(card))): card for card in position.hands[position.turn]}
    mode = SolveMode.Default if every_card else SolveMode.OptimalOne
    solved = {ours[str(card)]: int(tricks) for card, tricks in solve_board(deal, mode)}
    sound = all(0 <= tricks <= position.left for tricks in solved.values())
    return solved if sound else None
