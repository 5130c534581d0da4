"""Regulation sets as they are stored with events and cases: a frozen copy."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from rulings.laws.handbook.settings import shown
from rulings.laws.regulations import Parameter, Regulations
from rulings.models import Case


def stored(regulations: Regulations) -> dict[str, Any]:
    """Return the copy an event keeps: name, title, date and every value."""
    return {
        "name": regulations.name,
        "title": regulations.title,
        "date": regulations.date and regulations.date.isoformat(),
        "values": dict(regulations.values),
    }


def restored(copy: Mapping[str, Any]) -> Regulations:
    """Return the set from its stored copy; its hash is the one stored beside it."""
    on = copy["date"] and date.fromisoformat(copy["date"])
    return Regulations(copy["name"], copy["title"], on, dict(copy["values"]))


def regulations_of(case: Case) -> Regulations:
    """Return the regulation set a case was opened under."""
    return restored(case.regulation)


def wanted_words(parameter: Parameter) -> str:
    """Return what a parameter can be, in the reader's language."""
    options = ", ".join(shown(one, _) for one in parameter.options)
    kinds = {
        "int": _("a whole number from %(low)d to %(high)d")
        % {"low": parameter.low, "high": parameter.high},
        "choice": _("one of these: %(options)s") % {"options": options},
        "text": _("a text"),
        "instant": _("an instant with its offset, such as 2026-03-01T22:00:00+00:00"),
    }
    words = kinds[parameter.kind]
    return _("%(wanted)s, or nothing") % {"wanted": words} if parameter.unset else words
