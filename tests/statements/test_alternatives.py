"""Conditions are decided by the cards where the words before them tell how."""

import pytest

from rulings.bridge.cards import parse_cards
from rulings.bridge.seats import Seat
from rulings.statements import ReadStatement
from rulings.statements.alternatives import in_force

BOTH = "if spades break; the rest are mine; otherwise; give up a trick"


def force(text, west, east, own=("", ""), hidden=(Seat.EAST, Seat.WEST)):
    north, south = own
    hands = dict(zip(Seat, map(parse_cards, (north, east, south, west)), strict=True))
    said = in_force(ReadStatement.parse(text), hands, hidden)
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

    assert in_force(said, {}, (Seat.EAST, Seat.WEST)) is said


IF_WORKS = "; if the finesse works; the rest are mine; otherwise; give up a trick"
IF_DROPS = "; if SQ drops; the rest are mine; otherwise; give up a trick"


@pytest.mark.parametrize(
    ("text", "north", "south", "west", "holds"),
    [
        ("finesse hearts" + IF_WORKS, "HA HQ", "H2 H3", "HK H4", True),
        ("finesse hearts" + IF_WORKS, "HA HQ", "H2 H3", "H5 H4", False),
        ("finesse HQ" + IF_WORKS, "HA HQ", "H2 H3", "HK H4", True),
        ("finesse HJ" + IF_WORKS, "HA HQ", "HJ HT", "HK H4", True),
        ("finesse HJ" + IF_WORKS, "HA HQ", "HJ HT", "H5 H4", False),
        ("finesse HJ" + IF_WORKS, "HA HJ", "H3 H2", "HK HQ", True),
        ("finesse HJ" + IF_WORKS, "HA HJ", "H3 H2", "HK H4", False),
        ("finesse HK against West" + IF_WORKS, "HK H3", "H5 H2", "HA H4", True),
        ("lead hearts to HQ" + IF_WORKS, "HA HQ", "H2 H3", "HK H4", True),
        ("play SA; play SK" + IF_DROPS, "SA SK", "S2 S3", "SQ S4", True),
        ("play SA; play SK" + IF_DROPS, "SA SK", "S2 S3", "SQ S4 S5", False),
        ("cash spades 3" + IF_DROPS, "SA SK", "S2 S3", "SQ S4 S5", True),
    ],
)
def test_a_finesse_and_a_drop_are_seen_by_what_was_stated_before(
    text, north, south, west, holds
):
    deck = "HK HQ HA S8 S7 S6 SQ"
    rest = [c for c in deck.split() if c not in f"{north} {south} {west}"]

    steps, unread = force(text, west, " ".join(rest), (north, south))

    assert ("the rest are mine" in steps, "give up" in steps) == (holds, not holds)
    assert not unread


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("finesse HQ" + IF_WORKS, (Seat.EAST, Seat.SOUTH)),
        ("finesse diamonds" + IF_WORKS, (Seat.EAST, Seat.WEST)),
        ("cash spades" + IF_DROPS, (Seat.EAST, Seat.WEST)),
        ("play SA; if SK drops; the rest are mine", (Seat.EAST, Seat.WEST)),
    ],
)
def test_what_the_words_leave_open_stays_unread(text, hidden):
    assert force(text, "HK SQ", "H5 S9", ("HA HQ SA SK", "H2 H3"), hidden)[1]


FOLLOW = "if both follow to spades; the rest are mine; otherwise; give up a trick"


@pytest.mark.parametrize(
    ("before", "east", "expected"),
    [
        ("play SA; ", "S4 H3 H2", "the rest are mine"),
        ("", "S4 H3 H2", "the rest are mine"),
        ("", "H4 H3 H2", "give up a trick"),
        ("cash spades 2; ", "S4 H3 H2", "give up a trick"),
        ("cash spades; ", "S4 H3 H2", None),
    ],
)
def test_both_follow_to_the_rounds_stated_before(before, east, expected):
    steps, unread = force(before + FOLLOW, "SQ SJ S2", east)

    said = steps.split("the claim is conditional")[-1].strip("; ")
    assert (said or None, unread) == (expected, expected is None)


ONSIDE = "if HK is onside; the rest are mine; otherwise; give up a trick"
WITH_EAST = "if HK is with East; the rest are mine; otherwise; give up a trick"


@pytest.mark.parametrize(
    ("text", "north", "south", "west", "holds"),
    [
        (ONSIDE, "HA HQ", "H2 H3", "HK H4", True),
        (ONSIDE, "HA HQ", "H2 H3", "H5 H4", False),
        (ONSIDE, "H2 H3", "HA HQ", "HK H4", False),
        ("if HK is offside; give up a trick", "HA HQ", "H2 H3", "HK H4", None),
        (WITH_EAST, "HA HQ", "H2 H3", "HK H4", False),
        (WITH_EAST, "HA HQ", "H2 H3", "H5 H4", True),
    ],
)
def test_a_claim_may_hang_on_where_a_card_lies(text, north, south, west, holds):
    rest = [c for c in ("HK", "H5", "S9") if c not in west]

    steps, unread = force(text, west, " ".join(rest), (north, south))

    assert ("the rest are mine" in steps, "give up" in steps) == (
        (holds, not holds) if holds is not None else (False, False)
    )
    assert ("finesse hearts" in steps) == (text is not WITH_EAST)
    assert not unread


@pytest.mark.parametrize(
    ("text", "own"),
    [
        (ONSIDE, ("HA H3", "HQ H2")),
        ("if SQ is with South; the rest are mine", ("HA HQ", "H2 H3")),
    ],
)
def test_where_a_card_would_have_to_lie_may_be_open(text, own):
    assert force(text, "HK SQ", "H5 S9", own)[1]
