"""What a claimer takes back in speaking ("I play a heart, no, a spade").

Serves Law 68C. The words behind the correction stand for the last phrase before it, or
for its end where they only name another suit, card or number. Where they leave open
what they stand for, the correction stays unread, and so is shown.
"""

from __future__ import annotations

from rulings.statements.reading.grammar.longest import SKIPPED, Phrase, longest
from rulings.statements.reading.parsing import phrases_in
from rulings.statements.reading.vocabulary.language import Piece

_NAMES = frozenset({"SUIT", "SUITS", "TRUMPS", "CARD", "RANK", "THEM"})
_NUMBERS = frozenset({"NUMBER", "DIGITS"})
_NAMING = frozenset({"bare_suit", "bare_trumps", "bare_cards", "count", "cash", "draw"})
"""Phrases that name suits or cards, or lead them: one of them may stand for another."""

_PLAYS = _NAMING | {"cash_top", "run", "play", "lead", "ruff", "finesse", "impasse"}
_TAKEN_BACK = _PLAYS | {"cross", "discard", "give_up", "lose_to", "bare_ruff"}
"""Phrases that are taken back by another of any kind, if nothing stands before."""


def corrected(pieces: list[Piece]) -> list[Piece]:
    """Return the pieces without what was taken back, as if it had not been said."""
    at = 0
    while at < len(pieces):
        if pieces[at].kind == "CORRECTION":
            end = _block_end(pieces, at)
            pieces = _put_right(pieces, at, end) or pieces
            at = end
        at += 1
    return pieces


def _block_end(pieces: list[Piece], at: int) -> int:
    """Return where words end that take back what was said: "no, sorry, I mean"."""
    end = at + 1
    while (n := _next(pieces, end)) < len(pieces) and pieces[n].kind == "CORRECTION":
        end = n + 1
    return end


def _next(pieces: list[Piece], at: int) -> int:
    """Return the place of the first piece from a place on that says something."""
    while at < len(pieces) and pieces[at].kind in SKIPPED:
        at += 1
    return at


def _put_right(pieces: list[Piece], at: int, end: int) -> list[Piece] | None:
    """Return the pieces with one correction made; None where it is open."""
    before = phrases_in([*pieces[:at]])
    said = _next(pieces, 0)
    if said == at:
        return _blank(pieces, at, end)
    last = before[-1] if before else None
    start = _next(pieces, end)
    if last is None or _next(pieces, last.end) < at or start == len(pieces):
        return None
    stop = _breath(pieces, start)
    if _says_first(pieces, end, stop):
        return _begun_again(pieces, before, start)
    if pieces[start].kind in _NUMBERS and stop == start + 1:
        return _counted_again(pieces, last, start)
    changed = _changed(pieces, last, start, stop)
    return changed or _replaced(pieces, before, start)


def _breath(pieces: list[Piece], start: int) -> int:
    """Return where the words behind a correction end that are said in one breath."""
    for n in range(start + 1, len(pieces)):
        if pieces[n].opens or pieces[n].comma or pieces[n].kind == "CORRECTION":
            return n
    return len(pieces)


def _says_first(pieces: list[Piece], start: int, stop: int) -> bool:
    return any(piece.kind == "FIRST" for piece in pieces[start:stop])


def _changed(
    pieces: list[Piece], last: Phrase, start: int, stop: int
) -> list[Piece] | None:
    """Return the last phrase with another end: "ruff a heart, no, a club"."""
    said = [n for n in range(last.start, last.end) if pieces[n].kind not in SKIPPED]
    kind = _class(pieces[start])
    for n in reversed(said):
        if _class(pieces[n]) != kind:
            continue
        new = _blank(pieces, n, start)
        new[start] = pieces[start]._replace(
            opens=pieces[n].opens, comma=pieces[n].comma, colon=pieces[n].colon
        )
        whole = longest(new[:stop], last.start)
        if whole is not None and whole.end == stop and whole.kind == last.kind:
            return new
    return None


def _counted_again(pieces: list[Piece], last: Phrase, start: int) -> list[Piece] | None:
    """Return the last phrase with another number: "two spades, no, three"."""
    said = [n for n in range(last.start, last.end) if pieces[n].kind in _NUMBERS]
    if len(said) != 1:
        return None
    new = _blank(pieces, last.end, start + 1)
    counted = pieces[start]
    new[said[0]] = pieces[said[0]]._replace(kind=counted.kind, value=counted.value)
    return new


def _class(piece: Piece) -> str:
    if piece.kind in _NAMES:
        return "a name"
    return "a number" if piece.kind in _NUMBERS else piece.kind


def _replaced(
    pieces: list[Piece], before: list[Phrase], start: int
) -> list[Piece] | None:
    """Return the pieces with the next phrase in the place of the last one.

    They must be alike, or the last one all that was said.
    """
    last = before[-1]
    behind = longest(_opened(pieces, start), start)
    if behind is None:
        return None
    alike = last.kind == behind.kind or _NAMING.issuperset({last.kind, behind.kind})
    alone = _next(pieces, 0) == last.start
    if not alike and not (alone and {last.kind, behind.kind} <= _TAKEN_BACK):
        return None
    return _instead(pieces, last.start, start)


def _begun_again(
    pieces: list[Piece], before: list[Phrase], start: int
) -> list[Piece] | None:
    """Return the plan begun again: all before is said once more behind "first"."""
    behind = phrases_in(_opened(pieces, start)[start:])
    if not behind or _next(pieces, 0) != before[0].start:
        return None
    named = {str(t) for phrase in behind[1:] for t in phrase.tokens if t.type in _NAMES}
    for phrase in before:
        suits = {str(token) for token in phrase.tokens if token.type in _NAMES}
        if not suits or not suits <= named:
            return None
    return _instead(pieces, before[0].start, start)


def _instead(pieces: list[Piece], begun: int, start: int) -> list[Piece]:
    """Return the pieces with those before a place left out from another on."""
    new = _blank(pieces, begun, start)
    first = pieces[begun]
    new[start] = pieces[start]._replace(
        opens=first.opens, comma=first.comma, colon=first.colon, ends=first.ends
    )
    return new


def _opened(pieces: list[Piece], start: int) -> list[Piece]:
    return [*pieces[:start], pieces[start]._replace(opens=True), *pieces[start + 1 :]]


def _blank(pieces: list[Piece], start: int, end: int) -> list[Piece]:
    """Return the pieces with some that say nothing, and part nothing."""
    blank = [
        piece._replace(
            kind="FILLER", value="", opens=False, comma=False, colon=False, one=False
        )
        for piece in pieces[start:end]
    ]
    return [*pieces[:start], *blank, *pieces[end:]]
