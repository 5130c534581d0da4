"""Files of records as a stream of claims: JSON lines, PBN, LIN, packed or not.

At most one file of boards, or one line, is held at a time. What cannot be read is an
entry that says so; what holds no claim is counted and passed over.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO

from rulings.bridge.hands import FULL_HAND
from rulings.importers.archives import GZ_MARK
from rulings.importers.boards import ImportedBoard
from rulings.importers.faults import Problem, UnreadableFile
from rulings.importers.formats import read_bytes
from rulings.importers.rows import row_of
from rulings.importers.text import MAX_BYTES, MAX_LINE
from rulings.solver.batch import Batch, Entry, Record, tricks_left

JSON_LINES = (".jsonl", ".ndjson")
BOARDS = (".pbn", ".lin")  # a commentary of theirs may begin with a brace
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
LOOKED_AT = 4096
BATCH = 8
"""Claims in a batch: a few tenths of a second of work, so that a stop loses little."""


@dataclass(slots=True)
class Source:
    """Files to read, how far from the end the claims are wanted, what was left out.

    `unclaimed` counts boards that hold no claim: passed out, played out, or without a
    total. `outside` counts claims with other numbers of tricks left, or another value
    of a field that is asked for: `only` holds its name and value.
    """

    files: tuple[Path, ...]
    min_left: int = 1
    max_left: int = FULL_HAND
    only: tuple[str, str] | None = None
    unclaimed: int = 0
    outside: int = 0

    def entries(self) -> Iterator[Entry]:
        """Yield the claims and faults of all files, in their order."""
        for file in self.files:
            for entry in _entries_of(file):
                if entry.record is None:
                    yield entry
                elif not _is_claim(entry):
                    self.unclaimed += 1
                elif self._is_wanted(entry.record):
                    yield entry
                else:
                    self.outside += 1

    def _is_wanted(self, record: Record) -> bool:
        if self.only is not None and str(record.get(self.only[0])) != self.only[1]:
            return False
        return self.min_left <= tricks_left(record) <= self.max_left


def batches_of(entries: Iterable[Entry], size: int = BATCH) -> Iterator[Batch]:
    """Yield the entries a few at a time."""
    stream = iter(entries)
    while batch := tuple(islice(stream, size)):
        yield batch


def _entries_of(file: Path) -> Iterator[Entry]:
    try:
        with file.open("rb") as opened:
            packed = opened.peek(len(GZ_MARK)).startswith(GZ_MARK)
            if _is_json_lines(file, opened, packed=packed):
                yield from _lines(str(file), _unpacked(opened, packed=packed))
            else:
                yield from _boards(str(file), opened.read(MAX_BYTES + 1))
    except OSError as error:
        yield Entry(str(file), None, fault=f"cannot be read: {error.strerror or error}")


def _is_json_lines(file: Path, opened: IO[bytes], *, packed: bool) -> bool:
    name = file.name.lower().removesuffix(".gz")
    if name.endswith(JSON_LINES) or name.endswith(BOARDS):
        return name.endswith(JSON_LINES)
    try:
        start = _unpacked(opened, packed=packed).read(LOOKED_AT)
    except (OSError, EOFError, zlib.error):
        start = b""
    opened.seek(0)
    return start.removeprefix(BYTE_ORDER_MARK).lstrip().startswith(b"{")


def _unpacked(opened: IO[bytes], *, packed: bool) -> IO[bytes]:
    return gzip.GzipFile(fileobj=opened) if packed else opened  # type: ignore[return-value]  # reads bytes


def _lines(file: str, opened: IO[bytes]) -> Iterator[Entry]:
    number = 0
    try:
        while line := opened.readline(MAX_LINE):
            number += 1
            if len(line) == MAX_LINE and not line.endswith(b"\n"):
                while (rest := opened.readline(MAX_LINE)) and not rest.endswith(b"\n"):
                    pass
                fault = f"the line has more than {MAX_LINE} bytes; no claim has"
                yield Entry(file, number, fault=fault)
            elif line.removeprefix(BYTE_ORDER_MARK).strip():
                yield _line(file, number, line)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        yield Entry(
            file, number + 1, fault=f"the file is damaged from here on: {error}"
        )


def _line(file: str, number: int, line: bytes) -> Entry:
    try:
        record = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        return Entry(file, number, fault=f"the line is not JSON: {error}")
    if not isinstance(record, dict):
        return Entry(file, number, fault="the line is not a JSON object")
    if record.get("problem"):
        return Entry(file, number, fault=str(record["problem"]))
    return Entry(file, number, record)


def _boards(file: str, data: bytes) -> Iterator[Entry]:
    try:
        found = read_bytes(data, file).found
    except UnreadableFile as unreadable:
        yield Entry(file, None, fault=str(unreadable))
        return
    for one in found:
        yield _board(file, one)


def _board(file: str, found: ImportedBoard | Problem) -> Entry:
    if isinstance(found, Problem):
        return Entry(_within(file, found.source), found.line, fault=found.sentence)
    return Entry(_within(file, found.source), found.lines[0], row_of(file, found))


def _within(file: str, source: str) -> str:
    return f"{file}/{source}" if source else file


def _is_claim(entry: Entry) -> bool:
    """Say whether a record holds a claim: a total, and play that stopped early.

    Only a record with an id of its own is believed to be one before the first card.
    """
    record = entry.record or {}
    if "claimed" not in record:
        return True  # and its row says that the field is missing
    begun = bool(record.get("play")) or record.get("id") is not None
    return record["claimed"] is not None and begun and tricks_left(record) > 0
