"""Sentences of the pure packages in the reader's language: template, then parameters.

Card codes stay codes (HJ); the tags draw them. Suits and seats become names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext, gettext_noop

from rulings.bridge.cards import Suit
from rulings.bridge.seats import Seat
from rulings.presenters.words import seat_name, suit_name
from rulings.statements import parse_step
from rulings.statements.sentences import Sentence

SUITS = {"suit", "on_suit", "suit_2"}
SEATS = {"seat", "seat_2"}
PLACES = {"hand": gettext_noop("hand"), "dummy": gettext_noop("dummy")}


def sentence_words(sentence: Sentence | Mapping[str, Any]) -> str:
    """Return a sentence, or its stored form, translated and filled in."""
    if isinstance(sentence, Sentence):
        template, params = sentence.template, dict[str, Any](sentence.params)
    else:
        template, params = sentence["template"], sentence["params"]
    filled = {name: _value(name, text) for name, text in params.items()}
    return gettext(template).format(**filled)


def step_words(text: str) -> str:
    """Return a step of a statement in the reader's language, cards as codes."""
    return sentence_words(parse_step(text).sentence())


def _step_words(text: str) -> str:
    """Return a step inside a sentence."""
    words = step_words(text)
    return words[:1].lower() + words[1:]


def _value(name: str, text: str | Sentence | Mapping[str, Any]) -> str:
    if not isinstance(text, str):
        return sentence_words(text)
    if name in SUITS:
        return suit_name(Suit.parse(text))
    if name == "suits":
        return ", ".join(suit_name(Suit.parse(letter)) for letter in text.split())
    if name in SEATS:
        return seat_name(Seat.parse(text))
    if name == "positions":
        return number_format(int(text), force_grouping=True)
    if name == "plan":
        return ", ".join(map(_step_words, text.split("; ")))
    if name == "place":
        return gettext(PLACES.get(text, text))
    return text
