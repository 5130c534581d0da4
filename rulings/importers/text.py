"""Bytes made text: encodings, line ends, limits, and what is no text at all."""

from __future__ import annotations

import codecs
import re
from functools import lru_cache

from rulings.importers.faults import FileFault, UnreadableFile

MAX_BYTES = 2 * 1024 * 1024
MAX_LINE = 200_000
MAX_BOARDS = 2000
BYTE_ORDER_MARK = "\ufeff"

_PACKED = (
    b"PK\x03\x04",
    b"PK\x05\x06",
    b"\x1f\x8b",
    b"\x1f\x9d",
    b"BZh",
    b"\xfd7zXZ\x00",
    b"7z\xbc\xaf\x27\x1c",
    b"Rar!",
    b"\x28\xb5\x2f\xfd",
)
_WIDE_MARKS = (
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_BINARY_SHARE = 50
_FILLED_UP = re.compile("\0{4,}|\0+$")


@lru_cache(maxsize=1)
def text_of(data: bytes) -> str:
    """Return the text of a record with plain line ends.

    The last text is kept, for every format looks at the same bytes. Raises
    UnreadableFile for data that is too large, compressed, or no text.
    """
    if len(data) > MAX_BYTES:
        raise UnreadableFile(FileFault.TOO_LARGE, size=len(data), limit=MAX_BYTES)
    if is_packed(data):
        raise UnreadableFile(FileFault.COMPRESSED)
    # Where records were kept in blocks, zeros fill each of them up.
    text = _FILLED_UP.sub("\n", _decoded(data))
    if is_binary(text):
        raise UnreadableFile(FileFault.NOT_TEXT)
    # An old end-of-file mark also stands between records that were joined.
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x1a", "\n")
    if max((len(line) for line in text.split("\n")), default=0) > MAX_LINE:
        raise UnreadableFile(FileFault.LONG_LINE, limit=MAX_LINE)
    return text


def holds(pattern: re.Pattern[str], data: bytes) -> bool:
    """Say whether the bytes are text in which a pattern is found."""
    try:
        return pattern.search(text_of(data)) is not None
    except UnreadableFile:
        return False


def is_packed(data: bytes) -> bool:
    """Say whether the bytes begin as those of a compressed file."""
    return data.startswith(_PACKED)


def is_binary(text: str) -> bool:
    """Say whether too many signs of a text are such as no text has."""
    return sum(text.count(sign) for sign in _CONTROL) * _BINARY_SHARE > len(text)


def wide_encoding(data: bytes) -> str | None:
    """Return which UTF-16 the bytes are, by their mark or their zeros, else None."""
    for mark, encoding in _WIDE_MARKS:
        if data.startswith(mark):
            return encoding
    # Zeros that fill a record up stand in even places as often as in odd ones.
    plain = data.rstrip(b"\0")
    even, odd = plain[0::2].count(0), plain[1::2].count(0)
    if max(even, odd) > max(1, len(plain) // 4, 2 * min(even, odd)):
        return "utf-16-le" if odd > even else "utf-16-be"
    return None


_CONTROL = [chr(n) for n in range(32) if chr(n) not in "\t\n\r\f\x1a"]


def _decoded(data: bytes) -> str:
    wide = wide_encoding(data)
    if wide is not None:
        return data.decode(wide, "replace").removeprefix(BYTE_ORDER_MARK)
    if data.startswith(codecs.BOM_UTF8):
        return data.decode("utf-8-sig", "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")
