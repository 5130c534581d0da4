"""Whole statements with the cards of the side are read as they are meant."""

import tomllib
from pathlib import Path

from rulings.bridge.cards import Strain
from rulings.bridge.hands import Hand
from rulings.statements import read_words

HERE = Path(__file__).parent
HEARD = tomllib.loads((HERE / "heard.toml").read_text("utf-8"))["heard"]
NOT_YET = tomllib.loads((HERE / "not_yet.toml").read_text("utf-8"))["said"]


def reading(row):
    held = [card for hand in row["cards"].split() for card in Hand.parse(hand)]
    return read_words(row["words"], Strain.parse(row["trump"]).suit, held)


def misread(row):
    """Return what is made of a row's words where it is not what they mean."""
    found = reading(row)
    steps = [str(step) for step in found.steps]
    right = steps == row["steps"] and not found.not_understood
    return [] if right else [(row["words"], steps, found.unread)]


def test_statements_are_read_as_they_are_meant():
    assert [wrong for row in HEARD for wrong in misread(row)] == []


def test_what_is_not_read_is_shown():
    silent = [row["words"] for row in NOT_YET if not reading(row).not_understood]

    assert silent == [row["words"] for row in NOT_YET if row.get("silent")] == []


def test_what_is_read_by_now_is_listed_as_heard():
    read = [row["words"] for row in NOT_YET if "meant" in row]
    right = [row["words"] for row in NOT_YET if "meant" in row and is_right(row)]

    assert right == []
    assert read


def is_right(row):
    found = reading(row)
    return [str(s) for s in found.steps] == row["meant"] and not found.not_understood


def test_each_statement_stands_once():
    words = [row["words"] for row in (*HEARD, *NOT_YET)]
    assert len(set(words)) == len(words) > 880
