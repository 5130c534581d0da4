"""A statement of claim: its steps in order, the words, and what was not understood.

Law 68C asks for the order of play and the line. Only the words said at the claim
bind (70B1, 70D1); which layer a statement belongs to is the record's business.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulings.statements.steps import StatedStep, parse_step


@dataclass(frozen=True, slots=True)
class UnreadSpan:
    """A stretch of the words that no step covers, with where it starts."""

    start: int
    text: str


@dataclass(frozen=True, slots=True)
class WordSpan:
    """A stretch of the words with the steps it gave; none where not understood."""

    start: int
    text: str
    steps: tuple[StatedStep, ...]
    understood: bool


UNREAD = UnreadSpan(0, "")
"""Words of which no step was read, where the words themselves are not at hand."""


QUOTED = 80
"""So many letters of words that were not understood are quoted at most."""


@dataclass(frozen=True, slots=True)
class ReadStatement:
    """Ordered steps, the verbatim words, and the spans no step covers."""

    steps: tuple[StatedStep, ...] = ()
    words: str = ""
    not_understood: tuple[UnreadSpan, ...] = ()

    def __str__(self) -> str:
        """Return the steps' text forms, separated by semicolons."""
        return "; ".join(str(step) for step in self.steps)

    @property
    def unread(self) -> str:
        """Return the words that no step covers, as they are quoted; "" if unknown."""
        words = " … ".join(span.text for span in self.not_understood if span.text)
        return words if len(words) <= QUOTED else words[: QUOTED - 1].rstrip() + "…"

    def to_json(self) -> dict[str, object]:
        """Return the canonical form, which `from_json` reads back."""
        return {
            "not_understood": [[span.start, span.text] for span in self.not_understood],
            "steps": [str(step) for step in self.steps],
            "words": self.words,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> ReadStatement:
        """Read the canonical form; raise ParseError on an unknown step."""
        spans: list[tuple[int, str]] = data.get("not_understood", [])  # type: ignore[assignment]  # JSON
        steps: list[str] = data.get("steps", [])  # type: ignore[assignment]  # JSON
        return cls(
            tuple(parse_step(step) for step in steps),
            str(data.get("words", "")),
            tuple(UnreadSpan(start, text) for start, text in spans),
        )

    @classmethod
    def parse(cls, text: str) -> ReadStatement:
        """Read steps separated by semicolons; raise ParseError on anything else."""
        parts = [part.strip() for part in text.split(";")]
        return cls(tuple(parse_step(part) for part in parts if part))


class AmbiguousStatement(ValueError):
    """Words that can be taken in two ways: says which, so that somebody can choose."""
