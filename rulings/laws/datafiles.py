"""Reading of the TOML files that hold the laws; every fault names the file and key."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import tomllib
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from rulings.bridge.errors import ParseError
from rulings.laws.errors import FlowError

DATA = Path(__file__).parent / "data"

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class DataTable:
    """One table of a data file, with the file's name and its own key for messages."""

    file: str
    key: str
    content: Mapping[str, Any]

    def fault(self, key: str, problem: str) -> FlowError:
        """Return the error for one of its keys; the caller raises it."""
        return FlowError(self.file, f"{self.key}.{key}" if self.key else key, problem)

    def allow(self, *keys: str) -> None:
        """Refuse keys that have no meaning here, most often a slip of the pen."""
        for key in self.content:
            if key not in keys:
                raise self.fault(key, f"not known here; known are {', '.join(keys)}")

    def get(self, key: str, kind: type[_T], default: _T | None = None) -> _T:
        """Return a value of the kind; without a default it must be there."""
        value = self.content.get(key, default)
        if value is None:
            raise self.fault(key, "missing")
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.fault(key, f"must be a {kind.__name__}, is {value!r}")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts, empty when the key is absent."""
        values = self.get(key, list, [])
        for value in values:
            if not isinstance(value, str):
                raise self.fault(key, f"must hold texts, holds {value!r}")
        return tuple(values)

    def table(self, key: str) -> DataTable:
        """Return the table under a key, empty when absent."""
        inner = self.get(key, dict, {})
        return DataTable(self.file, f"{self.key}.{key}" if self.key else key, inner)

    def tables(self, key: str) -> tuple[DataTable, ...]:
        """Return the tables of a list under a key, each with its place in its key."""
        return tuple(
            DataTable(self.file, f"{self.key}.{key}[{place}]", item)
            if isinstance(item, dict)
            else self._not_a_table(key, item)
            for place, item in enumerate(self.get(key, list, []))
        )

    def items(self) -> tuple[tuple[str, DataTable], ...]:
        """Return each table inside with its name, in the order of the file."""
        return tuple((name, self.table(name)) for name in self.content)

    def read(self, key: str, parse: Callable[[str], _T], text: str) -> _T:
        """Parse a text of this table; what cannot be read names the file and key."""
        try:
            return parse(text)
        except ParseError as error:
            raise self.fault(key, str(error)) from None

    def _not_a_table(self, key: str, item: object) -> DataTable:
        raise self.fault(key, f"must hold tables, holds {item!r}")


def read_table(folder: Path, file: str) -> DataTable:
    """Read a data file; FlowError when it is not TOML."""
    try:
        return DataTable(file, "", tomllib.loads((folder / file).read_text("utf-8")))
    except tomllib.TOMLDecodeError as error:
        raise FlowError(file, "the file", f"is not TOML: {error}") from None


def over(base: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table with another laid over it: what the other names replaces it.

    Tables inside are laid over one another in turn. One that says `in_edition = false`
    takes the whole place of the table below.
    """
    merged = {**base, **new}
    for key in base.keys() & new.keys():
        below, above = base[key], new[key]
        if isinstance(below, Mapping) and isinstance(above, Mapping):
            removed = above.get("in_edition") is False
            merged[key] = dict(above) if removed else over(below, above)
    return merged


def canonical_bytes(data: object) -> bytes:
    """Return data of tables, lists, texts, numbers and dates as canonical JSON."""
    text = json.dumps(
        _plain(data), sort_keys=True, ensure_ascii=False, separators=(",", ":")
    )
    return unicodedata.normalize("NFC", text).encode()


def fingerprint(data: object) -> str:
    """Return the SHA-256 of the canonical bytes in hexadecimal digits."""
    return hashlib.sha256(canonical_bytes(data)).hexdigest()


def _plain(data: object) -> Any:  # noqa: ANN401 - what json.dumps takes
    if isinstance(data, Mapping):
        return {str(key): _plain(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_plain(value) for value in data]
    if isinstance(data, dt.date):  # a datetime is a date too
        return data.isoformat()
    if data is None or isinstance(data, (bool, int, str)):
        return data
    raise TypeError(f"no canonical form for {type(data).__name__}: {data!r}")
