"""The text of a LIN file as tables: for each board its fields, in order.

Knows where a board begins in club, vugraph and link files; nothing of bridge.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_FIELD = re.compile(r"[a-z][a-z0-9]", re.IGNORECASE)
ROOM_BOARD = re.compile(r"\s*([oc])?\s*(\d+)", re.IGNORECASE)
"""A `qx` field: room, if the board was played in two, and number."""


@dataclass(slots=True)
class LinTable:
    """One board at one table: fields as (name, value, line).

    `players` are the names of this table; `result` is that of the file's head.
    """

    line: int
    last_line: int
    fields: list[tuple[str, str, int]] = field(default_factory=list)
    room_board: str = ""
    players: tuple[str, ...] = ()
    result: str = ""

    def first(self, name: str) -> tuple[str, int] | None:
        """Return value and line of the first field of a name that is not empty."""
        for found, value, line in self.fields:
            if found == name and value.strip():
                return value, line
        return None


def tables(text: str) -> Iterator[LinTable]:
    """Yield the boards of a LIN text; what stands before the first is its head."""
    head = _FileHead()
    table: LinTable | None = None
    players: str = ""
    for name, value, line in fields(text):
        if table is None or _begins(name, table):
            if table is not None and _holds_board(table):
                yield head.dress(table, players)
            table = LinTable(line, line)
        table.last_line = line
        if name == "qx":
            table.room_board = value
        elif name == "pn":
            players = value
        elif name in {"vg", "rs"}:
            head.take(name, value)
        table.fields.append((name, value, line))
    if table is not None and _holds_board(table):
        yield head.dress(table, players)


def fields(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield (name, value, line) of every two-letter field, entities undone."""
    parts = text.split("|")
    line = 1
    at = 0
    while at + 1 < len(parts):
        name = parts[at].strip()
        line += parts[at].count("\n")
        at += 1
        if not _FIELD.fullmatch(name):
            # A stray bar or a lost name: step one part on until a name fits.
            continue
        yield name.lower(), html.unescape(parts[at]), line
        line += parts[at].count("\n")
        at += 1
    if at < len(parts) and parts[at].strip():
        yield "", parts[at].strip(), line + parts[at].count("\n")


def _begins(name: str, table: LinTable) -> bool:
    """Say whether a field opens the next board."""
    if name in {"qx", "vg"}:
        return bool(table.room_board) or _holds_board(table)
    return name in {"md", "pn"} and any(
        found in {"md", "mb", "pc"} for found, _, _ in table.fields
    )


def _holds_board(table: LinTable) -> bool:
    return any(
        name in {"md", "pc", "mb"} or (name == "qx" and value.strip())
        for name, value, _ in table.fields
    )


@dataclass(slots=True)
class _FileHead:
    """The head of a vugraph file: first board, and a result for each room."""

    first_board: int | None = None
    results: tuple[str, ...] = ()

    def take(self, name: str, value: str) -> None:
        parts = tuple(part.strip() for part in value.split(","))
        if name == "rs":
            self.results = parts
            return
        number = parts[3] if len(parts) > 3 else ""  # noqa: PLR2004 - fourth place
        self.first_board = int(number[:9]) if number.isdecimal() else None

    def dress(self, table: LinTable, players: str) -> LinTable:
        """Give a table its four players and its result from the head."""
        match = ROOM_BOARD.match(table.room_board)
        closed = bool(match and match[1] and match[1].lower() == "c")
        names = [name.strip() for name in players.split(",")]
        table.players = tuple(names[4:8] if closed and len(names) > 4 else names[:4])  # noqa: PLR2004 - four names a room
        if match and self.first_board is not None:
            at = 2 * (int(match[2][:9]) - self.first_board) + closed
            if 0 <= at < len(self.results):
                table.result = self.results[at]
        return table
