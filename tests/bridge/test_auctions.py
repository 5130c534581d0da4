"""Calls are read in their spellings; an auction leads to its contract."""

import pytest

from rulings.bridge.auctions import Auction, bid_order, parse_call
from rulings.bridge.errors import ParseError
from rulings.bridge.seats import Seat


@pytest.mark.parametrize(
    ("text", "expected"),
    [("pass", "P"), ("dbl", "X"), ("R", "XX"), ("1nt", "1N"), ("7c!", "7C")],
)
def test_calls_are_read_in_their_spellings(text, expected):
    assert parse_call(text) == expected


@pytest.mark.parametrize("text", ["", "0C", "8N", "1", "1Z", "hello"])
def test_what_is_no_call_is_refused(text):
    with pytest.raises(ParseError):
        parse_call(text)


@pytest.mark.parametrize(
    ("text", "contract"),
    [
        ("N: 1C P 1H P 4H P P P", "4H S"),
        ("S: P P 1S X XX P P P", "1SXX N"),
        ("E: 1N X P P P", "1NX E"),
        ("E: 1N X 2C P P P", "2C W"),
        ("W: 1H P 2H X 3H P P P", "3H W"),
    ],
)
def test_the_contract_is_the_last_bid_of_whoever_named_it_first(text, contract):
    auction = Auction.parse(text)

    assert str(auction.contract()) == contract
    assert auction.closed
    assert Auction.parse(str(auction)) == auction


def test_four_passes_are_no_contract():
    auction = Auction.parse("N: P P P P")

    assert auction.contract() is None
    assert auction.closed
    assert not Auction.parse("N: P P P").closed


def test_turns_go_round_from_the_dealer():
    assert Auction(Seat.WEST).turn is Seat.WEST
    assert Auction.parse("W: 1C P P").turn is Seat.SOUTH
    assert not Auction.parse("W: 1C P P").closed


def test_bids_rise():
    bids = [f"{level}{strain}" for level in range(1, 8) for strain in "CDHSN"]

    assert [bid_order(bid) for bid in bids] == list(range(35))


def test_an_auction_needs_its_dealer():
    with pytest.raises(ParseError, match="is not an auction"):
        Auction.parse("1C P P P")
