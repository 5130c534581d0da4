"""Trumps named in a list are tricks; as the first thing to be done they are drawn."""

import pytest

from rulings.bridge.cards import Suit, parse_cards
from rulings.statements import marks_of, read_words


def steps(words, held=()):
    return "; ".join(map(str, read_words(words, Suit.SPADES, held).steps))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Good diamonds and a trump", "diamonds are good; 1 tricks in spades"),
        ("clubs and the long trump", "clubs are good; 1 tricks in spades"),
        ("clubs and trumps", "clubs are good; 1 tricks in spades"),
        (
            "the ace, king of diamonds and the thirteenth trump",
            "DA is good; DK is good; 1 tricks in spades",
        ),
        (
            "Hearts, club and the trump",
            "hearts are good; 1 tricks in clubs; 1 tricks in spades",
        ),
        (
            "My hand is all winners: hearts, club, trump",
            "hand is good; hearts are good; 1 tricks in clubs; 1 tricks in spades",
        ),
        ("top hearts and a trump", "cash hearts from the top; 1 tricks in spades"),
        (
            "Top hearts, a trump and the ace of clubs",
            "cash hearts from the top; 1 tricks in spades; CA is good",
        ),
        ("high trump, high hearts", "1 tricks in spades; cash hearts from the top"),
        ("a trump and the ace of hearts", "1 tricks in spades; HA is good"),
        ("run the clubs and a trump", "run clubs; 1 tricks in spades"),
        ("As kier, as trefl i atut", "HA is good; CA is good; 1 tricks in spades"),
        ("kiery i atut", "hearts are good; 1 tricks in spades"),
        ("le roi de carreau et un atout", "DK is good; 1 tricks in spades"),
    ],
)
def test_a_trump_in_a_list_is_a_trick(words, expected):
    assert steps(words) == expected
    assert not marks_of(read_words(words, Suit.SPADES).steps).drawn


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("drawing the trump", "draw trumps"),
        ("a trump", "draw trumps"),
        ("a trump, then the clubs", "draw trumps; cash clubs"),
        ("trumps and clubs", "draw trumps; cash clubs"),
        ("trump, club, heart", "draw trumps; cash clubs; cash hearts"),
        ("last trump and clubs", "draw trumps; cash clubs"),
        ("clubs and the outstanding trump", "cash clubs; draw trumps"),
        ("clubs and your trump", "cash clubs; draw trumps"),
        ("ace of clubs, trumps, hearts", "play CA; draw trumps; cash hearts"),
        ("ace of clubs, trumps and claim", "play CA; draw trumps; the rest are mine"),
        ("clubs, then a trump", "cash clubs; draw trumps"),
        ("clubs, then a trump and hearts", "cash clubs; draw trumps; cash hearts"),
        ("after a trump, hearts and clubs", "draw trumps; cash hearts; cash clubs"),
        ("first a trump, hearts and clubs", "draw trumps; cash hearts; cash clubs"),
        ("a club ruff, a trump and hearts", "ruff clubs; draw trumps; cash hearts"),
        ("club to the king and a trump", "lead clubs to CK; draw trumps"),
        ("draw one trump and claim", "draw trumps; the rest are mine"),
        ("trumps and finesse the queen of hearts", "draw trumps; finesse HQ"),
        ("ace of clubs, a trump, then hearts", "play CA; draw trumps; cash hearts"),
        ("ruff a heart, trump, claim", "ruff hearts; draw trumps; the rest are mine"),
        ("clubs and a trump, in that order", "cash clubs; draw trumps; in that order"),
        ("atuty i kiery", "draw trumps; cash hearts"),
        ("les atouts, puis les trèfles", "draw trumps; cash clubs"),
    ],
)
def test_trumps_to_be_drawn_are_a_plan(words, expected):
    assert steps(words) == expected


def test_trumps_and_aces_are_tricks_that_are_counted():
    held = parse_cards("SA HA CA H2")

    assert steps("Trumps and aces", held) == (
        "1 tricks in spades; SA is good; HA is good; CA is good"
    )


@pytest.mark.parametrize(
    "words",
    [
        "There is one trump still out",
        "there's a trump out",
        "one trump outstanding",
        "you still have a trump",
        "you have one trump left",
        "you only have one trump left",
        "two trumps still out",
        "West has the last trump",
        "East holds the last trump",
        "the last trump is with East",
        "zostało jedno atu",
        "masz jeszcze atut",
        "W ma ostatniego atuta",
        "il reste un atout dehors",
        "vous avez encore un atout",
        "Ouest a le dernier atout",
    ],
)
def test_a_trump_told_to_be_out_is_known(words):
    reading = read_words(words, Suit.SPADES)

    assert [str(step) for step in reading.steps] == ["a trump is still out"]
    assert not reading.not_understood


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("you have the master trump", "give up a trick in spades"),
        ("you've got one trump coming", "give up a trick in spades"),
        ("you get a trump", "give up a trick in spades"),
        ("you still have a trump trick", "give up a trick in spades"),
        ("I still have a trump", "1 tricks in spades"),
        ("no trump is out", "no spades are out"),
        ("I forgot there was a trump out", ""),
        ("I forgot a trump is still out", ""),
        ("if there is a trump out", "the claim is conditional"),
        ("there is a heart out", ""),
        ("is there a trump out?", ""),
        ("il me reste un atout", "1 tricks in spades"),
    ],
)
def test_other_words_of_a_trump_do_not_tell_that_one_is_out(words, expected):
    assert steps(words) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            "West has the last trump, I draw it, the rest are mine",
            "a trump is still out; draw trumps; the rest are mine",
        ),
        ("you still have a trump, which I draw", "a trump is still out; draw trumps"),
        ("I lose a heart, I draw it", "give up a trick in hearts"),
        ("pull it and claim", "the rest are mine"),
    ],
)
def test_it_is_drawn_where_a_trump_was_told_of(words, expected):
    assert steps(words) == expected
