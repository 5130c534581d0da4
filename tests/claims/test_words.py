"""Words become steps, and what is not understood is shown exactly."""

import tomllib
from pathlib import Path

import pytest

from rulings.bridge.cards import Suit
from rulings.claims import AmbiguousStatement, Statement, read_words
from rulings.claims.vocabulary import FILLERS, ROWS

PHRASES = tomllib.loads(
    Path(__file__).with_name("phrases.toml").read_text("utf-8"),
)["phrase"]


@pytest.mark.parametrize("phrase", PHRASES, ids=lambda p: p["words"][:40])
def test_words_become_steps(phrase):
    reading = read_words(phrase["words"], Suit.SPADES)

    assert [str(step) for step in reading.steps] == phrase["steps"]
    assert [span.text for span in reading.spans_not_understood] == phrase.get(
        "not_understood", []
    )


@pytest.mark.parametrize("phrase", PHRASES, ids=lambda p: p["words"][:40])
def test_steps_are_words_too(phrase):
    for step in read_words(phrase["words"], Suit.SPADES).steps:
        again = read_words(str(step), Suit.SPADES)

        assert again.steps == (step,)
        assert again.spans_not_understood == ()


def test_spans_are_cut_from_the_words_exactly():
    words = "Play DQ, which will fell the jack; Then FROB the clubs"

    spans = read_words(words).spans_not_understood

    assert [words[s.start : s.start + len(s.text)] for s in spans] == [
        s.text for s in spans
    ]
    assert [s.text for s in spans] == ["which will fell the jack; Then FROB the clubs"]


def test_every_word_is_in_a_step_a_filler_or_a_span():
    reading = read_words("zig draw trumps zag cash clubs zog")

    assert [s.text for s in reading.spans_not_understood] == ["zig", "zag", "zog"]


def test_a_trump_without_a_contract_is_ambiguous():
    with pytest.raises(AmbiguousStatement, match="which suit is trumps"):
        read_words("lose to the queen of trumps")


def test_a_reading_makes_a_statement():
    reading = read_words("draw trumps, then pray", Suit.HEARTS)

    statement = reading.statement()

    assert statement.words == "draw trumps, then pray"
    assert Statement.from_json(statement.to_json()) == statement
    assert [span.text for span in statement.not_understood] == ["pray"]


def test_no_filler_is_a_word_of_the_vocabulary():
    names = [name for name, _ in ROWS]

    assert len(set(names)) == len(names)
    assert "not" not in FILLERS
