"""By what each kind of ruling is judged, edition by edition (Laws 12, 62-64, 69-71).

Serves the pages that set two editions side by side, and the printed tables. It decides
nothing: the steps that apply a standard are named with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rulings.laws import references
from rulings.laws.datafiles import DATA, DataTable, read_table
from rulings.laws.editions import named_for
from rulings.laws.references import Source

_TEXTS = ("ruling", "standard", "doubt", "claiming_side", "other_side")


@dataclass(frozen=True, slots=True)
class Standard:
    """A standard as one edition has it; `steps` are where it is applied."""

    id: str
    ruling: str
    standard: str
    doubt: str
    claiming_side: str
    other_side: str
    steps: tuple[str, ...]
    refs: tuple[Source, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """What a user may see of it."""
        sides = (self.claiming_side, self.other_side)
        return (self.ruling, self.standard, self.doubt, *sides)


def standards(edition: str, *, folder: Path = DATA) -> tuple[Standard, ...]:
    """Return the standards of an edition; FlowError names a bad key of the data.

    One that the edition refers to no law is no standard of it.
    """
    found = []
    for name, row in read_table(folder, "standards.toml").items():
        here = named_for(row.table("refs"), edition, folder)
        if here and row.table("refs").texts(here):
            words = named_for(row.table("by_edition"), edition, folder)
            found.append(_standard(name, row, here, words))
    return tuple(found)


def applied(steps: Iterable[str], edition: str) -> tuple[Standard, ...]:
    """Return the standards that the steps of a path apply, as the table orders them."""
    passed = set(steps)
    return tuple(one for one in standards(edition) if passed & set(one.steps))


def _standard(name: str, row: DataTable, edition: str, words: str) -> Standard:
    row.allow("steps", "refs", "by_edition", *_TEXTS)
    other = row.table("by_edition").table(words)
    other.allow(*_TEXTS)
    texts = {
        key: (other if key in other.content else row).get(key, str) for key in _TEXTS
    }
    refs = row.table("refs")
    found = [refs.read(edition, references.parse, ref) for ref in refs.texts(edition)]
    return Standard(id=name, steps=row.texts("steps"), refs=tuple(found), **texts)
