"""What stands together in some words: counts of tricks, suits told of in one breath.

Serves Law 68C: a list of tricks is a count and no order of play.
"""

from __future__ import annotations

from itertools import pairwise

from rulings.bridge.cards import Suit
from rulings.statements.reading.parsing import Phrase
from rulings.statements.reading.trump_tricks import COUNTS, TrumpsNamed
from rulings.statements.reading.vocabulary.language import Piece

_ENDS = frozenset({"good_part", "cash_top"})
_LOST = frozenset({"give_up", "lose_to", "lose_honours"})
_SAID_LAST = frozenset({"TO_LOSE", "YOURS", "GIVEN"})
_NAMED = frozenset({"bare_suit", "bare_cards", "count"})
_OTHERS = frozenset({"SUIT", "CARD", "RANK", "TRUMPS", "GUARDED", "HAND", "DUMMY"})
"""What else "them" could be of than of a suit named by all its cards."""


def shared_end(pieces: list[Piece], phrases: list[Phrase], phrase: Phrase) -> str:
    """Return the kind of phrase that says of several suits what it says of its own.

    That they are good, played from the top or lost; empty where nothing is shared.
    """
    at = phrases.index(phrase)
    for one, other in pairwise(phrases[at:]):
        if any(p.opens or p.comma for p in pieces[one.end : other.start + 1]):
            return ""
        if other.kind in _ENDS and phrase.kind == "bare_suit":
            return other.kind if other.tokens[0].type == "SUITS" else ""
        if other.kind in _LOST:
            return "lost" if other.tokens[-1].type in _SAID_LAST else ""
        if other.kind not in _NAMED:
            return ""
    return ""


def is_in_a_list(pieces: list[Piece], phrases: list[Phrase], phrase: Phrase) -> bool:
    """Say whether a bare suit or card stands beside a count of tricks, or a trump."""
    if phrase.kind == "bare_trumps":
        trumps = TrumpsNamed(pieces, phrases, phrase)
        if trumps.are_a_trick or trumps.are_of_others:
            return trumps.are_a_trick
    at = phrases.index(phrase)
    before, after = phrases[:at][::-1], phrases[at + 1 :]
    counts = [
        other
        for other in phrases
        if other.kind in COUNTS or TrumpsNamed(pieces, phrases, other).are_a_trick
    ]
    return _meets_count(
        pieces, [phrase, *before], counts, forward=False
    ) or _meets_count(pieces, [phrase, *after], counts, forward=True)


def _meets_count(
    pieces: list[Piece], row: list[Phrase], counts: list[Phrase], *, forward: bool
) -> bool:
    for one, other in pairwise(row):
        first, second = (one, other) if forward else (other, one)
        if any(p.opens and not p.colon for p in pieces[first.end : second.start + 1]):
            return False
        if other in counts:
            return True
        if not other.is_bare:
            return False
    return False


def suit_of_them(pieces: list[Piece], end: int) -> Suit | None:
    """Return the suit "them" is of: the one named last before a place, read or not."""
    for piece in reversed(pieces[:end]):
        if piece.kind == "SUITS":
            return Suit.parse(piece.value)
        if piece.kind in _OTHERS:
            return None
    return None
