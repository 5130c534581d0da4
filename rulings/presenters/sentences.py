"""Sentences of the pure packages in the reader's language: template, then parameters.

Card codes stay codes (HJ); the tags draw them. Suits and seats become names. Kinds of
play that may be ruled out come with the number as it is and with the switch turned.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext as _

from rulings.bridge.cards import Suit
from rulings.bridge.seats import Seat
from rulings.presenters.words import seat_name, suit_name
from rulings.statements import parse_step
from rulings.statements.sentences import Sentence

SUITS = {"suit", "on_suit", "suit_2"}
SEATS = {"seat", "seat_2"}
PLACES = {"hand": gettext_noop("hand"), "dummy": gettext_noop("dummy")}
LIBRARIES = {
    "numba": gettext_noop(
        "The solver has no compiler on this machine: it takes many times as long."
    ),
    "endplay": gettext_noop(
        "The solver has no double-dummy library on this machine: it counts by itself, "
        "and long claims may end in a range."
    ),
}
"""What the solver lacks where a library is not there (docs/install.md): Intel Macs have
no compiler for it, ARM Linux no double-dummy library."""


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


@dataclass(frozen=True, slots=True)
class IdeaView:
    """One kind of play in words; `effect` says what the switch does to the number.

    `on` where it is in force: ruled out, or let in where `let_in`.
    """

    id: str
    words: str
    effect: str
    on: bool
    let_in: bool


def idea_views(result: Mapping[str, Any] | None) -> list[IdeaView]:
    """Return the kinds of play of a stored result; old results have none."""
    if result is None:
        return []
    trump = result["outstanding_trump"]
    asked = trump is not None and trump["aware"] is None and not trump["mentioned"]
    now = _tricks(result, asked=asked)
    return [
        IdeaView(
            idea["id"],
            sentence_words(idea["sentence"]),
            _effect(idea, now, _tricks(idea["award"], asked=asked)),
            idea["on"],
            idea["let_in"],
        )
        for idea in result.get("ideas", ())
    ]


def _effect(idea: Mapping[str, Any], now: str, other: str) -> str:
    """Return the number as it is and the other one, before the switch and after."""
    values = {"now": now, "other": other}
    if idea["let_in"]:
        return _("Allowed at every trick: %(now)s. Without it: %(other)s.") % values
    if idea["on"]:
        text = _("Ruled out at every trick: %(now)s. “Can happen” gives %(other)s.")
        return text % values
    if now == other:
        return _(
            "Applies at every trick. “Never here” alone does not change the number."
        )
    return _("Applies at every trick. “Never here” gives %(other)s.") % values


def _tricks(span: Mapping[str, Any], *, asked: bool) -> str:
    """Return tricks in words; while a trump is asked about, with both answers."""
    low, high = int(span["low"]), int(span["high"])
    if low == high:
        return str(low)
    text = _("%(low)d to %(high)d")
    if asked:
        text = _("%(high)d, or %(low)d if a trump was forgotten")
    return text % {"low": low, "high": high}


def lacking() -> list[str]:
    """Return a sentence for each library that is not there; none is loaded for it."""
    return [_(words) for name, words in LIBRARIES.items() if find_spec(name) is None]
