"""Seats go round the table and pair off."""

import pytest

from rulings.bridge.errors import ParseError
from rulings.bridge.seats import Seat, Side


@pytest.mark.parametrize("seat", list(Seat))
def test_a_seat_knows_its_neighbours(seat):
    assert Seat.parse(str(seat)) is seat
    assert seat.lho.rho is seat
    assert seat.lho.lho is seat.partner
    assert seat.partner.side is seat.side
    assert seat.lho.side is seat.side.other
    assert seat in seat.side.seats


def test_seats_run_clockwise_from_north():
    assert [seat.letter for seat in Seat] == ["N", "E", "S", "W"]
    assert Seat.NORTH.lho is Seat.EAST
    assert Seat.SOUTH.word == "South"


def test_sides_are_each_others_opponents():
    assert Side.NS.other is Side.EW
    assert Side.EW.other is Side.NS
    assert Side.NS.seats == (Seat.NORTH, Seat.SOUTH)


@pytest.mark.parametrize("text", ["", "X", "NS", "north"])
def test_what_is_no_seat_is_refused(text):
    with pytest.raises(ParseError, match="is not a seat"):
        Seat.parse(text)
