"""The card that a defender's claim needs of his partner, as a value.

Serves Law 70D2; `choices` finds it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulings.bridge.cards import Card
from rulings.bridge.seats import Seat


@dataclass(frozen=True, slots=True)
class PartnerPlay:
    """The card a defender's claim needs of his partner (Law 70D2).

    The partner may play `instead` at that trick, even were every card in sight;
    with `card` the side would get `award` tricks.
    """

    trick: int
    seat: Seat
    card: Card
    instead: Card
    award: int

    def to_json(self) -> dict[str, object]:
        """Return the card needed, the one that may be played, and the tricks."""
        return {
            "award": self.award,
            "card": str(self.card),
            "instead": str(self.instead),
            "seat": str(self.seat),
            "trick": self.trick,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> PartnerPlay:
        """Read what `to_json` gives."""
        return cls(
            int(data["trick"]),
            Seat.parse(data["seat"]),
            Card.parse(data["card"]),
            Card.parse(data["instead"]),
            int(data["award"]),
        )
