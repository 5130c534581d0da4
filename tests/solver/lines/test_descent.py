"""A losing line of a long claim is found from mistake to mistake, and is normal."""

from dataclasses import replace

import pytest

from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import Settings, SolverClaim, Status, adjudicate
from rulings.solver.adjudicate import Solve
from rulings.solver.award import Awards
from rulings.solver.inputs import NodeBudget, unseen_cards
from rulings.solver.lines import Descent
from rulings.solver.lines.descent import CHARGED
from tests.solver.endings import random_claim, random_position, seeded

ENOUGH = 10**7
# Six spades were counted, but they break 5-1: cashed from the top they leave two
# losers behind, and the clubs too.
SPADES = (
    "N S:- 2-0 N:2.T.AQ96.KJT95 3.KQ7.J732.742 AKQJ94.J6.T5.6 T8765.82..AQ83",
    SolverClaim(Seat.NORTH, Seat.NORTH, 6),
)


def ending(seed):
    """Return an ending, a claim, and some cards to leave out of count."""
    rng = seeded(seed)
    position = random_position(rng, rng.choice([3, 4]))
    claim = replace(random_claim(rng, position), aware_of_trump=True)
    claim = replace(claim, tricks=rng.randint(0, position.left))
    unseen = sorted(unseen_cards(position, claim))
    few = rng.choice([0, 0, 1, 2])
    forgotten = frozenset(rng.sample(unseen, few)) if len(unseen) > few else frozenset()
    return position, claim, forgotten


def unsearched(awards: Awards, forgotten):
    lines = awards.lines(forgotten)
    awards.search.budget = lines.budget = NodeBudget(ENOUGH)
    lines.mark()
    return lines


@pytest.mark.parametrize("seed", range(60))
def test_no_line_is_found_below_the_award_and_one_at_it_is_normal(seed):
    position, claim, forgotten = ending(seed)
    awards = Solve(position, claim, Settings(), lambda *_: None).prepared()
    award = awards.find(awards.lines(forgotten), NodeBudget(ENOUGH)).award.low

    below = Descent(unsearched(awards, forgotten), award - 1, position.left)
    below.go(position, NodeBudget(50 * CHARGED))
    assert below.most >= award
    assert below.route == {}

    lines = unsearched(awards, forgotten)
    descent = Descent(lines, award, position.left)
    descent.go(position, NodeBudget(50 * CHARGED))
    assert descent.most >= award
    node, won = lines.root, 0
    while node in descent.route:
        option = descent.route[node]
        assert option in lines.plays(node)
        node, won = option.node, won + option.won
    assert not descent.route or (node.tricks, won) == (0, award)


def test_most_lines_are_found():
    found = 0
    for seed in range(60):
        position, claim, forgotten = ending(seed)
        awards = Solve(position, claim, Settings(), lambda *_: None).prepared()
        award = awards.find(awards.lines(forgotten), NodeBudget(ENOUGH)).award.low
        descent = Descent(unsearched(awards, forgotten), award, position.left)
        descent.go(position, NodeBudget(50 * CHARGED))
        found += bool(descent.route)
    assert found > 50


def test_a_claim_that_no_search_of_all_lines_settles_gets_its_line():
    text, claim = SPADES
    position = Position.parse(text)

    found = adjudicate(position, claim, Settings(budget=3_000_000))

    assert (found.status, found.award, found.double_dummy.low) == (Status.EXACT, 6, 7)
    assert len(found.line) == position.left
    assert sum(trick.to_claimer for trick in found.line) == 6


def test_a_look_ends_with_its_positions():
    position = Position.parse(SPADES[0])
    awards = Solve(position, SPADES[1], Settings(), lambda *_: None).prepared()
    budget = NodeBudget(3 * CHARGED)

    descent = Descent(unsearched(awards, frozenset()), 0, position.left)
    descent.go(position, budget)

    assert budget.used <= 3 * CHARGED
    assert descent.route == {}
