"""The share of normal lines in which a trick is lost, as a value (Law 69B2)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Share:
    """Lines in all, and those in which the side wins fewer than so many tricks.

    Cards that differ in nothing are one card. No lines at all: they were too many to
    be counted.
    """

    lines: int
    fewer: int

    @property
    def percent(self) -> float | None:
        """Return the lines with fewer tricks in percent, None where not counted."""
        return 100 * self.fewer / self.lines if self.lines else None

    def to_json(self) -> dict[str, object]:
        """Return the lines in all and those in which the tricks come back."""
        return {"lines": self.lines, "won": self.fewer}


NOT_COUNTED = Share(0, 0)
"""The share where the budget ended before the last line."""
