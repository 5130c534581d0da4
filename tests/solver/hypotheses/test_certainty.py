"""G equals the value over explicit sets of layouts, whatever is known or forgotten."""

from dataclasses import replace

import pytest

from rulings.bridge.cards import Card, Suit
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver.hypotheses import Certainty, view_of
from rulings.solver.inputs import Exhausted, NodeBudget, SolverClaim
from tests.solver.endings import random_forgotten, seeded
from tests.solver.lots import lots
from tests.solver.solving import Question, random_question

SAMPLE = [
    *((1, seed) for seed in range(20)),
    *((2, seed) for seed in range(80)),
    *((3, seed) for seed in range(25)),
]
SOAK = [
    *((2, start) for start in range(1000, 9000, 500)),
    *((3, start) for start in range(1000, 4000, 250)),
    *((4, start) for start in range(1000, 2000, 50)),
]


def check(tricks, seed):
    question = random_question(seeded(seed * 7 + tricks), tricks)
    reference = question.reference()

    expected = reference.certain(
        reference.hands,
        reference.table,
        reference.leader,
        reference.shown,
        reference.forgotten,
    )

    assert question.certain() == expected


@pytest.mark.parametrize(("tricks", "seed"), SAMPLE)
def test_certain_tricks_are_those_of_explicit_layouts(tricks, seed):
    check(tricks, seed)


@pytest.mark.parametrize(("tricks", "start"), lots("layouts", SOAK))
def test_certain_tricks_are_those_of_explicit_layouts_at_length(tricks, start):
    for seed in range(start, start + {2: 500, 3: 250, 4: 50}[tricks]):
        check(tricks, seed)


def certain(position, claim, forgotten=frozenset()):
    return Question(Position.parse(position), claim, forgotten).certain()


FINESSE = "N S:- 9-0 N:AT3.2.. 876.K.. KJ2.A.. Q54.3.."
SOUTH = SolverClaim(Seat.SOUTH, Seat.SOUTH, 4)


def test_a_guess_is_not_certain():
    assert certain(FINESSE, SOUTH) == 3


def test_a_proven_location_makes_it_certain():
    told = replace(SOUTH, locations=frozenset({(Seat.WEST, Card.parse("SQ"))}))

    assert certain(FINESSE, told) == 4


def test_a_show_out_tells_as_much():
    position = "N S:- 9-0 N:AT3.2.. .K87.2. KJ2.A.. Q54.3.."
    told = replace(SOUTH, show_outs=frozenset({(Seat.EAST, Suit.SPADES)}))

    assert certain(position, SOUTH) == 3
    assert certain(position, told) == 4


def test_a_forgotten_card_is_not_feared():
    position = "N S:- 10-0 N:32...2 .54.4. AK.Q.. Q.K.K."
    west = SolverClaim(Seat.SOUTH, Seat.SOUTH, 3)

    assert certain(position, west) == 2
    assert certain(position, west, frozenset({Card.parse("HK")})) == 3


@pytest.mark.parametrize("seed", range(20))
def test_knowing_more_never_lowers_certainty(seed):
    rng = seeded(seed)
    question = random_question(rng, 3)
    position, claim = question.position, question.claim
    holders = [(s, c) for s in claim.hidden for c in position.hands[s]]
    voids = [
        (s, suit)
        for s in claim.hidden
        for suit in Suit
        if not position.hands[s].suit(suit)
    ]
    plain = replace(claim, locations=frozenset(), show_outs=frozenset())
    told = replace(plain, locations=frozenset(rng.sample(holders, 2)))
    shown = replace(plain, show_outs=frozenset(rng.sample(voids, min(2, len(voids)))))

    value = Question(position, plain, frozenset()).certain()

    assert Question(position, told, frozenset()).certain() >= value
    assert Question(position, shown, frozenset()).certain() >= value


@pytest.mark.parametrize("seed", range(20))
def test_forgetting_never_lowers_what_seems_certain(seed):
    rng = seeded(seed)
    question = random_question(rng, 3)
    question = replace(question, plays=(), struck=frozenset())
    if not question.claim.by_declarer:
        question.claim = replace(question.claim, declarer=question.claim.claimer)
        question.claim = replace(
            question.claim, locations=frozenset(), show_outs=frozenset()
        )
    forgotten = random_forgotten(rng, question.position, question.claim)
    all_seen = replace(question, forgotten=frozenset())

    assert replace(question, forgotten=forgotten).certain() >= all_seen.certain()


def test_a_spent_budget_leaves_proven_bounds():
    position = Position.parse("N S:- 6-0 N:AT32.2.43. 876.K3.5.2 KJ4.A9.6.3 Q95.84.A7.")
    claim = SolverClaim(Seat.SOUTH, Seat.SOUTH, 5)
    view = view_of(position, claim)
    exact = Question(position, claim, frozenset()).certain()

    for budget in (3, 30, 300):
        search = Certainty(view.sides, NodeBudget(budget))
        node = view.node()
        low = 0
        try:
            while search.holds(node, low + 1):
                low += 1
        except Exhausted:
            proven = search.proven(node)
            assert low <= exact <= proven[1]
        else:
            assert low == exact


def test_a_search_uses_no_more_than_its_budget():
    position = Position.parse(FINESSE)
    view = view_of(position, SOUTH)
    search = Certainty(view.sides, NodeBudget(2))

    with pytest.raises(Exhausted):
        search.value(view.node())

    assert search.budget.used == 2


def use(budget, positions):
    for _ in range(positions):
        budget.count()


def test_what_is_used_of_a_part_is_charged_even_if_it_was_too_little():
    budget = NodeBudget(10)

    with budget.lend(1) as part, pytest.raises(Exhausted):
        use(part, 2)
    with budget.lend(100) as rest:
        use(rest, 4)

    assert (part.used, rest.left, budget.left, budget.used) == (1, 5, 5, 5)
