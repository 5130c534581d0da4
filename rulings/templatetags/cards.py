"""Tags that draw cards, seats, contracts and the parts of a screen.

Small marks are made here, larger ones by the fragments `templates/_*.html`. A tag takes
bridge values or the plain values of `rulings.presenters`; it decides nothing.
"""

from __future__ import annotations

import re
from datetime import datetime

from django import template
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import pgettext_lazy

from rulings.bridge.cards import Card, Strain, Suit
from rulings.bridge.contracts import Contract
from rulings.bridge.seats import Seat
from rulings.presenters import SuitView
from rulings.presenters.clocks import elapsed_words, long_words
from rulings.presenters.table.scores import points_words
from rulings.presenters.words import (
    SYMBOLS,
    call_words,
    card_name,
    doubled_word,
    rank_letter,
    seat_letter,
    seat_name,
    suit_letter,
    suit_name,
)

register = template.Library()

KINDS = {
    "stated": ("tag stated", pgettext_lazy("why a card", "stated")),
    "forced": ("tag", pgettext_lazy("why a card", "forced")),
    "normal": ("tag normal", pgettext_lazy("why a card", "normal")),
    "free": ("tag free", pgettext_lazy("why a card", "free")),
}
"""Why a card was played: the class of its tag, and its word."""

_CODE = re.compile(r"(?<![\w&#])[SHDC](?:[2-9TJQKA]|10)(?!\w)")
_VOID = "–"


@register.simple_tag
def suit(value: Suit, *, letter: bool = False) -> SafeString:
    """Draw a suit symbol, with its letter where suits must not rest on colour."""
    return format_html(
        '<span class="suit suit-{}" role="img" aria-label="{}">{}{}</span>',
        value.letter.lower(),
        suit_name(value),
        SYMBOLS[value],
        format_html("<small>{}</small>", suit_letter(value)) if letter else "",
    )


@register.simple_tag
def card(value: Card | str, *, letter: bool = False) -> SafeString:
    """Draw a card in running text; a text form such as HJ may be given."""
    drawn = Card.parse(value) if isinstance(value, str) else value
    return format_html(
        '<span class="c suit-{}" role="img" aria-label="{}">'
        "<i>{}</i>{}<b>{}</b></span>",
        drawn.suit.letter.lower(),
        card_name(drawn),
        SYMBOLS[drawn.suit],
        format_html("<small>{}</small>", suit_letter(drawn.suit)) if letter else "",
        rank_letter(drawn),
    )


@register.simple_tag
def face(value: Card, *, wins: bool = False, lit: bool = False) -> SafeString:
    """Draw a card as it lies on the table; the winner is framed, one may be lit."""
    return format_html(
        '<span class="face suit-{}{}{}" role="img" aria-label="{}">'
        "<b>{}</b><i>{}</i></span>",
        value.suit.letter.lower(),
        " wins" if wins else "",
        " fatal" if lit else "",
        card_name(value),
        rank_letter(value),
        SYMBOLS[value.suit],
    )


@register.simple_tag
def call(value: Contract) -> SafeString:
    """Draw a contract without its declarer: 5 and the suit, or 3NT."""
    doubled = doubled_word(value)
    double = format_html(
        ' <span aria-hidden="true">{}</span><span class="vh">{}</span>',
        "X" * value.doubled,
        doubled,
    )
    return format_html(
        '<span class="nb">{}{}{}</span>',
        value.level,
        denomination(value.strain),
        double if doubled else "",
    )


@register.simple_tag
def spoken(value: str) -> SafeString:
    """Draw a call: level and suit, or the word for pass, double and redouble."""
    if not value[:1].isdigit():
        return conditional_escape(call_words(value))
    strain = denomination(Strain.parse(value[1:]))
    return format_html('<span class="nb">{}{}</span>', value[0], strain)


def denomination(value: Strain) -> SafeString:
    """Draw a trump suit or the letters of no trump: in French SA, no ace."""
    if value.suit is not None:
        return suit(value.suit)
    return conditional_escape(pgettext_lazy("strain letter", "NT"))


@register.filter
def points(value: int) -> str:
    """Draw points with their sign, as scores do everywhere: +650, −100."""
    return points_words(value)


@register.simple_tag
def contract(value: Contract) -> SafeString:
    """Draw a contract with its declarer."""
    return format_html("{} {}", call(value), seat_name(value.declarer))


@register.simple_tag
def show(value: object) -> SafeString:
    """Draw a card, strain, contract or seat by its kind, and anything else as text."""
    if isinstance(value, Card):
        return card(value)
    if isinstance(value, Suit):
        return suit(value)
    if isinstance(value, Strain):
        return denomination(value)
    if isinstance(value, Contract):
        return contract(value)
    if isinstance(value, Seat):
        return conditional_escape(seat_name(value))
    if isinstance(value, SafeString):
        return value
    return with_cards(str(value))


@register.filter
def with_cards(value: str) -> SafeString:
    """Draw every card code in a text (HJ, ST) as a card; escape the rest."""
    text = conditional_escape(value)
    return mark_safe(_CODE.sub(lambda code: card(code.group()), text))  # noqa: S308 - escaped above


@register.filter
def seat(value: Seat) -> str:
    """Return the name of a seat."""
    return seat_name(value)


@register.filter
def seat_short(value: Seat) -> str:
    """Return the letter of a seat."""
    return seat_letter(value)


@register.filter
def css(value: Seat | Suit) -> str:
    """Return the lower-case letter by which style sheets know a seat or suit."""
    return value.letter.lower()


@register.filter
def symbol(value: Suit) -> str:
    """Return the bare symbol of a suit."""
    return SYMBOLS[value]


@register.filter
def suit_words(value: Suit) -> str:
    """Return the name of a suit."""
    return suit_name(value)


@register.filter
def card_words(value: Card) -> str:
    """Return the name of a card."""
    return card_name(value)


@register.simple_tag
def ranks(value: SuitView) -> SafeString:
    """Draw the ranks of a suit in a hand; a void is a dash, marks are lit."""
    if not value.cards:
        return conditional_escape(_VOID)
    return format_html_join(
        " ",
        "{}",
        (
            (
                format_html("<mark>{}</mark>", rank_letter(held))
                if held in value.marked
                else rank_letter(held),
            )
            for held in value.cards
        ),
    )


@register.simple_tag
def tag(kind: str, words: str = "") -> SafeString:
    """Draw a tag: why a card was played, or a state (ok, warn, stop, note) in words."""
    classes, word = KINDS.get(kind, (f"tag {kind}", ""))
    return format_html('<span class="{}">{}</span>', classes, words or word)


@register.simple_tag
def elapsed(since: datetime, now: datetime) -> SafeString:
    """Draw the time gone by; the script keeps it running."""
    return format_html(
        '<b data-since="{}" data-now="{}" data-long="{}">{}</b>',
        since.isoformat(),
        now.isoformat(),
        long_words(),
        elapsed_words(since, now),
    )


def _fragment(name: str, argument: str) -> None:
    """Register a tag that draws one value with the fragment of the same name."""

    def draw(value: object) -> dict[str, object]:
        return {argument: value}

    register.inclusion_tag(f"_{name}.html", name=name)(draw)


_fragment("hand", "hand")
_fragment("diagram", "diagram")
_fragment("felt", "diagram")
_fragment("scale", "scale")
_fragment("clock", "clock")
_fragment("strip", "items")
_fragment("choice", "choice")
