"""Strikes and allowances of the director: of every hand of the claiming side."""

import pytest

from rulings.bridge.cards import Suit
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import Settings, adjudicate
from rulings.solver.claim import Claim
from rulings.solver.settings import PlayAt

DUCKED = Position.parse("N N:- 8-2 N:...KJ6 ...AT9 .Q..42 6...Q8")
DEFENDER = Claim(
    Seat.WEST,
    Seat.SOUTH,
    3,
    show_outs=frozenset({(Seat.SOUTH, Suit.SPADES), (Seat.NORTH, Suit.DIAMONDS)}),
)
RUFF_OR_THROW = Position.parse("H N:CK 10-0 N:K...J 5...Q8 JT9... ...A63")


def settings(strikes="", allowances=""):
    return Settings(
        strikes=frozenset(map(PlayAt.parse, strikes.split())),
        allowances=frozenset(map(PlayAt.parse, allowances.split())),
    )


def bites(position, claim, strikes):
    found = adjudicate(position, claim, settings(strikes))
    return {one.id: one.in_force for one in found.strikes}


def test_a_card_of_a_defenders_partner_may_be_struck():
    ten_led = Position.parse("D N:ST 0-11 N:...6 K9... ...K3 4...8")
    claim = Claim(Seat.WEST, Seat.SOUTH, 2)
    before = adjudicate(ten_led, claim, Settings())

    after = adjudicate(ten_led, claim, settings(">S9"))

    assert before.line[0].cards[1].reason.rule == "N13"
    assert bites(DUCKED, DEFENDER, "CK>C9") == {"CK>C9": True}
    assert (before.award, after.award) == (0, 2)


def test_a_card_of_the_other_side_may_not_be_struck():
    assert bites(DUCKED, DEFENDER, ">CK CK,C9>C4") == {">CK": False, "CK,C9>C4": False}


def test_strikes_of_all_the_normal_plays_of_a_moment_have_no_effect():
    both = "CK>C9 CK>CA"

    assert bites(DUCKED, DEFENDER, both) == {"CK>C9": False, "CK>CA": False}
    assert bites(DUCKED, DEFENDER, "CK>C9 CK>CT") == {"CK>C9": True, "CK>CT": False}


def test_a_card_of_a_defenders_partner_may_be_let_in():
    claim = Claim(Seat.WEST, Seat.SOUTH, 2, aware_of_trump=True)
    before = adjudicate(RUFF_OR_THROW, claim, Settings())
    (throw,) = [play for play in before.excluded if play.seat is Seat.EAST]

    after = adjudicate(RUFF_OR_THROW, claim, settings(allowances=throw.id))

    assert (before.award, throw.award, after.award) == (2, 1, 1)


@pytest.mark.parametrize("declarer", [Seat.NORTH, Seat.SOUTH])
def test_the_lowest_of_equals_is_shown_of_a_hand_that_is_not_seen(declarer):
    position = Position.parse("N S:S6,S8,S2 5-6 N:..A. 74... ..3. ..7.")

    found = adjudicate(position, Claim(Seat.WEST, declarer, 0), Settings())

    assert str(found.line[0].cards[-1].card) == "S4"
