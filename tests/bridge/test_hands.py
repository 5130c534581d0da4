"""Hands and deals read back what they write, and refuse what is no deck."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.bridge.cards import FULL_DECK, Card, Suit
from rulings.bridge.errors import ParseError
from rulings.bridge.hands import Deal, Hand
from rulings.bridge.seats import Seat

DEAL = Deal.parse(
    "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"
)


@given(st.frozensets(st.sampled_from(sorted(FULL_DECK)), max_size=13))
def test_a_hand_parses_back_to_itself(cards):
    hand = Hand(cards)

    assert Hand.parse(str(hand)) == hand
    assert set(hand) == set(cards)
    assert len(hand) == len(cards)


@given(st.permutations(sorted(FULL_DECK)))
def test_a_deal_parses_back_to_itself(cards):
    deal = Deal(tuple(Hand(frozenset(cards[13 * s : 13 * s + 13])) for s in range(4)))

    assert Deal.parse(str(deal)) == deal
    assert all(card in deal[deal.holder(card)] for card in cards)


def test_a_deal_may_start_with_any_seat():
    turned = Deal.parse(
        "S:6543.876.876.876 2.5432.5432.5432 AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9"
    )

    assert turned == DEAL


def test_a_hand_is_written_high_to_low_with_dashes_read_as_voids():
    hand = Hand.parse("2A.-.10.")

    assert str(hand) == "A2..T."
    assert hand.suit(Suit.SPADES) == (Card.parse("SA"), Card.parse("S2"))
    assert Card.parse("DT") in hand


def test_cards_leave_and_join_a_hand():
    hand = Hand.parse("AK..2.")

    assert hand.without(Card.parse("SA")) == Hand.parse("K..2.")
    assert hand.plus([Card.parse("C3")]) == Hand.parse("AK..2.3")


@pytest.mark.parametrize("text", ["", "AK.Q", "AK.Q.1.", "AA...", "A.K.Q.J.T"])
def test_what_is_no_hand_is_refused(text):
    with pytest.raises(ParseError):
        Hand.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "N:AKQJ.AKQ.AKQ.AKQ",
        "AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432",
        "N:AKQ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432",
        "N:AKQJ.AKQ.AKQ.AKQ AKQJ.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432",
    ],
    ids=["one hand", "no seat", "twelve cards", "cards twice"],
)
def test_what_is_no_deal_is_refused(text):
    with pytest.raises(ParseError):
        Deal.parse(text)


def test_a_deal_knows_who_holds_a_card():
    assert DEAL.holder(Card.parse("S2")) is Seat.WEST
