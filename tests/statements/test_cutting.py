"""What hangs on a condition, is denied or is left open is kept from being a plan."""

import pytest

from rulings.bridge.cards import Suit
from rulings.statements import read_words

CONDITIONAL = "the claim is conditional"


def read(words):
    reading = read_words(words, Suit.SPADES)
    unread = [span.text for span in reading.not_understood]
    return "; ".join(map(str, reading.steps)), " / ".join(unread)


@pytest.mark.parametrize(
    ("words", "expected", "unread"),
    [
        (
            "draw trumps, ruff a club if hearts break",
            "draw trumps; if hearts break; ruff clubs",
            "",
        ),
        (
            "draw trumps, then lose a club and a heart unless they split",
            f"draw trumps; {CONDITIONAL}",
            "lose a club and a heart unless they split",
        ),
        (
            "draw trumps and claim if they break",
            "draw trumps; if spades break; the rest are mine",
            "",
        ),
        (
            "if hearts break: six hearts. Draw trumps",
            "if hearts break; 6 tricks in hearts; in any case; draw trumps",
            "",
        ),
        ("draw trumps when in with the ace", "draw trumps", "when in with the ace"),
        ("draw trumps if need be", "draw trumps", ""),
        (
            "draw trumps, if they break I claim",
            "draw trumps; if spades break; the rest are mine",
            "",
        ),
        ("rest mine on 3-2 trumps", CONDITIONAL, "rest mine on 3-2 trumps"),
        (
            "if the hearts break I have the rest, otherwise I lose one",
            "if hearts break; the rest are mine; otherwise; give up a trick",
            "",
        ),
        ("ten if the finesse works", CONDITIONAL, "ten if the finesse works"),
        (
            "spade finesse, if it works all mine",
            "finesse spades; if the finesse works; the rest are mine",
            "",
        ),
        (
            "cash an ace and if the king doesn't fall I lose one",
            CONDITIONAL,
            "cash an ace and if the king doesn't fall I lose one",
        ),
        (
            "if trumps break and clubs are 3-3 I have the rest",
            CONDITIONAL,
            "if trumps break and clubs are 3-3 I have the rest",
        ),
        (
            "six or seven depending on the king",
            CONDITIONAL,
            "six or seven depending on the king",
        ),
        ("I have the rest even if clubs don't break", "the rest are mine", ""),
        ("I lose a heart if you want one", "give up a trick in hearts", ""),
    ],
)
def test_a_condition_reaches_back_over_its_clause(words, expected, unread):
    assert read(words) == (expected, unread)


@pytest.mark.parametrize(
    ("words", "expected", "unread"),
    [
        (
            "I lose a trump and am otherwise good",
            "give up a trick in spades; the rest are good",
            "",
        ),
        (
            "if clubs split I claim. Otherwise ruff a heart",
            "if clubs break; the rest are mine; otherwise; ruff hearts",
            "",
        ),
        (
            "draw trumps. If not, ruff a heart",
            f"draw trumps; {CONDITIONAL}",
            "If not, ruff a heart",
        ),
        (
            "ściągam atuty, inaczej przebijam kiera",
            f"draw trumps; {CONDITIONAL}",
            "inaczej przebijam",
        ),
        (
            "je tire les atouts, sinon je coupe un cœur",
            f"draw trumps; {CONDITIONAL}",
            "sinon je coupe",
        ),
    ],
)
def test_otherwise_belongs_to_the_condition_before_it(words, expected, unread):
    steps, left = read(words)

    assert (steps, left[: len(unread)] if unread else left) == (expected, unread)


@pytest.mark.parametrize(
    "words",
    [
        "ruff a heart or finesse the club",
        "maybe a club ruff",
        "West leads a club",
        "they play a heart",
        "partner ruffs a diamond",
        "partner's hearts are good",
        "no heart losers",
        "I couldn't lose a club",
        "no need to draw trumps",
        "ignoring the last trump",
        "hoping clubs break I have the rest",
        "przebijam kiera albo gram impas karo",
        "partner przebija kiera",
        "je coupe un cœur ou je fais l'impasse à trèfle",
    ],
)
def test_what_is_open_denied_or_others_do_is_no_plan(words):
    steps, unread = read(words)

    assert steps == ""
    assert unread


@pytest.mark.parametrize(
    ("words", "expected", "unread"),
    [
        ("ruff a club before drawing trumps", "ruff clubs; draw trumps", ""),
        (
            "before drawing trumps I ruff a club",
            "",
            "before drawing trumps I ruff a club",
        ),
        (
            "before drawing trumps, ruff a club",
            "ruff clubs",
            "before drawing trumps",
        ),
        ("je coupe un cœur avant de tirer les atouts", "ruff hearts; draw trumps", ""),
        ("przebijam kiera, zanim ściągnę atuty", "ruff hearts; draw trumps", ""),
    ],
)
def test_before_is_an_order_where_something_stands_before_it(words, expected, unread):
    assert read(words) == (expected, unread)


@pytest.mark.parametrize(
    ("words", "expected", "unread"),
    [
        ("not drawing trumps, run clubs", "run clubs", "not drawing trumps"),
        ("West plays a heart, ruff it", "", "West plays a heart, ruff it"),
        ("no finesse in clubs", "no finesse in clubs", ""),
        ("not, finesse clubs", "finesse clubs", "not"),
        ("not the queen finesse", "", "not the queen finesse"),
        ("not a club a heart a club", "", "not a club a heart a club"),
        ("no hearts are out", "no hearts are out", ""),
        ("you win the ace of clubs", "lose to CA", ""),
    ],
)
def test_a_denial_ends_at_the_next_pause(words, expected, unread):
    assert read(words) == (expected, unread)
