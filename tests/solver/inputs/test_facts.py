"""Facts of a printed case say which cards were out of mind, and no more than that."""

import pytest

from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver.inputs import Claim, forgotten_in

POSITION = Position.parse("S S:- 9-0 N:3.J2.A. K.QT..9 A4.K.75. Q5..Q6.")
CLAIM = Claim(Seat.SOUTH, Seat.SOUTH, 4)


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        pytest.param("He has forgotten the nine.", "C9", id="a rank alone"),
        pytest.param("He forgot the queen.", "", id="a rank that may be several"),
        pytest.param("HQ is out; he forgot the queen.", "HQ", id="named elsewhere"),
        pytest.param("He was unaware of the ten of hearts.", "HT", id="rank of suit"),
        pytest.param("Believed the diamond queen already played.", "DQ", id="gone"),
        pytest.param("Thought no diamonds were out.", "D6 DQ", id="a suit gone"),
        pytest.param("Thinks the jack of hearts is good.", "HQ", id="card good"),
        pytest.param("Believes the diamonds are winners too.", "D6 DQ", id="suit good"),
        pytest.param("Thinks both spades are winners.", "S5 SQ SK", id="both"),
        pytest.param("East holds the queen of hearts.", "", id="no belief"),
        pytest.param("The jack of hearts is good.", "", id="not said by him"),
        pytest.param("He has forgotten a trump.", "", id="trumps are asked about"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_facts_name_what_was_out_of_mind(facts, expected):
    found = forgotten_in(facts, POSITION, CLAIM)

    assert " ".join(str(card) for card in sorted(found)) == expected
