"""An entry of cards becomes a position, or says what keeps it from one."""

import pytest
from django.http import QueryDict

from rulings.bridge.cards import Card, Strain
from rulings.bridge.errors import ParseError
from rulings.bridge.hands import Deal, Hand
from rulings.bridge.seats import Seat, Side
from rulings.forms.table.cards import filled, marks_of, position_of

DEAL = Deal.parse(
    "N:J7.KQJ.AQJ82.Q42 94.52.T74.KT9653 AKQ832.43.9.AJ87 T65.AT9876.K653."
)
ONE_EACH = "hand_N=K...&hand_E=Q...&hand_S=J...&hand_W=T..."


def entry(text):
    data = QueryDict(mutable=True)
    data.update(dict(pair.split("=", 1) for pair in text.split("&")))
    return data


@pytest.mark.parametrize("side", list(Side))
def test_typed_hands_become_the_position(side):
    text = "hand_N=.KQ.A.&hand_E=.5.7.6&hand_S=.4.9.J&hand_W=6.9.2.&leader=S&won=4"
    marks = marks_of(entry(text), None, "remaining")

    position = position_of(marks, Strain.SPADES, side, 3)

    assert str(position) == (
        f"S S:- {'4-6' if side is Side.NS else '6-4'} N:.KQ.A. .5.7.6 .4.9.J 6.9.2."
    )


def test_card_in_the_trick_leaves_its_hand():
    text = "hand_N=.K.A.&hand_E=.5..6&hand_S=.4..J&hand_W=6.9..&trick_E=C6&leader=E"
    marks = marks_of(entry(text + "&won=5"), None, "remaining")

    position = position_of(marks, Strain.SPADES, Side.NS, 2)

    assert position.trick.cards == (Card.parse("C6"),)
    assert position.hands[Seat.EAST] == Hand.parse(".5..")


def test_mark_means_played_and_leaves_the_others():
    data = QueryDict(mutable=True)
    data.setlist("N", ["SJ", "S7"])

    marks = marks_of(data, DEAL, "played")

    assert marks.hands[Seat.NORTH] == DEAL[Seat.NORTH].without(
        Card.parse("SJ"), Card.parse("S7")
    )


def test_last_hand_is_filled_where_the_deck_leaves_no_choice():
    text = "&".join(
        f"hand_{seat}={DEAL[seat]}" for seat in Seat if seat is not Seat.WEST
    )

    marks = marks_of(entry(text), None, "remaining")

    assert filled(marks, 13)[Seat.WEST] == DEAL[Seat.WEST]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hand_N=.K..&leader=S&won=5", "every hand needs 1"),
        (f"{ONE_EACH}&won=5", "Say who led"),
        (
            f"{ONE_EACH}&leader=S&won=13",
            "the 12 quitted tricks",
        ),
        (
            "hand_N=K...&hand_E=Q...&hand_S=J...&hand_W=T...&leader=S&won=5&trick_W=ST",
            "before its turn",
        ),
        (
            "hand_N=K...&hand_E=K...&hand_S=J...&hand_W=T...&leader=S&won=5",
            "stands in two places",
        ),
    ],
    ids=["unequal", "no leader", "too many tricks", "out of turn", "twice"],
)
def test_entry_that_is_no_position_says_why(text, sentence):
    marks = marks_of(entry(text), None, "remaining")

    with pytest.raises(ParseError, match=sentence):
        position_of(marks, Strain.SPADES, Side.NS, 1)
