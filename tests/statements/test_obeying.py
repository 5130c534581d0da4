"""Stated play comes first; what fails lapses; the rest is as if not stated."""

from dataclasses import replace

import pytest

from rulings.bridge.cards import Suit, parse_cards
from rulings.statements import ReadStatement
from rulings.statements.play.obeying import START, is_spent, obeying
from tests.statements.moments import DUMMY_FOLLOWS, LEAD, cards


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("draw trumps", "SA S3"),
        ("draw trumps 1 rounds", "SA S3"),
        ("cash hearts", "HK"),
        ("cash hearts 2", "HK H2"),
        ("cash hearts 2 from the top", "HK"),
        ("cash hearts in dummy", "H2"),
        ("cash diamonds", None),
        ("run hearts", "HK H2"),
        ("play HK", "HK"),
        ("play HA", "H2"),
        ("play H4", None),
        ("play HA; play D5", "H2"),
        ("play H4; play D5", "D5"),
        ("lead hearts to HA", "H2"),
        ("lead hearts to dummy", "H2"),
        ("lead hearts to hand", None),
        ("ruff diamonds in dummy", "D5"),
        ("ruff diamonds", "D5"),
        ("ruff hearts in dummy", None),
        ("ruff", "D5"),
        ("ruff in hand", None),
        ("finesse hearts", "H2"),
        ("finesse diamonds", None),
        ("finesse HA", "H2"),
        ("finesse HA against West", "H2"),
        ("finesse HA against East", None),
        ("finesse H4", "H2"),
        ("finesse H4 against East; play D5", "D5"),
        ("finesse HK against West", "HK"),
        ("finesse HK against East", None),
        ("finesse hearts against West", "H2"),
        ("finesse hearts against East", None),
        ("lead hearts to H4", "H2"),
        ("lead diamonds to S9", "D5"),
        ("lead spades to S9", "S3"),
        ("hearts are good", None),
        ("crossruff", "D5"),
        ("cross to dummy", "H2"),
        ("cross to dummy in spades", "S3"),
        ("cross to hand", None),
        ("the rest are good", None),
        ("cash hearts; not an order", None),
        ("lose to HQ; give up a trick in diamonds", None),
    ],
)
def test_a_lead_obeys_the_statement(text, expected):
    assert cards(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ruff diamonds in dummy", "S9"),
        ("ruff diamonds", "S9"),
        ("ruff diamonds in hand", None),
        ("crossruff", "S9"),
        ("cross to dummy in diamonds", "S9"),
        ("cash diamonds 1", None),
    ],
)
def test_the_other_hand_does_its_part(text, expected):
    assert cards(text, DUMMY_FOLLOWS, (0, 1)) == expected


def test_a_discard_binds_whenever_its_suit_is_led():
    assert cards("discard H4 on diamonds", DUMMY_FOLLOWS) == "H4"
    assert cards("discard hearts on diamonds", DUMMY_FOLLOWS) == "HA H4"
    assert cards("discard hearts on clubs", DUMMY_FOLLOWS) is None


def test_a_discard_is_made_as_often_as_is_said():
    """Two hearts on the diamonds, then what comes next, then nothing more."""
    steps = ReadStatement.parse("discard 2 hearts on diamonds; run clubs").steps
    one = obeying(steps, START, DUMMY_FOLLOWS)
    two = obeying(steps, one[0], DUMMY_FOLLOWS)

    assert one[1] == two[1]
    assert obeying(steps, two[0], DUMMY_FOLLOWS) is None
    assert not is_spent(steps[:1], one[0])
    assert is_spent(steps[:1], two[0])


def test_each_number_counts_its_own_discards():
    steps = ReadStatement.parse(
        "discard 1 hearts on diamonds; discard 1 spades on diamonds"
    ).steps
    first, hearts = obeying(steps, START, DUMMY_FOLLOWS)
    second, spades = obeying(steps, first, DUMMY_FOLLOWS)

    assert [c.suit for c in (*hearts, *spades)] == [Suit.HEARTS] * 2 + [Suit.SPADES]
    assert obeying(steps, second, DUMMY_FOLLOWS) is None


def test_drawing_stops_when_no_trump_is_out():
    none_out = replace(LEAD, trumps_out=False)

    assert cards("draw trumps; play D5", none_out) == "D5"
    assert cards("draw trumps 2 rounds", none_out) == "SA S3"


def test_a_step_that_is_done_gives_way_to_the_next():
    steps = ReadStatement.parse("play HK; play D5").steps

    first = obeying(steps, START, LEAD)
    second = obeying(steps, (0, 1), LEAD)

    assert first == ((0, 1), parse_cards("HK"))
    assert second == ((1, 1), parse_cards("D5"))
    assert not is_spent(steps, (1, 0))
    assert is_spent(steps, (1, 1))


def test_a_card_named_for_a_trick_of_the_opponents_is_played_to_it():
    theirs = replace(LEAD, led=Suit.HEARTS, side_led=False)
    theirs = replace(theirs, legal=parse_cards("HK H2"))

    assert cards("play HK", theirs) == "HK"


def test_after_a_step_is_done_their_lead_takes_the_next_one():
    theirs = replace(LEAD, led=Suit.HEARTS, side_led=False)
    theirs = replace(theirs, legal=parse_cards("HK H2"))

    assert cards("play SA; play H2", theirs, (0, 1)) == "H2"
    assert cards("play SA", theirs, (0, 1)) is None


def test_words_without_a_play_bind_nothing():
    assert is_spent(ReadStatement.parse("the rest are mine").steps, START)
    assert is_spent(ReadStatement.parse("run clubs; not an order").steps, START)
    assert not is_spent(ReadStatement.parse("discard C2 on hearts").steps, START)


def test_a_ruff_that_was_stated_is_made_when_the_others_lead_the_suit():
    theirs = replace(LEAD, led=Suit.CLUBS, side_led=False)

    assert cards("ruff clubs", theirs) == "SA S3"
    assert cards("ruff clubs in dummy", theirs) is None
    assert cards("ruff diamonds", theirs) is None
