"""What is typed outside a form field: whole numbers, and words that can be kept."""

from __future__ import annotations

import re

WHOLE = re.compile(r"[0-9]{1,12}")


def whole(text: str) -> int | None:
    """Return a typed whole number, None for anything else.

    A raised "²" is a digit to `str.isdigit` and no number to `int`; neither is one of
    thousands of digits.
    """
    return int(text) if WHOLE.fullmatch(text) else None


def whole_or_less(text: str) -> int | None:
    """Return a typed whole number that may stand below zero, None for anything else."""
    size = whole(text.removeprefix("-"))
    return -size if size is not None and text.startswith("-") else size


def words(text: str) -> str:
    """Return typed words without blanks around them and without NUL.

    No keyboard types a NUL, and PostgreSQL keeps none.
    """
    return text.replace("\0", "").strip()
