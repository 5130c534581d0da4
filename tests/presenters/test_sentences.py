"""A sentence is translated first and filled in the reader's words afterwards."""

import sys

import pytest
from django.utils import translation

from rulings.presenters.sentences import lacking, sentence_words
from rulings.solver.types import said
from rulings.statements.steps import parse_step


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Ruff hearts in dummy high"),
        ("pl", "Przebij kiery wysoko (dziadek)"),
        ("fr", "Couper cœur de haut (mort)"),
    ],
)
def test_a_step_is_in_the_readers_words(language, words):
    with translation.override(language):
        found = sentence_words(parse_step("ruff hearts in dummy high").sentence())

    assert found == words


def test_seats_and_both_suits_are_named():
    with translation.override("fr"):
        located = sentence_words(said("needs_one", card="SQ", seat="W"))
        suits = sentence_words(said("needs_suits", suit="S", suit_2="H"))

    assert located == "Certain s'il est prouvé que SQ est en Ouest."
    assert (
        suits
        == "Certain si les répartitions sont prouvées\N{NO-BREAK SPACE}: pique et cœur."
    )


def test_a_stored_sentence_reads_like_a_fresh_one():
    fresh = parse_step("lose to HQ").sentence()

    assert sentence_words(fresh.to_json()) == sentence_words(fresh)


@pytest.mark.parametrize(
    ("language", "number"),
    [("en", "1,000,000"), ("pl", "1\xa0000\xa0000"), ("fr", "1\xa0000\xa0000")],
)
def test_positions_are_counted_as_the_reader_counts(language, number):
    with translation.override(language):
        words = sentence_words(said("budget", positions=1_000_000))

    assert number in words


def test_a_library_that_is_absent_is_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "endplay", None)
    monkeypatch.setitem(sys.modules, "numba", None)

    compiler, library = lacking()

    assert compiler.startswith("The solver has no compiler on this machine")
    assert library.startswith("The solver has no double-dummy library")
