"""The wordings of a language by the letter they begin with, compiled when met.

At a place of some words only those wordings are tried that may begin with its letter:
a long statement is read in a fraction of the time that trying all of them takes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib import import_module
from typing import Any, TypeAlias

_PARSER: Any = import_module("re._parser")
"""The parser of expressions, which tells what a wording may begin with."""

_NO_LETTER = frozenset({"ASSERT", "ASSERT_NOT", "AT"})
_REPEATS = frozenset({"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"})
Parsed: TypeAlias = Any
"""A parsed expression or a part of it: the parser has no types of its own."""

Initials: TypeAlias = frozenset[str] | None
"""The letters that a wording may begin with; None where it may be any."""


class ByInitial:
    """The wordings of all rows, tried from the top."""

    def __init__(self, rows: Iterable[str], end: str) -> None:
        """Note what each wording begins with; `end` stands behind each of them."""
        self.end = end
        self.wordings = [
            (row, wording, _initials(wording))
            for row, text in enumerate(rows)
            for wording in _alternatives(text)
        ]
        self.pattern = lru_cache(maxsize=None)(self._pattern)

    def match(self, text: str, at: int) -> tuple[int, re.Match[str]] | None:
        """Return the row that a place of some words is, with its match."""
        found = self.pattern(text[at : at + 1].lower()).match(text, at)
        if found is None or found.lastgroup is None:
            return None
        return int(found.lastgroup[1:].partition("_")[0]), found

    def _pattern(self, letter: str) -> re.Pattern[str]:
        tried = (
            f"(?P<n{row}_{at}>(?:{wording}){self.end})"
            for at, (row, wording, initials) in enumerate(self.wordings)
            if initials is None or letter in initials
        )
        return re.compile("|".join(tried) or "(?!)", re.IGNORECASE)


def _alternatives(text: str) -> Iterator[str]:
    """Return the parts of an expression between the bars that no bracket encloses."""
    depth = start = at = 0
    in_class = False
    while at < len(text):
        letter = text[at]
        if letter == "\\":
            at += 1
        elif in_class or letter == "[":
            in_class = letter != "]"
        elif letter in "()":
            depth += 1 if letter == "(" else -1
        elif letter == "|" and not depth:
            yield text[start:at]
            start = at + 1
        at += 1
    yield text[start:]


def _initials(wording: str) -> Initials:
    """Return what a wording may begin with."""
    initials, may_be_empty = _first(_PARSER.parse(wording, re.IGNORECASE))
    return None if may_be_empty else initials


def _first(parsed: Parsed) -> tuple[Initials, bool]:
    """Return the first letters of a parsed expression, and whether it may be empty."""
    found: frozenset[str] = frozenset()
    for kind, value in parsed:
        if str(kind) in _NO_LETTER:
            continue
        initials, empty = _first_of(str(kind), value)
        if initials is None:
            return None, empty
        found |= initials
        if not empty:
            return found, False
    return found, True


def _first_of(kind: str, value: Parsed) -> tuple[Initials, bool]:
    """Return the same of one part of an expression."""
    if kind == "LITERAL":
        return frozenset({chr(value).lower()}), False
    if kind == "IN":
        return _of_a_class(value), False
    if kind == "SUBPATTERN":
        return _first(value[-1])
    if kind in _REPEATS:
        initials, empty = _first(value[2])
        return initials, empty or value[0] == 0
    if kind != "BRANCH":
        return None, False
    each = [_first(branch) for branch in value[1]]
    empty = any(may_be for _, may_be in each)
    if any(initials is None for initials, _ in each):
        return None, empty
    return frozenset().union(*(initials or () for initials, _ in each)), empty


def _of_a_class(parts: Parsed) -> Initials:
    """Return the letters of a class of letters; None where it names others too."""
    found: set[str] = set()
    for kind, value in parts:
        if str(kind) == "LITERAL":
            found.add(chr(value).lower())
        elif str(kind) == "RANGE":
            found.update(chr(n).lower() for n in range(value[0], value[1] + 1))
        else:
            return None
    return frozenset(found)
