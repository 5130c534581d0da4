"""What the words ask of the hand behind a lead, or in a trick under way."""

from dataclasses import replace

import pytest

from rulings.bridge.cards import Suit, parse_cards
from rulings.statements import ReadStatement
from rulings.statements.play.obeying import obeying
from tests.statements.moments import IN_HAND, LEAD, cards


def test_a_card_named_for_the_trick_in_progress_is_played_to_it():
    begun = replace(LEAD, led=Suit.HEARTS, legal=parse_cards("HK H2"), begun=True)

    assert cards("play HK", begun) == "HK"
    assert cards("play SA; play HK", begun, (0, 1)) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("finesse diamonds", "DQ"),
        ("play D6; finesse diamonds", "DQ"),
        ("finesse hearts", None),
        ("finesse DQ", "DQ"),
        ("lead diamonds to DA", "DA"),
        ("lead hearts to HA", None),
        ("cash diamonds; play DA", "DA"),
        ("cash diamonds in dummy; play DA", None),
        ("no finesse in diamonds; play DA", "DA"),
        ("the rest are good", None),
    ],
)
def test_words_of_a_trick_under_way_bind_its_third_hand(text, expected):
    assert cards(text, IN_HAND) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("finesse diamonds", None), ("finesse DQ", None), ("play DA", "DA")],
)
def test_a_lead_nobody_asked_for_asks_the_third_hand_for_named_cards_alone(
    text, expected
):
    """The side led to this trick after the claim, and the words did not ask for it."""
    later = replace(IN_HAND, begun=False)

    assert cards(text, later) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("play D6; finesse DQ", "DQ"),
        ("play D6; finesse DQ against West", "DQ"),
        ("play D6; finesse DQ against East", None),
        ("play D6; finesse diamonds", "DQ"),
        ("play D6; lead diamonds to DQ", "DQ"),
        ("play D6; cross to hand", "DA DQ"),
        ("play H6; finesse DQ", None),
        ("play D6; finesse HA", None),
        ("play D6; play DQ", "DQ"),
        ("play D6; play DJ", None),
        ("play D6", None),
        ("lead diamonds to hand; finesse DQ", None),
    ],
)
def test_a_card_that_was_led_may_be_led_for_the_step_after_it(text, expected):
    """The finesse is then made: it is not led to once more."""
    found = obeying(ReadStatement.parse(text).steps, (0, 1), IN_HAND)

    assert found == (None if expected is None else ((1, 1), parse_cards(expected)))


def test_a_lead_to_a_card_is_over_when_a_higher_one_has_appeared():
    beaten = replace(IN_HAND, beats=frozenset(parse_cards("DA")))

    assert cards("lead diamonds to DQ", beaten, (0, 1)) is None
    assert cards("lead diamonds to DA", beaten, (0, 1)) == "DA"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("finesse DQ against West", "DQ"),
        ("finesse DQ against East", None),
        ("finesse diamonds against East", None),
        ("lead diamonds to D9", None),
    ],
)
def test_a_finesse_under_way_is_through_the_seat_that_plays_second(text, expected):
    assert cards(text, IN_HAND) == expected
