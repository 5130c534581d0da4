"""The file of a backup: one zip with the database and a manifest that names it.

The manifest holds the hash of the database and its anchors: number and code of the
head of every chain (R21). Whatever is wrong with a file is said in one sentence.
"""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

FORMAT = "seventy-backup/1"
MANIFEST = "manifest.json"
MANIFEST_BYTES = 4 << 20
PIECE = 1 << 20
OWNER_ONLY = 0o600


class Unfit(Exception):
    """A backup or a restore is not possible; the sentence says why."""


@dataclass(frozen=True, slots=True)
class ChainEnd:
    """The last entry of a chain: an anchor."""

    chain: str
    seq: int
    code: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup says of itself."""

    software: str
    taken_at: str
    engine: str
    member: str
    bytes: int
    sha256: str
    heads: tuple[ChainEnd, ...]

    @property
    def entries(self) -> int:
        """Return how many entries all chains hold."""
        return sum(head.seq for head in self.heads)


def hash_of(path: Path) -> str:
    """Return the SHA-256 of a file as hex."""
    with path.open("rb") as read:
        return hashlib.file_digest(read, "sha256").hexdigest()


def pack(path: Path, database: Path, member: str) -> None:
    """Begin the file of a backup with its database."""
    # A dump of PostgreSQL is packed already.
    way = zipfile.ZIP_STORED if member.endswith(".dump") else zipfile.ZIP_DEFLATED
    path.unlink(missing_ok=True)
    path.touch(mode=OWNER_ONLY)
    with zipfile.ZipFile(path, "w", compresslevel=1) as packed:
        packed.write(database, member, compress_type=way)


def finish(path: Path, manifest: Manifest, target: Path) -> None:
    """End the file with its manifest and give it its name once it is on the disk."""
    with zipfile.ZipFile(path, "a") as packed:
        about = {"format": FORMAT, **asdict(manifest)}
        packed.writestr(MANIFEST, json.dumps(about, indent=1))
    with path.open("rb") as raw:
        os.fsync(raw.fileno())
    path.replace(target)
    sync_folder(target.absolute().parent)


def sync_folder(folder: Path) -> None:
    """Have a folder's names on the disk: a renamed file keeps its name after a cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def read_manifest(path: Path) -> Manifest:
    """Return what a backup says of itself; raise Unfit where the file is none."""
    with _opened(path) as packed:
        try:
            about = packed.getinfo(MANIFEST)
        except KeyError as error:
            raise Unfit(
                f"{path} is not a backup of Seventy: no {MANIFEST} is in it."
            ) from error
        if about.file_size > MANIFEST_BYTES:
            raise Unfit(f"{path} is not a backup of Seventy: its manifest is too long.")
        try:
            return _manifest(path, json.loads(packed.read(MANIFEST)))
        except (ValueError, zipfile.BadZipFile, zlib.error) as error:
            raise Unfit(
                f"{path} is damaged: its manifest cannot be read ({error})."
            ) from error


def _opened(path: Path) -> zipfile.ZipFile:
    try:
        with path.open("rb") as read:
            begins = read.read(4)
    except OSError as error:
        raise Unfit(f"{path} cannot be read: {error.strerror}.") from error
    if not begins:
        raise Unfit(f"{path} is empty.")
    if begins[:2] != b"PK":
        raise Unfit(f"{path} is not a backup of Seventy: it is no zip file.")
    try:
        return zipfile.ZipFile(path)
    except (zipfile.BadZipFile, OSError, ValueError) as error:
        raise Unfit(
            f"{path} is cut off or damaged: its end, where the contents are listed,"
            " is missing."
        ) from error


def _manifest(path: Path, given: Any) -> Manifest:  # noqa: ANN401 - whatever the file holds
    found = given.get("format") if isinstance(given, Mapping) else None
    if found != FORMAT:
        raise Unfit(
            f"{path} is in the format {found!r}; this program reads {FORMAT!r}."
        )
    try:
        heads = tuple(
            ChainEnd(str(row["chain"]), int(row["seq"]), str(row["code"]))
            for row in given["heads"]
        )
        texts = {
            name: str(given[name])
            for name in ("software", "taken_at", "engine", "member", "sha256")
        }
        return Manifest(**texts, bytes=int(given["bytes"]), heads=heads)
    except (LookupError, TypeError) as error:
        raise Unfit(f"{path} is damaged: its manifest lacks {error}.") from error


def unpack(path: Path, manifest: Manifest, target: Path) -> None:
    """Write the database of a backup to a file; raise Unfit where it is another."""
    hashed, size = hashlib.sha256(), 0
    target.unlink(missing_ok=True)
    target.touch(mode=OWNER_ONLY)
    with _opened(path) as packed, target.open("r+b") as out:
        try:
            with packed.open(manifest.member) as read:
                while size <= manifest.bytes and (piece := _next(read)):
                    hashed.update(piece)
                    size += len(piece)
                    out.write(piece)
        except KeyError as error:
            raise Unfit(f"{path} is damaged: no {manifest.member} is in it.") from error
        except (zipfile.BadZipFile, zlib.error, EOFError, ValueError) as error:
            raise Unfit(
                f"{path} is damaged: its {manifest.member} cannot be read ({error})."
            ) from error
    if (size, hashed.hexdigest()) != (manifest.bytes, manifest.sha256):
        raise Unfit(
            f"{path} is damaged: its {manifest.member} is not the one that its"
            " manifest names."
        )


def _next(read: IO[bytes]) -> bytes:
    return read.read(PIECE)
