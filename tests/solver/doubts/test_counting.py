"""What a claimer had counted who claims more than there is: each answer's number."""

from dataclasses import replace

import pytest

from rulings.bridge.cards import Card, parse_cards
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import Settings, SolverClaim, adjudicate
from rulings.solver.doubts import top_tricks
from rulings.solver.inputs import FalseClaim
from rulings.statements import ReadStatement
from rulings.statements.statement import UNREAD
from tests.solver.endings import random_claim, random_position, seeded

SOUTH = SolverClaim(Seat.SOUTH, Seat.SOUTH, 3)

CLUBS = "N S:- 0-8 N:..32.432 ..JT9.Q8 A.A.AK.5 KQ.KQ..A"
NO_WAY = "N S:- 0-9 N:AK.54.. ..KQ.KQ .A.A.32 QJ.K6.."
HEARTS = "N S:- 0-10 N:..32.3 K.Q..8 A.J..A Q.K.K."
FIVE = "N S:- 0-8 N:.2.32.32 .43.QJ.T .J..AKQJ AK.Q.AK."
SURE = "N S:- 0-11 N:32... 54... AK... 76..."
CASES = [
    pytest.param((CLUBS, 5, 4, 2, "too_many", ["C8 CQ CA"]), id="a suit"),
    pytest.param((NO_WAY, 4, 2, 1, "out_of_reach", ["CQ CK"]), id="no way there"),
    pytest.param((HEARTS, 3, 2, 0, "too_many", ["HQ HK"]), id="two cards"),
    pytest.param((FIVE, 5, 4, 0, "too_many", ["HQ"]), id="NHB-2011"),
]


def counting(found):
    """Return the question on what was counted; None where it is not asked."""
    return next((one for one in found.questions if one.id == "what_counted"), None)


def solved(position, claim, **settings):
    return adjudicate(Position.parse(position), claim, Settings(**settings))


@pytest.mark.parametrize("case", CASES)
def test_false_claim_is_asked_about_and_each_answer_has_its_number(case):
    text, tricks, award, low, first, gone = case
    found = solved(text, replace(SOUTH, tricks=tricks))

    assert (found.award, found.low, found.high) == (award, low, award)
    asked = counting(found)
    assert asked.law == "70A"
    assert [one.key for one in asked.answers] == [first, *["gone"] * len(gone), "other"]
    named = [" ".join(one.about) for one in asked.answers if one.key == "gone"]
    assert named == gone
    assert asked.answers[0].award.value == award
    assert min(one.award.low for one in asked.answers) == low


@pytest.mark.parametrize("case", CASES)
def test_a_set_of_regulations_may_take_the_worst(case):
    text, tricks, _, low, *_ = case
    claim = replace(SOUTH, tricks=tricks)

    found = solved(text, claim, false_claim=FalseClaim.WORST)

    assert (found.award, found.low, found.high) == (low, low, low)
    assert counting(found) is None


def after(claim, answer):
    """Return the claim with an answer of the director's."""
    if answer.key != "gone":
        return replace(claim, miscounted=True)
    return replace(claim, forgotten=frozenset(map(Card.parse, answer.about)))


def asked_at_random():
    """Yield false claims of all the rest about which it is asked."""
    for seed in range(80):
        rng = seeded(seed)
        position = random_position(rng, 3)
        claim = replace(random_claim(rng, position), tricks=3)
        claim = replace(claim, aware_of_trump=rng.choice([True, False, None]))
        if asked := counting(adjudicate(position, claim, Settings())):
            yield seed, position, claim, asked


def test_number_beside_an_answer_is_the_one_it_leads_to():
    seen = 0
    for seed, position, claim, asked in asked_at_random():
        for answer in asked.answers[:-1]:
            found = adjudicate(position, after(claim, answer), Settings())
            told = (answer.award.low, answer.award.high)
            assert (found.low, found.high) == told, (seed, answer)
            assert counting(found) is None, seed
            seen += 1

    assert seen >= 5


@pytest.mark.parametrize(
    "claim",
    [
        replace(SOUTH, tricks=5, miscounted=True),
        replace(SOUTH, tricks=5, forgotten=frozenset(parse_cards("HQ"))),
        replace(SOUTH, tricks=5, statement=ReadStatement.parse("squeeze")),
        replace(SOUTH, tricks=4),
    ],
    ids=["a miscount", "a card", "a layout", "no false claim"],
)
def test_it_is_not_asked_where_it_is_known(claim):
    assert counting(solved(FIVE, claim)) is None


def test_it_is_not_asked_where_a_forgotten_trump_explains_the_claim():
    text = "S S:- 0-11 N:.32.. 4.Q.. .AK.. 3.J.."
    claim = replace(SOUTH, tricks=2)

    found = solved(text, replace(claim, aware_of_trump=False))

    assert found.double_dummy.high < 2
    assert counting(found) is None


@pytest.mark.parametrize(
    ("text", "tricks"), [(NO_WAY, 4), (CLUBS, 4), (SURE, 2), (HEARTS, 2)]
)
def test_top_tricks_are_counted_in_both_hands(text, tricks):
    assert top_tricks(Position.parse(text), SOUTH) == tricks


@pytest.mark.parametrize("unread", [(), (UNREAD,)], ids=["nothing said", "unread"])
def test_nothing_is_called_certain_while_words_are_unread(unread):
    words = ReadStatement(not_understood=unread) if unread else None

    found = solved(SURE, replace(SOUTH, tricks=2, statement=words))

    said = " ".join(one.sentence.english() for one in found.explanation)
    assert found.award == 2
    assert ("however the cards lie" in said) is not bool(unread)
    assert ("not understood" in said) is bool(unread)
