"""Where rows are written so that a run that was killed goes on where it stopped.

Rows stand in the order of the input, so what is done is the number of whole lines.
A line cut short is taken away; rows of another question or input are refused.
"""

from __future__ import annotations

import fcntl
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from rulings.solver.batch import Entry, Row

ROW_BEGINS = b"{"


class OtherRun(ValueError):
    """The file holds rows of something else, or another run is writing it."""


def line_of(row: Row) -> bytes:
    """Return a row as it is written: equal rows are equal bytes."""
    try:
        return json.dumps(row, sort_keys=True, ensure_ascii=False).encode() + b"\n"
    except UnicodeEncodeError:  # half a character of a record: kept as its escape
        return json.dumps(row, sort_keys=True).encode() + b"\n"


@dataclass(slots=True)
class Output:
    """A file of rows, opened to go on with it; `asked` names the question."""

    path: Path
    asked: str
    done: int = 0
    _file: IO[bytes] | None = None

    def __enter__(self) -> Self:
        """Open the file for this run alone; nothing of it is changed yet."""
        try:
            self._file = self.path.open("a+b")
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

    def earlier(self, entries: Iterator[Entry]) -> Iterator[tuple[Entry, Row]]:
        """Yield the rows that are there, each with the entry that it answers.

        Takes as many entries as there are rows; raises OtherRun where they differ. A
        last line without end is cut off once all before it are known for this run's.
        """
        end = 0
        with self.path.open("rb") as written:
            for line in written:
                if not line.endswith(b"\n") and line.startswith(ROW_BEGINS):
                    break
                self.done += 1
                entry = next(entries, None)
                yield self._checked(line, entry)
                end += len(line)
        if self._file is not None:
            self._file.truncate(end)

    def _checked(self, line: bytes, entry: Entry | None) -> tuple[Entry, Row]:
        other = f"{self.path}, line {self.done}: "
        try:
            row = json.loads(line)
        except ValueError:
            raise OtherRun(other + "this is no row of adjudicate") from None
        if entry is None:
            raise OtherRun(other + "the input is shorter than that")
        if not isinstance(row, dict) or row.get("asked") != self.asked:
            raise OtherRun(other + "written with other settings or another solver")
        place = (entry.id, entry.file, entry.line)
        if (row.get("id"), row.get("file", entry.file), row.get("line")) != place:
            raise OtherRun(other + "a row of other input, or of another order")
        return entry, row

    def write(self, row: Row) -> None:
        """Add a row; it stays when this process is killed after that."""
        if self._file is None:
            raise AssertionError("an output is opened before it is written")
        self._file.write(line_of(row))
        self._file.flush()
        self.done += 1
