"""Editions of the law book: named provisions, and the titles of the laws cited.

Code and flows ask an edition for a provision by name and never compare years. An
edition may be `based_on` another and hold only what differs (see `lineage`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from rulings.laws import references
from rulings.laws.datafiles import DATA, DataTable, over, read_table
from rulings.laws.errors import FlowError, NotHeld
from rulings.laws.references import Source

EDITION_FILE = "edition.toml"
_HOLDS = ("yes", "partly", "no")


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
    table = edition_table(name, EDITION_FILE, folder)
    table.allow("name", "title", "based_on", "provisions", "laws")
    if table.content.get("name") != name:
        raise table.fault(
            "name", f'must be that of its folder; right would be name = "{name}"'
        )
    _refuse_unknown(name, folder)
    empty = Edition(name, table.get("title", str), {}, {})
    return replace(extended(empty, table), numbers=_numbers(name, folder))


@cache
def lineage(name: str, folder: Path = DATA) -> tuple[str, ...]:
    """Return an edition and those it is based on, the nearest first.

    Its folder holds only what differs from the one below; so do the tables that name
    editions (guidance, standards, the law's own values).
    """
    found = [name]
    while based_on := _base(found[-1], folder):
        file, held = f"{found[-1]}/{EDITION_FILE}", editions(folder)
        if based_on not in held:
            problem = f"no data of the {based_on} edition; held: {', '.join(held)}"
            raise FlowError(file, "based_on", problem)
        if based_on in found:
            circle = ", ".join([*found, based_on])
            raise FlowError(file, "based_on", f"runs in a circle: {circle}")
        found.append(based_on)
    return tuple(found)


def edition_table(name: str, file: str, folder: Path = DATA) -> DataTable:
    """Return a file of an edition, laid over the same file of those it is based on.

    Empty if none of them has the file; a fault is named with the edition's own file.
    """
    merged = DataTable(f"{name}/{file}", "", {})
    for one in reversed(lineage(name, folder)):
        if (folder / one / file).exists():
            here = read_table(folder, f"{one}/{file}").content
            merged = replace(merged, content=over(merged.content, here))
    return merged


def has_flow(name: str, flow: str, folder: Path = DATA) -> bool:
    """Return whether an edition, or one it is based on, has data for a flow."""
    return any(
        (folder / one / f"{flow}.toml").exists() for one in lineage(name, folder)
    )


def named_for(table: DataTable, edition: str, folder: Path = DATA) -> str:
    """Return the edition under which a table has what holds, "" if it names none."""
    held = (one for one in lineage(edition, folder) if one in table.content)
    return next(held, "")


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
    file = edition_table(name, "numbers.toml", folder)
    file.allow("numbers")
    table = file.table("numbers")
    found = {law: table.get(law, str) for law in table.content}
    for law, here in found.items():
        table.read(law, references.parse, law)
        table.read(law, references.parse, here)
        if here in found:
            raise table.fault(law, f"{here} has a number of its own in the edition")
    return found


def _base(name: str, folder: Path) -> str:
    """Return the edition that an edition says it is based on, "" for none."""
    if name not in editions(folder):
        return ""
    return read_table(folder, f"{name}/{EDITION_FILE}").get("based_on", str, "")


def _refuse_unknown(name: str, folder: Path) -> None:
    """Raise FlowError where a table that names editions leaves this one out.

    Notices and charts name none: a notice is reworded in the edition's own files, and
    the drawings follow the letters of the steps.
    """
    parameter = read_table(folder, "regulations/parameters.toml").table("edition")
    if name not in (options := parameter.texts("options")):
        right = ", ".join(f'"{one}"' for one in sorted([*options, name]))
        raise parameter.fault("options", f"lacks {name}; right would be [{right}]")
    for row in (row for _, row in read_table(folder, "guidance.toml").items()):
        notes = row.table("editions")
        here = named_for(notes, name, folder)
        if row.content.get("reserved"):
            continue
        if not here or notes.content[here] not in _HOLDS:
            choices = '"yes", "partly" or "no"'
            raise row.fault("editions", f"does not say {name} = {choices}")
    for row in (row for _, row in read_table(folder, "standards.toml").items()):
        if not named_for(row.table("refs"), name, folder):
            right = f'{name} = ["70A"], or {name} = [] if it has no such standard'
            raise row.fault("refs", f"leaves {name} out; right would be {right}")


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
