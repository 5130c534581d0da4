"""Typed words as steps: each phrase that is a step, and the exact rest (Law 68C)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulings.bridge.errors import ParseError
from rulings.claims.statement import Span
from rulings.claims.steps import parse_step

_PHRASE = re.compile(r"[^,;.!?\n]+")
_JOINT = re.compile(r"\s+(?:and then|then|and)\s+", re.IGNORECASE)
_BLANK = re.compile(r"^(?:and|then|i|we|will|\s)*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reading:
    """Steps in the order said, and every stretch that no step covers."""

    steps: tuple[str, ...]
    not_understood: tuple[Span, ...]


def read(words: str) -> Reading:
    """Return what the words say as steps; nothing is dropped silently."""
    steps: list[str] = []
    rest: list[Span] = []
    for phrase in _PHRASE.finditer(words):
        for start, text in _parts(phrase.group(), phrase.start()):
            try:
                steps.append(str(parse_step(text)))
            except ParseError:
                if not _BLANK.match(text):
                    rest.append(Span(start, text))
    return Reading(tuple(steps), tuple(rest))


def _parts(phrase: str, offset: int) -> list[tuple[int, str]]:
    parts, at = [], 0
    for joint in [*_JOINT.finditer(phrase), None]:
        end = len(phrase) if joint is None else joint.start()
        text = phrase[at:end]
        start = offset + at + len(text) - len(text.lstrip())
        parts.append((start, text.strip()))
        at = end if joint is None else joint.end()
    return parts
