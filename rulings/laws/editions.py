"""Editions of the law book: named provisions, and the titles of the laws cited.

Code and flows ask an edition for a provision by name and never compare years.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from rulings.laws import references
from rulings.laws.datafiles import DATA, DataTable, read_table
from rulings.laws.errors import NotHeld
from rulings.laws.references import Source


@dataclass(frozen=True, slots=True)
class Provision:
    """A point in which editions differ, with this edition's value and its law."""

    name: str
    value: bool | str
    options: tuple[str, ...]
    refs: tuple[Source, ...]
    gist: str


@dataclass(frozen=True, slots=True)
class Law:
    """A law of an edition: its title in our words; was its text compared or not."""

    number: int
    title: str
    verified: bool
    source: str


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition of the law book.

    `numbers` says where it has what the latest edition numbers otherwise.
    """

    name: str
    title: str
    provisions: Mapping[str, Provision]
    laws: Mapping[int, Law]
    numbers: Mapping[str, str] = field(default_factory=dict)

    def provision(self, name: str) -> bool | str:
        """Return the value of a provision; KeyError for an unknown name."""
        return self.provisions[name].value

    def named(self, law: str) -> str:
        """Return where the edition has what the latest one has at a number."""
        return self.numbers.get(law, law)

    def verified(self, refs: tuple[Source, ...]) -> bool:
        """Return whether the text of every law among the references was compared."""
        return all(self.laws[law].verified for ref in refs for law in ref.laws)


def editions(folder: Path = DATA) -> tuple[str, ...]:
    """Return the names of the editions held, oldest first."""
    return tuple(sorted(path.parent.name for path in folder.glob("*/edition.toml")))


def load_edition(name: str, *, folder: Path = DATA) -> Edition:
    """Return an edition; NotHeld if there is no data of it, FlowError if it is bad."""
    if name not in editions(folder):
        held = ", ".join(editions(folder))
        raise NotHeld(f"no data of the {name} edition; held: {held}")
    table = read_table(folder, f"{name}/edition.toml")
    table.allow("name", "title", "provisions", "laws")
    empty = Edition(table.get("name", str), table.get("title", str), {}, {})
    return replace(extended(empty, table), numbers=_numbers(name, folder))


def extended(edition: Edition, table: DataTable) -> Edition:
    """Return the edition with the laws and provisions that a table adds to it.

    A flow brings those that only it needs in its own file.
    """
    new = [_law(key, row) for key, row in table.table("laws").items()]
    laws = {**edition.laws, **{law.number: law for law in new}}
    provisions = {
        key: _provision(key, row, laws)
        for key, row in table.table("provisions").items()
    }
    return replace(edition, provisions={**edition.provisions, **provisions}, laws=laws)


def read_refs(table: DataTable, laws: Mapping[int, Law]) -> tuple[Source, ...]:
    """Return the references of a table; every law among them must have a title."""
    found = []
    for text in table.texts("refs"):
        ref = table.read("refs", references.parse, text)
        for law in ref.laws:
            if law not in laws:
                problem = f"{text}: law {law} has no title in the edition"
                raise table.fault("refs", problem)
        found.append(ref)
    return tuple(found)


def _numbers(name: str, folder: Path) -> dict[str, str]:
    """Return the numbers that differ from those of the latest edition."""
    if not (folder / name / "numbers.toml").exists():
        return {}
    file = read_table(folder, f"{name}/numbers.toml")
    file.allow("numbers")
    table = file.table("numbers")
    found = {law: table.get(law, str) for law in table.content}
    for law, here in found.items():
        table.read(law, references.parse, law)
        table.read(law, references.parse, here)
        if here in found:
            raise table.fault(law, f"{here} has a number of its own in the edition")
    return found


def _law(key: str, row: DataTable) -> Law:
    row.allow("title", "verified", "source")
    if not key.isdecimal():
        raise row.fault("", "must be the number of a law")
    title, verified = row.get("title", str), row.get("verified", bool)
    return Law(int(key), title, verified, row.get("source", str, ""))


def _provision(name: str, row: DataTable, laws: Mapping[int, Law]) -> Provision:
    row.allow("value", "options", "refs", "gist")
    value = row.content.get("value")
    options = row.texts("options")
    if not isinstance(value, bool) and value not in options:
        raise row.fault("value", f"must be true, false or an option, is {value!r}")
    refs = read_refs(row, laws)
    if not refs:
        raise row.fault("refs", "missing")
    return Provision(name, value, options, refs, row.get("gist", str))
