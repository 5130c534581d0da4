"""Slips of spelling that are understood: one letter left out, doubled or misplaced."""

from __future__ import annotations

SHORTEST = 5
"""Slips of shorter words are not corrected: they are too close to other words."""


def slips_of(words: frozenset[str]) -> dict[str, str]:
    """Return every slip of some words with the word it is of; those of two are left."""
    found: dict[str, set[str]] = {}
    for word in words:
        if len(word) >= SHORTEST:
            for slip in _slips(word):
                found.setdefault(slip, set()).add(word)
    return {
        slip: next(iter(meant))
        for slip, meant in found.items()
        if len(meant) == 1 and slip not in words
    }


def _slips(word: str) -> set[str]:
    """Return the word with a letter missing, doubled or out of place, but the first."""
    out = set()
    for n in range(1, len(word)):
        if n < len(word) - 1:
            out.add(word[:n] + word[n + 1 :])
            out.add(word[:n] + word[n + 1] + word[n] + word[n + 2 :])
        out.add(word[: n + 1] + word[n:])
    return out - {word}
