"""Stated steps said aloud: the words a claimer could have used (Law 68C).

The way back from `reading`: what is worded here is read back there before it is shown,
so that the words mean to a director what they were made for. Serves the shortest words
that make a claim certain; steps without a phrase of their own have no words.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from rulings.bridge.cards import Suit
from rulings.statements.reading.words import read_words
from rulings.statements.statement import AmbiguousStatement, ReadStatement
from rulings.statements.steps import SideHand, StatedStep, Verb

SPOKEN = ("en", "pl", "fr")
"""The languages in which words are made."""

Cards = Iterable[Any]


@cache
def _phrases() -> dict[str, dict[str, Any]]:
    """Return the phrases of each language by its code."""
    text = (Path(__file__).parent / "wording.toml").read_text("utf-8")
    tables = tomllib.loads(text).values()
    return {code: table for table in tables for code in table["languages"]}


def worded(steps: tuple[StatedStep, ...], language: str, trumps_out: int = 2) -> str:
    """Return steps as a claimer says them, "" where one of them has no phrase.

    `trumps_out` are the trumps of the other side: one of them is the last trump.
    """
    said = _phrases()[language]
    parts = [_phrase(step, said, trumps_out) for step in steps]
    if not all(parts):
        return ""
    out, plays = parts[: _is_out(steps)], parts[_is_out(steps) :]
    text = ", ".join(plays[:-1]) + (said["last"] if plays[1:] else "")
    text = ": ".join([*out, *([text + plays[-1]] if plays else [])])
    return text[:1].upper() + text[1:]


def word_count(text: str) -> int:
    """Return how many words a claimer says."""
    return len(text.split())


def read_back(
    text: str,
    steps: tuple[StatedStep, ...],
    trump: Suit | None,
    held: Cards,
    on_table: Cards,
) -> ReadStatement | None:
    """Return the words as the reader takes them, None unless they give these steps.

    The words may be taken in no other way: every one of them is understood.
    """
    try:
        read = read_words(text, trump, held, on_table)
    except AmbiguousStatement:
        return None
    return None if read.not_understood or read.steps != steps else read


def _is_out(steps: tuple[StatedStep, ...]) -> bool:
    """Say whether the first step says what is still out, before any play."""
    return steps[0].act is Verb.OUT


def _phrase(step: StatedStep, said: dict[str, Any], trumps_out: int) -> str:
    name = _name(step, trumps_out)
    if name in _COUNTED:
        many: list[str] = said[name]
        count = (step.count if name == "rounds" else trumps_out) or 0
        return many[count - 1] if 1 <= count <= len(many) else ""
    template: str = said.get(name, "")
    suit = step.card.suit if step.card else step.suit
    letter = suit.letter if suit is not None else ""
    parts = {key: said[key].get(letter, "") for key in _BY_SUIT}
    if step.card is not None:
        ranks = said["ranks"] | said["low_ranks"]
        parts["rank"] = ranks[step.card.rank_letter]
    if step.on_suit is not None:
        parts["on_suits"] = said["suits"][step.on_suit.letter]
    return template.format(**parts)


_COUNTED = {"rounds", "out"}
"""What a language says by a number, from one on."""

_BY_SUIT = ("suits", "one", "in_suit", "of_suit")
"""What a language says by the suit: several cards, one card, and with it."""


def _name(step: StatedStep, trumps_out: int) -> str:
    """Return which phrase of a language says a step; "" for none."""
    place = f"_{step.place}" if isinstance(step.place, SideHand) else ""
    if step.act is Verb.DRAW:
        if step.count is not None:
            return "rounds"
        return "draw_last" if trumps_out == 1 else "draw"
    if step.act is Verb.CASH and not place and step.count is None:
        return "cash_top" if step.from_the_top else "cash"
    if step.act is Verb.DISCARD and step.count != 1:
        return ""
    plain = {
        Verb.OUT: "out",
        Verb.PLAY: "play",
        Verb.CROSS: f"cross{place}",
        Verb.RUFF: f"ruff{place}",
        Verb.CROSSRUFF: "crossruff",
        Verb.GIVE_UP: "give_up",
        Verb.DISCARD: "discard",
        Verb.FINESSE: "finesse",
    }
    return plain.get(step.act, "")
