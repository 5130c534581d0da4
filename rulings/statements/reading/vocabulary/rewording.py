"""Words said another way, put into those the vocabulary knows (Law 68C).

"Auriez-vous l'amabilité de prendre" is "prenez", "jperds" is "je perds". A rule is
what is said instead and the variants it stands for, as regular expressions; rules are
applied one after another. Every letter remembers where it stood, so that words not
understood are shown as they were written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rulings.statements.reading.vocabulary.needing import needed

_OPENS = r"(?:(?<!\w)|(?=[\s',]))"
_CLOSES = r"(?:(?<=[\s'])|(?!\w))"


class Rewording(NamedTuple):
    """What is said instead of what fits; `needs` are letters it cannot miss."""

    pattern: re.Pattern[str]
    new: str
    needs: frozenset[str]


@dataclass(frozen=True, slots=True)
class Reworded:
    """Words as they are read, with the place of every letter in what was written."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return where letters that are read stand in what was written."""
        if start < end:
            return self.starts[start], self.ends[end - 1]
        at = self.starts[start] if start < len(self.starts) else self._end
        return at, at

    @property
    def _end(self) -> int:
        return self.ends[-1] if self.ends else 0

    def by(self, rule: Rewording) -> Reworded:
        """Return the words with one rule applied wherever it fits."""
        pattern, new, _ = rule
        found = list(pattern.finditer(self.text))
        if not found:
            return self
        text: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        at = 0
        for match in found:
            said = match.expand(new)
            same = _alike(match[0], said)
            begun, left = match.start() + same, said[same:]
            text += self.text[at:begun], left
            starts += self.starts[at:begun]
            ends += self.ends[at:begun]
            if begun < match.end():
                starts += [self.starts[begun]] * len(left)
                ends += [self.ends[match.end() - 1]] * len(left)
            else:
                last = max(0, begun - 1)
                starts += [self.starts[last]] * len(left)
                ends += [self.ends[last]] * len(left)
            at = match.end()
        text.append(self.text[at:])
        starts += self.starts[at:]
        ends += self.ends[at:]
        return Reworded("".join(text), starts, ends)


def _alike(old: str, new: str) -> int:
    """Return how many letters at the beginning stay, up to the end of a word."""
    n = 0
    while n < min(len(old), len(new)) and old[n] == new[n]:
        n += 1
    while n and n < max(len(old), len(new)) and not old[:n].endswith((" ", "'", ",")):
        n -= 1
    return n


def rules_of(said: Sequence[Sequence[str]]) -> tuple[Rewording, ...]:
    """Return the rules of a vocabulary: what is said instead, then the variants."""
    return tuple(
        Rewording(
            _compiled(variant, drops=not new), new, needed(variant.removesuffix("~"))
        )
        for new, *variants in said
        for variant in variants
    )


def _compiled(variant: str, *, drops: bool) -> re.Pattern[str]:
    """Return a variant as it is looked for: a whole word, unless it ends in "~"."""
    blank = " *" if drops else ""
    closes = "" if variant.endswith("~") else _CLOSES
    words = variant.removesuffix("~")
    return re.compile(f"{_OPENS}(?:{words}){closes}{blank}", re.IGNORECASE)


def reworded(text: str, rules: Sequence[Rewording]) -> Reworded:
    """Return some words with all rules applied in their order."""
    words = Reworded(text, range(len(text)), range(1, len(text) + 1))
    lower = text.lower()
    for rule in rules:
        if rule.needs and not any(letters in lower for letters in rule.needs):
            continue
        changed = words.by(rule)
        if changed is not words:
            words, lower = changed, changed.text.lower()
    return words
