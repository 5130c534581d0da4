"""A trick knows whose turn it is and who wins."""

import pytest

from rulings.bridge.cards import Strain
from rulings.bridge.errors import ParseError
from rulings.bridge.seats import Seat
from rulings.bridge.tricks import Trick


@pytest.mark.parametrize("text", ["S:HJ,H6", "N:-", "W:SA,S2,S3,S4"])
def test_a_trick_parses_back_to_itself(text):
    assert str(Trick.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "strain", "winner"),
    [
        ("N:H2,HA,H3,HK", "N", "E"),
        ("N:H2,HA,S3,HK", "N", "E"),
        ("N:H2,HA,S3,HK", "S", "S"),
        ("N:H2,C2,C3,CA", "C", "W"),
        ("W:H2", "S", "W"),
    ],
)
def test_the_winner_is_the_highest_trump_or_card_of_the_suit(text, strain, winner):
    assert Trick.parse(text).winner(Strain(strain)) is Seat.parse(winner)


def test_a_trick_knows_turn_suit_and_end():
    trick = Trick.parse("W:H2,H3")

    assert trick.turn is Seat.EAST
    assert trick.suit is not None
    assert trick.suit.letter == "H"
    assert not trick.complete
    assert Trick.parse("W:-").suit is None
    assert [seat.letter for seat, _ in trick.plays()] == ["W", "N"]


@pytest.mark.parametrize("text", ["", "S", "S:HJ,HJ", "S:H2,H3,H4,H5,H6", "X:H2"])
def test_what_is_no_trick_is_refused(text):
    with pytest.raises(ParseError):
        Trick.parse(text)
