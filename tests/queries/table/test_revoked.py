"""A revoke put right: the cards change places, and with them perhaps the trick."""

import pytest

from rulings.bridge.cards import Card
from rulings.bridge.errors import IllegalPlay
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.queries.table.revoked import corrected

ON_TABLE = "S S:HJ,D6 6-3 N:.K.A. .5.7.65 J..94.A 6.97.K."
"""South led HJ; West threw D6 and holds H97."""

QUITTED = "S N:- 6-3 N:.KQ.A.2 .5.7.65 J.A.9.4 6.97.K."
"""North is on lead, having won the last trick, in which West had discarded."""


def card(text):
    return Card.parse(text)


def test_a_card_on_the_table_is_replaced_in_its_trick():
    found = corrected(Position.parse(ON_TABLE), Seat.WEST, card("D6"), card("H9"))

    assert str(found.trick) == "S:HJ,H9"
    assert str(found.hands[Seat.WEST]) == "6.7.K6."
    assert found.won == (6, 3)
    assert found.turn is Seat.NORTH


def test_a_quitted_trick_that_stays_where_it_was_changes_cards_only():
    found = corrected(Position.parse(QUITTED), Seat.WEST, card("D6"), card("H9"))

    assert (found.won, found.trick.leader) == ((6, 3), Seat.NORTH)
    assert str(found.hands[Seat.WEST]) == "6.7.K6."


@pytest.mark.parametrize(("winner", "won"), [(Seat.WEST, (5, 4)), (Seat.SOUTH, (6, 3))])
def test_a_quitted_trick_may_go_to_another_seat_who_then_leads(winner, won):
    found = corrected(
        Position.parse(QUITTED), Seat.WEST, card("D6"), card("H9"), winner
    )

    assert (found.won, found.trick.leader, found.left) == (won, winner, 4)
    assert found.faults() == frozenset()


def test_cards_led_to_the_next_trick_go_back_when_another_has_the_last():
    led = Position.parse("S N:HK 6-3 N:.Q.A.2 .5.7.65 J.A.9.4 6.97.K.")

    found = corrected(led, Seat.WEST, card("D6"), card("H9"), Seat.WEST)

    assert str(found.hands[Seat.NORTH]) == ".KQ.A.2"
    assert (found.trick.leader, found.trick.cards) == (Seat.WEST, ())


@pytest.mark.parametrize(
    ("position", "withdrawn", "legal", "sentence"),
    [
        (ON_TABLE, "D6", "H2", "does not hold"),
        (ON_TABLE, "HK", "H9", "still in a hand"),
        (ON_TABLE, "HJ", "H9", "by another seat"),
    ],
)
def test_what_cannot_have_been_played_is_refused(position, withdrawn, legal, sentence):
    with pytest.raises(IllegalPlay, match=sentence):
        corrected(Position.parse(position), Seat.WEST, card(withdrawn), card(legal))
