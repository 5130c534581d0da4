"""Free words of a claimer, read into steps plus the exact spans not understood.

Serves Law 68C. The longest phrase the grammar knows is taken at each place; what is
between two phrases is dropped only when it is mere filler ("and then the ...").
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from rulings.bridge.cards import Suit
from rulings.claims import vocabulary
from rulings.claims.meaning import steps_of
from rulings.claims.statement import Span, Statement
from rulings.claims.steps import Step

_WORD = re.compile(r"[^\s,;.:!?\"“”()]+")
_APOSTROPHE = str.maketrans({"’": "'"})


@dataclass(frozen=True, slots=True)
class Reading:
    """What some words were read as."""

    words: str
    steps: tuple[Step, ...]
    spans_not_understood: tuple[Span, ...]

    def statement(self) -> Statement:
        """Return the statement these words make."""
        return Statement(self.steps, self.words, self.spans_not_understood)


class Piece(NamedTuple):
    """A notion found in the words: its terminal and where it stands."""

    kind: str
    text: str
    start: int
    end: int


def read_words(text: str, trump: Suit | None = None) -> Reading:
    """Return the steps in some words, and every span no step covers.

    `trump` is what "trumps" means where a suit is named by it. Raises
    AmbiguousStatement when a phrase needs a fact that is not known.
    """
    pieces = _pieces(text)
    steps: list[Step] = []
    left_over: list[Piece] = []
    at = 0
    while at < len(pieces):
        found = _longest(pieces, at)
        if found is None:
            left_over.append(pieces[at])
            at += 1
            continue
        tree, at = found
        steps += steps_of(tree, trump)
    return Reading(text, tuple(steps), _spans(text, pieces, left_over))


@cache
def _parser() -> Lark:
    grammar = (Path(__file__).parent / "grammar" / "statement.lark").read_text("utf-8")
    names = ", ".join(name for name, _ in vocabulary.ROWS)
    return Lark(f"{grammar}\n%declare {names.replace(',', '')}\n", parser="lalr")


@cache
def _terminals() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple(
        (name, re.compile(rf"(?:{words})(?![\w'-])", re.IGNORECASE))
        for name, words in vocabulary.ROWS
    )


def _pieces(text: str) -> list[Piece]:
    """Cut the words into notions; an unknown word is a piece of kind OTHER."""
    plain = text.translate(_APOSTROPHE)
    pieces: list[Piece] = []
    at = 0
    while True:
        word = _WORD.search(plain, at)
        if word is None:
            return pieces
        start = word.start()
        kind, end = "OTHER", word.end()
        for name, pattern in _terminals():
            match = pattern.match(plain, start)
            if match is not None:
                kind, end = name, match.end()
                break
        if kind == "OTHER" and word.group().lower() in vocabulary.FILLERS:
            kind = "FILLER"
        pieces.append(Piece(kind, plain[start:end].lower(), start, end))
        at = end


def _longest(pieces: list[Piece], at: int) -> tuple[Tree[Token], int] | None:
    """Return the longest phrase from a place on, and where it ends."""
    if pieces[at].kind in {"FILLER", "OTHER"}:
        return None
    parser = _parser().parse_interactive()
    found: tuple[Tree[Token], int] | None = None
    for n in range(at, len(pieces)):
        piece = pieces[n]
        if piece.kind == "FILLER":
            continue
        if piece.kind == "OTHER":
            break
        try:
            parser.feed_token(Token(piece.kind, piece.text))
        except UnexpectedInput:
            break
        if "$END" in parser.accepts():  # type: ignore[no-untyped-call]  # lark
            found = parser.copy().feed_eof(), n + 1  # type: ignore[no-untyped-call]  # lark
    return found


def _spans(text: str, pieces: list[Piece], left_over: list[Piece]) -> tuple[Span, ...]:
    """Join neighbouring pieces left over; a stretch of mere fillers says nothing."""
    out = {piece.start for piece in left_over}
    spans: list[Span] = []
    stretch: list[Piece] = []
    for piece in [*pieces, None]:
        if piece is not None and piece.start in out:
            stretch.append(piece)
            continue
        known = [p for p in stretch if p.text not in vocabulary.FILLERS]
        if known:
            start, end = known[0].start, known[-1].end
            spans.append(Span(start, text[start:end]))
        stretch = []
    return tuple(spans)
