"""Exact bytes of an entry, and the code that chains it (R2).

Strict JSON with sorted keys, NFC text, integers and UTC microseconds: the same
content gives the same bytes on every machine, and stored bytes are never re-made.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
import uuid
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

TAG = b"seventy-entry-1"


def instant(at: datetime) -> str:
    """Return an aware instant as UTC with six digits of microseconds."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def plain(value: object) -> Any:  # noqa: ANN401 - what JSON holds
    """Return a value in the types that JSON has; raise TypeError on any other."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return unicodedata.normalize("NFC", value)
    if isinstance(value, datetime):
        return instant(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, uuid.UUID):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, set | frozenset):
        return sorted(plain(item) for item in value)
    raise TypeError(f"{type(value).__name__} has no canonical form")


def canonical_bytes(value: object) -> bytes:
    """Return the one byte form of a value."""
    return json.dumps(
        plain(value),
        sort_keys=True,
        ensure_ascii=False,
        separators=(",", ":"),
        allow_nan=False,
    ).encode()


def exact(value: object) -> str:
    """Return what JSON holds as one text, unchanged: True is not 1 there, nor 1.0."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def digest(data: bytes) -> str:
    """Return the SHA-256 of bytes as hex."""
    return hashlib.sha256(data).hexdigest()


def entry_code(chain: uuid.UUID, seq: int, previous: str, data_digest: str) -> str:
    """Return the code of an entry over its chain, number, predecessor and digest.

    Only the digest of the bytes goes in, so a dossier can prove the chain while it
    carries the entries of other cases as digests.
    """
    hashed = hashlib.sha256()
    for part in (
        TAG,
        chain.bytes,
        str(seq).encode(),
        bytes.fromhex(previous),
        bytes.fromhex(data_digest),
    ):
        hashed.update(len(part).to_bytes(4, "big"))
        hashed.update(part)
    return hashed.hexdigest()


FIRST = "00" * 32
"""The code before the first entry of a chain."""
