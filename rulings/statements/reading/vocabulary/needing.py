"""What some words must contain for a regular expression to fit anywhere in them.

Looking for a few letters is far cheaper than trying an expression at every place: rules
of which none of the letters needed occurs are passed over.
"""

from __future__ import annotations

import re

SHORTEST = 2
"""Fewer letters occur almost everywhere."""

_LOOKING = re.compile(r"\(\?(?:=|!|<=|<!)")
_OPENING = re.compile(r"\((?:\?(?:-i)?:)?")
_OPTIONAL = ("?", "*", "{")


def needed(pattern: str) -> frozenset[str]:
    """Return letters of which one run must occur where a pattern fits; none if open."""
    found: set[str] = set()
    for variant in _variants(pattern):
        runs = _runs(variant)
        if not runs:
            return frozenset()
        found |= max(runs, key=lambda one: min(map(len, one)))
    return frozenset(found)


def _variants(pattern: str) -> list[str]:
    """Return what stands between the bars of a pattern, outside its groups."""
    found, begun, at = [], 0, 0
    while at < len(pattern):
        if pattern[at] == "|":
            found.append(pattern[begun:at])
            begun = at + 1
        at = _end(pattern, at)
    return [*found, pattern[begun:]]


def _end(pattern: str, at: int) -> int:
    """Return where the sign, class or group ends that begins at a place."""
    if pattern[at] == "\\":
        return at + 2
    if pattern[at] == "[":
        return pattern.index("]", at + 2) + 1
    if pattern[at] != "(":
        return at + 1
    at = _opened(pattern, at)
    while pattern[at] != ")":
        at = _end(pattern, at)
    return at + 1


def _opened(pattern: str, at: int) -> int:
    """Return where the inside of a group begins."""
    looking = _LOOKING.match(pattern, at)
    opening = looking or _OPENING.match(pattern, at)
    return at + 1 if opening is None else opening.end()


def _runs(variant: str) -> list[frozenset[str]]:
    """Return the letters that a variant needs, one set for each part of it."""
    found: list[frozenset[str]] = []
    run, at = "", 0
    while at < len(variant):
        end = _end(variant, at)
        may_miss = variant[end : end + 1] in _OPTIONAL
        sign = variant[at]
        if sign == "(" and not may_miss and not _LOOKING.match(variant, at):
            inside = needed(variant[_opened(variant, at) : end - 1])
            found += [inside] if inside else []
        plain_letter = sign.isalpha() or sign in " '"
        if plain_letter and not may_miss:
            run += sign.lower()
        else:
            found += [frozenset({run})] if len(run) >= SHORTEST else []
            run = ""
        at = end
    return [*found, *([frozenset({run})] if len(run) >= SHORTEST else [])]
