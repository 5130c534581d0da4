"""Counting on even breaks: as explicit layouts tell, and never less than the award."""

from dataclasses import replace

import pytest
from django.utils import translation

from rulings.bridge.cards import Card, Suit
from rulings.bridge.hands import Hand
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.presenters.sentences import sentence_words
from rulings.solver import Settings, adjudicate, normal_settings
from rulings.solver.hypotheses import Certainty, view_of
from rulings.solver.inputs import NodeBudget, SolverClaim
from rulings.solver.kernel import breaks, engine
from rulings.solver.kernel import compiler as kernel
from rulings.solver.types import said
from tests.solver.endings import random_claim, random_position, seeded
from tests.solver.lots import lots
from tests.solver.slow_search import Dials, Reference
from tests.solver.solving import ENOUGH, random_question

SAMPLE = [
    *((2, seed) for seed in range(60)),
    *((3, seed) for seed in range(40)),
]
AT_ONCE = {2: 500, 3: 250, 4: 20}
SOAK = [
    *((2, start) for start in range(1000, 5000, 500)),
    *((3, start) for start in range(1000, 5000, 250)),
    *((4, start) for start in range(1000, 1200, 20)),
]
WHOLE = [*((3, start) for start in range(1000, 9000, 1000))]

RUN = "N S:- 7-0 N:AKQ2..32. 864..J5.3 753..AQ.A JT9..K4.4"
"""Four spades run if the six out break; a finesse of the queen is another way."""
SOUTH = SolverClaim(Seat.SOUTH, Seat.SOUTH, 6)


def counting(seed, tricks):
    """Return a question of a claimer who counts on even breaks and forgets nothing."""
    question = random_question(seeded(seed * 13 + tricks), tricks)
    return replace(question, forgotten=frozenset(), breaks=True)


def check(tricks, seed):
    question = counting(seed, tricks)
    reference = question.reference()
    real = reference.hands, reference.table, reference.leader, reference.shown

    assert question.certain() == reference.certain(*real, frozenset())
    assert question.award() == reference.award()


@pytest.mark.parametrize(("tricks", "seed"), SAMPLE)
def test_certain_tricks_and_award_are_those_of_the_layouts_that_break(tricks, seed):
    check(tricks, seed)


@pytest.mark.parametrize(("tricks", "start"), lots("breaks", SOAK))
def test_they_are_those_of_the_layouts_that_break_at_length(tricks, start):
    for seed in range(start, start + AT_ONCE[tricks]):
        check(tricks, seed)


def doubted(seed, tricks):
    """Return an ending with a bare claim that is not certain, None if it is none."""
    rng = seeded(seed * 17 + tricks)
    position = random_position(rng, tricks)
    claim = replace(random_claim(rng, position), aware_of_trump=True)
    plain = Reference(position, claim)
    real = plain.hands, plain.table, plain.leader, plain.shown, frozenset()
    low, high = plain.certain(*real), plain.double_dummy()
    if low >= high or not Reference(position, claim, breaks=True).breaking:
        return None
    return position, replace(claim, tricks=rng.randint(low + 1, high))


def slow_award(position, claim):
    """Return what a bare claim gets by the slow rules, more than claimed included."""
    first = Reference(position, claim, breaks=True)
    real = first.hands, first.table, first.leader, first.shown, frozenset()
    certain, best = first.certain(*real), first.double_dummy()

    def worst(tricks):
        asked, dials = replace(claim, tricks=tricks), Dials(bare=certain > tricks)
        return Reference(position, asked, dials=dials, breaks=True).award()

    award = worst(claim.tricks)
    while certain <= claim.tricks <= award < best and worst(award + 1) > award:
        award = worst(award + 1)
    return award


def scenario_of(found):
    """Return the number of the rung of even breaks, that of the award without one."""
    rungs = {rung.key: rung.award.value for rung in found.ladder}
    return rungs.get("even_breaks", rungs["award"])


def check_whole(ending):
    position, claim = ending
    found = adjudicate(position, claim, Settings())
    plain = adjudicate(position, claim, Settings(even_breaks_shown=False))

    assert scenario_of(found) == max(found.award, slow_award(position, claim))
    assert found.award <= scenario_of(found) <= found.double_dummy.low
    rungs = [rung for rung in found.ladder if rung.key != "even_breaks"]
    assert replace(found, ladder=tuple(rungs), provenance=plain.provenance) == plain


