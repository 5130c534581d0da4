"""A result as it is typed: read, written, read again; and what is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.bridge.cards import Strain
from rulings.bridge.contracts import Contract, Vulnerability
from rulings.bridge.errors import ParseError
from rulings.bridge.results import parse_result, points_ns, result_text
from rulings.bridge.seats import Seat

CONTRACTS = st.builds(
    Contract,
    st.integers(1, 7),
    st.sampled_from(Strain),
    st.integers(0, 2),
    st.sampled_from(Seat),
)


@given(CONTRACTS, st.integers(0, 13))
def test_what_is_written_is_read_back(contract, tricks):
    assert parse_result(result_text(contract, tricks)) == (contract, tricks)


@pytest.mark.parametrize(
    ("text", "contract", "tricks"),
    [
        ("4s n =", "4S N", 10),
        ("4SN=", "4S N", 10),
        ("3NT W-2", "3N W", 7),
        ("1nte +1", "1N E", 8),
        ("2H** E −3", "2HXX E", 5),
        (" 5DX s - 1 ", "5DX S", 10),
    ],
)
def test_scorers_type_as_they_like(text, contract, tricks):
    assert parse_result(text) == (Contract.parse(contract), tricks)


@pytest.mark.parametrize("text", ["pass", "P", "AP", result_text(None, 0)])
def test_board_passed_out(text):
    assert parse_result(text) == (None, 0)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not a result"),
        ("4S N", "not a result"),
        ("4S N 10", "not a result"),
        ("8S N =", "not a contract"),
        ("4S =", "not a contract"),
        ("7S N +1", "14 tricks"),
        ("1S N -8", "-1 tricks"),
    ],
)
def test_what_is_no_result_is_refused_with_a_reason(text, says):
    with pytest.raises(ParseError, match=says):
        parse_result(text)


def test_points_are_those_of_north_south():
    assert points_ns(*parse_result("4S S ="), Vulnerability.NS) == 620
    assert points_ns(*parse_result("4S E -1"), Vulnerability.EW) == 100
    assert points_ns(*parse_result("pass"), Vulnerability.BOTH) == 0
