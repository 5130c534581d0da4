"""What a regulating body may set: parameters, and dated sets of their values.

A set is a plain value: an event keeps a frozen copy of it. The parameter table serves
Laws 68-71, 79C and 92; the values of the bodies stand in data/regulations.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from rulings.laws.datafiles import DATA, DataTable, fingerprint, read_table
from rulings.laws.editions import named_for
from rulings.laws.errors import NotHeld, WrongValue

Setting: TypeAlias = str | int | None
LAW = "law"


@dataclass(frozen=True, slots=True)
class Parameter:
    """One thing a regulation may set: its kind, its bounds and what it means."""

    name: str
    kind: str
    label: str
    ref: str
    options: tuple[str, ...]
    low: int
    high: int
    unset: bool
    words: Mapping[str, str] = field(default_factory=dict)

    def checked(self, value: object) -> Setting:
        """Return the value if the parameter can have it; WrongValue says what can."""
        if isinstance(value, bool) and self.options == ("yes", "no"):
            return "yes" if value else "no"
        if value is None and self.unset:
            return None
        if self.kind == "int" and isinstance(value, int) and value is not True:
            if self.low <= value <= self.high:
                return value
        elif self.kind == "choice" and value in self.options:
            return str(value)
        elif isinstance(value, str) and self._is_text(value):
            return value
        raise WrongValue(f"{self.name} is {value!r}; it can be {self.wanted}")

    def said(self, value: Setting) -> str:
        """Return a value in words, "" where nothing is set."""
        return "" if value is None else self.words.get(str(value), str(value))

    @property
    def wanted(self) -> str:
        """What the parameter can be, in words."""
        kinds = {
            "int": f"a whole number from {self.low} to {self.high}",
            "choice": " or ".join(self.options),
            "text": "a text",
            "instant": "a time with its offset, such as 2026-03-01T22:00:00+00:00",
        }
        return kinds[self.kind] + (" or nothing" if self.unset else "")

    def _is_text(self, value: str) -> bool:
        if self.kind != "instant":
            return self.kind == "text"
        try:
            return dt.datetime.fromisoformat(value).tzinfo is not None
        except ValueError:
            return False


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a value comes from: in force since, source, read by us or not, remark."""

    since: dt.date
    source: str
    verified: bool
    remark: str


@dataclass(frozen=True, slots=True)
class Regulations:
    """A named, dated set with a value for every parameter."""

    name: str
    title: str
    date: dt.date | None
    values: Mapping[str, Setting]
    origins: Mapping[str, Origin] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Setting:
        """Return the value of a parameter."""
        if name in self.values:
            return self.values[name]
        return _default(str(self.values.get("edition", "")), name)

    def minutes(self, name: str) -> dt.timedelta | None:
        """Return a parameter counted in minutes as a length of time."""
        value = self.values[name]
        return dt.timedelta(minutes=value) if isinstance(value, int) else None

    @property
    def edition(self) -> str:
        """The edition of the laws that the body plays by."""
        return str(self.values["edition"])

    @property
    def hash(self) -> str:
        """The fingerprint of name, date and values."""
        return fingerprint([self.name, self.date, self.values])

    def replaced(self, values: Mapping[str, object]) -> Regulations:
        """Return a copy with some values replaced, each of them checked."""
        changed = {**self.values, **checked(values)}
        return Regulations(self.name, self.title, self.date, changed, self.origins)


def checked(values: Mapping[str, object]) -> dict[str, Setting]:
    """Return the values after checking name and kind; WrongValue names the bad one."""
    known = parameters()
    for name in values:
        if name not in known:
            raise WrongValue(f"{name} is no parameter; there are {', '.join(known)}")
    return {name: known[name].checked(value) for name, value in values.items()}


def from_values(
    values: Mapping[str, object],
    *,
    name: str = "own",
    date: dt.date | None = None,
    edition: str = "",
) -> Regulations:
    """Return a set made of given values over the law's own defaults for the edition.

    Without an edition it is the newest one.
    """
    newest = parameters()["edition"].options[-1]
    base = law_default(str(values.get("edition", edition or newest)))
    return Regulations(name, name, date, {**base.values, **checked(values)})


