"""Contracts read back; dealers and vulnerability follow the board number."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.bridge.cards import Strain
from rulings.bridge.contracts import (
    Contract,
    Vulnerability,
    dealer_of,
    vulnerability_of,
)
from rulings.bridge.errors import ParseError
from rulings.bridge.seats import Seat, Side

CONTRACTS = st.builds(
    Contract,
    st.integers(1, 7),
    st.sampled_from(list(Strain)),
    st.integers(0, 2),
    st.sampled_from(list(Seat)),
)


@given(CONTRACTS)
def test_a_contract_parses_back_to_itself(contract):
    assert Contract.parse(str(contract)) == contract


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3NT by W", "3N W"),
        ("7N-E", "7N E"),
        ("4H*S", "4HX S"),
        ("1C**N", "1CXX N"),
        ("2SX BY N", "2SX N"),
    ],
)
def test_other_spellings_are_read(text, expected):
    assert str(Contract.parse(text)) == expected


@pytest.mark.parametrize("text", ["", "8C N", "4H", "4HXXX S", "Pass"])
def test_what_is_no_contract_is_refused(text):
    with pytest.raises(ParseError, match="is not a contract"):
        Contract.parse(text)


def test_a_contract_knows_its_seats_and_its_need():
    contract = Contract.parse("4SX N")

    assert contract.tricks_needed == 10
    assert contract.opening_leader is Seat.EAST
    assert contract.dummy is Seat.SOUTH
    assert contract.call == "4SX"


def test_the_cycle_of_sixteen_boards():
    assert [dealer_of(n).letter for n in range(1, 6)] == ["N", "E", "S", "W", "N"]
    assert [str(vulnerability_of(n)) for n in range(1, 18)] == [
        *("none", "NS", "EW", "both"),
        *("NS", "EW", "both", "none"),
        *("EW", "both", "none", "NS"),
        *("both", "none", "NS", "EW"),
        "none",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("None", Vulnerability.NONE),
        ("-", Vulnerability.NONE),
        ("n", Vulnerability.NS),
        ("E-W", Vulnerability.EW),
        ("All", Vulnerability.BOTH),
    ],
)
def test_vulnerability_is_read_in_its_spellings(text, expected):
    assert Vulnerability.parse(text) is expected


def test_vulnerability_includes_sides():
    assert Vulnerability.BOTH.includes(Side.EW)
    assert Vulnerability.NS.includes(Side.NS)
    assert not Vulnerability.NS.includes(Side.EW)
    assert not Vulnerability.NONE.includes(Side.NS)
    with pytest.raises(ParseError, match="is not a vulnerability"):
        Vulnerability.parse("maybe")
