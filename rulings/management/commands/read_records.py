"""Read PBN and LIN files and write a JSON object for each board. Saves nothing."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

from django.core.management.base import BaseCommand, CommandError

from rulings.importers.boards import ImportedBoard
from rulings.importers.faults import BoardProblem, UnreadableFile
from rulings.importers.formats import read_bytes
from rulings.importers.rows import closing, row_of, unreadable_row
from rulings.importers.text import MAX_BYTES
from rulings.management.beforehand import check_inputs, check_targets

Found = ImportedBoard | BoardProblem | UnreadableFile


class Command(BaseCommand):
    """Write a line for each board of the files, and their number at the end."""

    help = "Read PBN and LIN files and write their boards and problems as JSON lines."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take files, where to write, and whether to write words instead."""
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--out", metavar="O.jsonl", help="write the lines here")
        parser.add_argument(
            "--words", action="store_true", help="write sentences instead of JSON"
        )

    def handle(
        self, *, files: list[str], out: str | None, words: bool, **_: object
    ) -> None:
        """Read the files one after the other; nothing but the counts is kept."""
        check_inputs([Path(file) for file in files])
        check_targets(
            [Path(file) for file in files], None if out is None else Path(out)
        )
        # A row on the same terminal would run into the line that is renewed.
        seen = sys.stderr.isatty() and not (out is None and self.stdout.isatty())
        terminal = sys.stderr if seen else None
        if out is None:
            boards, problems = _run(files, self.stdout.write, terminal, words=words)
        else:
            with Path(out).open("w", encoding="utf-8") as target:
                boards, problems = _run(
                    files, lambda line: target.write(line + "\n"), terminal, words=words
                )
        self.stdout.write(closing(boards, problems))


def _run(
    files: list[str],
    write: Callable[[str], object],
    terminal: TextIO | None,
    *,
    words: bool,
) -> tuple[int, int]:
    """Write every line and return how many boards and problems there were."""
    boards = problems = 0
    for number, file in enumerate(files, start=1):
        for found in _read(file):
            boards += isinstance(found, ImportedBoard)
            problems += not isinstance(found, ImportedBoard)
            row = _row(file, found)
            write(_plain(_words(row)) if words else _json(row))
        if terminal is not None:
            terminal.write(f"\r{number} of {len(files)} files ")
    if terminal is not None:
        terminal.write("\r\x1b[K")
        terminal.flush()
    return boards, problems


def _read(file: str) -> Iterator[Found]:
    try:
        with Path(file).open("rb") as opened:
            data = opened.read(MAX_BYTES + 1)
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from error
    try:
        yield from read_bytes(data, file).found
    except UnreadableFile as unreadable:
        yield unreadable


def _row(file: str, found: Found) -> dict[str, Any]:
    if isinstance(found, UnreadableFile):
        return unreadable_row(file, found)
    return row_of(file, found)


def _json(row: dict[str, Any]) -> str:
    text = json.dumps(row, ensure_ascii=False)
    return text if text == _plain(text) else json.dumps(row)


def _plain(text: str) -> str:
    """Return a text that can be written, whatever bytes the name of a file has."""
    return text.encode("utf-8", "backslashreplace").decode()


def _words(row: dict[str, Any]) -> str:
    """Return a row as one line for people, with its remarks below it."""
    if "problem" in row:
        return f"{row['file']}: {row['problem']}"
    number = "without number" if row["board"] is None else str(row["board"])
    room = f" ({row['room']})" if row["room"] else ""
    contract = f"{row['contract']} {row['declarer']}" if row["contract"] else "-"
    cards = len(row["play"].split())
    claim = "no claim"
    if row["claimed"] is not None and cards and row["left"]:
        claim = f"declarer has {row['won']}, claim for {row['claimed']}"
    line = f"{row['file']}: board {number}{room}, {contract}, {cards} cards played"
    return "\n  ".join([f"{line}, {claim}", *row["remarks"]])
