"""The formats that can be read, and the reading of a file whose format is unknown.

A new format is one module and one line in `FORMATS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from rulings.importers import dealing
from rulings.importers.archives import is_archive, members
from rulings.importers.boards import ImportedBoard
from rulings.importers.faults import (
    BoardProblem,
    FileFault,
    Flaw,
    UnreadableFile,
    problem,
    shown,
)
from rulings.importers.lin import reader as lin
from rulings.importers.pbn import reader as pbn
from rulings.importers.text import MAX_BOARDS, text_of
from rulings.importers.usebio import reader as usebio


@dataclass(frozen=True, slots=True)
class Format:
    """A format: its name, the endings its files have, and its two functions."""

    name: str
    endings: tuple[str, ...]
    sniff: Callable[[bytes], bool]
    read: Callable[[bytes], Iterator[ImportedBoard | BoardProblem]]


ARCHIVE = "ZIP"
"""The format of a file that holds others."""
PROGRESS_EVERY = 25

FORMATS = (
    Format("PBN", (".pbn",), pbn.sniff, pbn.read),
    Format("LIN", (".lin", ".url", ".html"), lin.sniff, lin.read),
    Format("USEBIO", (".xml",), usebio.sniff, usebio.read),
    *(
        Format(name, (f".{name.lower()}",), form.sniff, form.read)
        for name, form in dealing.FORMS.items()
    ),
)


@dataclass(frozen=True, slots=True)
class Reading:
    """What came of a file: each board of it, or the problem that cost it, in order."""

    format: str
    found: tuple[ImportedBoard | BoardProblem, ...]

    @property
    def boards(self) -> tuple[ImportedBoard, ...]:
        """Return the boards that were read."""
        return tuple(one for one in self.found if isinstance(one, ImportedBoard))

    @property
    def problems(self) -> tuple[BoardProblem, ...]:
        """Return what could not be read."""
        return tuple(one for one in self.found if isinstance(one, BoardProblem))


def format_of(data: bytes, name: str = "") -> Format:
    """Return the format of the bytes; the file's ending decides where two fit.

    Raises UnreadableFile when no format fits.
    """
    fitting = [one for one in FORMATS if one.sniff(data)]
    if not fitting:
        text = text_of(data).strip()  # says itself why it is no text
        raise UnreadableFile(FileFault.NO_RECORD if text else FileFault.EMPTY)
    named = [one for one in fitting if name.lower().endswith(one.endings)]
    return (named or fitting)[0]


def read_bytes(
    data: bytes, name: str = "", progress: Callable[[int], object] | None = None
) -> Reading:
    """Return the boards and problems of a file or archive, whatever its format.

    `progress` takes the number found so far. Raises UnreadableFile for a file that is
    no record, is too large, or holds too many boards.
    """
    found: list[ImportedBoard | BoardProblem] = []
    format_name = ARCHIVE
    for source, chosen, one in _records(data, name):
        format_name = ARCHIVE if source or chosen is None else chosen.name
        found.append(_within(source, one) if source else one)
        if len(found) > MAX_BOARDS:
            raise UnreadableFile(FileFault.TOO_MANY_BOARDS, limit=MAX_BOARDS)
        if progress is not None and len(found) % PROGRESS_EVERY == 0:
            progress(len(found))
    if not found:
        raise UnreadableFile(FileFault.NO_BOARD)
    return Reading(format_name, tuple(found))


def _records(
    data: bytes, name: str
) -> Iterator[tuple[str, Format | None, ImportedBoard | BoardProblem]]:
    """Yield what is found, with the file of the archive it is in and its format."""
    if not is_archive(data):
        chosen = format_of(data, name)
        yield from (("", chosen, one) for one in chosen.read(data))
        return
    inside = members(data)
    for source, held in inside:
        try:
            chosen = format_of(held, source or name.lower().removesuffix(".gz"))
        except UnreadableFile as unreadable:
            if len(inside) == 1:
                raise
            text = f"{source} ({unreadable.fault.kind})"
            yield source, None, problem(Flaw.MEMBER_UNREADABLE, None, 1, text)
            continue
        yield from ((source, chosen, one) for one in chosen.read(held))


def _within(
    source: str, found: ImportedBoard | BoardProblem
) -> ImportedBoard | BoardProblem:
    """Return a board or problem with the name of its file in the archive."""
    where = shown(source)
    if isinstance(found, BoardProblem):
        return replace(found, source=where)
    remarks = tuple(replace(remark, source=where) for remark in found.remarks)
    return replace(found, source=where, remarks=remarks)
