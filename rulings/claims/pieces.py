"""Words cut into notions of one language, with the pauses between them.

What follows a condition ("if", "unless") up to the end of the sentence, and what
follows a denial ("not", "without") up to the next pause, is kept from being read as
a plan: those pieces become GUARDED.
"""

from __future__ import annotations

import re

from rulings.claims.vocabulary import Language
from rulings.claims.vocabulary.language import Piece

_LETTERS = r"[^\s,;.:!?\"“”„«»()']+"
_WORD = re.compile(rf"{_LETTERS}(?:'{_LETTERS})*")
_APOSTROPHE = str.maketrans({"’": "'", "‘": "'"})
_STOP = re.compile(r"[;.:!?\n]")
DENIED = frozenset({"HOOK", "IMPASSE", "REPEAT"})
"""What may follow a denial and still be a step: no finesse is taken."""


def pieces_of(text: str, language: Language) -> list[Piece]:
    """Return the notions in some words; an unknown word is a piece of kind OTHER."""
    words = language.parted(text.translate(_APOSTROPHE))
    return _guarded(_cut(words, language), text)


def _cut(text: str, language: Language) -> list[Piece]:
    pieces: list[Piece] = []
    at, paused = 0, False
    elisions = re.compile(language.elisions, re.IGNORECASE)
    while word := _WORD.search(text, at):
        start = word.start()
        between = text[at:start]
        opens = bool(_STOP.search(between)) or paused
        comma = "," in between
        cut = elisions.match(text, start) if language.elisions else None
        if cut is not None and not language.find(text, start):
            pieces.append(Piece("FILLER", "", start, cut.end(), opens, comma))
            at, paused = cut.end(), False
            continue
        piece = _piece(text, start, word.group(), language)
        paused = piece.kind == "PAUSE"
        pieces.append(piece._replace(opens=opens, comma=comma))
        at = piece.end
    return pieces


def _piece(text: str, start: int, word: str, language: Language) -> Piece:
    found = language.find(text, start)
    if found is not None:
        kind, value, end = found
        return Piece("FILLER" if kind == "FILL" else kind, value, start, end)
    lower = word.lower()
    kind = "OTHER"
    if lower in language.pauses:
        kind = "PAUSE"
    elif lower in language.fillers:
        kind = "FILLER"
    return Piece(kind, lower, start, start + len(word))


def _guarded(pieces: list[Piece], text: str) -> list[Piece]:
    """Return the pieces with conditional and denied ones made unreadable."""
    out: list[Piece] = []
    guard = ""
    for n, piece in enumerate(pieces):
        before = text[pieces[n - 1].end : piece.start] if n else ""
        stopped = bool(_STOP.search(before))
        if stopped or (guard == "NOT" and (piece.opens or piece.comma)):
            guard = ""
        if piece.kind == "IF":
            guard = "IF"
        elif piece.kind == "NOT" and not guard and not _denies_finesse(pieces, n):
            guard = "NOT"
        kind = "GUARDED" if guard and piece.kind != "OTHER" else piece.kind
        out.append(piece._replace(kind=kind))
    return out


def _denies_finesse(pieces: list[Piece], at: int) -> bool:
    for piece in pieces[at + 1 : at + 6]:
        if piece.opens or piece.comma:
            return False
        if piece.kind in DENIED:
            return True
        if piece.kind not in {"FILLER", "SUIT", "SUITS", "PLAY"}:
            return False
    return False
