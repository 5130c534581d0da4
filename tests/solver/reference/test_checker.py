"""A stored proposal is checked by rules that share nothing with the search."""

import json
from dataclasses import replace

import pytest

from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import Settings, adjudicate
from rulings.solver.inputs import PlayAt, SolverClaim
from rulings.solver.reference import check
from rulings.solver.tools.golden import read_cases
from tests import tree
from tests.solver.endings import random_claim, random_position, seeded
from tests.solver.solving import random_ideas, random_question

CASES = read_cases(tree.ROOT / "tests" / "golden")
SMALL = [case for case in CASES if case.position.left <= 3]
TRUMP = next(case for case in CASES if case.name == "forgotten_trump_overruffs")


def stored(position, claim, settings):
    return json.loads(adjudicate(position, claim, settings).to_bytes())


def checked(case, **changes):
    result = stored(case.position, case.claim, case.settings) | changes
    return check(case.position, case.claim, case.settings, result)


@pytest.mark.parametrize("case", SMALL, ids=lambda case: case.name)
def test_golden_cases_pass(case):
    found = checked(case)

    assert found.faults == []


@pytest.mark.parametrize("seed", range(25))
def test_proposals_for_random_endings_pass(seed):
    rng = seeded(seed)
    question = random_question(rng, rng.choice([1, 2, 2, 3]))
    settings = question.settings()
    claim = replace(question.claim, forgotten=question.forgotten)

    result = stored(question.position, claim, settings)

    assert check(question.position, claim, settings, result).faults == []


def test_another_award_is_noticed():
    award = (
        checked(TRUMP).faults == []
        and stored(TRUMP.position, TRUMP.claim, TRUMP.settings)["award"]
    )

    for other in {award - 1, award + 1} & set(range(5)):
        assert checked(TRUMP, award=other, low=other, high=other).faults


def test_a_card_out_of_turn_is_noticed():
    line = stored(TRUMP.position, TRUMP.claim, TRUMP.settings)["line"]
    line[0]["cards"][0], line[0]["cards"][1] = line[0]["cards"][1], line[0]["cards"][0]

    assert "not legal" in checked(TRUMP, line=line).faults[0]


def test_a_line_that_is_not_normal_is_noticed():
    other = adjudicate(
        TRUMP.position, replace(TRUMP.claim, aware_of_trump=False), TRUMP.settings
    )
    aware = replace(TRUMP.claim, aware_of_trump=True)
    result = json.loads(other.to_bytes())

    faults = check(TRUMP.position, aware, TRUMP.settings, result).faults

    assert any("not normal" in fault for fault in faults)


def test_a_certainty_that_is_not_there_is_noticed():
    faults = checked(TRUMP, certain={"low": 0, "high": 0}).faults

    assert any(fault.startswith("certain is") for fault in faults)


def test_bounds_in_the_wrong_order_are_noticed():
    assert checked(TRUMP, any_play={"low": 4, "high": 4}).faults
    assert checked(TRUMP, left=9).faults


@pytest.mark.parametrize("tricks", [4, 7], ids=["too few", "too many"])
def test_a_rung_of_even_breaks_out_of_its_bounds_is_noticed(tricks):
    claim = SolverClaim(Seat.SOUTH, Seat.SOUTH, 6)
    position = Position.parse("N S:- 7-0 N:AKQ2..32. 864..J5.3 753..AQ.A JT9..K4.4")
    result = stored(position, claim, Settings())
    rung = next(rung for rung in result["ladder"] if rung["key"] == "even_breaks")
    assert check(position, claim, Settings(), result).faults == []

    rung["award"] = {"low": tricks, "high": tricks}

    faults = check(position, claim, Settings(), result).faults
    assert any("even breaks" in fault for fault in faults)


def test_an_unsettled_result_says_that_its_line_was_left_out():
    result = stored(TRUMP.position, TRUMP.claim, Settings(budget=2))

    found = check(TRUMP.position, TRUMP.claim, Settings(budget=2), result)

    assert found.faults == []
    assert found.left_out


