"""The keys of an event's programs, as their desk lists them."""

from __future__ import annotations

from dataclasses import dataclass

from rulings.models import ApiKey, Event
from rulings.queries.words import texts_of


@dataclass(frozen=True, slots=True)
class KeyRow:
    """A key with the words that say which program it is for."""

    key: ApiKey
    purpose: str


def key_rows(event: Event) -> list[KeyRow]:
    """Return the keys of an event, those still open first."""
    keys = sorted(
        ApiKey.objects.filter(event=event).order_by("-issued_at"),
        key=lambda row: row.revoked_at is not None,
    )
    words = texts_of(row.purpose for row in keys)
    return [KeyRow(row, words.get(row.purpose, "")) for row in keys]
