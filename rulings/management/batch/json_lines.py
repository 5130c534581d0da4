"""JSON lines as entries: one a line, or a single one for what is no text at all.

Lines are read one at a time. UTF-8 is expected and UTF-16 is read; what is no JSON,
or a number that JSON does not have, costs its line alone.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Iterator
from io import BufferedReader, TextIOWrapper
from math import isinf
from typing import Any

from rulings.importers.rows import is_closing
from rulings.importers.text import MAX_LINE, is_binary, is_packed, wide_encoding
from rulings.solver.tools.batch import BatchEntry

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
LOOKED_AT = 4096
NOT_TEXT = "the file is not text: give JSON lines, PBN or LIN"
PACKED = (
    "the file is packed in a way that is not read: give JSON lines as they are, or "
    "packed with gzip"
)
Stream = BufferedReader | gzip.GzipFile
Readline = Callable[[int], bytes]


def begins_with_brace(opened: Stream) -> bool:
    """Say whether a file begins as JSON lines do; nothing of it is taken."""
    start = opened.peek(LOOKED_AT)[:LOOKED_AT]
    text = start.decode(wide_encoding(start) or "utf-8", "replace")
    return text.removeprefix("\ufeff").lstrip().startswith("{")


def entries_of(file: str, opened: Stream) -> Iterator[BatchEntry]:
    """Yield an entry for each line that is not blank, or one for the whole file."""
    number = 0
    try:
        start = opened.peek(LOOKED_AT)[:LOOKED_AT]
        fault = _no_lines(start)
        if fault:
            yield BatchEntry(file, None, fault=fault)
            return
        readline = _readline(opened, wide_encoding(start))
        while line := readline(MAX_LINE):
            number += 1
            if len(line) >= MAX_LINE and not line.endswith(b"\n"):
                while (rest := readline(MAX_LINE)) and not rest.endswith(b"\n"):
                    pass
                fault = f"the line has more than {MAX_LINE} bytes; no claim has"
                yield BatchEntry(file, number, fault=fault)
            elif line.removeprefix(BYTE_ORDER_MARK).strip():
                yield from _line(file, number, line)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        yield BatchEntry(
            file, number + 1, fault=f"the file is damaged from here on: {error}"
        )


def strict_json(text: str | bytes) -> Any:  # noqa: ANN401 - any JSON
    """Return what a text of JSON holds; raise ValueError also for NaN and infinity."""
    return json.loads(text, parse_constant=_no_number, parse_float=_number)


def _no_lines(start: bytes) -> str:
    """Return why a file that begins so holds no lines, or nothing where it may."""
    if is_packed(start):
        return PACKED
    text = start.decode(wide_encoding(start) or "latin-1", "replace")
    return NOT_TEXT if is_binary(text) else ""


def _readline(opened: Stream, wide: str | None) -> Readline:
    """Return what reads a line as UTF-8, at most so many signs of it."""
    if wide is None:
        return opened.readline
    text = TextIOWrapper(opened, wide, "replace", newline="\n")
    return lambda size: text.readline(size).encode()


def _line(file: str, number: int, line: bytes) -> Iterator[BatchEntry]:
    try:
        text = line.decode("utf-8-sig")
        if is_closing(text):
            return
        record = strict_json(text)
    except (ValueError, RecursionError) as error:
        fault = f"the line is not JSON: {_why(error)}"
        yield BatchEntry(file, number, fault=fault)
        return
    if not isinstance(record, dict):
        yield BatchEntry(file, number, fault="the line is not a JSON object")
    elif record.get("problem"):
        yield BatchEntry(file, number, fault=str(record["problem"]))
    else:
        yield BatchEntry(file, number, record)


def _why(error: ValueError | RecursionError) -> str:
    """Return what is wrong in one line of a file, without Python's "line 1"."""
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg}, at character {error.pos + 1}"
    if isinstance(error, UnicodeDecodeError):
        return f"byte {error.start + 1} is not UTF-8; write the file as UTF-8"
    return str(error)


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number of JSON; give a number or null")


def _number(text: str) -> float:
    value = float(text)
    if isinf(value):
        raise ValueError(f"{text} is too large a number")
    return value
