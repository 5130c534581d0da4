"""Whole statements with the cards of the side are read as they are meant."""

import tomllib
from pathlib import Path

from rulings.bridge.cards import Strain
from rulings.bridge.hands import Hand
from rulings.statements import read_words

HEARD = tomllib.loads(Path(__file__).with_name("heard.toml").read_text("utf-8"))[
    "heard"
]


def misread(row):
    """Return what is made of a row's words where it is not what they mean."""
    held = [card for hand in row["cards"].split() for card in Hand.parse(hand)]
    found = read_words(row["words"], Strain.parse(row["trump"]).suit, held)
    steps = [str(step) for step in found.steps]
    right = steps == row["steps"] and not found.not_understood
    return [] if right else [(row["words"], steps, found.unread)]


def test_statements_are_read_as_they_are_meant():
    assert [wrong for row in HEARD for wrong in misread(row)] == []


def test_each_statement_stands_once():
    assert len({row["words"] for row in HEARD}) == len(HEARD) > 490
