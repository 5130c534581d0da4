"""Card entry: counts in both meanings of a mark, the blank deck, the trick."""

import pytest
from django.template.loader import render_to_string

from rulings.bridge.cards import Card, Suit, parse_cards
from rulings.bridge.hands import Hand
from rulings.bridge.seats import Seat
from rulings.bridge.tricks import Trick
from rulings.presenters import (
    PLAYED,
    REMAINING,
    blank_deck,
    hand_entry,
    seat_choices,
    trick_entry,
)
from tests.forms_on_pages import flat
from tests.scripts.specimens import DEAL, POSITION

SOUTH = DEAL[Seat.SOUTH]
HELD = {seat: POSITION.hands[seat] for seat in Seat}


@pytest.mark.parametrize(
    ("marked", "mark", "on_table", "count", "words", "full"),
    [
        ("SK S2 HJ", REMAINING, None, 3, "3 of 4", False),
        ("SK S2 H9 H7", REMAINING, None, 4, "4 of 4", True),
        ("SK S2 H9", REMAINING, "HJ", 3, "3 + 1", True),
        ("SK S2 H9 H7 DQ", REMAINING, None, 5, "5 of 4", False),
        ("SK", PLAYED, None, 12, "12 of 4", False),
        ("HA HK HJ DQ D3 CA CK C8 C2", PLAYED, None, 4, "4 of 4", True),
        ("HA HK DQ D3 CA CK C8 C2 S2", PLAYED, "HJ", 3, "3 + 1", True),
    ],
    ids=["short", "full", "table", "over", "played over", "played", "played table"],
)
def test_hand_counts_what_is_left(*, marked, mark, on_table, count, words, full):
    entry = hand_entry(
        Seat.SOUTH,
        SOUTH,
        need=4,
        marked=parse_cards(marked),
        on_table=on_table and Card.parse(on_table),
        mark=mark,
    )

    assert (entry.count, entry.count_words) == (count, words)
    assert entry.full is full


def test_hand_is_a_form_of_named_checkboxes():
    entry = hand_entry(
        Seat.SOUTH,
        SOUTH,
        need=8,
        marked=POSITION.hands[Seat.SOUTH],
        on_table=Card.parse("HJ"),
    )

    markup = render_to_string("_hand_entry.html", {"hand": entry})

    assert flat(markup).count('<input type="checkbox" name="S"') == 13
    assert flat(markup).count(" checked>") == 7
    held = '<label class="k down"><input type="checkbox" name="S" value="HJ"'
    assert held in flat(markup)
    assert flat(markup).count(" disabled>") == 1
    assert 'value="CK" aria-label="king of clubs" checked>' in flat(markup)


def test_blank_deck_has_every_card_once_and_knows_the_holder():
    runs = blank_deck(HELD, giving=Seat.EAST)
    keys = {key.card: key for run in runs for key in run.keys}

    assert [len(run.keys) for run in runs] == [13, 13, 13, 13]
    assert keys[Card.parse("SA")].holder is Seat.NORTH
    assert keys[Card.parse("S5")].mine is True
    assert keys[Card.parse("HA")].holder is None
    assert [key.letter for key in runs[Suit.SPADES].keys][:5] == [*"AKQJ", "10"]


def test_blank_deck_works_as_submit_buttons():
    markup = render_to_string(
        "_blank_grid.html", {"runs": blank_deck(HELD, giving=Seat.EAST)}
    )

    assert flat(markup).count('<button class="key') == 52
    assert flat(markup).count('class="key mine"') == 8
    assert flat(markup).count('class="key given"') == 23
    assert flat(markup).count("not given</span>") == 21
    assert flat(markup).count("held by West</span>") == 8


def test_seats_show_counts_and_typed_hands():
    seats = seat_choices({Seat.EAST: Hand.parse("543..T8.6")}, giving=Seat.EAST, need=6)

    assert [choice.count_words for choice in seats] == [
        "0 of 6",
        "6 of 6",
        "0 of 6",
        "0 of 6",
    ]
    assert [choice.chosen for choice in seats] == [False, True, False, False]
    typed = render_to_string("_hands_typed.html", {"seats": seats})
    assert 'name="hand_E" value="543..T8.6"' in flat(typed)
    markup = render_to_string("_seat_choice.html", {"seats": seats})
    assert flat(markup).count(" checked>") == 1
    assert "✓ 6 of 6" in flat(markup)


def test_trick_has_a_list_of_cards_for_each_seat():
    entry = trick_entry({seat: DEAL[seat] for seat in Seat}, POSITION.trick)

    assert entry.leader is Seat.SOUTH
    assert [slot.card for slot in entry.slots] == [None, None, Card.parse("HJ"), None]
    assert [slot.to_play for slot in entry.slots] == [False, False, False, True]
    markup = render_to_string("_trick_entry.html", {"trick": entry})
    assert flat(markup).count("<select") == 4
    assert '<option value="HJ" selected>jack of hearts</option>' in flat(markup)


def test_trick_before_a_lead_knows_only_the_leader():
    entry = trick_entry({}, None, leader=Seat.EAST)

    assert entry.leader is Seat.EAST
    assert [slot.to_play for slot in entry.slots] == [False, True, False, False]
    assert entry.slots[0].choices == ()


def test_trick_of_four_waits_for_nobody():
    entry = trick_entry({}, Trick.parse("S:HJ,HQ,HT,C4"))

    assert [slot.to_play for slot in entry.slots] == [False] * 4
