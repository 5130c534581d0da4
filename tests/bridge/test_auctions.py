"""Calls are read in their spellings; an auction leads to its contract."""

import pytest

from rulings.bridge.auctions import (
    REPLACEMENTS,
    Auction,
    bid_order,
    is_lowest,
    is_sufficient,
    kind_of_replacement,
    lowest_sufficient,
    parse_call,
    same_denomination,
)
from rulings.bridge.cards import Strain
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


BIDS = [f"{level}{strain}" for level in range(1, 8) for strain in "CDHSN"]


@pytest.mark.parametrize("last", BIDS)
def test_lowest_sufficient_bid_is_the_first_higher_one(last):
    for strain in Strain:
        higher = [
            bid for bid in BIDS[BIDS.index(last) + 1 :] if bid[1:] == strain.value
        ]

        assert lowest_sufficient(last, strain) == next(iter(higher), None)
        assert [bid for bid in BIDS if is_lowest(last, bid) and bid[1] == strain] == (
            higher[:1]
        )


@pytest.mark.parametrize("last", BIDS)
def test_bid_is_sufficient_when_it_stands_higher(last):
    place = BIDS.index(last)

    assert [is_sufficient(last, bid) for bid in BIDS] == [
        other > place for other in range(35)
    ]


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        ("1H", "insufficient_bid"),
        ("1S", "insufficient_bid"),
        ("1N", "sufficient_bid"),
        ("2C", "sufficient_bid"),
        ("P", "pass"),
        ("X", "double_or_redouble"),
        ("XX", "double_or_redouble"),
    ],
)
def test_replacement_has_its_kind(call, kind):
    assert kind_of_replacement("1S", call) == kind
    assert kind in REPLACEMENTS


@pytest.mark.parametrize(
    ("bid", "other", "same"),
    [("1H", "3H", True), ("1H", "1S", False), ("1H", "P", False), ("X", "X", False)],
)
def test_denomination_is_that_of_bids_alone(bid, other, same):
    assert same_denomination(bid, other) is same
    assert not is_lowest("1S", "P")


def test_last_bid_of_an_auction():
    assert Auction.parse("N: P P").last_bid is None
    assert Auction.parse("N: 1C P 1H X").last_bid == "1H"
