"""A sentence for people: an English template and its parameters, kept apart.

Serves every explanation shown to a director. The pure packages hand out the
template and the parameters, so that a screen can translate the template first;
`english` is what stands in tests, in the shell and in exports.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

SUIT_WORDS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SEAT_WORDS = {"N": "North", "E": "East", "S": "South", "W": "West"}
_WORDS = {
    "suit": SUIT_WORDS,
    "on_suit": SUIT_WORDS,
    "suit_2": SUIT_WORDS,
    "seat": SEAT_WORDS,
    "seat_2": SEAT_WORDS,
}


def _in_words(name: str, text: Param) -> str:
    """Return a parameter in words; several suits one after another."""
    if isinstance(text, Sentence):
        return text.english()
    if name == "suits":
        return ", ".join(SUIT_WORDS[letter] for letter in text.split())
    return _WORDS.get(name, {}).get(text, text)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A template such as `cash {suit}` with its parameters as text forms.

    Suits and seats are letters, cards are suit and rank, counts are digits. A sentence
    inside another is a part of it, as a card and the cause of what happens.
    """

    template: str
    params: tuple[tuple[str, Param], ...] = ()

    def english(self) -> str:
        """Return the sentence in English."""
        return self.template.format(
            **{name: _in_words(name, text) for name, text in self.params}
        )

    def to_json(self) -> dict[str, object]:
        """Return the template and its parameters for a canonical record."""
        params = {
            name: text.to_json() if isinstance(text, Sentence) else text
            for name, text in self.params
        }
        return {"params": params, "template": self.template}


Param: TypeAlias = str | Sentence
"""A parameter as its text form, or a sentence that is a part of another."""


def sentence(template: str, **params: object) -> Sentence:
    """Return a sentence; every parameter is kept as its text form, in name order."""
    kept = [
        (name, value if isinstance(value, Sentence) else str(value))
        for name, value in sorted(params.items())
    ]
    return Sentence(template, tuple(kept))
