"""Words said another way are read as meant, and shown as they were written."""

import re

import pytest

from rulings.bridge.cards import Suit
from rulings.statements import read_spans, read_words
from rulings.statements.reading.vocabulary.needing import needed


@pytest.mark.parametrize(
    ("words", "unread"),
    [
        ("jvs donne un carreau et patati", "patati"),
        ("vs avez un carreau, ya encor bidule", "ya encor bidule"),
        ("Auriez-vous l'amabilité de prendre un machin", "machin"),
    ],
)
def test_words_not_understood_are_shown_as_they_were_written(words, unread):
    found = read_words(words, Suit.SPADES).not_understood[-1]

    assert found.text.endswith(unread)
    assert words[found.start : found.start + len(found.text)] == found.text


@pytest.mark.parametrize(
    "words",
    [
        "ya encor 1 atout que je vais chercher, puis mes trefles",
        "à vous l'as de pique, à nous le reste",
        "as roi de chaque rouge",
    ],
)
def test_the_spans_of_words_said_another_way_are_the_whole_text(words):
    spans = read_spans(words, Suit.SPADES)

    assert "".join(span.text for span in spans) == words


@pytest.mark.parametrize(
    ("pattern", "fits", "misses"),
    [
        ("le (?:petit )?as", "le as", "un roi"),
        ("(?:je |on )?prends? [^,]*le reste", "prend tout le reste", "je passe"),
        (r"\bas|roi(?= de)", "roi de", "dame"),
    ],
)
def test_letters_that_a_pattern_needs_are_in_all_it_fits(pattern, fits, misses):
    needs = needed(pattern)

    assert re.search(pattern, fits)
    assert any(letters in fits for letters in needs)
    assert not any(letters in misses for letters in needs)


def test_a_pattern_that_may_fit_anything_needs_nothing():
    assert needed(r"\d+|as") == needed("(?:le )?") == frozenset()
