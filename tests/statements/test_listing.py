"""Suits and cards told of in one breath share what is said of the last one."""

import pytest

from rulings.bridge.cards import Suit
from rulings.statements import read_words


def steps(words):
    return "; ".join(map(str, read_words(words, Suit.SPADES).steps))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            "diamonds and clubs from the top",
            "cash diamonds from the top; cash clubs from the top",
        ),
        ("diamonds, clubs from the top", "cash diamonds; cash clubs from the top"),
        ("diamonds and clubs are good", "diamonds are good; clubs are good"),
        ("a diamond and the club is good", "cash diamonds 1; clubs are good"),
    ],
)
def test_an_end_is_shared_by_suits_named_in_one_breath(words, expected):
    assert steps(words) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("three hearts and the clubs", "3 tricks in hearts; clubs are good"),
        ("three hearts and a club", "3 tricks in hearts; 1 tricks in clubs"),
        ("three hearts and the trumps", "3 tricks in hearts; 1 tricks in spades"),
        ("I have the ace of hearts and the clubs", "HA is good; clubs are good"),
        ("three hearts. Clubs", "3 tricks in hearts; cash clubs"),
    ],
)
def test_a_suit_in_a_list_of_tricks_is_good_a_card_of_it_is_one_trick(words, expected):
    assert steps(words) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("duck a diamond, run the clubs and cash them", "run clubs"),
        ("run the clubs, pitching hearts on them", "discard hearts on clubs"),
        ("setting up the clubs and pitching hearts on them", "discard hearts on clubs"),
        ("the clubs, then the ace of hearts, pitching spades on them", None),
    ],
)
def test_them_are_the_cards_of_the_suit_named_last(words, expected):
    found = steps(words)

    assert (expected in found) if expected else ("discard" not in found)
