"""Where more can still be had there is a guess; elsewhere what is lost is so told."""

import sys
from dataclasses import replace

import pytest

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import Settings, adjudicate
from rulings.solver.explain.prospects import Prospects
from rulings.solver.hypotheses import Certainty, view_of
from rulings.solver.inputs import NodeBudget, SolverClaim
from rulings.solver.lines import Lines, Task
from rulings.solver.lines.double_dummy import BINDING, by_own_search
from rulings.solver.types import Cause, Tag, is_said
from rulings.statements import ReadStatement
from tests.solver.endings import (
    random_claim,
    random_forgotten,
    random_position,
    seeded,
)
from tests.solver.slow_search import Reference
from tests.solver.solving import ENOUGH

LOST = {
    "guess_cost": ("N1", "70A"),
    "out_of_reach": ("N1", "70A"),
    "trump_cost": ("N9", "70C"),
    "card_cost": ("N10", "70D1"),
}


def hopeful(seed, tricks):
    """Return an ending of which nearly all is claimed, often with cards forgotten."""
    rng = seeded(seed)
    position = random_position(rng, tricks)
    claim = random_claim(rng, position)
    forgotten = random_forgotten(rng, position, claim)
    least = max(0, position.left - 1)
    return position, replace(
        claim,
        tricks=rng.randint(least, position.left),
        forgotten=forgotten,
        aware_of_trump=rng.random() < 0.7,
    )


def choices(position, claim, found):
    """Return the choices of the side on a line: position before, card, still needed."""
    on_the_table, need = set(position.trick.plays()), claim.tricks
    for trick in found.line:
        for played in trick.cards:
            if (played.seat, played.card) in on_the_table:
                continue
            if played.reason is not None:
                yield position, played, need
            position = position.play(played.card)
        on_the_table, need = set(), need - trick.to_claimer


def best(position, claim):
    return Reference(position, replace(claim, tricks=0)).double_dummy()


def told(found):
    return [(why.rule, why.law, why.sentence.english()) for why in found.explanation]


def card_text(trick, at):
    return trick.cards[at].reason.sentence.english()


@pytest.mark.parametrize("seed", range(150))
def test_a_guess_is_told_only_where_more_than_the_certain_tricks_can_be_had(seed):
    position, claim = hopeful(seed, 2 + seed % 2)

    for before, played, _ in choices(position, claim, adjudicate(*asked(seed))):
        if played.tag is not Tag.GUESS:
            continue
        certain = int(dict(played.reason.sentence.params)["tricks"])
        top = best(before, claim)
        after = before.play(played.card)
        won = after.won_by(claim.side) - before.won_by(claim.side)
        assert top > certain
        wrong = best(after, claim) + won < top
        assert is_said(played.reason, "guess_wrong" if wrong else "guess")


def asked(seed):
    return (*hopeful(seed, 2 + seed % 2), Settings())


@pytest.mark.parametrize("seed", range(150))
def test_what_is_called_lost_cannot_be_had_with_every_card_in_sight(seed):
    position, claim = hopeful(seed, 2 + seed % 2)

    for before, played, need in choices(position, claim, adjudicate(*asked(seed))):
        for key, source in LOST.items():
            if is_said(played.reason, key):
                certain = int(dict(played.reason.sentence.params)["tricks"])
                assert best(before, claim) == certain < need
                assert (played.reason.rule, played.reason.law) == source


def test_a_claim_that_no_play_can_reach_is_told_without_a_guess():
    position = Position.parse("H W:- 4-7 N:..8.3 7...J .52.. .9.4.")
    found = adjudicate(position, SolverClaim(Seat.SOUTH, Seat.SOUTH, 2), Settings())

    assert told(found)[0] == (
        "N1",
        "70A",
        "Even the best play wins 1, not 2: West takes a trick with H9.",
    )
    assert not {"70E1"} & {why.law for why in (*found.explanation, *found.because)}


def test_a_guess_that_went_wrong_in_a_trick_before_is_told_as_the_cause():
    position = Position.parse("H E:- 5-5 N:3...J2 2.5..A 5.62.. Q.84..")
    claim = SolverClaim(Seat.WEST, Seat.WEST, 3, aware_of_trump=True)
    found = adjudicate(position, claim, Settings())

    assert is_said(found.line[0].cards[2].reason, "guess_wrong")
    assert card_text(found.line[1], 0) == (
        "A guess went wrong; the claim cannot be made any more. Sure tricks: 1."
    )
    assert told(found)[0][:2] == ("N1", "70E1")
    assert told(found)[0][2].startswith("West plays H8 and later H4 loses to H6: all ")


