"""The formats that can be read, and the reading of a file whose format is unknown.

A new format is one module and one line in `FORMATS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rulings.importers import lin, pbn
from rulings.importers.boards import ImportedBoard
from rulings.importers.faults import Problem, UnreadableFile
from rulings.importers.text import MAX_BOARDS, text_of


@dataclass(frozen=True, slots=True)
class Format:
    """A format: its name, the endings its files have, and its two functions."""

    name: str
    endings: tuple[str, ...]
    sniff: Callable[[bytes], bool]
    read: Callable[[bytes], Iterator[ImportedBoard | Problem]]


FORMATS = (
    Format("PBN", (".pbn",), pbn.sniff, pbn.read),
    Format("LIN", (".lin", ".url", ".html"), lin.sniff, lin.read),
)


@dataclass(frozen=True, slots=True)
class Reading:
    """What came of a file: every board of it is in `boards` or in `problems`."""

    format: str
    boards: tuple[ImportedBoard, ...]
    problems: tuple[Problem, ...]


def format_of(data: bytes, name: str = "") -> Format:
    """Return the format of the bytes; the file's ending decides where two fit.

    Raises UnreadableFile when no format fits.
    """
    if not text_of(data).strip():
        raise UnreadableFile("The file is empty.")
    fitting = [one for one in FORMATS if one.sniff(data)]
    if not fitting:
        raise UnreadableFile("This is no record of boards. Send a PBN or LIN file.")
    named = [one for one in fitting if name.lower().endswith(one.endings)]
    return (named or fitting)[0]


def read_bytes(data: bytes, name: str = "") -> Reading:
    """Return the boards and problems of a file, whatever its format.

    Raises UnreadableFile when it is no record, too large, or holds too many boards.
    """
    chosen = format_of(data, name)
    boards: list[ImportedBoard] = []
    problems: list[Problem] = []
    for found in chosen.read(data):
        if isinstance(found, ImportedBoard):
            boards.append(found)
        else:
            problems.append(found)
        if len(boards) + len(problems) > MAX_BOARDS:
            raise UnreadableFile(
                "The file holds more than {limit} boards. Split it.", limit=MAX_BOARDS
            )
    if not boards and not problems:
        raise UnreadableFile("The file holds no board.")
    return Reading(chosen.name, tuple(boards), tuple(problems))
