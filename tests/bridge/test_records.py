"""A record of play is replayed card by card; revokes are evidence, not errors."""

import pytest

from rulings.bridge.cards import Strain, Suit, parse_cards
from rulings.bridge.errors import IllegalPlay
from rulings.bridge.hands import Deal
from rulings.bridge.records import replay
from rulings.bridge.seats import Seat

DEAL = Deal.parse(
    "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"
)


def played(text, strain="N", leader="W"):
    return replay(DEAL, Strain(strain), Seat.parse(leader), parse_cards(text))


def test_replay_stops_in_mid_trick():
    found = played("S2 SA S7 S3 SK ST")

    assert found.position.won == (1, 0)
    assert str(found.position.trick) == "N:SK,ST"
    assert found.position.turn is Seat.SOUTH
    assert found.position.left == 12
    assert [str(trick) for trick in found.tricks] == ["W:S2,SA,S7,S3"]


def test_show_outs_are_noted():
    found = played("S2 SA S7 S3 SK S8 S4 H2")

    assert found.show_outs == {(Seat.WEST, Suit.SPADES)}
    assert found.revokes == ()


def test_a_ruff_wins():
    found = played("S2 SA S7 S3 SK S8 S4 H2", strain="H")

    assert found.position.won == (1, 1)
    assert found.position.turn is Seat.WEST


def test_a_revoke_is_reported_and_play_goes_on():
    found = played("S2 SA HJ S3")

    assert [(n, seat, str(card)) for n, seat, card in found.revokes] == [
        (1, Seat.EAST, "HJ")
    ]
    assert found.show_outs == frozenset()


def test_a_card_not_held_is_refused():
    with pytest.raises(IllegalPlay, match="Trick 1: North does not hold ST"):
        played("S2 ST")


def test_nothing_played_leaves_the_deal():
    found = played("")

    assert found.position.hands == DEAL.hands
    assert found.position.left == 13
