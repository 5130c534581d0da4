"""Files of records as a stream of claims: JSON lines, PBN, LIN, packed or not.

At most one file of boards, or one line, is held at a time. What cannot be read is an
entry that says so; what holds no claim is counted and passed over.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from gzip import GzipFile
from itertools import islice
from pathlib import Path

from rulings.bridge.hands import FULL_HAND
from rulings.importers.archives import GZ_MARK
from rulings.importers.boards import ImportedBoard
from rulings.importers.faults import BoardProblem, Flaw, UnreadableFile
from rulings.importers.formats import read_bytes
from rulings.importers.rows import row_of
from rulings.importers.text import MAX_BYTES
from rulings.management.batch.json_lines import Stream, begins_with_brace, entries_of
from rulings.solver.tools.batch import Batch, BatchEntry, Record, tricks_left

JSON_LINES = (".jsonl", ".ndjson")
BOARDS = (".pbn", ".lin")  # a commentary of theirs may begin with a brace
BATCH = 8
"""Claims in a batch: a few tenths of a second of work, so that a stop loses little."""


@dataclass(slots=True)
class ClaimFiles:
    """Files to read, how far from the end the claims are wanted, what was left out.

    `unclaimed` counts boards that hold no claim: passed out, played out, or without a
    total. `outside` counts claims with other numbers of tricks left, or another value
    of a field that is asked for: `only` holds its name and value, and `named` says
    whether any claim had such a field.
    """

    files: tuple[Path, ...]
    min_left: int = 1
    max_left: int = FULL_HAND
    only: tuple[str, str] | None = None
    unclaimed: int = 0
    outside: int = 0
    named: bool = False

    def entries(self) -> Iterator[BatchEntry]:
        """Yield the claims and faults of all files, in their order."""
        for file in self.files:
            for entry in _entries_of(file):
                if entry.record is None or tricks_left(entry.record) < 0:
                    yield entry  # more cards than a deck has: its row says so
                elif not _is_claim(entry):
                    self.unclaimed += 1
                elif self._is_wanted(entry.record):
                    yield entry
                else:
                    self.outside += 1

    def _is_wanted(self, record: Record) -> bool:
        if self.only is not None:
            name, value = self.only
            self.named = self.named or name in record
            if _written(record.get(name)) != value:
                return False
        return self.min_left <= tricks_left(record) <= self.max_left


def _written(value: object) -> str:
    """Return a value as it is asked for: a text as it is, others as JSON has them."""
    return value if isinstance(value, str) else json.dumps(value)


def batches_of(entries: Iterable[BatchEntry], size: int = BATCH) -> Iterator[Batch]:
    """Yield the entries a few at a time."""
    stream = iter(entries)
    while batch := tuple(islice(stream, size)):
        yield batch


def _entries_of(file: Path) -> Iterator[BatchEntry]:
    try:
        with file.open("rb") as opened:
            packed = opened.peek(len(GZ_MARK)).startswith(GZ_MARK)
            stream = GzipFile(fileobj=opened) if packed else opened
            if _is_json_lines(file, stream):
                yield from entries_of(str(file), stream)
            else:
                if packed:
                    opened.seek(0)
                yield from _boards(str(file), opened.read(MAX_BYTES + 1))
    except OSError as error:
        yield BatchEntry(
            str(file), None, fault=f"cannot be read: {error.strerror or error}"
        )


def _is_json_lines(file: Path, opened: Stream) -> bool:
    name = file.name.lower().removesuffix(".gz")
    if name.endswith(JSON_LINES) or name.endswith(BOARDS):
        return name.endswith(JSON_LINES)
    try:
        return begins_with_brace(opened)
    except (OSError, EOFError, zlib.error):
        return False


def _boards(file: str, data: bytes) -> Iterator[BatchEntry]:
    try:
        found = read_bytes(data, file).found
    except UnreadableFile as unreadable:
        yield BatchEntry(file, None, fault=str(unreadable))
        return
    for one in found:
        yield _board(file, one)


def _board(file: str, found: ImportedBoard | BoardProblem) -> BatchEntry:
    if isinstance(found, BoardProblem):
        return BatchEntry(_within(file, found.source), found.line, fault=found.sentence)
    for remark in found.remarks:
        if remark.fault is Flaw.TOTAL_UNREADABLE and found.play:
            # Without its total the board would pass as one on which nobody claimed.
            return BatchEntry(
                _within(file, found.source), remark.line, fault=remark.sentence
            )
    return BatchEntry(_within(file, found.source), found.lines[0], row_of(file, found))


def _within(file: str, source: str) -> str:
    return f"{file}/{source}" if source else file


def _is_claim(entry: BatchEntry) -> bool:
    """Say whether a record holds a claim: a total, and play that stopped early.

    Only a record with an id of its own is believed to be one before the first card.
    """
    record = entry.record or {}
    if "claimed" not in record:
        return True  # and its row says that the field is missing
    begun = bool(record.get("play")) or record.get("id") is not None
    return record["claimed"] is not None and begun and tricks_left(record) > 0
