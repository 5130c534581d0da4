"""Long words are read in time proportional to their length (a dictation goes on)."""

import sys
import time

import pytest

from rulings.bridge.cards import Suit
from rulings.statements import read_words

SHORT, LONG = 400, 800
MOST = 2.6
"""So much more work at most for words twice as long."""


def said(word, letters):
    return f"{word} " * (letters // len(f"{word} "))


def lines_run(words):
    """Return how many lines of the program run while some words are read."""
    count = 0

    def trace(_frame, event, _arg):
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        read_words(words, Suit.SPADES)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize(
    "word",
    [
        *("heart", "trumps", "hearts,", "two hearts", "spades and", "if", "if hearts"),
        *("no", "not", "if it rains", "to lose", "and", "atuty", "coeur", "no losers"),
        *("the queen", "ruff a heart,", "a heart on a spade,", "otherwise", "maybe"),
    ],
)
def test_words_twice_as_long_take_twice_the_work(word):
    lines_run("all mine")  # the vocabulary is compiled with the first words

    short, long = (lines_run(said(word, letters)) for letters in (SHORT, LONG))

    assert long <= MOST * short


def test_a_row_of_honours_takes_time_by_its_length():
    """Only a clock sees what a pattern of the vocabulary costs."""

    def seconds(letters):
        words, found = said("K", letters), []
        for _ in range(5):
            begun = time.process_time()
            read_words(words, Suit.SPADES)
            found.append(time.process_time() - begun)
        return min(found)

    seconds(SHORT)
    assert seconds(4 * SHORT) <= 6 * seconds(SHORT)  # 4 for a straight line, 16 else
