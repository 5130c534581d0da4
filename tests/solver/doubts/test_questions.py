"""A question names what it is about; an answer gives its number and ends it."""

from dataclasses import replace

import pytest

from rulings.bridge.cards import Card, parse_cards
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import Settings, SolverClaim, adjudicate
from rulings.statements import ReadStatement
from rulings.statements.steps import StatedStep, Verb
from tests.solver.endings import random_claim, random_position, seeded

HEART = Position.parse("N S:- 10-0 N:.32..2 .54.K. AK.Q.. .K.AQ.")
"""Two spades stand; the king of hearts is out over the queen."""

SOUTH = SolverClaim(Seat.SOUTH, Seat.SOUTH, 3)
ANSWERS = ("forgotten", "counted")
SUITS = ("spades", "hearts", "diamonds", "clubs")
GONE = "no hearts are out"


def said(words):
    return replace(SOUTH, statement=ReadStatement.parse(words)) if words else SOUTH


def question(position, claim):
    """Return the question on cards left out of count; None where it is not asked."""
    asked = adjudicate(position, claim, Settings()).questions
    return next((one for one in asked if one.id == "forgotten"), None)


def answered(claim, asked, answer):
    """Return the claim with one answer to a question on cards."""
    cards = frozenset(Card.parse(card) for card in asked.about)
    return replace(claim, **{answer: getattr(claim, answer) | cards})


def numbers(asked):
    return {answer.key: answer.award for answer in asked.answers}


def test_question_on_cards_left_out_names_them():
    asked = question(HEART, said(GONE))

    assert asked.about == ("H4", "H5", "HK")
    assert [award.value for award in numbers(asked).values()] == [0, 2]


@pytest.mark.parametrize("answer", ANSWERS)
def test_answer_on_cards_left_out_settles_it(answer):
    claim = said(GONE)
    asked = question(HEART, claim)

    found = adjudicate(HEART, answered(claim, asked, answer), Settings())

    assert (found.low, found.high) == (numbers(asked)[answer].low,) * 2
    assert all(one.id != "forgotten" for one in found.questions)


def test_cards_the_director_said_were_forgotten_are_not_asked_again():
    claim = replace(SOUTH, forgotten=frozenset(parse_cards("HK")))

    found = adjudicate(HEART, claim, Settings())

    assert found.award == 0
    assert found.questions == ()


def test_claim_that_cannot_be_explained_any_more_is_taken_as_it_is():
    claim = replace(SOUTH, counted=frozenset(parse_cards("HK")))
    assert adjudicate(HEART, SOUTH, Settings()).low == 0

    found = adjudicate(HEART, claim, Settings())

    assert found.award == 2
    assert [rung.key for rung in found.ladder if rung.key == "forgotten"] == []


def asked_at_random():
    """Yield endings in which it is asked whether cards were left out of count."""
    for seed in range(120):
        rng = seeded(seed)
        position = random_position(rng, 3)
        aware = rng.choice([True, False, None])
        claim = random_claim(rng, position)
        claim = replace(claim, tricks=position.left, aware_of_trump=aware)
        if rng.random() < 0.5:
            gone = ReadStatement.parse(f"no {rng.choice(SUITS)} are out")
            claim = replace(claim, statement=gone, tricks=rng.randint(1, position.left))
        if (asked := question(position, claim)) is not None:
            yield seed, position, claim, asked


@pytest.mark.parametrize("answer", ANSWERS)
def test_number_beside_an_answer_is_the_one_it_leads_to(answer):
    seen = 0
    for seed, position, claim, asked in asked_at_random():
        after = answered(claim, asked, answer)
        found = adjudicate(position, after, Settings())
        award = numbers(asked)[answer]
        assert (found.low, found.high) == (award.low, award.high), seed
        again = question(position, after)
        assert again is None or not set(again.about) & set(asked.about), seed
        seen += 1

    assert seen >= 3


LAST_TRUMP = Position.parse("S S:- 8-1 N:.432..4 .QJT..K A.AK..A 7..QJT.")
"""The seven of trumps is out; he leads the ace before hearts, or may not."""


def test_number_of_a_count_spans_the_trump_question_it_opens():
    words = ReadStatement.parse("play HA; play HK; the rest are good")
    claim = replace(SOUTH, tricks=4, statement=words)

    (asked,) = adjudicate(LAST_TRUMP, claim, Settings()).questions

    assert asked.id == "stated_order"
    spans = [(answer.award.low, answer.award.high) for answer in asked.answers]
    assert spans == [(3, 3), (3, 4)]


def stated_at_random():
    """Yield a few endings about which something was said, or nothing."""
    for seed in range(200):
        rng = seeded(seed * 3 + 1)
        position = random_position(rng, rng.choice([3, 4]))
        aware = rng.choice([True, False, None])
        claim = replace(random_claim(rng, position), aware_of_trump=aware)
        if rng.random() < 0.7:
            some = rng.sample(SUITS, 2)
            words = "; ".join(f"{rng.choice(['cash', 'run'])} {suit}" for suit in some)
            claim = replace(claim, statement=ReadStatement.parse(words))
        for asked in adjudicate(position, claim, Settings()).questions:
            yield seed, position, claim, asked


def told(claim, asked):
    """Return the claim with the answer that the words or the director did not give."""
    if asked.id == "stated_order":
        steps = (*claim.statement.steps, StatedStep(Verb.NO_ORDER))
        return replace(claim, statement=replace(claim.statement, steps=steps))
    pairs = [pair.split(":") for pair in asked.about]
    found = {(Seat.parse(seat), Card.parse(card)) for seat, card in pairs}
    return replace(claim, locations=claim.locations | found)


def test_number_of_an_order_or_a_location_is_the_one_it_leads_to():
    seen = {"stated_order": 0, "location": 0}
    for seed, position, claim, asked in stated_at_random():
        if asked.id not in seen:
            continue
        for number, one in zip(asked.answers, (claim, told(claim, asked)), strict=True):
            found = adjudicate(position, one, Settings())
            award = number.award
            assert (found.low, found.high) == (award.low, award.high), seed
        seen[asked.id] += 1

    assert min(seen.values()) >= 3, seen
