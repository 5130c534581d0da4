"""Every doubt names the card or the suits that would settle it (Laws 70E1, 70D2)."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulings.bridge.cards import Suit
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import Settings, SolverClaim, adjudicate
from rulings.solver.doubts import settling_locations
from rulings.solver.hypotheses import Certainty, view_of
from rulings.solver.inputs import NodeBudget
from rulings.solver.types import NOT_COUNTED, PartnerPlay
from rulings.statements import ReadStatement, StatedStep, Verb
from tests.solver.endings import random_claim, random_position, seeded

GUESS = "NT S:- 9-0 N:AT3.2.. 876.K.. KJ2.A.. Q54.3.."


def doubted(seed, tricks):
    """Return a claim of all that the cards allow, and what is proposed for it."""
    rng = seeded(seed)
    position = random_position(rng, tricks)
    claim = replace(random_claim(rng, position), aware_of_trump=True)
    best = adjudicate(position, claim, Settings()).double_dummy.low
    claim = replace(claim, tricks=best)
    return position, claim, adjudicate(position, claim, Settings())


@given(st.integers(0, 300), st.sampled_from([2, 3, 3, 4]))
@settings(max_examples=40, deadline=None, derandomize=True, database=None)
def test_every_doubt_names_what_would_settle_it(seed, tricks):
    position, claim, found = doubted(seed, tricks)

    assert found.named() or not found.doubt
    for one in found.settles:
        told = replace(claim, locations=claim.locations | set(one.held))
        proven = adjudicate(position, told, Settings())
        assert proven.certain.low >= max(claim.tricks, one.certain)


@given(st.integers(0, 300), st.sampled_from([2, 3, 3, 4]), st.booleans())
@settings(max_examples=40, deadline=None, derandomize=True, database=None)
def test_a_location_moves_the_number_where_the_solve_that_proves_it_does(
    seed, tricks, aware
):
    position, claim, _ = doubted(seed, tricks)
    claim = replace(claim, aware_of_trump=aware)
    found = adjudicate(position, claim, Settings())

    for one in found.settles:
        told = replace(claim, locations=claim.locations | set(one.held))
        proven = adjudicate(position, told, Settings())
        assert one.moves is ((proven.low, proven.high) != (found.low, found.high))


FORGOTTEN = Position.parse("S N:- 0-9 N:.AK.32. .JT.Q.Q AK..A.3 2.Q.K.K")
"""Hearts cashed as stated are ruffed by a trump that was forgotten."""


def test_a_location_that_changes_nothing_is_not_spoken_of():
    steps = ReadStatement.parse("cash hearts 2; hand is good")
    claim = SolverClaim(Seat.SOUTH, Seat.SOUTH, 4, steps, aware_of_trump=False)

    found = adjudicate(FORGOTTEN, claim, Settings())

    assert [one.moves for one in found.settles] == [False]
    assert [one.id for one in found.questions if one.id == "location"] == []
    said = [reason.sentence.english() for reason in found.explanation]
    assert not any("who holds" in one for one in said)


def test_a_location_that_moves_the_number_is_spoken_of():
    claim = SolverClaim(Seat.SOUTH, Seat.SOUTH, 4)

    found = adjudicate(Position.parse(GUESS), claim, Settings())

    assert [one.moves for one in found.settles] == [True]
    said = [reason.sentence.english() for reason in found.explanation]
    assert ": all depends on who holds SQ, " in said[0]


@pytest.mark.parametrize(
    ("text", "claim", "budget", "named"),
    [
        (GUESS, SolverClaim(Seat.SOUTH, Seat.SOUTH, 4), 10_000, [["W:SQ"]]),
        (
            "NT N:- 9-1 N:...KJ6 ...AT9 .Q..42 6...Q8",
            SolverClaim(Seat.WEST, Seat.SOUTH, 3),
            10_000,
            [["E:CA"]],
        ),
        (
            "NT W:- 5-6 N:..32. .A..A .K.4. A.2..",
            SolverClaim(Seat.WEST, Seat.SOUTH, 2),
            10_000,
            [["E:HA"]],
        ),
        (
            "D N:- 1-9 N:.KJ9.. .QT..Q .A..T8 .8..K9",
            SolverClaim(Seat.SOUTH, Seat.WEST, 2, aware_of_trump=True),
            10_000,
            [["N:HJ"]],
        ),
    ],
    ids=[
        "a guess",
        "partner takes his ace",
        "partner keeps the right ace",
        "partner unblocks, whatever the worst line",
    ],
)
def test_the_card_that_settles_it_is_named(text, claim, budget, named):
    found = adjudicate(Position.parse(text), claim, Settings(budget=budget))

    assert found.doubt
    assert found.named() == named


def test_an_explanation_says_which_card_of_a_partner_is_needed():
    position = Position.parse("NT N:- 9-1 N:...KJ6 ...AT9 .Q..42 6...Q8")

    found = adjudicate(position, SolverClaim(Seat.WEST, Seat.SOUTH, 3), Settings())

    words = [reason.sentence.english() for reason in found.explanation]
    assert ": the claim needs CA from East, and a partner's choice " in words[0]
    assert found.explanation[0].law == "70D2"
    assert PartnerPlay.from_json(found.partner.to_json()) == found.partner


def test_what_the_budget_leaves_uncounted_is_bounded_and_says_so():
    words = ReadStatement((StatedStep(Verb.CASH, suit=Suit.HEARTS),))
    claim = SolverClaim(Seat.SOUTH, Seat.SOUTH, 4, statement=words, reclaimed=1)

    short = adjudicate(Position.parse(GUESS), claim, Settings(budget=60))
    whole = adjudicate(Position.parse(GUESS), claim, Settings())

    assert short.lines_won == NOT_COUNTED
    assert short.lines_won.percent is None
    assert whole.lines_won.lines > 0
    assert short.as_stated.low <= whole.as_stated.value <= short.as_stated.high


def test_a_larger_budget_names_less_that_settles_it():
    position = Position.parse("NT S:- 8-0 N:AT3.2.2. 876.K..9 KJ2.A.A. Q54.3.3.")
    claim = SolverClaim(Seat.SOUTH, Seat.SOUTH, 5)
    told = []

    for budget in range(0, 1600, 20):
        search = Certainty(view_of(position, claim).sides, NodeBudget(budget))
        found = settling_locations(position, claim, search)
        told += [one.sentence.english() for one in found]
        assert all(one.certain == claim.tricks for one in found)

    assert list(dict.fromkeys(told)) == [
        "Certain if the layout of every suit still out is proven.",
        "Certain if the layout of every suit but clubs is proven.",
        "Certain if the layouts of spades and hearts are proven.",
        "Certain if the layout of spades is proven.",
        "Certain if SQ is proven to be with West.",
    ]
