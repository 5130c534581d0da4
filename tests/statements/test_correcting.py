"""What is taken back in speaking is not read; what it is open about stays unread."""

import pytest

from rulings.bridge.cards import Suit, parse_cards
from rulings.statements import read_words

HELD = parse_cards("SA SK HA HK H2 DA D3 CA CQ C4")


def read(words):
    found = read_words(words, Suit.SPADES, HELD)
    return "; ".join(map(str, found.steps)), [s.text for s in found.not_understood]


@pytest.mark.parametrize(
    ("words", "steps"),
    [
        ("I play a heart, no, a spade", "cash spades 1"),
        ("draw trumps, then a heart, no, a diamond", "draw trumps; cash diamonds 1"),
        ("ruff a heart, no, a club", "ruff clubs"),
        ("ruff a heart, sorry, a club in dummy", "ruff clubs in dummy"),
        ("a heart to the ace, no, the king", "lead hearts to HK"),
        (
            "two spades, no, three, and the ace of hearts",
            "3 tricks in spades; HA is good",
        ),
        ("hearts, I mean diamonds", "cash diamonds"),
        ("no, wait, trumps and then hearts", "draw trumps; cash hearts"),
        ("hearts, sorry, trumps first, then hearts", "draw trumps; cash hearts"),
        ("przebijam kiera, nie, trefla", "ruff clubs"),
        ("kiery, przepraszam, najpierw atuty, potem kiery", "draw trumps; cash hearts"),
        ("je coupe un cœur, non, un trèfle", "ruff clubs"),
        ("je joue cœur, pardon, carreau pour l'as", "lead diamonds to DA"),
    ],
)
def test_the_words_behind_a_correction_stand_for_those_before(words, steps):
    assert read(words) == (steps, [])


@pytest.mark.parametrize(
    "words",
    [
        "ace, king of hearts, no wait, the diamonds first",
        "ruff a heart, cash the ace of diamonds, no, draw trumps",
        "I draw trumps and ruff a heart, no, I don't",
        "as kier, król kier, przepraszam, najpierw trefl do asa",
        "as de cœur, roi de cœur, pardon, d'abord trèfle pour l'as",
    ],
)
def test_a_correction_that_is_open_is_shown(words):
    assert read(words)[1]


def test_who_refuses_has_taken_nothing_back():
    assert read("no, I don't need the finesse")[0] == "no finesse"
