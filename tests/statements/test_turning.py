"""A clause means the same in whatever order its parts are said."""

from itertools import permutations

import pytest

from rulings.bridge.cards import Suit, parse_cards
from rulings.statements import read_words

HELD = parse_cards("SA SK SQ HA H3 H2 D3 D2 CA C4 DK CQ")


def read(words):
    found = read_words(words, Suit.SPADES, HELD)
    return [str(step) for step in found.steps], found.unread


@pytest.mark.parametrize(
    ("parts", "step"),
    [
        (("przebijam", "jedno karo", "w ręce"), "ruff diamonds in hand"),
        (("je coupe", "un cœur", "au mort"), "ruff hearts in dummy"),
        (("wyrzucam", "trefla", "na kiery"), "discard 1 clubs on hearts"),
    ],
)
def test_parts_may_stand_in_any_order(parts, step):
    for order in permutations(parts):
        assert read(" ".join(order)) == ([step], ""), order


@pytest.mark.parametrize("words", ["hearts go", "ruff a heart cash"])
def test_what_says_more_than_one_thing_is_not_turned(words):
    assert read(words)[1]
