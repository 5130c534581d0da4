"""What the screens of the director show of a case, as values and words.

A tile of a question is a radio as a large target; the one in force is filled.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile; `label` may be a suit or a card, which the tags draw."""

    value: str
    label: object
    chosen: bool = False


def options(pairs: Iterable[tuple[object, object]], chosen: str) -> list[Tile]:
    """Return tiles for (value, label) pairs, the chosen one marked."""
    return [Tile(str(value), label, str(value) == chosen) for value, label in pairs]
