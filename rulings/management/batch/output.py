"""Where rows are written so that a run that was killed goes on where it stopped.

Rows stand in the order of the input, so what is done is the number of whole lines.
A line cut short is taken away; rows of another question or input are refused, and so
are rows that were changed by hand.
"""

from __future__ import annotations

import fcntl
import json
from collections.abc import Iterator
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Self

from rulings.management.batch.json_lines import strict_json
from rulings.solver.tools.batch import FIELDS, BatchEntry, Row, where_in

ROW_BEGINS = b'{"any_play": '
"""The names of a row are sorted: so begins each, and what was cut short of one."""
NAMED = ("id", "claim", "file", "line", "asked")
"""Fields of every row besides those of a proposal."""
COUNTS = ("left", "claimed_left", "low", "high", "positions")
OPEN_COUNTS = ("award", "double_dummy")
LISTS = ("settles", "questions")


class OtherRun(ValueError):
    """The file holds rows of something else, or is not free to be written."""


def line_of(row: Row) -> bytes:
    """Return a row as it is written: equal rows are equal bytes."""
    try:
        return json.dumps(row, sort_keys=True, ensure_ascii=False).encode() + b"\n"
    except UnicodeEncodeError:  # half a character of a record: kept as its escape
        return json.dumps(row, sort_keys=True).encode() + b"\n"


@dataclass(slots=True)
class Output:
    """A file of rows, opened to go on with it.

    `asked` names the question; `timed` says whether rows hold their milliseconds.
    """

    path: Path
    asked: str
    timed: bool = True
    done: int = 0
    _file: FileIO | None = None

    def __enter__(self) -> Self:
        """Open the file for this run alone; nothing of it is changed yet."""
        if self.path.exists() and not self.path.is_file():
            raise OtherRun(
                f"{self.path}: no file in which a run could go on; leave out --out to "
                "write to standard output"
            )
        try:
            self._file = self.path.open("a+b", buffering=0)
        except OSError as error:
            raise OtherRun(f"{self.path}: {error.strerror}") from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise OtherRun(f"{self.path}: another run is writing it") from None
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file, which also lets another run have it."""
        if self._file is not None:
            self._file.close()

    def earlier(
        self, entries: Iterator[BatchEntry]
    ) -> Iterator[tuple[BatchEntry, Row]]:
        """Yield the rows that are there, each with the entry that it answers.

        Takes as many entries as there are rows; raises OtherRun where they differ. A
        last line without end is cut off once all before it are known for this run's.
        """
        end = 0
        with self.path.open("rb") as written:
            for line in written:
                if _is_cut_short(line):
                    break
                self.done += 1
                entry = next(entries, None)
                yield self._checked(line, entry)
                end += len(line)
        if self._file is not None:
            self._file.truncate(end)

    def _checked(self, line: bytes, entry: BatchEntry | None) -> tuple[BatchEntry, Row]:
        try:
            row = strict_json(line)
        except (ValueError, RecursionError):
            row = None
        wrong = self._wrong(row, entry)
        if wrong or entry is None:
            raise OtherRun(
                f"{self.path}, line {self.done}: {wrong}. The file is as it was; "
                "give another to --out"
            )
        return entry, row

    def _wrong(self, row: object, entry: BatchEntry | None) -> str:
        """Return why a line cannot stand before this run's rows, or nothing."""
        if not isinstance(row, dict):
            return "this is no row of adjudicate"
        if entry is None:
            return "the input is shorter than that"
        if row.get("asked") != self.asked:
            return "written with other settings or another solver"
        lacking = [name for name in (*NAMED, *FIELDS) if name not in row]
        if lacking:
            return f"no row of this version of adjudicate: it lacks {lacking[0]}"
        place = {"id": entry.id, "file": entry.file, "line": entry.line}
        if any(row[name] != value for name, value in place.items()):
            return "a row of other input, or of another order"
        if not _same_input(row, entry):
            return "the input has changed there since the row was written"
        if entry.record is not None and ("ms" in row) is not self.timed:
            given = "without" if self.timed else "with"
            return f"written {given} times: --no-times must be as in the first run"
        broken = "" if row.get("error") else _broken(row)
        return f"{broken} is {row[broken]!r}, which no run writes" if broken else ""

    def write(self, row: Row) -> None:
        """Add a row; it stays when this process is killed after that."""
        if self._file is None:
            raise AssertionError("an output is opened before it is written")
        line = line_of(row)
        try:
            while line:
                line = line[self._file.write(line) :]
        except OSError as error:
            raise OtherRun(f"{self.path}: {error.strerror}") from error
        self.done += 1


def _is_cut_short(line: bytes) -> bool:
    """Say whether the last line of a file is the beginning of a row."""
    begun = ROW_BEGINS.startswith(line) or line.startswith(ROW_BEGINS)
    return begun and not line.endswith(b"\n")


def _same_input(row: Row, entry: BatchEntry) -> bool:
    """Say whether a row holds the claim, or the fault, that is there now."""
    if entry.record is None:
        return row["claim"] is None and row.get("error") == entry.fault
    where = where_in(entry.record)
    known = {name: row.get(name) for name in where}
    return row["claim"] == entry.claim and known == where


def _broken(row: Row) -> str:
    """Return the first field of a proposal that cannot be counted, or nothing."""
    right = {
        **{name: isinstance(row[name], int) for name in COUNTS},
        **{name: isinstance(row[name], list) for name in LISTS},
        **{name: isinstance(row[name], int | None) for name in OPEN_COUNTS},
        "rungs": isinstance(row["rungs"], dict)
        and all(isinstance(tricks, int) for tricks in row["rungs"].values()),
        "cause": isinstance(row["cause"], str | None),
        "ms": isinstance(row.get("ms", 0), int | float),
    }
    return next((name for name, fits in right.items() if not fits), "")
