"""The tags: what is drawn, and the name a screen reader says."""

from datetime import UTC, datetime, timedelta

import pytest
from django.template import Context, Template
from django.test.html import parse_html
from django.utils import translation
from django.utils.html import strip_tags

from rulings.bridge.cards import Card, Strain, Suit
from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Seat
from rulings.presenters import SuitView
from rulings.templatetags import cards

HEART_JACK = (
    '<span class="c suit-h" role="img" aria-label="jack of hearts">'
    "<i>♥\ufe0e</i><b>J</b></span>"
)


def render(source, **context):
    return Template("{% load cards %}" + source).render(Context(context))


def test_card_has_one_name():
    assert render("{% card held %}", held=Card.parse("HJ")) == HEART_JACK


def test_card_reads_its_text_form():
    assert render('{% card "HJ" %}') == HEART_JACK


@pytest.mark.parametrize(
    ("code", "name", "letter"),
    [
        ("SA", "ace of spades", "A"),
        ("HK", "king of hearts", "K"),
        ("DQ", "queen of diamonds", "Q"),
        ("CT", "10 of clubs", "10"),
        ("C2", "2 of clubs", "2"),
    ],
)
def test_card_is_named_and_ten_is_printed_in_full(code, name, letter):
    drawn = cards.card(code)

    assert f'aria-label="{name}"' in drawn
    assert drawn.endswith(f"<b>{letter}</b></span>")


def test_card_shows_the_suit_letter_when_asked():
    assert "</i><small>S</small><b>A</b>" in render('{% card "SA" letter=True %}')


@pytest.mark.parametrize("suit", Suit, ids=lambda suit: suit.name)
def test_suit_symbol_is_never_an_emoji(suit):
    drawn = cards.suit(suit)

    assert drawn.count("\ufe0e") == 1
    assert f'aria-label="{suit.name.lower()}"' in drawn


def test_face_that_wins_is_framed():
    drawn = render("{% face held wins=True %}", held=Card.parse("H6"))

    assert drawn == (
        '<span class="face suit-h wins" role="img" aria-label="6 of hearts">'
        "<b>6</b><i>♥\ufe0e</i></span>"
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("5H S", "5♥\ufe0e South"),
        ("3N W", "3NT West"),
        ("4SX N", "4♠\ufe0e Xdoubled North"),
        ("1CXX E", "1♣\ufe0e XXredoubled East"),
    ],
)
def test_contract_reads_as_written(text, words):
    assert strip_tags(cards.contract(Contract.parse(text))) == words


def test_contract_doubled_says_the_word_to_a_screen_reader():
    drawn = parse_html(cards.call(Contract.parse("4HX S")))

    assert drawn == parse_html(
        '<span class="nb">4<span class="suit suit-h" role="img" aria-label="hearts">'
        '♥\ufe0e</span> <span aria-hidden="true">X</span>'
        '<span class="vh">doubled</span></span>'
    )


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("lose to HJ", f"lose to {HEART_JACK}"),
        ("HJ, then", f"{HEART_JACK}, then"),
        ("Law 70D2 and N1", "Law 70D2 and N1"),
        ("step C06", "step C06"),
        ("S2000", "S2000"),
        ("<b>HJ</b>", f"&lt;b&gt;{HEART_JACK}&lt;/b&gt;"),
    ],
    ids=["end", "comma", "law", "step", "number", "escaped"],
)
def test_words_draw_card_codes_and_nothing_else(text, drawn):
    assert render("{{ text|with_cards }}", text=text) == drawn


@pytest.mark.parametrize(
    ("value", "drawn"),
    [
        (Card.parse("HJ"), HEART_JACK),
        (Seat.WEST, "West"),
        (23, "23"),
        ("no card <here>", "no card &lt;here&gt;"),
    ],
    ids=["card", "seat", "number", "text"],
)
def test_show_draws_each_kind(value, drawn):
    assert render("{% show value %}", value=value) == drawn


def test_show_draws_suits_and_contracts():
    assert cards.show(Suit.CLUBS) == cards.suit(Suit.CLUBS)
    assert cards.show(Contract.parse("2D N")) == cards.contract(Contract.parse("2D N"))


def test_show_leaves_markup_that_is_safe_alone():
    assert render("{% show value %}", value=cards.card("HJ")) == HEART_JACK


def test_ranks_show_a_void_as_a_dash():
    assert render("{% ranks run %}", run=SuitView(Suit.CLUBS, ())) == "–"


def test_ranks_light_the_card_in_question():
    ten, four = Card.parse("HT"), Card.parse("H4")
    run = SuitView(Suit.HEARTS, (ten, four), frozenset({four}))

    assert render("{% ranks run %}", run=run) == "10 <mark>4</mark>"


@pytest.mark.parametrize(
    ("call", "drawn"),
    [
        ('"stated"', '<span class="tag stated">stated</span>'),
        ('"forced"', '<span class="tag">forced</span>'),
        ('"normal"', '<span class="tag normal">normal</span>'),
        ('"free"', '<span class="tag free">free</span>'),
        ('"ok" "received"', '<span class="tag ok">received</span>'),
    ],
)
def test_tag_always_has_a_word(call, drawn):
    assert render(f"{{% tag {call} %}}") == drawn


def test_elapsed_is_right_without_a_script():
    now = datetime(2026, 11, 21, 16, 21, tzinfo=UTC)
    since = now - timedelta(seconds=85)

    assert render("{% elapsed since now %}", since=since, now=now) == (
        '<b data-since="2026-11-21T16:19:35+00:00" '
        'data-now="2026-11-21T16:21:00+00:00" '
        'data-long="{days} d {hours} h">1:25</b>'
    )


def test_names_follow_the_language_at_the_time_of_drawing():
    with translation.override("en"):
        assert cards.seat(Seat.SOUTH) == "South"
        assert cards.seat_short(Seat.SOUTH) == "S"
    assert cards.css(Suit.SPADES) == "s"


def test_no_trump_is_no_ace_in_french():
    with translation.override("fr"):
        assert render("{% show value %}", value=Strain.NO_TRUMP) == "SA"
    assert "hearts" in render("{% show value %}", value=Strain.HEARTS)
