"""Scores are those of Law 77: known ones by hand, all of them against endplay."""

import pytest

from rulings.bridge.cards import Strain
from rulings.bridge.contracts import Contract
from rulings.bridge.scores import score
from rulings.bridge.seats import Seat

KNOWN = [
    ("1C N", 7, False, 70),
    ("1N N", 7, False, 90),
    ("2N N", 8, False, 120),
    ("3N N", 9, False, 400),
    ("3N N", 9, True, 600),
    ("4S N", 10, False, 420),
    ("5D N", 12, True, 620),
    ("6H N", 12, False, 980),
    ("7N N", 13, True, 2220),
    ("1SX N", 7, False, 160),
    ("2HX N", 8, False, 470),
    ("2HX N", 9, True, 870),
    ("1CXX N", 7, False, 230),
    ("1NXX N", 8, True, 1160),
    ("4S N", 9, False, -50),
    ("4S N", 9, True, -100),
    ("4SX N", 8, False, -300),
    ("4SX N", 6, False, -800),
    ("4SX N", 7, True, -800),
    ("7NXX N", 0, True, -7600),
    ("7NXX N", 0, False, -7000),
]


@pytest.mark.parametrize(("contract", "tricks", "vulnerable", "points"), KNOWN)
def test_known_scores(contract, tricks, vulnerable, points):
    assert score(Contract.parse(contract), tricks, vulnerable=vulnerable) == points


def test_every_score_agrees_with_the_library():
    types = pytest.importorskip("endplay.types", reason="endplay is not installed")
    differences = []
    for level in range(1, 8):
        for strain in Strain:
            for doubled in range(3):
                for tricks in range(14):
                    ours = Contract(level, strain, doubled, Seat.NORTH)
                    for vulnerable in (False, True):
                        theirs = types.Contract(
                            level=level,
                            denom=types.Denom.find(strain),
                            declarer=types.Player.north,
                            penalty=types.Penalty(2**doubled),
                            result=tricks - level - 6,
                        ).score(types.Vul.both if vulnerable else types.Vul.none)
                        if theirs != score(ours, tricks, vulnerable=vulnerable):
                            differences.append((str(ours), tricks, vulnerable, theirs))

    assert differences == []


@pytest.mark.parametrize("tricks", [-1, 14])
def test_a_number_no_board_has_is_refused(tricks):
    with pytest.raises(ValueError, match="0 to 13"):
        score(Contract.parse("1C N"), tricks, vulnerable=False)
