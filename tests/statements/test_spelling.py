"""Words with one slip and letters without their marks are understood."""

import pytest

from rulings.bridge.cards import Suit
from rulings.statements import read_words
from rulings.statements.reading.vocabulary.language import plain, slips_of


def test_slips_are_a_letter_out_of_place_missing_or_doubled():
    found = slips_of(frozenset({"trump"}))

    assert found == dict.fromkeys(
        "turmp trmup trupm tump trmp trup trrump truump trummp trumpp".split(),
        "trump",
    )


def test_a_slip_of_two_words_or_another_word_is_none():
    found = slips_of(frozenset({"trumps", "trump", "clubs", "club"}))

    assert "trump" not in found
    assert "clubs" not in found
    assert "club" not in found


def test_a_short_word_has_no_slips():
    assert slips_of(frozenset({"club", "ace"})) == {}


@pytest.mark.parametrize(
    ("words", "steps"),
    [
        ("drawign trumps", ["draw trumps"]),
        ("dimonds", ["cash diamonds"]),
        ("finese the heart", ["finesse hearts"]),
        ("spaces", []),
        (
            "sciagam atuty, przebijam kiera w rece",
            ["draw trumps", "ruff hearts in hand"],
        ),
        ("je defausse un coeur sur le trefle", ["discard 1 hearts on clubs"]),
    ],
)
def test_words_are_read_as_they_were_meant(words, steps):
    reading = read_words(words, Suit.SPADES)

    assert [str(step) for step in reading.steps] == steps


def test_marks_of_letters_leave_every_word_in_its_place():
    words = "ściągnę damę, à la fin la levée"

    assert plain(words) == "sciagne dame, à la fin la levee"
