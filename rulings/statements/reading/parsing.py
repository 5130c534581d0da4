"""Phrases found in the pieces of some words: the longest the grammar knows.

Serves Law 68C. A phrase that only names suits or cards is taken only where all the
words beside it are understood too.
"""

from __future__ import annotations

from rulings.statements.reading.cutting import PAUSES
from rulings.statements.reading.grammar.longest import SKIPPED, Phrase, longest
from rulings.statements.reading.grammar.turning import turned
from rulings.statements.reading.vocabulary.language import AND, Piece

_OWN = frozenset({"MINE", "GOOD", "HIGH"})
_CHANGES = frozenset({"EXCEPT", "GOES_ON"})
_SAID_OF_TRUMPS = frozenset({"trump_out", "card_out", "breaks", "bare_break"})
"""What may be said of trumps before "I draw them"."""


_RUFFS = frozenset({"ruff", "bare_ruff"})
_DRAWING = ("sciag", "wyciag")
"""How words begin that draw trumps ("I ruff, draw and claim")."""


def phrases_in(pieces: list[Piece]) -> list[Phrase]:
    """Return the phrases that some pieces make, in their order."""
    phrases: list[Phrase] = []
    at = 0
    while at < len(pieces):
        found = longest(pieces, at)
        if found is None:
            at += 1
            continue
        parted = _parted(pieces, found)
        phrases += parted
        at = parted[-1].end
    phrases = turned(pieces, phrases)
    covered = {n for phrase in phrases for n in range(phrase.start, phrase.end)}
    before = 0
    while len(phrases) != before:
        before = len(phrases)
        for phrase in phrases[::-1]:
            if _falls(phrase, phrases, pieces, covered):
                phrases.remove(phrase)
                covered.difference_update(range(phrase.start, phrase.end))
    return phrases


def _parted(pieces: list[Piece], found: Phrase) -> list[Phrase]:
    """Return a phrase, or the two it is where words behind it belong to its end.

    "The ace, and the ten is a loser": longest is what names both cards.
    """
    behind = _behind(pieces, found.end)
    if behind is None or longest(pieces, behind) is not None:
        return [found]
    for n in range(found.end - 1, found.start, -1):
        if pieces[n].kind in SKIPPED or not _is_listed(pieces, n):
            continue
        end = longest(pieces, n)
        first = longest(pieces[:n], found.start)
        if end is None or first is None or end.end <= found.end:
            continue
        if all(piece.kind in SKIPPED for piece in pieces[first.end : n]):
            return [first, end]
    return [found]


def _behind(pieces: list[Piece], at: int) -> int | None:
    """Return the place of the next word said in the same breath."""
    for n in range(at, len(pieces)):
        if pieces[n].opens or pieces[n].comma:
            return None
        if pieces[n].kind not in SKIPPED:
            return n
    return None


def _is_listed(pieces: list[Piece], at: int) -> bool:
    """Say whether a comma or "and" stands just before a piece."""
    while at and not pieces[at].comma:
        at -= 1
        if pieces[at].kind not in SKIPPED:
            return False
        if pieces[at].value in AND:
            return True
    return pieces[at].comma


def _falls(
    phrase: Phrase, phrases: list[Phrase], pieces: list[Piece], covered: set[int]
) -> bool:
    """Say whether a phrase is not to be trusted among the words beside it."""
    if phrase.is_bare and _touches_unread(phrase, pieces, covered):
        return True
    if phrase.is_number and _touches_unread(phrase, pieces, covered):
        return True
    if _is_cut_short(phrase, pieces):
        return True
    if phrase.kind != "bare_draw":
        return False
    if phrase.start == _said_first(pieces) and phrase.tokens[0].type == "DRAW":
        return not _stands_alone(phrase, pieces)
    return _draws_nothing(phrase, phrases) or _goes_on(phrase, pieces)


def _said_first(pieces: list[Piece]) -> int:
    """Return where the first word stands that says something."""
    places = (n for n, piece in enumerate(pieces) if piece.kind not in SKIPPED)
    return next(places, 0)


def _stands_alone(phrase: Phrase, pieces: list[Piece]) -> bool:
    """Say whether a pause or a comma follows a phrase at once ("draw, then ...")."""
    behind = pieces[phrase.end : phrase.end + 1]
    paused = any(p.opens or p.comma or p.kind in PAUSES for p in behind)
    return not behind or paused


def _goes_on_unread(phrase: Phrase, pieces: list[Piece], covered: set[int]) -> bool:
    """Say whether a phrase goes on words not understood in the same breath."""
    for n in range(phrase.start - 1, -1, -1):
        if pieces[n + 1].opens or pieces[n + 1].comma:
            return False
        if pieces[n].kind not in SKIPPED:
            return n not in covered
    return False


def _is_cut_short(phrase: Phrase, pieces: list[Piece]) -> bool:
    """Say whether the words behind a phrase change it and could not be read.

    What is excepted from it ("all but ..."), what a loser goes away on, or that the
    rest is the claimer's.
    """
    kinds = (piece.kind for piece in pieces[phrase.end :])
    behind = next((kind for kind in kinds if kind not in SKIPPED), "")
    return behind in _CHANGES or (phrase.kind == "the_rest_lost" and behind in _OWN)


def _draws_nothing(phrase: Phrase, phrases: list[Phrase]) -> bool:
    """Say whether what is drawn was not named just before ("West has a trump ...")."""
    at = phrases.index(phrase)
    drawn = phrase.tokens[0]
    by_name = drawn.type == "DRAW" or drawn.startswith(_DRAWING)
    before = phrases[at - 1].kind if at else ""
    return before not in _SAID_OF_TRUMPS | (_RUFFS if by_name else set())


def _goes_on(phrase: Phrase, pieces: list[Piece]) -> bool:
    """Say whether more is said in the same breath, and not joined by "and"."""
    for piece in pieces[phrase.end :]:
        if piece.opens or piece.comma or piece.value in AND:
            return False
        if piece.kind not in SKIPPED:
            return True
    return False


def _touches_unread(phrase: Phrase, pieces: list[Piece], covered: set[int]) -> bool:
    """Say whether words not understood stand beside a phrase in the same breath.

    "And I claim" stands for itself, whatever was done before it.
    """
    joined = phrase.start > 0 and pieces[phrase.start - 1].kind == "FILLER"
    alone = phrase.kind == "bare_claim" and joined
    if not alone and _goes_on_unread(phrase, pieces, covered):
        return True
    for piece, n in ((pieces[n], n) for n in range(phrase.end, len(pieces))):
        if piece.opens or piece.comma:
            break
        if piece.kind not in SKIPPED:
            return n not in covered
    return False