def test_a_range_with_a_card_on_the_table_needs_no_line():
    on_lead, *_ = TRUMP.position.legal()
    played = TRUMP.position.play(on_lead)
    claim = replace(TRUMP.claim, tricks=min(TRUMP.claim.tricks, played.left))

    result = stored(played, claim, Settings(budget=2))
    found = check(played, claim, Settings(budget=2), result)

    assert (result["award"], result["line"]) == (None, [])
    assert found.faults == []
    assert found.left_out == ["no settled line to replay"]


SOUND = {
    "a show-out in spades on the table": (
        "C N:SJ,D4,S2 7-4 N:...J ..9. ...4 5...8",
        "S",
        "S",
        2,
        True,
    ),
    "a mistake besides a trump that is not minded": (
        "D W:- 0-11 N:3.Q.. 74... .A5.. J.7..",
        "W",
        "W",
        2,
        False,
    ),
    "a run parted by a card that lies beaten": (
        "N S:S6,S8,S2 5-6 N:..A. 74... ..3. ..7.",
        "W",
        "N",
        0,
        None,
    ),
    "own cards parted by a card that lies beaten": (
        "N W:S6,S8,S2 5-6 N:..A. ..3. 74... ..7.",
        "S",
        "S",
        0,
        None,
    ),
}


@pytest.mark.parametrize("ending", SOUND.values(), ids=SOUND)
def test_a_right_result_is_not_faulted(ending):
    text, claimer, declarer, tricks, aware = ending
    position = Position.parse(text)
    claim = SolverClaim(
        Seat.parse(claimer), Seat.parse(declarer), tricks, aware_of_trump=aware
    )

    result = stored(position, claim, Settings())

    assert check(position, claim, Settings(), result).faults == []


@pytest.mark.parametrize("aware", [True, False, None])
@pytest.mark.parametrize("seed", range(15))
def test_results_for_every_answer_on_trumps_pass(seed, aware):
    rng = seeded(seed * 13 + 2)
    position = random_position(rng, 2)
    claim = replace(random_claim(rng, position), aware_of_trump=aware)

    result = stored(position, claim, Settings())

    assert check(position, claim, Settings(), result).faults == []


@pytest.mark.parametrize("seed", range(15))
def test_results_with_any_normal_play_of_the_line_struck_pass(seed):
    rng = seeded(seed * 17 + 2)
    position = random_position(rng, rng.choice([2, 2, 3]))
    claim = replace(random_claim(rng, position), aware_of_trump=True)
    path: list = []
    cards = [
        c for trick in adjudicate(position, claim, Settings()).line for c in trick.cards
    ]
    for shown in cards[len(position.trick.cards) :]:
        if shown.reason is not None:
            settings = Settings(strikes=frozenset({PlayAt(tuple(path), shown.card)}))
            result = stored(position, claim, settings)

            assert check(position, claim, settings, result).faults == []
        path.append(shown.card)


@pytest.mark.parametrize("seed", range(30))
def test_results_with_kinds_of_play_ruled_out_or_let_in_pass(seed):
    rng = seeded(seed * 23 + 1)
    question = random_question(rng, rng.choice([2, 2, 3]))
    claim = replace(question.claim, forgotten=question.forgotten)
    never = random_ideas(rng, question.position, claim)
    let_in = random_ideas(rng, question.position, claim) if seed % 3 == 0 else never
    settings = replace(question.settings(), never=never, let_in=let_in - never)

    result = stored(question.position, claim, settings)

    assert check(question.position, claim, settings, result).faults == []


def test_a_strike_that_was_not_heeded_is_noticed():
    position = Position.parse("D N:ST 0-11 N:...6 K9... ...K3 4...8")
    claim = SolverClaim(Seat.WEST, Seat.SOUTH, 2)
    struck = Settings(strikes=frozenset({PlayAt.parse(">S9")}))

    faults = check(position, claim, struck, stored(position, claim, Settings())).faults

    assert faults == ["S9 is not normal after 0 cards"]


def test_an_award_without_a_line_is_no_fault_where_cards_lie_on_the_table():
    on_lead, *_ = TRUMP.position.legal()
    played = TRUMP.position.play(on_lead)
    claim = replace(TRUMP.claim, tricks=min(TRUMP.claim.tricks, played.left))
    result = stored(played, claim, TRUMP.settings) | {"line": []}

    found = check(played, claim, TRUMP.settings, result)

    assert (found.faults, found.left_out) == ([], ["no settled line to replay"])
