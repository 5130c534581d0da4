"""Each fact in which two similar claims differ is said by what it is on either side."""

from dataclasses import replace

import pytest
from django.template.loader import render_to_string

from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.presenters.live.beside import READ, differences
from rulings.queries.case.solving import SolverInput
from rulings.solver import SolverClaim
from rulings.solver.inputs import PenaltyCard, Pending, parse_play, settings_under
from tests.factories import POSITION

CLAIM = SolverClaim(claimer=Seat.SOUTH, declarer=Seat.SOUTH, tricks=8)


def ruled(strikes=(), never=(), allowances=(), **regulation):
    """Return the question of a claim under these switches and this regulation."""
    settings = replace(
        settings_under(regulation),
        strikes=frozenset(map(parse_play, strikes)),
        never=frozenset(map(parse_play, never)),
        allowances=frozenset(map(parse_play, allowances)),
    )
    return SolverInput(POSITION, CLAIM, settings)


def rows(mine, other):
    """Return what differs: fact, values of this claim, of the other; * for a mark."""
    names = mine.pattern.differs_from(other.pattern)
    return [
        (row.fact, *(["*" * one.only + one.words for one in side] for side in sides))
        for row in differences(names, mine, other)
        for sides in [(row.mine, row.other)]
    ]


def test_plays_ruled_out_are_named_and_those_of_one_side_marked():
    both = "S:lead:C:trump"
    mine = ruled(strikes=["D9,D3>HK"], never=[both])
    other = ruled(strikes=[">D9"], never=[both, "S:discard:SK"])

    told = "South leads clubs while a trump is out"
    assert rows(mine, other) == [
        (
            "the plays that the director ruled out",
            [told, "*North plays HK after D9 D3"],
            ["*South throws SK", told, "*South plays D9 at once"],
        )
    ]


def test_no_play_ruled_out_stands_beside_the_one_that_is():
    rule_out = "the plays that the director ruled out"

    assert rows(ruled(), ruled(strikes=[">D9"])) == [
        (rule_out, ["none"], ["South plays D9 at once"])
    ]


def test_a_play_allowed_is_named():
    allow = "the plays that the director allowed"

    assert rows(ruled(allowances=[">D9"]), ruled()) == [
        (allow, ["South plays D9 at once"], ["none"])
    ]


@pytest.mark.parametrize(
    ("name", "value", "row"),
    [
        (
            "suit_order",
            "none",
            (
                "Order of play inside a suit that the statement left open",
                ["from the top"],
                ["no order"],
            ),
        ),
        (
            "safety_check_with_high_trump",
            "not_normal",
            (
                "Playing a high trump first as a safety check",
                ["normal"],
                ["not normal"],
            ),
        ),
        (
            "ruff_height",
            "lowest",
            (
                "Height of the trump used for a ruff",
                ["any trump"],
                ["the lowest trump that does"],
            ),
        ),
    ],
    ids=["a choice", "a switch", "not set"],
)
def test_a_regulation_is_named_with_its_two_values(name, value, row):
    assert rows(ruled(), ruled(**{name: value})) == [row]


def test_penalty_cards_are_named():
    hearts = PenaltyCard(Seat.EAST, next(iter(POSITION.hands[Seat.EAST])))
    mine = ruled()
    other = replace(mine, claim=replace(CLAIM, pending=Pending(frozenset({hearts}))))

    ((fact, none, (one,)),) = rows(mine, other)

    assert (fact, none) == ("penalty cards and lead restrictions", ["none"])
    assert one.endswith("East")


def test_nothing_is_marked_between_other_names_of_suits():
    turned = Position.parse(
        "S E:- 5-0 N:.AQJ82.KQJ. .T74.52.T65 J732.9.43.J 6.K653.97.3"
    )
    mine = ruled(strikes=[">D9"])
    other = replace(ruled(strikes=["D9>H9", ">D9"]), position=turned)

    assert mine.pattern.cards == other.pattern.cards
    ((_fact, one, two),) = rows(mine, other)
    assert not any(words.startswith("*") for words in one + two)


def test_every_fact_of_a_question_can_be_said():
    (names, *_others) = ruled().pattern.ways

    assert {name for name in names if name not in READ} == set()
    for name in names:
        assert all(READ[name](ruled())) or READ[name](ruled()) == ()


def test_a_marked_part_is_marked_on_the_page():
    ((row,),) = [
        differences(
            ["never"],
            ruled(never=["S:discard:SK", "S:lead:C:trump"]),
            ruled(never=["S:lead:C:trump"]),
        )
    ]

    page = render_to_string("table/_value.html", {"parts": row.mine})

    assert page.count("<mark>") == 1
    marked = page.partition("<mark>")[2].partition("</mark>")[0]
    assert marked.startswith("South throws")
