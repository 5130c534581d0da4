"""A condition on a break is decided by the cards; others leave their steps unread."""

import pytest

from rulings.bridge.cards import parse_cards
from rulings.statements import ReadStatement
from rulings.statements.alternatives import in_force

BOTH = "if spades break; the rest are mine; otherwise; give up a trick"


def force(text, west, east):
    said = in_force(ReadStatement.parse(text), (parse_cards(west), parse_cards(east)))
    return str(said), bool(said.not_understood)


@pytest.mark.parametrize(
    ("text", "west", "east", "expected"),
    [
        (BOTH, "SQ S2 H3", "SJ H5 H4", "the rest are mine"),
        (BOTH, "SQ SJ S2", "H5 H4 H3", "give up a trick"),
        ("if spades break 3-2; crossruff", "SQ SJ S2", "S4 S3 H2", "crossruff"),
        ("if spades break 2-2; crossruff", "SQ SJ S2", "S3 H3 H2", ""),
        ("if spades do not break; crossruff", "SQ SJ S2", "H4 H3 H2", "crossruff"),
        (
            f"draw trumps; {BOTH}; in any case; squeeze",
            "SQ S2 H3",
            "SJ H5 H4",
            "the rest are mine; squeeze",
        ),
    ],
)
def test_the_cards_say_which_alternative_holds(text, west, east, expected):
    steps, unread = force(text, west, east)

    kept = [one for one in steps.split("; ") if one != "the claim is conditional"]
    assert "; ".join(one for one in kept if one != "draw trumps") == expected
    assert "the claim is conditional" in steps
    assert not unread


@pytest.mark.parametrize(
    "text",
    [
        "if SQ drops; the rest are mine",
        "if the finesse works; the rest are mine; otherwise; give up a trick",
        "if spades break; the rest are mine",
        "if spades break 3-3; the rest are mine",
    ],
)
def test_steps_that_the_cards_leave_open_are_unread(text):
    assert force(text, "SQ SJ ST H2", "S9 H5 H4 H3") == (
        "the claim is conditional",
        True,
    )


def test_words_without_alternatives_stay_as_they_are():
    said = ReadStatement.parse("draw trumps; the claim is conditional")

    assert in_force(said, ((), ())) is said