def law_default(edition: str, *, folder: Path = DATA) -> Regulations:
    """Return what holds where no regulation says otherwise."""
    table = read_table(folder, "regulations/law.toml")
    values: dict[str, Setting] = {}
    changes = table.table("by_edition")
    by_edition = changes.table(named_for(changes, edition, folder)).content
    for name, parameter in parameters(folder).items():
        given = table.table("values").content.get(name)
        values[name] = parameter.checked(by_edition.get(name, given))
    values["edition"] = parameters(folder)["edition"].checked(edition)
    title = table.get("title", str)
    return Regulations(LAW, title, None, values)


def load_regulations(
    name: str, *, on: dt.date | None = None, folder: Path = DATA
) -> Regulations:
    """Return the set of a body (WBF, EBU, ACBL) as in force on a day, else the newest.

    NotHeld if there is no such body, or if none of its values was in force that day.
    """
    file = f"regulations/{name.lower()}.toml"
    if name.lower() not in bodies(folder):
        raise NotHeld(f"no regulations of {name}; held: {', '.join(bodies(folder))}")
    table = read_table(folder, file)
    origins: dict[str, Origin] = {}
    values: dict[str, Setting] = {}
    known = parameters(folder)
    for key, rows in table.table("values").content.items():
        if key not in known:
            raise table.fault(f"values.{key}", "is no parameter")
        dated = [
            (_origin(r), r) for r in DataTable(file, "values", {key: rows}).tables(key)
        ]
        for origin, row in sorted(dated, key=lambda pair: pair[0].since):
            if on is None or origin.since <= on:
                origins[key] = origin
                values[key] = known[key].checked(row.content.get("value"))
    if not values:
        raise NotHeld(f"nothing of {name} is held for {on}")
    base = law_default(str(values["edition"]), folder=folder)
    return Regulations(
        table.get("name", str),
        table.get("title", str),
        max(origin.since for origin in origins.values()),
        {**base.values, **values},
        origins,
    )


@cache
def _default(edition: str, name: str) -> Setting:
    """Return what a set frozen before a parameter was known means by silence."""
    known = parameters()["edition"].options
    return law_default(edition if edition in known else known[-1]).values[name]


def bodies(folder: Path = DATA) -> tuple[str, ...]:
    """Return the names of the bodies of which regulations are held, as file names."""
    found = (path.stem for path in (folder / "regulations").glob("*.toml"))
    return tuple(sorted(set(found) - {LAW, "parameters"}))


@cache
def body_names(folder: Path = DATA) -> Mapping[str, str]:
    """Return how each body is called: by its letters, an own set by its title."""
    found = {}
    for body in bodies(folder):
        table = read_table(folder, f"regulations/{body}.toml")
        name, title = table.get("name", str), table.get("title", str)
        found[body] = title if name == body else name
    return MappingProxyType(found)


@cache
def parameters(folder: Path = DATA) -> Mapping[str, Parameter]:
    """Return every parameter by name, in the order of the table."""
    table = read_table(folder, "regulations/parameters.toml")
    return MappingProxyType(
        {name: _parameter(name, row) for name, row in table.items()}
    )


def _parameter(name: str, row: DataTable) -> Parameter:
    row.allow("kind", "label", "ref", "options", "words", "min", "max", "unset")
    options, words = row.texts("options"), row.table("words")
    for option in words.content.keys() ^ set(options):
        if words.content:
            raise words.fault(option, f"the options are {', '.join(options)}")
    return Parameter(
        name=name,
        kind=row.get("kind", str),
        label=row.get("label", str),
        ref=row.get("ref", str, ""),
        options=options,
        low=row.get("min", int, 0),
        high=row.get("max", int, 0),
        unset=row.get("unset", bool, False),
        words={option: words.get(option, str) for option in words.content},
    )


def _origin(row: DataTable) -> Origin:
    row.allow("value", "since", "source", "verified", "remark")
    return Origin(
        row.get("since", dt.date),
        row.get("source", str),
        row.get("verified", bool),
        row.get("remark", str, ""),
    )
