"""Conditions of which a word is left out ("hearts 3-3: all mine, 4-2: one is yours").

Serves Law 68C. An "if" is put before what asks for a layout where the words say
besides what happens otherwise.
"""

from __future__ import annotations

import re

from rulings.statements.reading.vocabulary.language import Piece

OTHERWISE = frozenset({"ELSE", "OTHERWISE", "THEY_DONT", "OPPOSITE"})
"""Notions that say what happens where a condition is not met."""


def opposed(pieces: list[Piece]) -> list[Piece]:
    """Return the pieces with a break that stands alone as the other case.

    "Hearts 3-3: all mine, 4-2: one is yours".
    """
    out = list(pieces)
    for n, piece in enumerate(pieces[:-1]):
        alone = piece.opens or piece.comma
        behind = pieces[n + 1]
        leads = behind.opens or behind.comma or behind.value == "to"
        if n and piece.kind == "SPLIT" and alone and leads:
            out[n] = piece._replace(kind="OPPOSITE")
        elif behind.kind in _BREAKS and alone and _broken_before(pieces, n):
            out[n] = piece._replace(kind="FILLER", opens=False, comma=False)
            out[n + 1] = behind._replace(
                kind="OPPOSITE", opens=piece.opens, comma=piece.comma
            )
    return out


_BREAKS = frozenset({"SPLIT", "BREAK"})


def _broken_before(pieces: list[Piece], at: int) -> bool:
    """Say whether the suit at a place was said to break before, in one sentence."""
    for n in range(at - 1, 0, -1):
        if pieces[n + 1].ends:
            return False
        if pieces[n].kind in _BREAKS:
            named = pieces[n - 1]
            return (named.kind, named.value) == (pieces[at].kind, pieces[at].value)
    return False


_LAYOUT = re.compile(
    r"(?:(?:SUITS?|TRUMPS) (?:NOT )?(?:BREAK|BAD_BREAK|SPLIT)"
    r"|(?:BREAK|SPLIT) (?:SUITS?|TRUMPS)"
    r"|(?:CARD|(?:BY_)?RANK)(?: OF TRUMPS| TRUMPS)? (?:NOT )?(?:RIGHT|WRONG|DROPS)"
    r"|(?:CARD|(?:BY_)?RANK)(?: OF TRUMPS| TRUMPS)? (?:IN|VIA) SEAT"
    r"|DROPS (?:CARD|(?:BY_)?RANK)(?: OF TRUMPS| TRUMPS)?)(?= )"
)


def elided(pieces: list[Piece]) -> list[Piece]:
    """Return the pieces with an "if" where one is left out before an "otherwise".

    "Spades three-three and I have all, otherwise you get one."
    """
    out: list[Piece] = []
    for n, piece in enumerate(pieces):
        begins = not n or piece.ends or piece.comma or piece.opens
        if piece.kind == "OR" and _is_else(pieces, n):
            piece = piece._replace(kind="ELSE", value="else")  # noqa: PLW2901 - as meant
        if begins and _LAYOUT.match(_sentence(pieces, n, clause=True)):
            kinds = _sentence(pieces, n).split()
            stated = not n or piece.ends or "OPPOSITE" in kinds
            eliding = OTHERWISE & {*kinds} or _OR_ELSE.match(_sentence(pieces, n))
            told = stated and not {"IF", "MOMENT"} & {*kinds} and bool(eliding)
            told = told or _leads_on(pieces, n)
            if told:
                out.append(piece._replace(kind="IF", value="", end=piece.start))
                piece = piece._replace(opens=False, comma=False, ends=False)  # noqa: PLW2901 - goes on the "if"
        out.append(piece)
    return out


def _leads_on(pieces: list[Piece], at: int) -> bool:
    """Say whether "to" stands behind a layout: "dama spadnie to wszystko"."""
    for n in range(at + 1, len(pieces)):
        if pieces[n].comma or pieces[n].opens:
            return False
        if pieces[n].kind == "FILLER" and pieces[n].value == "to":
            return pieces[n - 1].kind in _LAID or pieces[n - 2].kind in _LAID
    return False


_LAID = frozenset({"SPLIT", "BREAK", "BAD_BREAK", "DROPS", "RIGHT", "WRONG", "SEAT"})

_OR_ELSE = re.compile(rf"{_LAYOUT.pattern} OR (?:DOWN|LOSE|GIVE|A_LOSER) ")
"""A break, and what it costs if it is none ("clubs split or I'm one light")."""


def _is_else(pieces: list[Piece], at: int) -> bool:
    """Say whether "or" stands between a break and what is lost without it."""
    start = next((n for n in range(at, -1, -1) if pieces[n].ends), 0)
    return _OR_ELSE.match(_sentence(pieces, start)) is not None


def _sentence(pieces: list[Piece], at: int, *, clause: bool = False) -> str:
    """Return the notions from a place to the end of its sentence, fillers left out.

    A sentence that begins with what else may be belongs to it. Of a `clause` they end
    at a comma too.
    """
    kinds: list[str] = []
    for n in range(at, len(pieces)):
        if n > at and pieces[n].ends and pieces[n].kind != "OPPOSITE":
            break
        if n > at and clause and (pieces[n].comma or pieces[n].opens):
            break
        if pieces[n].kind != "FILLER":
            kinds.append(pieces[n].kind)
    return " ".join(kinds) + " "
