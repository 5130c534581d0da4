"""Kinds of play that may be ruled out, as drawn: what, in force or not, the numbers.

Each shows the number as it is and the number with the switch the other way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from rulings.presenters.sentences import sentence_words


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
        return _("Let in at every trick: %(now)s. Left out it is %(other)s.") % values
    if idea["on"]:
        text = _("Ruled out at every trick: %(now)s. “Can happen” gives %(other)s.")
        return text % values
    if now == other:
        return _("Counts at every trick. “Never here” alone changes nothing.")
    return _("Counts at every trick. “Never here” gives %(other)s.") % values


def _tricks(span: Mapping[str, Any], *, asked: bool) -> str:
    """Return tricks in words; while a trump is asked about, with both answers."""
    low, high = int(span["low"]), int(span["high"])
    if low == high:
        return str(low)
    text = _("%(low)d to %(high)d")
    if asked:
        text = _("%(high)d, or %(low)d if a trump was forgotten")
    return text % {"low": low, "high": high}
