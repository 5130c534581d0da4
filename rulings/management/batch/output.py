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

CHUNK = 65_536


class OtherRun(ValueError):
    """The file holds rows of something else, or another run is writing it."""


def line_of(row: Row) -> bytes:
    """Return a row as it is written: equal rows are equal bytes."""
    return json.dumps(row, sort_keys=True, ensure_ascii=False).encode() + b"\n"


@dataclass(slots=True)
class Output:
    """A file of rows, opened to go on with it; `asked` names the question."""

    path: Path
    asked: str
    done: int = 0
    _file: IO[bytes] | None = None

    def __enter__(self) -> Self:
        """Open the file for this run alone and cut off a last line without end."""
        self._file = self.path.open("a+b")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise OtherRun(f"{self.path}: another run is writing it") from None
        self._file.truncate(_end_of_last_line(self._file))
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

        Takes as many entries as there are rows; raises OtherRun where they differ.
        """
        with self.path.open("rb") as written:
            for line in written:
                self.done += 1
                entry = next(entries, None)
                yield self._checked(line, entry)

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
        if row.get("id") != entry.id or row.get("line") != entry.line:
            raise OtherRun(other + "a row of other input, or of another order")
        return entry, row

    def write(self, row: Row) -> None:
        """Add a row; it stays when this process is killed after that."""
        if self._file is None:
            raise AssertionError("an output is opened before it is written")
        self._file.write(line_of(row))
        self._file.flush()
        self.done += 1


def _end_of_last_line(file: IO[bytes]) -> int:
    """Return the length of a file without a last line that was cut short."""
    end = file.seek(0, 2)
    while end > 0:
        start = max(0, end - CHUNK)
        file.seek(start)
        at = file.read(end - start).rfind(b"\n")
        if at >= 0:
            return start + at + 1
        end = start
    return 0
