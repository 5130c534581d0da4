"""What stands together in some words: counts of tricks, suits named in one breath.

Serves Law 68C: a list of tricks is a count and no order of play. Serves Law 70C: a
claimer who counts a trump among his tricks has not shown that he knows of one out.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from rulings.bridge.cards import Suit
from rulings.statements.reading.cutting import PAUSES
from rulings.statements.reading.parsing import Phrase
from rulings.statements.reading.vocabulary.language import (
    AND,
    FIRST,
    LAST,
    OF_HIS,
    OF_OTHERS,
    ONE,
    TRUMP_CARDS,
    Piece,
)

_ENDS = frozenset({"good_part", "cash_top"})
_LOST = frozenset({"give_up", "lose_to", "lose_honours"})
_SAID_LAST = frozenset({"TO_LOSE", "YOURS", "GIVEN"})
_ONE_OF_SEVERAL = frozenset({"bare_suit", "bare_cards", "count"})
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
        if other.kind not in _ONE_OF_SEVERAL:
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


COUNTS = frozenset(
    {"count", "have_one", "total", "bare_total", "honours", "bare_honours", "have"}
)
"""Phrases that count tricks."""

_NAMED = COUNTS | {"bare_suit", "bare_cards", "good_part"}
_LED = frozenset({"cash", "cash_top", "top_count", "play", "run"})
_VERBS = frozenset({"CASH", "PLAY", "RUN", "DRAW"})
_CLAIMS = frozenset({"bare_claim", "bare_rest", "bare_mine", "mine", "good"})
_CALLED = ("trump", "atut")
"""How the words begin that name one trump, or trumps by their ending."""


@dataclass(frozen=True, slots=True)
class TrumpsNamed:
    """A phrase that may only name trumps, among all phrases of some words."""

    pieces: list[Piece]
    phrases: list[Phrase]
    phrase: Phrase

    @property
    def are_a_trick(self) -> bool:
        """Say whether trumps named in a list of tricks are tricks, and not drawn.

        They are where one of his stands beside suits or cards, or trumps end the
        list. What a list begins with is drawn ("trumps and hearts").
        """
        if self.phrase.kind != "bare_trumps" or self.are_of_others:
            return False
        before, after = self._beside(-1), self._beside(1)
        if not (before or after) or self._is_an_order():
            return False
        his = any(word in ONE or word.startswith(OF_HIS) for word in self._words())
        if before is not None and _has_a_verb(before):
            return his
        if before is not None and _is_named(before):
            goes_on = after is not None and (_is_named(after) or after.kind in _CLAIMS)
            return his or self._is_one() or not goes_on
        goes_on = before is not None and before.kind not in _CLAIMS
        if goes_on or after is None or not _is_named(after):
            return False
        return his or (self._is_one() and self._begins_with_one())

    @property
    def are_of_others(self) -> bool:
        """Say whether they are called the trumps of the other side."""
        return any(word.startswith(OF_OTHERS) for word in self._words())

    def _words(self) -> list[str]:
        """Return the words since the phrase before, and those of the trumps."""
        at = self.phrases.index(self.phrase)
        start = self.phrases[at - 1].end if at else 0
        said = self.pieces[start : self.phrase.end]
        return " ".join(piece.value for piece in said).split()

    def _is_one(self) -> bool:
        trumps = self._words()[-1]
        return trumps.startswith(_CALLED) and not trumps.endswith(TRUMP_CARDS)

    def _begins_with_one(self) -> bool:
        """Say whether "and" joins what follows one trump that is not the last one."""
        again = sum(phrase.kind == "bare_trumps" for phrase in self.phrases) > 1
        if again or any(word.startswith(LAST) for word in self._words()):
            return False
        at = self.phrases.index(self.phrase)
        gap = self.pieces[self.phrase.end : self.phrases[at + 1].start]
        return any(piece.value in AND for piece in gap)

    def _beside(self, way: int) -> Phrase | None:
        """Return the next phrase one way in the same breath, that names no trumps."""
        at = self.phrases.index(self.phrase)
        while 0 <= at + way < len(self.phrases):
            pair = sorted((at, at + way))
            first, second = (self.phrases[n] for n in pair)
            gap = self.pieces[first.end : second.start + 1]
            if any(piece.opens and not piece.colon for piece in gap):
                return None
            at += way
            if self.phrases[at].kind != "bare_trumps":
                return self.phrases[at]
        return None

    def _is_an_order(self) -> bool:
        """Say whether the words say that they are one: "first", "then", "after"."""
        if any(phrase.kind == "in_order" for phrase in self.phrases):
            return True
        if any(word.startswith(FIRST) for word in self._words()):
            return True
        sides = self.pieces[: self.phrase.start][::-1], self.pieces[self.phrase.end :]
        nearest = (
            next((p for p in side if p.kind != "FILLER"), None) for side in sides
        )
        return any(piece is not None and piece.kind in PAUSES for piece in nearest)


def _has_a_verb(phrase: Phrase) -> bool:
    return phrase.kind in _LED and phrase.tokens[0].type in _VERBS


def _is_named(phrase: Phrase) -> bool:
    """Say whether a phrase names tricks, and does not say what is done."""
    return phrase.kind in _NAMED or (phrase.kind in _LED and not _has_a_verb(phrase))
