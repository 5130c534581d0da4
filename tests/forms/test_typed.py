"""Numbers as typed: digits that are none, and too many of them, are said to be none."""

import pytest

from rulings.forms.typed import whole, whole_or_less, words


@pytest.mark.parametrize("text", ["", "²", "2²", "٣", "1.0", "-1", "--5", "9" * 5000])
def test_what_is_no_whole_number_is_none(text):
    assert whole(text) is None


def test_whole_numbers_are_read_as_they_stand():
    assert (whole("0"), whole("013"), whole_or_less("-5")) == (0, 13, -5)
    assert whole_or_less("--5") is None


def test_words_lose_blanks_around_and_what_no_database_keeps():
    assert words(" seen\nby West\0 ") == "seen\nby West"
