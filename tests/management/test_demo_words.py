"""The demo's claims: the steps on the page are those of the words beside them."""

from dataclasses import replace

import pytest

from rulings.bridge.records import replay
from rulings.bridge.seats import Seat
from rulings.management.demo.day import MINE, REST
from rulings.management.demo.published import published
from rulings.statements import read_words

SPOKEN = sorted(name for name, one in published().items() if one.words)
SILENT = sorted(name for name, one in published().items() if not one.words)


@pytest.mark.parametrize("name", SPOKEN)
def test_steps_of_a_published_claim_are_those_of_its_words(name):
    one = published()[name]
    strain = one.contract.strain
    ending = replay(one.deal, strain, one.contract.opening_leader, one.play).position
    seats = Seat.parse(one.claimer).side.seats
    held = [card for seat in seats for card in ending.hands[seat]]

    table = [card for seat, card in ending.trick.plays() if seat in seats]
    steps = tuple(map(str, read_words(one.words, strain.suit, held, table).steps))

    assert one == replace(one, steps=steps)


@pytest.mark.parametrize("name", SILENT)
def test_claim_without_words_has_no_steps(name):
    assert published()[name].steps == ()


def test_steps_of_a_claim_made_up_are_those_of_its_words():
    assert tuple(map(str, read_words(REST).steps)) == MINE
