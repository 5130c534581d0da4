"""Records of memory: fields one after the other, each by name, width and meaning.

`layout` declares the searches' records with them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LayoutField:
    """A part of a record: its name, how wide it is, what it says.

    The width is in bits or in numbers, as the record has it. Room has no name.
    """

    name: str
    width: int
    meaning: str


class LayoutRecord:
    """Fields one after the other, from a first place on."""

    def __init__(
        self, title: str, unit: str, *fields: tuple[str, int, str], start: int = 0
    ) -> None:
        """Allocate the fields; their names are told apart within the record."""
        self.title = title
        self.unit = unit
        self.start = start
        self.fields = tuple(LayoutField(*field) for field in fields)
        self.places: dict[str, int] = {}
        self.widths: dict[str, int] = {}
        at = start
        for field in self.fields:
            if field.name in self.places:
                raise ValueError(f"{title}: {field.name} stands twice")
            if field.name:
                self.places[field.name] = at
                self.widths[field.name] = field.width
            at += field.width
        self.end = at

    def of(self, *names: str) -> tuple[int, ...]:
        """Return where some fields begin."""
        return tuple(self.places[name] for name in names)

    def at(self, name: str) -> int:
        """Return where a field begins."""
        return self.places[name]

    def width(self, name: str) -> int:
        """Return how wide a field is."""
        return self.widths[name]

    def masks(self, *names: str) -> tuple[int, ...]:
        """Return the masks of some fields' bits, each moved to the lowest place."""
        return tuple(self.mask(name) for name in names)

    def mask(self, name: str) -> int:
        """Return the mask of a field's bits, moved to the lowest place."""
        return (1 << self.widths[name]) - 1

    def bits(self, *names: str) -> int:
        """Return the mask of some fields' bits where they stand."""
        return sum(self.mask(name) << self.places[name] for name in names)

    def lines(self) -> Iterator[str]:
        """Return the record as a table of a document."""
        yield f"## {self.title}"
        yield ""
        yield f"| from | {self.unit} | name | meaning |"
        yield "|---|---|---|---|"
        at = self.start
        for field in self.fields:
            name = f"`{field.name}`" if field.name else "-"
            yield f"| {at} | {field.width} | {name} | {field.meaning} |"
            at += field.width
        yield ""


def lowest_bits(bits: int, digits: int) -> int:
    """Return the lowest bit of each of some digits of so many bits."""
    return sum(1 << bits * digit for digit in range(digits))


def closing_up(wide: int, narrow: int, digits: int) -> Iterator[tuple[int, int, int]]:
    """Yield how digits of some bits become ones of fewer, neighbours first.

    For each step the mask of what stays, that of what has moved, and by how much.
    """
    while digits > 1:
        mask, spaced = (1 << narrow) - 1, 2 * wide
        kept = mask * lowest_bits(spaced, (digits + 1) // 2)
        moved = mask * lowest_bits(spaced, digits // 2) << narrow
        yield kept, moved, wide - narrow
        wide, narrow, digits = spaced, 2 * narrow, (digits + 1) // 2


def row(title: str, *fields: tuple[str, str]) -> LayoutRecord:
    """Return a record of single numbers."""
    return LayoutRecord(title, "numbers", *((name, 1, said) for name, said in fields))
