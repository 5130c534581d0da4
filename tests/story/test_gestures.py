"""How many gestures a ruling takes, from the call to the announcement."""

import pytest

from tests.processes import worker
from tests.story.hands import Hand
from tests.story.world import make_world

__all__ = ["worker"]

TABLET = {"width": 820, "height": 1180}
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def world(transactional_db):
    return make_world()


@pytest.fixture
def hand(site, world, settings, browser):
    """Return Dana's hand at the queue, nothing counted yet."""
    settings.TD_DEMO = True
    context = browser.new_context(viewport=TABLET, has_touch=True)
    page = context.new_page()
    page.goto(site)
    page.locator('button[value="dana"]').click()
    page.wait_for_url("**/events/*/")
    yield Hand(page)
    context.close()


def take_call(hand, world, board):
    hand.press("New call")
    hand.tap(f'button[name="playing"][value="{world.playing(board).pk}"]')
    hand.comes_to("claim")


def contract(hand, level, strain, declarer):
    hand.tile("level", level)
    hand.tile("strain", strain)
    hand.tile("declarer", declarer)


def claim(hand, claimer, left=None):
    hand.tile("claimer", claimer)
    if left:
        hand.tile("left", left)
    hand.press("Next")
    hand.comes_to("statement")


def words(hand, step):
    hand.tap(f'button[name="add"][value="{step}"]')
    hand.press("Read back: agreed")
    hand.comes_to("objections")


def doubt(hand, seat, reason):
    hand.tile("seat", seat)
    hand.tap(f'button[name="reason"][value="{reason}"]')


def settle(hand):
    """Say that the trump may have been forgotten, then accept and announce."""
    hand.tap('button[name="aware_of_trump"][value="not_aware"]')
    hand.tap(".dock button.main:has-text('Accept')")
    hand.comes_to("ruling")
    hand.press("Announced to both sides")
    hand.comes_to("announced")


def mark_five_cards(hand):
    """Mark five cards each of board 1; South, who claimed, is on lead."""
    hand.mark("N:HK-Q", "N:DA-J", "E:H5", "E:DT-7", "E:CT-6")
    hand.mark("S:S7-2", "S:H3", "S:D9", "W:S6", "W:H9", "W:DK-5")


def test_five_cards_each_with_hand_record(hand, world, worker):
    take_call(hand, world, 1)
    contract(hand, "4", "S", "S")
    claim(hand, "S", "5")
    words(hand, "the rest are mine")
    doubt(hand, "W", "trump_out")
    hand.comes_to("cards")
    mark_five_cards(hand)
    hand.tile("won", "5")
    hand.press("Cards complete")
    hand.comes_to("proposal")
    settle(hand)

    assert world.case().state == "announced"
    assert hand.gestures <= 28


def test_claim_with_play_record(hand, world, worker):
    take_call(hand, world, 2)
    hand.press("Next")
    hand.comes_to("statement")
    hand.press("Nothing said: agreed")
    hand.comes_to("objections")
    doubt(hand, "E", "trump_out")
    hand.comes_to("cards")
    hand.press("Yes, these cards")
    hand.comes_to("proposal")
    settle(hand)

    assert world.case().rulings.get().tricks_claimer == 2
    assert hand.gestures <= 15


def test_five_cards_each_on_a_blank_deck(hand, world, worker):
    take_call(hand, world, 3)
    contract(hand, "4", "S", "S")
    claim(hand, "S", "5")
    words(hand, "the rest are mine")
    doubt(hand, "W", "trump_out")
    hand.comes_to("cards*")
    for seat, runs in {
        "N": ("HK-Q", "DA", "DQ-J"),
        "E": ("H5", "DT", "D7", "CT", "C6"),
        "S": ("S7", "S3-2", "H3", "D9"),
        "W": ("S6", "H9", "DK", "D6-5"),
    }.items():
        hand.tile("seat", seat)
        hand.give(*runs)
    hand.tile("won", "5")
    hand.press("Cards complete")
    hand.comes_to("proposal")
    settle(hand)

    assert world.case().state == "announced"
    assert hand.gestures <= 45


def test_objection_withdrawn_after_the_words_are_read_back(hand, world):
    take_call(hand, world, 4)
    hand.press("Next")
    hand.comes_to("statement")
    words(hand, "the rest are good")
    doubt(hand, "W", "trump_out")
    hand.comes_to("cards")
    hand.tap('.dock a:text-is("Back")')
    hand.press("Withdrawn")
    hand.comes_to("**")

    assert world.case().objections.get().resolution == "withdrawn"
    assert hand.gestures <= 10