def test_a_guess_that_goes_wrong_in_the_trick_is_told_as_a_guess():
    position = Position.parse("S W:- 9-1 N:T9...9 8.Q8.. KJ...T Q.K9..")
    claim = SolverClaim(Seat.NORTH, Seat.NORTH, 3, aware_of_trump=True)
    found = adjudicate(position, claim, Settings())

    assert found.cause is Cause.GUESS
    assert told(found)[0][:2] == ("N1", "70D1")
    assert told(found)[0][2] == (
        "South plays SJ on ST and West wins with SQ: "
        "no card is safe here, and North did not name SK."
    )


def test_a_lead_that_costs_nothing_is_not_blamed_for_the_guess():
    """Best play loses the spade too: only what is certain stands behind the claim."""
    position = Position.parse("D E:- 1-8 N:A64..4. 2..AJ6. JT93... 7..QT3.")
    claim = SolverClaim(Seat.SOUTH, Seat.SOUTH, 3, aware_of_trump=True)

    found = adjudicate(position, claim, Settings())

    assert found.turning is None or str(found.turning.card) != "SJ"


def test_what_a_forgotten_trump_has_cost_is_told_as_that():
    position = Position.parse("C N:C7 8-2 N:K...K 2...A3 9...T5 T...Q9")
    claim = SolverClaim(
        Seat.EAST,
        Seat.EAST,
        2,
        aware_of_trump=True,
        forgotten=frozenset({Card.parse("CK"), Card.parse("CT")}),
    )
    found = adjudicate(position, claim, Settings())

    assert card_text(found.line[1], 0) == (
        "With the trumps forgotten, the claim was lost before. Sure tricks: 0."
    )
    assert found.cause is Cause.GUESS  # so may play who has every trump in mind


def test_what_a_forgotten_card_has_cost_is_told_with_the_card():
    position = Position.parse("D E:- 3-7 N:.T73.. 3...A5 4...92 Q.5.Q.")
    claim = SolverClaim(
        Seat.WEST,
        Seat.WEST,
        3,
        aware_of_trump=True,
        forgotten=frozenset({Card.parse("HT"), Card.parse("H7")}),
    )
    found = adjudicate(position, claim, Settings())

    assert card_text(found.line[1], 0) == (
        "With H7 HT forgotten, the claim was lost before. Sure tricks: 1."
    )
    assert told(found)[0][:2] == ("N10", "70D1")
    assert told(found)[0][2] == (
        "East leads S3 and later H5 loses to H7: "
        "West took no account of these cards: HT H7."
    )


def outlook(position, claim, budget):
    view = view_of(position, claim)
    settings = Settings()
    task = Task(view, claim.tricks, ReadStatement.parse("").steps, settings)
    lines = Lines(task, Certainty(view.sides, budget), budget)
    return Prospects(lines)


def test_where_best_play_is_not_known_the_plain_reason_is_given():
    position = Position.parse("N S:- 0-9 N:AT3.2.. 876.K.. KJ2.A.. Q54.3..")
    claim = SolverClaim(Seat.SOUTH, Seat.SOUTH, 4)
    view = outlook(position, claim, NodeBudget(20))

    tag, why = view.short(position, Card.parse("SK"), 3)

    assert view.reaches(position, 4) is None
    assert tag is Tag.NORMAL
    assert is_said(why, "keeps")


def test_what_it_costs_is_counted_within_the_share():
    position = Position.parse("N S:- 0-9 N:AT3.2.. 876.K.. KJ2.A.. Q54.3..")
    budget = NodeBudget(ENOUGH)
    view = outlook(position, SolverClaim(Seat.SOUTH, Seat.SOUTH, 4), budget)
    share = view.share

    assert view.reaches(position, 4) is True
    assert 0 < share - view.share == budget.used


@pytest.mark.parametrize("library", [True, False], ids=["library", "alone"])
@pytest.mark.parametrize("seed", range(6))
def test_long_positions_are_answered_as_by_our_own_search(seed, library, monkeypatch):
    if not library:
        monkeypatch.setitem(sys.modules, BINDING, None)
    rng = seeded(seed)
    position = random_position(rng, 7)
    claim = random_claim(rng, position)
    top = by_own_search(position, claim, NodeBudget(ENOUGH)).value
    view = outlook(position, claim, NodeBudget(20 * ENOUGH))

    assert view.reaches(position, top) is True
    assert view.reaches(position, top + 1) is False
