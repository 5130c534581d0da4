"""How a value of a result becomes JSON."""

from __future__ import annotations

from dataclasses import Field, fields
from enum import StrEnum
from typing import Any, ClassVar

from rulings.bridge.cards import Card
from rulings.bridge.seats import Seat


class Value:
    """A value of a result: its JSON gives its fields by name, in alphabetical order."""

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def to_json(self) -> dict[str, object]:
        """Return the fields."""
        names = sorted(field.name for field in fields(self))
        return {name: _written(getattr(self, name)) for name in names}


def _written(value: Any) -> object:  # noqa: ANN401 - a field of any kind
    """Return a field's value as JSON: cards, seats and names as text."""
    if isinstance(value, Seat | Card | StrEnum):
        return str(value)
    if isinstance(value, tuple):
        return [_written(one) for one in value]
    return value.to_json() if hasattr(value, "to_json") else value
