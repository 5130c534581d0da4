"""Diagrams: roles, the felt, the label, and the markup of the whole."""

import pytest
from django.template import Context, Template

from rulings.bridge.cards import Card, Suit
from rulings.bridge.contracts import Contract, Vulnerability
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat, Side
from rulings.presenters import (
    BoardFacts,
    PlayView,
    deal_diagram,
    diagram_of,
    fact_list,
    play_views,
    seat_roles,
    side_short,
    vulnerable_words,
)
from tests.forms_on_pages import flat
from tests.scripts.specimens import CONTRACT, DEAL, POSITION, TRICK_THREE


def render(diagram):
    return flat(
        Template("{% load cards %}{% diagram diagram %}").render(
            Context({"diagram": diagram})
        )
    )


def test_diagram_lights_the_card_in_question_only():
    diagram = diagram_of(POSITION, marks=[Card.parse("H6")])

    assert diagram.west.suits[Suit.HEARTS].marked == {Card.parse("H6")}
    assert diagram.east.suits[Suit.HEARTS].marked == frozenset()
    assert render(diagram).count("<mark>") == 1


def test_roles_name_declarer_dummy_and_the_seat_to_play():
    diagram = diagram_of(POSITION, board=BoardFacts(contract=CONTRACT))

    hands = (diagram.north, diagram.east, diagram.south, diagram.west)
    assert [hand.role for hand in hands] == ["dummy", "", "declarer", "to play"]


def test_roles_given_replace_the_usual_ones():
    diagram = diagram_of(POSITION, roles={Seat.WEST: "leads"})

    assert (diagram.west.role, diagram.south.role) == ("leads", "")


def test_role_of_declarer_wins_over_the_turn():
    assert seat_roles(CONTRACT, Seat.SOUTH)[Seat.SOUTH] == "declarer"


def test_plays_run_in_playing_order_with_the_seat_to_play():
    plays = play_views(POSITION.trick, POSITION.strain)

    assert plays == (
        PlayView(Seat.SOUTH, Card.parse("HJ"), "South led:"),
        PlayView(Seat.WEST, to_play=True),
        PlayView(Seat.NORTH),
        PlayView(Seat.EAST),
    )


def test_plays_of_a_whole_trick_say_who_wins():
    plays = play_views(TRICK_THREE.trick, TRICK_THREE.strain)

    assert [play.words for play in plays] == [
        "North led:",
        "East:",
        "South:",
        "West wins:",
    ]
    assert [play.wins for play in plays] == [False, False, False, True]


def test_plays_say_both_when_the_leader_wins():
    trick = Position.parse("N N:SA,S2,S3,S4 0-0 N:... ... ... ...").trick

    assert play_views(trick, POSITION.strain)[0].words == "North led and wins:"


@pytest.mark.parametrize(
    ("text", "label"),
    [
        (str(POSITION), "Cards left, jack of hearts led, West to play"),
        ("H E:- 5-0 N:2... 3... 4... 5...", "Cards left, East to lead"),
        (str(TRICK_THREE), "Position with the four cards of the trick in the middle"),
    ],
    ids=["led", "to lead", "whole trick"],
)
def test_label_says_what_is_drawn(text, label):
    assert diagram_of(Position.parse(text)).label == label


def test_position_without_a_trick_draws_the_compass():
    board = BoardFacts(dealer=Seat.NORTH, vulnerable=Vulnerability.NS)
    diagram = diagram_of(Position.parse("H E:- 5-0 N:2... 3... 4... 5..."), board=board)
    markup = render(diagram)

    assert diagram.plays == ()
    assert markup.count(">vulnerable</span>") == 2
    assert markup.count("dealer</span>") == 1
    assert 'class="face' not in markup


def test_deal_has_all_its_facts_in_words():
    board = BoardFacts(23, Seat.SOUTH, Vulnerability.BOTH, CONTRACT, Card.parse("DA"))
    diagram = deal_diagram(DEAL, board=board)

    assert [fact.term for fact in diagram.facts] == [
        "Board",
        "Dealer",
        "Vulnerable",
        "Contract",
        "Lead",
    ]
    assert diagram.facts[2].value == "all"
    assert (diagram.label, diagram.middle) == ("Full deal", "all")


def test_facts_leave_out_what_is_not_known():
    assert fact_list(BoardFacts()) == ()
    assert [fact.value for fact in fact_list(BoardFacts(number=7))] == [7]


@pytest.mark.parametrize(
    ("vulnerable", "words"),
    [
        (Vulnerability.NONE, "none"),
        (Vulnerability.NS, "N–S"),
        (Vulnerability.EW, "E–W"),
        (Vulnerability.BOTH, "all"),
    ],
)
def test_vulnerability_is_said(vulnerable, words):
    assert vulnerable_words(vulnerable) == words


def test_column_of_a_side_is_short():
    assert [side_short(side) for side in Side] == ["N–S", "E–W"]


def test_markup_places_the_hands_and_names_them():
    markup = render(diagram_of(POSITION, board=BoardFacts(contract=CONTRACT)))

    places = [
        markup.index(part)
        for part in ("hand-n", "hand-w", "felt trick", "hand-e", "hand-s")
    ]
    assert places == sorted(places)
    assert "<p>North · dummy</p>" in markup
    assert '<span class="vh"> to play</span>' in markup


def test_contract_of_no_trump_is_a_fact():
    facts = fact_list(BoardFacts(contract=Contract.parse("3N W")))

    assert facts[0].value == Contract.parse("3N W")
