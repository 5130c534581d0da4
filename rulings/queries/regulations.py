"""Regulation sets as they are stored with events and cases: a frozen copy."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from rulings.laws.regulations import Regulations
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
