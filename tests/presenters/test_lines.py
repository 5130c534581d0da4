"""The line and its replay: columns, who led and won, where a step leads."""

import pytest
from django.template.loader import render_to_string

from rulings.bridge.cards import Card, Strain
from rulings.bridge.seats import Side
from rulings.bridge.tricks import Trick
from rulings.presenters import (
    CardReason,
    ChipView,
    ChoiceView,
    LineCard,
    StripItem,
    line_row,
)
from tests.forms_on_pages import flat

TRICK = Trick.parse("S:HJ,HQ,HT,C4")


def row(number=1, side=Side.NS, **more):
    return line_row(number, TRICK, strain=Strain.HEARTS, side=side, **more)


def test_row_runs_west_north_east_south():
    assert row().cards == (
        LineCard(Card.parse("HQ"), wins=True),
        LineCard(Card.parse("HT")),
        LineCard(Card.parse("C4")),
        LineCard(Card.parse("HJ"), led=True),
    )


def test_row_of_a_trick_that_stops_short_leaves_places_empty():
    short = line_row(1, Trick.parse("S:HJ,HQ"), strain=Strain.HEARTS, side=Side.NS)

    assert [play.card for play in short.cards] == [
        Card.parse("HQ"),
        None,
        None,
        Card.parse("HJ"),
    ]


@pytest.mark.parametrize(("side", "lost"), [(Side.NS, True), (Side.EW, False)])
def test_row_is_lost_for_the_side_that_does_not_win_it(side, lost):
    assert row(side=side).lost is lost


def test_line_says_led_won_and_lost_in_words():
    reasons = [CardReason("stated", "HJ lies on the table", "68A", "/law/68A")]

    markup = render_to_string(
        "_line.html", {"rows": [row(reasons=reasons)], "side": "N–S"}
    )

    assert flat(markup).count(">, led</span>") == 1
    assert flat(markup).count(">, wins</span>") == 1
    assert "<b>lost</b>" in flat(markup)
    assert '<a class="cite" href="/law/68A">68A</a>' in flat(markup)
    assert '<span class="tag stated">stated</span>' in flat(markup)


def test_line_names_a_law_without_an_address_as_text():
    reasons = [CardReason("free", "West ruffs", "70A")]

    markup = render_to_string(
        "_line.html", {"rows": [row(reasons=reasons)], "side": "N–S"}
    )

    assert "· 70A" in flat(markup)
    assert "cite" not in flat(markup)


def test_strip_links_answers_and_marks_the_step_in_hand():
    items = [
        StripItem("Words", "lose HQ", "/words"),
        StripItem("Cards", "…", here=True),
        StripItem("Ruling", "–"),
    ]

    markup = render_to_string("_strip.html", {"items": items})

    assert flat(markup).count("<a ") == 1
    assert '<span class="here" aria-current="step"><small>Cards</small>' in flat(markup)
    assert 'aria-label="queen of hearts"' in flat(markup)


@pytest.mark.parametrize(
    ("pressed", "attribute"),
    [(None, None), (True, 'aria-pressed="true"'), (False, 'aria-pressed="false"')],
)
def test_choice_is_pressed_only_where_an_answer_was_given(pressed, attribute):
    choice = ChoiceView("Yes", "said", "yes", pressed=pressed)

    markup = render_to_string("_choice.html", {"choice": choice})

    assert ("aria-pressed" in flat(markup)) is (pressed is not None)
    assert attribute is None or attribute in flat(markup)


def test_chips_are_numbered_buttons_with_cards():
    markup = render_to_string(
        "_chips.html",
        {"chips": [ChipView("lose to HQ", "0")], "name": "edit", "label": "Steps"},
    )

    assert '<button class="chip" name="edit" value="0">lose to <span' in flat(markup)
