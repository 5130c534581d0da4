"""Cards that the side does not hold: finessed against, or not understood."""

import pytest

from rulings.bridge.cards import Suit, parse_cards
from rulings.statements import read_words
from rulings.statements.reading.context import finessed

FINESSE = parse_cards("SA SJ DA CA SQ ST H3 H2")
ENDING = parse_cards("HK H3 H2 C4 SA DA CA")


def read(words, held):
    reading = read_words(words, Suit.SPADES, held)
    unread = [span.text for span in reading.not_understood]
    return "; ".join(map(str, reading.steps)), unread


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("I finesse the king of trumps", "finesse spades"),
        ("I finesse against the king", "finesse spades"),
        ("finesse the king", "finesse spades"),
        ("finesse the trump king against West", "finesse spades against West"),
        ("finesse West's king", "finesse spades against West"),
        ("finessing West for the king", "finesse spades against West"),
        ("finesse for the king of spades", "finesse spades"),
        ("I'll finesse against East", "finesse spades against East"),
        ("the trump finesse", "finesse spades"),
        ("I take the trump finesse against the king", "finesse spades"),
        ("spade finesse for the king", "finesse spades"),
        ("no trump finesse", "no finesse in spades"),
        ("impas atu", "finesse spades"),
        ("impasse à l'atout", "finesse spades"),
        ("finesse the queen of spades", "finesse SQ"),
    ],
)
def test_a_card_of_the_others_is_finessed_against(words, expected):
    assert read(words, FINESSE) == (expected, [])


@pytest.mark.parametrize("words", ["finesse against the king", "finesse against East"])
def test_a_finesse_that_two_suits_offer_stays_unread(words):
    steps, unread = read(words, parse_cards("SA SQ HA HQ"))

    assert not steps
    assert unread == [words]


def test_a_suit_can_be_finessed_in_where_an_honour_is_missing_between():
    assert finessed(parse_cards("SA SJ HA H2 DK DQ C9 C7")) == [Suit.SPADES]
    assert finessed(parse_cards("SA SQ HK HJ"), rank=12) == [Suit.HEARTS]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("dummy's king", "play HK"),
        (
            "the ace of clubs then the king and the spade ace",
            "play CA; play HK; play SA",
        ),
        ("a trump and the ace of clubs", "1 tricks in spades; CA is good"),
        ("trump and the ace of diamonds", "1 tricks in spades; DA is good"),
        ("giving up the ace of hearts", "lose to HA"),
        ("losing one: the ace of hearts", "lose to HA"),
    ],
)
def test_a_rank_is_that_of_a_card_held(words, expected):
    assert read(words, ENDING) == (expected, [])


@pytest.mark.parametrize(
    "words",
    [
        "ace of hearts",
        "cash the ace of hearts",
        "play the king of clubs and the ace of clubs",
        "ace of hearts is good",
        "lead a heart to the ace of hearts",
        "throw the two of diamonds",
        "put in the king of spades",
        "as kier",
        "as de coeur",
    ],
)
def test_a_card_not_held_stays_unread(words):
    assert read(words, ENDING) == ("", [words])


def test_a_card_on_the_table_is_his_too():
    lead = parse_cards("D6")
    reading = read_words("play the six of diamonds", Suit.SPADES, ENDING, lead)

    assert [str(step) for step in reading.steps] == ["play D6"]


def test_a_card_not_held_is_read_where_no_cards_are_known():
    assert read("cash the ace of hearts", ()) == ("play HA", [])


def test_a_low_card_of_a_suit_is_none_that_is_cashed():
    assert read("small heart", ENDING) == ("", ["heart"])
