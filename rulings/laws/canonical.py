"""Canonical bytes and fingerprints of law data.

Strict JSON with sorted keys in NFC, so that the same data has the same fingerprint on
every machine. A case stores the fingerprint of the data it was ruled by.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import unicodedata
from collections.abc import Mapping
from typing import Any


def canonical_bytes(data: object) -> bytes:
    """Return data of tables, lists, texts, numbers and dates as canonical JSON."""
    text = json.dumps(
        _plain(data), sort_keys=True, ensure_ascii=False, separators=(",", ":")
    )
    return unicodedata.normalize("NFC", text).encode()


def fingerprint(data: object) -> str:
    """Return the SHA-256 of the canonical bytes in hexadecimal digits."""
    return hashlib.sha256(canonical_bytes(data)).hexdigest()


def _plain(data: object) -> Any:  # noqa: ANN401 - what json.dumps takes
    if isinstance(data, Mapping):
        return {str(key): _plain(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_plain(value) for value in data]
    if isinstance(data, dt.date):  # a datetime is a date too
        return data.isoformat()
    if data is None or isinstance(data, (bool, int, str)):
        return data
    raise TypeError(f"no canonical form for {type(data).__name__}: {data!r}")
