"""How many gestures a ruling takes, from the call to the announcement.

TD_WALKS=FILE writes the list of them: each gesture of each story with its screen, and
the state it ends in.
"""

import os
import re
from pathlib import Path

import pytest

from tests.processes import worker
from tests.story import claims
from tests.story.devices import TABLET, device, world
from tests.story.hands import Hand

__all__ = ["device", "worker", "world"]

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.one_database("second"),
]


@pytest.fixture
def hand(device, world, request):
    """Return Dana's hand at the queue, nothing counted yet; list what it did."""
    dana = Hand(device(TABLET, "dana"))
    yield dana
    if listed := os.environ.get("TD_WALKS"):
        story = request.node.originalname.removeprefix("test_").replace("_", " ")
        write_walk(Path(listed), story, dana, world.case().state)


def plain(gesture):
    """Return what a gesture was made on: words, or the fields of a selector."""
    fields = re.findall(r'\[name="(\w+)"\]\[value="([^"]*)"\]', gesture)
    words = " to ".join(f"{name} {value}" for name, value in fields) or gesture
    words = re.sub(r"playing [0-9a-f-]{36}", "the board", words)
    return f"`{words}`"


def write_walk(file, story, hand, end):
    """Add a story to the list: screen and gesture by gesture."""
    rows = [
        f"| {screen} | {plain(words)} | {count} |"
        for screen, words, count in hand.steps
    ]
    head = f"\n## {story.capitalize()}\n\n{hand.gestures} gestures; ends {end}.\n"
    table = ["\n| screen | gesture | count |", "|---|---|---|", *rows]
    with file.open("a", encoding="utf-8") as out:
        out.write(head + "\n".join(table) + "\n")


def test_five_cards_each_with_hand_record(hand, world, worker):
    claims.take_call(hand, world, 1)
    claims.contract(hand, "4", "S", "S")
    claims.claim(hand, "5")
    claims.words(hand, "the rest are mine")
    claims.both_doubt(hand, "EW")
    hand.comes_to("cards")
    claims.mark_five_cards(hand)
    hand.tile("won", "5")
    hand.tap('button[name="leader"][value="S"]')
    hand.comes_to("proposal")
    claims.settle(hand)

    assert world.case().state == "announced"
    assert hand.gestures <= 26


def test_claim_with_play_record(hand, world, worker):
    claims.take_call(hand, world, 2)
    hand.press("Next")
    hand.comes_to("statement")
    hand.press("said nothing")
    hand.comes_to("objections")
    claims.both_doubt(hand, "EW")
    hand.comes_to("cards")
    hand.press("Yes, these cards")
    hand.comes_to("proposal")
    claims.settle(hand)

    assert world.case().rulings.get().tricks_claimer == 2
    assert hand.gestures <= 9


def test_five_cards_each_on_a_blank_deck(hand, world, worker):
    claims.take_call(hand, world, 3)
    claims.contract(hand, "4", "S", "S")
    claims.claim(hand, "5")
    claims.words(hand, "the rest are mine")
    claims.both_doubt(hand, "EW")
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
    hand.tap('button[name="leader"][value="S"]')
    hand.comes_to("proposal")
    claims.settle(hand)

    assert world.case().state == "announced"
    assert hand.gestures <= 35


def test_objection_withdrawn_after_the_words_are_read_back(hand, world):
    claims.take_call(hand, world, 4)
    hand.press("Next")
    hand.comes_to("statement")
    claims.words(hand, "the rest are good")
    claims.doubt(hand, "W")
    hand.comes_to("cards")
    hand.tap('.dock a:text-is("Back")')
    hand.comes_to("objections")
    hand.press("Withdrawn")
    hand.leaves("objections")

    assert world.case().objections.get().resolution == "withdrawn"
    assert hand.gestures <= 9


def test_agreed_claim_with_play_record(hand, world):
    claims.take_call(hand, world, 2)
    hand.press("Next")
    hand.comes_to("statement")
    hand.press("Nobody objects: East–West agree")
    hand.comes_to("announced")

    assert world.case().state == "agreed"
    assert hand.gestures <= 4
