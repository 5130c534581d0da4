"""Words are read again when the cards come after them; a director's steps stay."""

from unittest.mock import patch

import pytest

from rulings.bridge.cards import Card, Suit
from rulings.bridge.seats import Seat
from rulings.models import Position, Statement
from rulings.queries.case.hearing import Hearing, heard_again, hearing_of
from rulings.workflow import facts
from rulings.workflow.undo import undo
from rulings.workflow.verify import verify
from tests.factories import POSITION, make_case, make_event, take_facts

BLIND = Hearing(Suit.HEARTS)
WITHOUT_QUEEN = Hearing(
    Suit.HEARTS, tuple(map(Card.parse, ("SA", "SK", "SJ", "S2", "HA")))
)
WORDS = "draw trumps, then I'll finesse the queen of spades"


def test_a_queen_not_held_is_finessed_against_once_the_cards_are_known():
    assert BLIND.steps(WORDS) == ["draw trumps", "finesse SQ"]

    again = heard_again(["draw trumps", "finesse SQ"], WORDS, BLIND, WITHOUT_QUEEN)

    assert again == ["draw trumps", "finesse spades"]


@pytest.mark.parametrize(
    ("steps", "again"),
    [
        (
            ["draw trumps", "cash clubs from the top"],
            ["draw trumps", "cash clubs from the top"],
        ),
        (["squeeze", "finesse SQ"], ["squeeze", "finesse spades"]),
        (["finesse SQ", "draw trumps"], ["finesse spades", "draw trumps"]),
        (["finesse spades"], ["finesse spades"]),
    ],
)
def test_steps_of_the_director_stay(steps, again):
    assert heard_again(steps, WORDS, BLIND, WITHOUT_QUEEN) == again


def test_what_only_the_cards_tell_is_taken_down_where_nobody_said_what_it_means():
    words = "finesse the queen"
    assert BLIND.steps(words) == []

    assert heard_again([], words, BLIND, WITHOUT_QUEEN) == ["finesse spades"]
    assert heard_again(["squeeze"], words, BLIND, WITHOUT_QUEEN) == ["squeeze"]


def test_words_without_a_change_of_cards_keep_their_steps():
    assert heard_again(["finesse SQ"], WORDS, BLIND, BLIND) == ["finesse SQ"]


@pytest.mark.django_db
def test_cards_that_come_later_change_what_was_read_in_the_same_entry():
    cast = make_event()
    case = make_case(cast)
    take_facts(cast, case)
    words = "I'll finesse the queen of spades"
    said = {"layer": Statement.Layer.CLAIM, "seat": "S", "words": words}
    facts.record_statement(cast.form(cast.dana), case.pk, steps=["finesse SQ"], **said)
    cards = POSITION
    held = {card for seat in "NS" for card in cards.hands[Seat.parse(seat)]}
    assert Card.parse("SQ") not in held

    source = Position.Source.MARKED
    facts.record_position(cast.form(cast.dana), case.pk, cards, source)

    assert Statement.objects.get().steps == ["finesse spades"]
    undo(cast.form(cast.dana), case.pk)
    assert Statement.objects.get().steps == ["finesse SQ"]
    assert verify().findings == []


@pytest.mark.django_db
def test_words_read_blind_are_read_again_when_the_record_of_play_is_confirmed():
    cast = make_event()
    case = make_case(cast)
    take_facts(cast, case)
    said = {"layer": Statement.Layer.CLAIM, "seat": "S", "words": WORDS}
    facts.record_statement(cast.form(cast.dana), case.pk, steps=["finesse SQ"], **said)
    Position.objects.all().delete()
    seen = hearing_of(case, cards=POSITION)

    with patch("rulings.queries.case.hearing._cards", lambda *_: POSITION):
        assert hearing_of(case) == seen
        facts.record_position(
            cast.form(cast.dana), case.pk, POSITION, Position.Source.PLAY_RECORD
        )

    assert Statement.objects.get().steps == ["finesse spades"]