@pytest.mark.parametrize("seed", range(12))
def test_the_rung_is_the_worst_line_of_who_counts_on_breaks(seed):
    endings = (doubted(100 * seed + more, 3) for more in range(100))

    check_whole(next(ending for ending in endings if ending))


@pytest.mark.parametrize(("tricks", "start"), lots("even", WHOLE))
def test_the_rung_is_that_worst_line_at_length(tricks, start):
    for seed in range(start, start + 1000):
        if ending := doubted(seed, tricks):
            check_whole(ending)


def counted(question, runner):
    """Return G, what it costs, and whether both ways to a node agree."""
    view = view_of(question.position, question.claim, breaks=True)
    search = Certainty(view.sides, NodeBudget(ENOUGH), runner)
    node = view.node()
    lines = question.lines()
    return (
        search.value(node),
        search.budget.used,
        node == lines.table.believed(lines.root),
    )


@pytest.mark.parametrize("seed", range(30))
def test_both_engines_count_on_breaks_alike(seed):
    compiled = kernel.compiled_engine() or pytest.skip("numba is not installed here")
    question = counting(seed, 2 + seed % 4)

    found = counted(question, compiled)

    assert found == counted(question, engine.PLAIN)
    assert found[2]


def hand(text):
    return Hand.parse(text)


@pytest.mark.parametrize(
    ("first", "second", "kinds"),
    [
        ("AK2...", "QJT...", (breaks.OF_EVEN_NUMBER, 0, 0, 0)),
        ("AK...", "QJT...", (breaks.FIRST_SHORTER, 0, 0, 0)),
        (".AK3.5.2", ".42.KQ.3", (0, breaks.FIRST_LONGER, breaks.FIRST_SHORTER, 1)),
        ("AKQ..5.", "2...", (0, 0, 0, 0)),
    ],
    ids=["three each", "two and three", "three suits", "none of one or uneven"],
)
def test_a_suit_of_two_cards_or_more_may_break_evenly(first, second, kinds):
    found = breaks.even_breaks(hand(first), hand(second))

    assert tuple(found >> 2 * suit & 3 for suit in Suit) == kinds
    assert breaks.suits_of(found) == tuple(s for s in Suit if kinds[s])


def test_a_suit_that_runs_if_it_breaks_is_a_rung():
    found = adjudicate(Position.parse(RUN), SOUTH, Settings())

    rung = next(rung for rung in found.ladder if rung.key == "even_breaks")
    keys = [rung.key for rung in found.ladder]
    assert (found.award, rung.award.value, found.double_dummy.value) == (5, 6, 6)
    assert keys.index("even_breaks") == keys.index("award") + 1
    assert rung.law == "70E1"
    assert rung.sentence.english().startswith(
        "If even breaks may be counted on: spades"
    )


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "If even breaks may be counted on: spades, clubs."),
        ("pl", "Gdyby wolno było liczyć na równe podziały: piki, trefle."),
        ("fr", "Si l'on peut compter sur des partages égaux : pique, trèfle."),
    ],
)
def test_the_suits_are_named_in_the_readers_language(language, words):
    with translation.override(language):
        found = sentence_words(said("scenario_even_breaks", suits="S C"))

    assert found.replace("\xa0", " ") == words


@pytest.mark.parametrize("profile", ["EBU", "WBU", "NBB", "ACBL"])
def test_a_body_that_does_not_speak_of_breaks_shows_none(profile):
    found = adjudicate(Position.parse(RUN), SOUTH, normal_settings(profile))

    assert found.award == 5
    assert "even_breaks" not in {rung.key for rung in found.ladder}


@pytest.mark.parametrize(
    "claim",
    [
        replace(SOUTH, tricks=5),
        replace(SOUTH, forgotten=frozenset({Card.parse("C3")})),
    ],
    ids=["certain", "left out of count"],
)
def test_there_is_no_rung_where_it_is_not_a_doubt_about_breaks(claim):
    found = adjudicate(Position.parse(RUN), claim, Settings())

    assert "even_breaks" not in {rung.key for rung in found.ladder}


def test_there_is_no_rung_where_no_suit_breaks():
    position = Position.parse("N S:- 11-0 N:A2... ..KQ. J4... Q3...")

    found = adjudicate(position, replace(SOUTH, tricks=2), Settings())

    assert (found.award, found.double_dummy.value) == (1, 2)
    assert "even_breaks" not in {rung.key for rung in found.ladder}
