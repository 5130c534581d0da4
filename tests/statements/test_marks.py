"""A statement shows what its speaker counted on, gave up and thought gone."""

import pytest

from rulings.bridge.cards import Suit, parse_cards
from rulings.statements import ReadStatement, SideHand, marks_of, read_words

HAND = parse_cards("SA SK DA C3")
DUMMY = parse_cards("HA HK D3 D2")


def marks(words):
    return marks_of(read_words(words, Suit.SPADES).steps)


def losers(words):
    found = marks(words).losers(HAND, DUMMY)
    return " ".join(str(card) for card in sorted(found))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("I take the heart winners, then my hand is high", "D2 D3"),
        ("the hearts are good and the spades are good", "D2 D3 DA C3"),
        ("two hearts, two spades and the ace of diamonds", "D2 D3 C3"),
        ("pitching diamonds on the hearts", "D2 D3 DA"),
        ("the three of clubs is a loser", "C3"),
        ("the rest are good", ""),
        ("all mine", ""),
        ("clubs", ""),
        ("", ""),
    ],
)
def test_losers_are_what_the_winners_named_leave_out(words, expected):
    assert losers(words) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("I give you a heart", {Suit.HEARTS}),
        ("you get your queen of trumps", {Suit.SPADES}),
        ("concede one", set()),
    ],
)
def test_a_conceded_trick_names_its_suit(words, expected):
    assert marks(words).conceded == expected


def test_belief_words_say_what_is_thought_good():
    assert marks("dummy is high").good_places == {SideHand.DUMMY}
    assert marks("they are all good").all_good
    assert marks("thought no hearts were out").gone == {Suit.HEARTS}
    assert marks("no trumps left").gone == {Suit.SPADES}


def test_an_order_denied_is_marked():
    assert marks("clubs then hearts").in_order
    assert not marks("clubs, hearts, in any order").in_order


def test_nothing_said_leaves_no_mark():
    assert marks_of(()) == marks_of(ReadStatement().steps)
    assert marks_of(()).losers(HAND, DUMMY) == frozenset()
