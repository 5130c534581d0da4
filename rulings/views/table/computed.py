"""What the program contributed to a step, in words; or that the director is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulings.forms.table.cards import fault_words
from rulings.laws.flows import SYSTEM, Step
from rulings.models import Window
from rulings.queries.table.computed import COMPUTATIONS, bears_on
from rulings.queries.table.sheet import Sheet
from rulings.views.drawing.results import points_words
from rulings.views.drawing.words import call_sign, seat_name
from rulings.views.table.words import PURPOSES


def computed_lines(sheet: Sheet, asked: Step) -> list[tuple[str, str]]:
    """Return each computation that the step names: its id, what it found."""
    lines = []
    for name in bears_on(asked):
        value = COMPUTATIONS[name](sheet)
        words = "" if value is None else WORDS[name](value)
        if not words and asked.actor != SYSTEM:
            words = _("Nothing is computed here: the answer is yours.")
        if words:
            lines.append((name, words))
    return lines


def _position(faults: tuple[str, ...]) -> str:
    if not faults:
        return _("The cards make a legal position.")
    words = ", ".join(fault_words()[name] for name in faults)
    return _("The cards cannot be a position: %s.") % words


def _range(value: tuple[int, int]) -> str:
    low, high = value
    return (
        str(low)
        if low == high
        else _("%(low)d to %(high)d")
        % {
            "low": low,
            "high": high,
        }
    )


def _said(sentence: str) -> Callable[[Any], str]:
    return lambda value: _(sentence) % {"tricks": _range(value)}


def _loses(value: bool) -> str:  # noqa: FBT001 - what the computation found
    if value:
        return _("A normal line was found that loses a trick that was given up.")
    return _("On every normal line the side gets more than it claimed.")


def _share(value: tuple[int, int]) -> str:
    won, lines = value
    if not lines:
        return _("The normal lines are too many to be counted.")
    return _("The trick comes back on %(won)d of %(lines)d normal lines.") % {
        "won": won,
        "lines": lines,
    }


def _trumps(value: tuple[int, int | None]) -> str:
    out, cost = value
    if not out:
        return _("No trump is out.")
    words = ngettext("%(n)d trump is out.", "%(n)d trumps are out.", out) % {"n": out}
    if cost is None:
        return words
    lost = ngettext(
        "Left out of account, it can cost %(n)d trick.",
        "Left out of account, they can cost %(n)d tricks.",
        cost,
    ) % {"n": cost}
    return f"{words} {lost}"


def _location(value: bool) -> str:  # noqa: FBT001 - what the computation found
    if value:
        return _("Only one place of a card makes the claim good.")
    return _("The number does not depend on where one card lies.")


def _order(value: str) -> str:
    if value == "top_down":
        return _("By the regulations a suit is played from the top.")
    if value == "top_down_spots":
        return _(
            "By the regulations a suit is played from the top, from spot cards "
            "perhaps from the bottom."
        )
    return _("The regulations set no order inside a suit.")


def _revokes(found: tuple[Any, ...]) -> str:
    if not found:
        return _("The record of play shows no revoke.")
    return " ".join(
        _(
            "The record of play shows a revoke by %(seat)s in trick %(trick)d, with "
            "%(card)s; the transfer would be %(n)d."
        )
        % {
            "seat": seat_name(one.seat),
            "trick": one.trick,
            "card": one.card,
            "n": one.transfer,
        }
        for one in found
    )


def _points(value: int) -> str:
    return _("Scored as claimed: %s.") % points_words(value)


def _bids(value: Mapping[str, str]) -> str:
    bids = ", ".join(call_sign(bid) for bid in value.values())
    return _("Lowest sufficient bids: %s.") % bids


def _windows(value: Mapping[str, Any]) -> str:
    return "; ".join(
        _("%(what)s: until %(time)s")
        % {
            "what": PURPOSES[Window.Purpose(purpose)],
            "time": _("not known yet")
            if closes is None
            else localtime(closes).strftime("%H:%M"),
        }
        for purpose, closes in value.items()
    )


WORDS: Mapping[str, Callable[[Any], str]] = {
    "S1": _position,
    "S2": _said("Double dummy the claiming side takes %(tricks)s."),
    "S3": _said("On its worst normal line the claiming side takes %(tricks)s."),
    "S4": _said("The line as stated takes %(tricks)s against the best defence."),
    "S5": _loses,
    "S6": _share,
    "S7": _trumps,
    "S8": _location,
    "S9": _said("With the partner's worst normal plays the side takes %(tricks)s."),
    "S10": _order,
    "S11": _revokes,
    "S12": _points,
    "S13": _bids,
    "S14": _windows,
}
"""The sentence of each computation, made of what it found."""
