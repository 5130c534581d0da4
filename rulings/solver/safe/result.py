"""What the search for safe words returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rulings.solver.types import Value


class SafeStatus(StrEnum):
    """What makes the number certain: words, the number alone, or nothing that is said.

    `open` where the search ended before it knew.
    """

    WORDS = "words"
    NUMBER = "number"
    NONE = "none"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class SafeWords(Value):
    """The words, by language, and the tricks of the claiming side they make certain.

    `claimed` are the tricks of the claim they are for, which may be more or fewer.
    `steps` are the words as the reader takes them. `layouts` are the ways to deal the
    cards that the claimer does not see against which they were tried; `every` says that
    there are no others.
    """

    status: SafeStatus
    claimed: int
    tricks: int
    steps: tuple[str, ...] = ()
    words: tuple[tuple[str, str], ...] = ()
    layouts: int = 0
    every: bool = False

    def said(self, language: str) -> str:
        """Return the words in a language, else in English; "" for none."""
        words = dict(self.words)
        return words.get(language) or words.get("en", "")

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> SafeWords:
        """Read what `to_json` gives."""
        return cls(
            SafeStatus(data["status"]),
            int(data["claimed"]),
            int(data["tricks"]),
            tuple(data["steps"]),
            tuple((language, text) for language, text in data["words"]),
            int(data["layouts"]),
            bool(data["every"]),
        )
