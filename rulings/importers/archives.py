"""Archives in which records are sent: ZIP and GZ, unpacked within limits (R17).

What is unpacked is counted while it is unpacked, whatever an archive says of itself.
Archives inside archives stay closed.
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from io import BytesIO

from rulings.importers.faults import FileFault, UnreadableFile
from rulings.importers.text import MAX_BYTES

MAX_MEMBERS = 200
MAX_UNPACKED = 8 * 1024 * 1024
CHUNK = 65_536

ZIP_MARKS = (b"PK\x03\x04", b"PK\x05\x06")
GZ_MARK = b"\x1f\x8b"
_GZ_WINDOW = 16 + zlib.MAX_WBITS
_LOCKED = 0x1
_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
"""The only ways of packing that can be unpacked in small pieces."""
_DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    ValueError,
    LookupError,
    RuntimeError,
    OverflowError,
)

Member = tuple[str, bytes]
"""Name and bytes of a file inside an archive."""


def is_archive(data: bytes) -> bool:
    """Say whether the bytes are an archive of a kind that is unpacked."""
    return data.startswith((*ZIP_MARKS, GZ_MARK))


def members(data: bytes) -> list[Member]:
    """Return the files of an archive; a GZ file holds one, without a name.

    Raises UnreadableFile for a bomb, a damaged archive or one with a password.
    """
    if len(data) > MAX_BYTES:
        raise UnreadableFile(FileFault.TOO_LARGE, size=len(data), limit=MAX_BYTES)
    unpack: Callable[[bytes], Iterator[Member]]
    unpack = _gz_member if data.startswith(GZ_MARK) else _zip_members
    try:
        return list(unpack(data))
    except UnreadableFile:
        raise
    except _DAMAGED as error:
        raise UnreadableFile(FileFault.ARCHIVE_DAMAGED) from error


def _gz_member(data: bytes) -> Iterator[Member]:
    out = bytearray()
    while data.startswith(GZ_MARK):
        stream = zlib.decompressobj(_GZ_WINDOW)
        while not stream.eof:
            piece = stream.decompress(data, CHUNK)
            data = stream.unused_data if stream.eof else stream.unconsumed_tail
            if not piece and not stream.eof:
                raise EOFError
            _add(out, piece, MAX_BYTES, MAX_BYTES)
    yield "", bytes(out)


def _zip_members(data: bytes) -> Iterator[Member]:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        wanted = [info for info in archive.infolist() if _may_be_record(info)]
        if len(wanted) > MAX_MEMBERS:
            raise UnreadableFile(FileFault.ARCHIVE_CROWDED, limit=MAX_MEMBERS)
        left = MAX_UNPACKED
        for info in wanted:
            if info.flag_bits & _LOCKED:
                raise UnreadableFile(FileFault.ARCHIVE_LOCKED)
            if info.compress_type not in _METHODS:
                raise UnreadableFile(FileFault.COMPRESSED)
            out = bytearray()
            with archive.open(info) as member:
                while piece := member.read(CHUNK):
                    _add(out, piece, left)
            left -= len(out)
            yield info.filename, bytes(out)


def _add(out: bytearray, piece: bytes, limit: int, shown: int = MAX_UNPACKED) -> None:
    """Add what was unpacked; the user reads the limit `shown`."""
    if len(out) + len(piece) > limit:
        raise UnreadableFile(FileFault.ARCHIVE_BOMB, limit=shown)
    out += piece


def _may_be_record(info: zipfile.ZipInfo) -> bool:
    """Say whether an entry is a file and not one that a computer adds by itself."""
    name = info.filename.rpartition("/")[2]
    hidden = name.startswith(".") or info.filename.startswith("__MACOSX/")
    return bool(name) and not hidden
