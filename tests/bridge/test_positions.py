"""A position reads back, allows what the Laws allow, and names its faults."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.bridge.cards import Card
from rulings.bridge.errors import IllegalPlay, ParseError
from rulings.bridge.positions import Position, PositionFault
from rulings.bridge.seats import Seat, Side
from tests.solver.endings import random_position, seeded

IN_PROGRESS = "H S:HJ,H6 4-5 N:AQJ...T 543...4 K2..Q. 87...5"


@given(st.integers(0, 10**6), st.integers(1, 6))
def test_a_position_parses_back_to_itself(seed, tricks):
    position = random_position(seeded(seed), tricks)

    assert Position.parse(str(position)) == position
    assert position.faults() == frozenset()


@given(st.integers(0, 10**6), st.integers(1, 6))
def test_play_goes_on_to_the_end(seed, tricks):
    rng = seeded(seed)
    position = random_position(rng, tricks)
    while any(position.hands):
        before = position
        position = position.play(rng.choice(position.legal()))
        assert sum(position.won) - sum(before.won) in {0, 1}

    assert sum(position.won) == 13
    assert position.left == 0


def test_suit_must_be_followed():
    position = Position.parse("N S:HA 11-0 N:K.2.. 3.3.. 4... 5.4..")

    assert [str(card) for card in position.legal()] == ["H4"]
    with pytest.raises(IllegalPlay, match="must follow suit"):
        position.play(Card.parse("S5"))
    with pytest.raises(IllegalPlay, match="does not hold"):
        position.play(Card.parse("H2"))


def test_a_finished_trick_is_quitted_and_its_winner_leads():
    position = Position.parse("S N:H2,HA,S3 6-6 N:... ... ... .5..")

    after = position.play(Card.parse("H5"))

    assert after.won == (7, 6)
    assert after.turn is Seat.SOUTH
    assert after.trick.cards == ()
    assert after.won_by(Side.NS) == 7
    assert after.won_by(Side.EW) == 6


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("N N:- 12-0 N:A... A... Q... J...", {PositionFault.CARD_TWICE}),
        (
            "N N:- 11-0 N:AT... K... Q... J...",
            {PositionFault.UNEQUAL_HANDS},
        ),
        ("N N:- 11-0 N:A... K... Q... J...", {PositionFault.TRICK_COUNT}),
        ("N N:- 13-0 N:... ... ... ...", {PositionFault.NO_CARDS}),
        (
            "N N:SA,H2 11-0 N:2... K... Q3... J4...",
            {PositionFault.REVOKE_ON_TABLE},
        ),
        (
            "N N:SA,SK,SQ,SJ 11-0 N:2... 3... 4... 5...",
            {PositionFault.TRICK_COMPLETE},
        ),
    ],
)
def test_a_position_names_its_faults(text, faults):
    assert Position.parse(text).faults() == faults


@pytest.mark.parametrize(
    "text",
    [
        "",
        "N N:- 1-0",
        "N N:- 1 N:A... K... Q... J...",
        "N N:- 1-0 E:A... K... Q... J...",
        "Z N:- 1-0 N:A... K... Q... J...",
        "N N:- ²-0 N:A... K... Q... J...",
    ],
)
def test_what_is_no_position_is_refused(text):
    with pytest.raises(ParseError):
        Position.parse(text)


def test_cards_on_the_table_count_as_held():
    position = Position.parse(IN_PROGRESS)

    assert position.held(Seat.SOUTH) == 4
    assert position.held(Seat.WEST) == 4
    assert position.played_to_trick() == {Seat.SOUTH, Seat.WEST}
