"""Names in words: suits, seats, sides, strains and contracts."""

import pytest

from rulings.bridge.cards import Card, Strain, Suit
from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Seat, Side
from rulings.presenters import words


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("5H S", "5 hearts by South"),
        ("3N W", "3 no trump by West"),
        ("4SX N", "4 spades doubled by North"),
        ("1CXX E", "1 clubs redoubled by East"),
    ],
)
def test_contract_is_said_in_words(text, name):
    assert words.contract_name(Contract.parse(text)) == name


def test_letters_stand_beside_names():
    assert [words.suit_letter(suit) for suit in Suit] == ["S", "H", "D", "C"]
    assert [words.suit_name(suit) for suit in Suit] == [
        "spades",
        "hearts",
        "diamonds",
        "clubs",
    ]
    assert [words.seat_letter(seat) for seat in Seat] == ["N", "E", "S", "W"]
    assert [words.seat_name(seat) for seat in Seat] == [
        "North",
        "East",
        "South",
        "West",
    ]


def test_sides_and_strains_have_names():
    assert [words.side_name(side) for side in Side] == ["North–South", "East–West"]
    assert words.strain_name(Strain.NO_TRUMP) == "no trump"
    assert words.strain_name(Strain.DIAMONDS) == "diamonds"


def test_ten_is_printed_in_full():
    assert words.rank_letter(Card.parse("DT")) == "10"
