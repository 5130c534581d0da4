"""Words become steps, and what is not understood is shown exactly."""

import tomllib
from pathlib import Path

import pytest

from rulings.bridge.cards import Suit, parse_cards
from rulings.statements import (
    AmbiguousStatement,
    ReadStatement,
    Verb,
    parse_step,
    read_words,
)
from rulings.statements.alternatives import CONDITIONS
from rulings.statements.reading.vocabulary import LANGUAGES
from rulings.statements.samples import SAMPLES

PHRASES = tomllib.loads(
    Path(__file__).with_name("phrases.toml").read_text("utf-8"),
)["phrase"]
BRANCHES = {
    str(step)
    for step in map(parse_step, SAMPLES)
    if step.act in {*CONDITIONS, Verb.ELSE, Verb.ALWAYS}
}
"""Steps that say nothing without those that hang on them."""

STEPS = sorted(
    {
        step
        for phrase in PHRASES
        for step in phrase["steps"]
        if parse_step(step).act not in {*CONDITIONS, Verb.ELSE, Verb.ALWAYS}
    }
)


def read(words, trumps=Suit.SPADES):
    """Return the steps that words become, and what of them is not understood."""
    reading = read_words(words, trumps)
    return [str(step) for step in reading.steps], [
        span.text for span in reading.not_understood
    ]


def test_words_become_steps():
    misread = {
        phrase["words"]: found
        for phrase in PHRASES
        for found in [read(phrase["words"])]
        if found != (phrase["steps"], phrase.get("not_understood", []))
    }

    assert misread == {}


def test_steps_are_words_too():
    assert {text: read(text) for text in STEPS if read(text) != ([text], [])} == {}


def test_every_wording_of_a_step_is_read_back():
    read_back = {
        text: read(text, Suit.HEARTS) for text in SAMPLES if text not in BRANCHES
    }

    assert len(read_back) > 40
    assert [one for one in read_back.items() if one[1] != ([one[0]], [])] == []


def test_spans_are_cut_from_the_words_exactly():
    words = "Play DQ, which will fell the jack; Then FROB the clubs"

    spans = read_words(words).not_understood

    assert [words[s.start : s.start + len(s.text)] for s in spans] == [
        s.text for s in spans
    ]
    assert [s.text for s in spans] == ["fell the jack; Then FROB the clubs"]


def test_every_word_is_in_a_step_a_filler_or_a_span():
    reading = read_words("zig draw trumps zag cash clubs zog")

    assert [s.text for s in reading.not_understood] == ["zig", "zag", "zog"]


@pytest.mark.parametrize(
    "words",
    ["lose to the queen of trumps", "hearts good, last trump", "hearts, trumps"],
)
def test_a_trump_without_a_contract_is_ambiguous(words):
    with pytest.raises(AmbiguousStatement, match="which suit is trumps"):
        read_words(words)


def test_words_make_a_statement():
    statement = read_words("draw trumps, then pray", Suit.HEARTS)

    assert statement.words == "draw trumps, then pray"
    assert ReadStatement.from_json(statement.to_json()) == statement
    assert [span.text for span in statement.not_understood] == ["pray"]


def test_at_least_three_hundred_phrases_are_read():
    assert len({phrase["words"] for phrase in PHRASES}) >= 300


@pytest.mark.parametrize("language", LANGUAGES, ids=["en", "pl", "fr"])
def test_no_language_drops_a_denial_or_a_condition(language):
    for kind in ("NOT", "IF"):
        words = next(text for name, text in language.rows if name == kind)

        assert not set(words.split("|")) & language.fillers


@pytest.mark.parametrize(
    ("words", "steps"),
    [
        ("the queen", "play DQ"),
        ("play the queen, which will fell the jack", "play DQ"),
        ("the king", ""),
        ("cash the jack", ""),
        ("a club, then the queen", "cash clubs 1; play DQ"),
        ("lose a spade to the king", "lose to SK"),
    ],
)
def test_a_bare_rank_is_the_only_card_of_it_held(words, steps):
    held = parse_cards("DQ DT HJ SJ C2")

    assert "; ".join(map(str, read_words(words, Suit.CLUBS, held).steps)) == steps


def test_a_rank_after_a_suit_is_of_that_suit():
    reading = read_words("Ace of spades, then you get the king")

    assert [str(step) for step in reading.steps] == ["play SA", "lose to SK"]


@pytest.mark.parametrize(
    "words",
    [
        "if trumps break draw them",
        "not drawing trumps",
        "bez atutowania",
        "on a diamond switch",
        "whoever wins leads a club",
        "jeśli kiery się dzielą i kara siedzą, gram karo",
        "si les trèfles tombent, je joue pique",
    ],
)
def test_a_condition_or_a_denial_is_never_read_as_a_plan(words):
    reading = read_words(words, Suit.HEARTS)

    assert not any(step.names_a_play for step in reading.steps)
    assert len(reading.not_understood) == 1


def test_a_bare_suit_among_words_not_understood_stays_unread():
    reading = read_words("something about clubs")

    assert reading.steps == ()
    assert [span.text for span in reading.not_understood] == ["something about clubs"]


def test_a_list_of_tricks_is_a_count_and_no_order():
    reading = read_words("two diamonds, the ace of hearts and the trump", Suit.SPADES)

    assert [str(step) for step in reading.steps] == [
        "2 tricks in diamonds",
        "HA is good",
        "1 tricks in spades",
    ]
    assert not any(step.names_a_play for step in reading.steps)
