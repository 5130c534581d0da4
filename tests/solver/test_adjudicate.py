"""A proposal keeps its order of bounds, its line, its reasons and its promises."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import (
    PlayAt,
    Settings,
    SolverClaim,
    Status,
    Tag,
    adjudicate,
    input_hash,
    normal_settings,
)
from rulings.statements import ReadStatement
from tests.solver.endings import random_claim, random_forgotten, random_position, seeded

ROOT = Path(__file__).parents[2]
FORGOTTEN = Position.parse("C S:- 9-0 N:32.32.. 65.KQ.. AK.A..9 7..KQ.5")
FINESSE = Position.parse("N S:- 9-0 N:AT3.2.. 876.K.. KJ2.A.. Q54.3..")
SOUTH = SolverClaim(Seat.SOUTH, Seat.SOUTH, 4)
LONG = Position.parse("N S:- 7-0 N:AT32.K2.. 876.Q93.. KJ4.A84.. Q95.J7.A.")


def random_case(seed, tricks=4):
    rng = seeded(seed)
    position = random_position(rng, tricks)
    claim = random_claim(rng, position)
    if claim.by_declarer or position.strain.suit is None:
        forgotten = random_forgotten(rng, position, claim)
        claim = replace(claim, forgotten=forgotten)
    return position, claim


@pytest.mark.parametrize("seed", range(30))
def test_bounds_are_in_order(seed):
    position, claim = random_case(seed)

    found = adjudicate(position, claim, Settings())

    assert found.status is Status.EXACT
    assert found.any_play.value <= found.low <= found.high <= found.double_dummy.value
    assert found.certain.value <= found.double_dummy.value
    if not claim.forgotten and found.certain.value >= claim.tricks:
        assert found.award >= claim.tricks


@pytest.mark.parametrize("seed", range(30))
def test_the_line_is_legal_and_gives_the_award(seed):
    position, claim = random_case(seed)

    found = adjudicate(position, claim, Settings())

    played = len(position.trick.cards)
    for trick in found.line:
        leader = position.trick.leader
        for n, shown in enumerate(trick.cards):
            if n < played:
                continue
            assert shown.seat is position.turn
            tags = {Tag.FORCED} if len(position.legal()) == 1 else set(Tag)
            assert shown.tag in tags
            position = position.play(shown.card)
        assert trick.cards[0].seat is leader
        assert position.turn is trick.winner
        played = 0
    assert position.left == 0
    assert sum(trick.to_claimer for trick in found.line) == found.award


@pytest.mark.parametrize("seed", range(15))
def test_an_allowance_costs_what_the_excluded_play_says(seed):
    position, claim = random_case(seed)
    claim = replace(claim, aware_of_trump=True)
    found = adjudicate(position, claim, Settings())

    for play in found.excluded[:3]:
        allowed = Settings(allowances=frozenset({PlayAt.parse(play.id)}))
        assert adjudicate(position, claim, allowed).award == play.award
        assert play.award < found.award


@pytest.mark.parametrize("seed", range(15))
def test_any_play_of_the_line_may_be_struck(seed):
    position, claim = random_case(seed, 3)
    claim = replace(claim, aware_of_trump=True)
    found = adjudicate(position, claim, Settings())
    path = []
    cards = [card for trick in found.line for card in trick.cards]
    for shown in cards[len(position.trick.cards) :]:
        if shown.tag is Tag.NORMAL:
            struck = frozenset({PlayAt(tuple(path), shown.card)})
            again = adjudicate(position, claim, Settings(strikes=struck))
            assert again.award >= found.award
        path.append(shown.card)


@pytest.mark.parametrize("seed", range(10))
def test_forgetting_more_by_name_is_a_fact_not_a_default(seed):
    position, claim = random_case(seed)
    nothing = replace(claim, forgotten=frozenset(), aware_of_trump=True, tricks=0)

    found = adjudicate(position, nothing, Settings())

    assert all(asked.id != "aware_of_trump" for asked in found.questions)
    assert all(
        card.reason is None or card.reason.rule not in {"N9", "N10"}
        for trick in found.line
        for card in trick.cards
    )


def test_awareness_is_asked_when_it_matters():
    found = adjudicate(FORGOTTEN, SOUTH, Settings())

    question = found.questions[0]
    assert (found.low, found.high, found.award) == (3, 4, 4)
    assert question.sentence.english() == (
        "Was the claimer aware of the trump still out (C5)?"
    )
    assert [(a.key, a.award.value) for a in question.answers] == [
        ("aware", 4),
        ("not_aware", 3),
    ]
    assert found.outstanding_trump.cost == 1


@pytest.mark.parametrize(("aware", "award"), [(True, 4), (False, 3)])
def test_an_answer_settles_the_question(aware, award):
    claim = replace(SOUTH, aware_of_trump=aware)

    found = adjudicate(FORGOTTEN, claim, Settings())

    assert all(asked.id != "aware_of_trump" for asked in found.questions)
    assert (found.low, found.high, found.award) == (award, award, award)


def test_words_about_drawing_trumps_answer_it():
    claim = replace(SOUTH, statement=ReadStatement.parse("draw trumps"))

    found = adjudicate(FORGOTTEN, claim, Settings())

    assert all(asked.id != "aware_of_trump" for asked in found.questions)
    assert found.award == 4
    assert found.outstanding_trump.mentioned


def test_who_says_that_no_trump_is_out_did_not_know_of_one():
    claim = replace(SOUTH, statement=ReadStatement.parse("no clubs are out"))

    found = adjudicate(FORGOTTEN, claim, Settings())

    assert all(asked.id != "aware_of_trump" for asked in found.questions)
    assert (found.low, found.high, found.award) == (3, 3, 3)
    assert found.outstanding_trump.thought_gone
    assert found.explanation[0].sentence.english() == (
        "South leads SK and West ruffs with C5: South said that no trump was out, "
        "but C5 was."
    )
    knew = adjudicate(FORGOTTEN, replace(claim, aware_of_trump=True), Settings())
    assert knew.award == 4


def test_forgotten_trump_is_the_reason_given():
    claim = replace(SOUTH, aware_of_trump=False)

    found = adjudicate(FORGOTTEN, claim, Settings())

    assert "N9" in {reason.rule for reason in found.because}
    assert found.because[0].sentence.english().startswith("With the trumps forgotten")


def test_locations_that_settle_are_named():
    found = adjudicate(FINESSE, SOUTH, Settings())

    assert found.certain.value == 3
    assert found.award == 3
    assert [s.sentence.english() for s in found.settles] == [
        "Certain if SQ is proven to be with West."
    ]
    told = replace(SOUTH, locations=frozenset({(Seat.WEST, Card.parse("SQ"))}))
    assert adjudicate(FINESSE, told, Settings()).award == 4


def test_a_concession_that_no_line_loses_is_cancelled():
    position = Position.parse("N S:- 11-0 N:.32.. .KQ.. AQ... K.A..")
    claim = SolverClaim(Seat.SOUTH, Seat.SOUTH, 1)

    found = adjudicate(position, claim, Settings())

    assert found.award == 2
    assert found.cancel_concession is True
    assert adjudicate(FINESSE, SOUTH, Settings()).cancel_concession is False


def test_a_longer_budget_only_narrows():
    claim = SolverClaim(Seat.SOUTH, Seat.SOUTH, 6)
    exact = adjudicate(LONG, claim, Settings(budget=400_000))
    assert exact.status is Status.EXACT
    before = (0, LONG.left)
    for budget in (10, 1_000, 30_000, 400_000):
        found = adjudicate(LONG, claim, Settings(budget=budget))
        assert before[0] <= found.low <= exact.low
        assert exact.high <= found.high <= before[1]
        before = (found.low, found.high)


def test_a_range_says_why_and_has_no_award():
    found = adjudicate(
        LONG, SolverClaim(Seat.SOUTH, Seat.SOUTH, 6), Settings(budget=10)
    )

    assert found.status is Status.RANGE
    assert found.award is None
    assert found.doubt is None
    assert "10 positions" in found.status_reason.english()


def test_bounds_are_reported_as_they_improve():
    heard = []

    found = adjudicate(
        FINESSE, SOUTH, Settings(), lambda low, high: heard.append((low, high))
    )

    assert heard[-1] == (found.low, found.high)
    assert all(low <= found.low and found.high <= high for low, high in heard)


def test_the_same_input_gives_the_same_bytes_in_another_process():
    script = (
        "from rulings.bridge.positions import Position\n"
        "from rulings.bridge.seats import Seat\n"
        "from rulings.solver import SolverClaim, Settings, adjudicate\n"
        f"p = Position.parse({str(FORGOTTEN)!r})\n"
        "c = SolverClaim(Seat.SOUTH, Seat.SOUTH, 4, aware_of_trump=False)\n"
        "print(adjudicate(p, c, Settings()).to_bytes().decode())\n"
    )
    claim = replace(SOUTH, aware_of_trump=False)
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }

    assert outputs == {adjudicate(FORGOTTEN, claim, Settings()).to_bytes().decode()}


def test_the_input_hash_covers_all_of_the_input():
    claim = replace(SOUTH, statement=ReadStatement.parse("cash spades"))
    hashes = {
        input_hash(FORGOTTEN, SOUTH, Settings()),
        input_hash(FINESSE, SOUTH, Settings()),
        input_hash(FORGOTTEN, claim, Settings()),
        input_hash(FORGOTTEN, replace(SOUTH, aware_of_trump=True), Settings()),
        input_hash(FORGOTTEN, SOUTH, Settings(budget=7)),
        input_hash(FORGOTTEN, SOUTH, normal_settings("ACBL")),
    }

    assert len(hashes) == 6


def test_json_is_plain_and_whole():
    found = adjudicate(FORGOTTEN, SOUTH, Settings())

    data = json.loads(found.to_bytes())

    assert data["low"] == 3
    assert data["provenance"]["input_hash"] == input_hash(FORGOTTEN, SOUTH, Settings())
    assert set(data["provenance"]["settings"]) == set(Settings().to_json())


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        (replace(SOUTH, tricks=5), "give 0 to 4"),
        (replace(SOUTH, claimer=Seat.NORTH), "dummy does not claim"),
        (
            replace(SOUTH, locations=frozenset({(Seat.EAST, Card.parse("C5"))})),
            "does not hold",
        ),
        (
            replace(SOUTH, show_outs=frozenset({(Seat.EAST, Card.parse("S2").suit)})),
            "showed out",
        ),
    ],
)
def test_a_claim_that_does_not_fit_is_refused(claim, message):
    with pytest.raises(ValueError, match=message):
        adjudicate(FORGOTTEN, claim, Settings())
