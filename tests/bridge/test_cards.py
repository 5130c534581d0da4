"""Cards, suits and strains read back what they write."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.bridge.cards import FULL_DECK, RANKS, Card, Strain, Suit, parse_cards
from rulings.bridge.errors import ParseError

CARDS = st.sampled_from(sorted(FULL_DECK))


@given(CARDS)
def test_a_card_parses_back_to_itself(card):
    assert Card.parse(str(card)) == card
    assert Card.parse(str(card).lower()) == card
    assert repr(card) == f"Card({card})"


def test_the_deck_has_52_cards_in_four_suits():
    assert len(FULL_DECK) == 52
    assert len({str(card) for card in FULL_DECK}) == 52
    assert len(RANKS) == 13


def test_cards_are_ordered_by_suit_then_rank():
    assert Card.parse("SA") < Card.parse("H2")
    assert Card.parse("HT") > Card.parse("H9")


def test_ten_may_be_written_in_digits():
    assert parse_cards("h10, S2") == (Card.parse("HT"), Card.parse("S2"))


@pytest.mark.parametrize("text", ["", "S", "1S", "SX", "AS", "S100", "ZA"])
def test_what_is_no_card_is_refused(text):
    with pytest.raises(ParseError, match="is not a card"):
        Card.parse(text)


@pytest.mark.parametrize("suit", list(Suit))
def test_a_suit_parses_back_to_itself(suit):
    assert Suit.parse(str(suit)) is suit
    assert Suit.parse(suit.letter.lower()) is suit
    assert Strain(suit.letter).suit is suit


@pytest.mark.parametrize("strain", list(Strain))
def test_a_strain_parses_back_to_itself(strain):
    assert Strain.parse(str(strain)) is strain


def test_no_trump_has_no_suit_and_ranks_highest():
    assert Strain.parse("nt") is Strain.NO_TRUMP
    assert Strain.NO_TRUMP.suit is None
    assert sorted(Strain, key=lambda strain: strain.rank) == [
        Strain.CLUBS,
        Strain.DIAMONDS,
        Strain.HEARTS,
        Strain.SPADES,
        Strain.NO_TRUMP,
    ]


@pytest.mark.parametrize("text", ["", "SH", "X", "N"])
def test_what_is_no_suit_is_refused(text):
    with pytest.raises(ParseError, match="is not a suit"):
        Suit.parse(text)


def test_what_is_no_strain_is_refused():
    with pytest.raises(ParseError, match="is not a strain"):
        Strain.parse("Z")
