"""Whatever is said is read, or shown as not understood: no words stop the reader."""

import tomllib
from pathlib import Path
from random import Random

import pytest

from rulings.bridge.cards import Suit, parse_cards
from rulings.statements import read_words

HELD = parse_cards("SA SK SQ HA HQ H2 DA D3 CA CQ C4")


def test_any_words_are_read_or_shown():
    rows = tomllib.loads((Path(__file__).parent / "heard.toml").read_text("utf-8"))
    words = " ".join(row["words"] for row in rows["heard"]).split()
    mixed = Random(17)

    for size in (1, 2, 3, 5, 8) * 60:
        said = " ".join(mixed.choices(words, k=size))
        assert read_words(said, Suit.SPADES, HELD).words == said


@pytest.mark.parametrize("words", ["trumps", "atuty", "les atouts", "draw", "finesse"])
def test_one_word_is_read_or_shown(words):
    found = read_words(words, Suit.SPADES, HELD)

    assert found.steps or found.not_understood
