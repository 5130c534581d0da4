"""What is worded is read back as the same steps, in each language."""

from itertools import product

import pytest

from rulings.bridge.cards import FULL_DECK, Suit
from rulings.statements import parse_step
from rulings.statements.wording import SPOKEN, read_back, word_count, worded

SUITS = [suit.name.lower() for suit in Suit]
STEPS = [
    "draw trumps",
    "draw trumps 1 rounds",
    "draw trumps 2 rounds",
    "draw trumps 3 rounds",
    "crossruff",
    *(f"cash {suit}{top}" for suit, top in product(SUITS[1:], ("", " from the top"))),
    *(f"play {card}" for card in sorted(FULL_DECK)),
    *(f"cross to {place} in {suit}" for place in ("hand", "dummy") for suit in SUITS),
    *(
        f"ruff {suit}{place}"
        for suit in SUITS[1:]
        for place in ("", " in hand", " in dummy")
    ),
    *(f"give up a trick in {suit}" for suit in SUITS[1:]),
    *(f"discard 1 {suit} on clubs" for suit in SUITS[:3]),
]


def read(text, steps):
    return read_back(text, steps, Suit.SPADES, FULL_DECK, ())


@pytest.mark.parametrize("language", SPOKEN)
def test_each_phrase_is_read_as_it_was_meant(language):
    every = [(parse_step(step),) for step in STEPS]
    lost = [
        text for steps in every if read(text := worded(steps, language), steps) is None
    ]
    assert lost == []


@pytest.mark.parametrize("language", SPOKEN)
def test_phrases_are_read_one_after_another(language):
    steps = tuple(map(parse_step, ["a trump is still out", "play HA", "cash clubs"]))
    text = worded(steps, language, trumps_out=1)

    assert read(text, steps) is not None
    assert word_count(text) <= 12


def test_a_step_without_a_phrase_has_no_words():
    assert worded((parse_step("play SA"), parse_step("squeeze")), "en") == ""
    assert worded((parse_step("discard hearts on clubs"),), "en") == ""
    assert worded((parse_step("a trump is still out"),), "en", trumps_out=9) == ""


def test_other_words_are_not_these_steps():
    steps = (parse_step("cash clubs"),)
    assert read("Diamonds", steps) is None
    assert read("Clubs and a xylophone", steps) is None
