"""What stands together in some words: counts of tricks, suits named in one breath.

Serves Law 68C: a list of tricks is a count and no order of play. Serves Law 70C: a
claimer who counts a trump among his tricks has not shown that he knows of one out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise

from rulings.bridge.cards import Suit
from rulings.statements.reading.cutting import PAUSES
from rulings.statements.reading.grammar.longest import SKIPPED, Phrase
from rulings.statements.reading.vocabulary.language import (
    AND,
    EVERY,
    FIRST,
    LAST,
    OF_HIS,
    OF_OTHERS,
    ONE,
    TRUMP_CARDS,
    Piece,
)
from rulings.statements.steps import StatedStep

_ENDS = frozenset({"good_part", "cash_top"})
_LOST = frozenset({"give_up", "lose_to", "lose_honours"})
_SAID_LAST = frozenset({"TO_LOSE", "YOURS", "GIVEN"})
_ONE_OF_SEVERAL = frozenset({"bare_suit", "bare_cards", "count"})
_OTHERS = frozenset({"SUIT", "CARD", "RANK", "TRUMPS", "GUARDED", "HAND", "DUMMY"})
"""What else "them" could be of than of a suit named by all its cards."""


COUNTS = frozenset(
    {"count", "have_one", "total", "bare_total", "honours", "bare_honours", "have"}
)
"""Phrases that count tricks."""

_NAMED = COUNTS | {"bare_suit", "bare_cards", "good_part"}
_LED = frozenset({"cash", "cash_top", "top_count", "play", "run"})
_VERBS = frozenset({"CASH", "CASHED", "PLAY", "RUN", "DRAW"})
_OF_A_SUIT = frozenset(
    {"count", "have_one", "bare_suit", "cash", "cash_top", "run", "good_part"}
)
_CLAIMS = frozenset({"bare_claim", "bare_rest", "bare_mine", "mine", "good"})
_ONE_LOST = "one lost"
"""What is lost is one card; all cards of a suit named before it are not."""

_IS = ("is ", "est ", "jest ")
_HIS = ("wasz", "wasza")
"""How what is called the other side's begins or ends where it is one thing."""

_CALLED = ("trump", "atut")
"""How the words begin that name one trump, or trumps by their ending."""


class Listing:
    """The phrases of some words beside one another.

    Everything asked of a phrase is found once: long words cost in proportion to their
    length. `places` are the places of the phrases in their row.
    """

    def __init__(self, pieces: list[Piece], phrases: list[Phrase]) -> None:
        """Note where each phrase stands."""
        self.pieces = pieces
        self.phrases = phrases
        self.places = {id(phrase): n for n, phrase in enumerate(phrases)}

    @cached_property
    def _apart(self) -> list[bool]:
        """Say of each phrase whether a stop parts it from the next; a colon does not.

        The last one stands apart.
        """
        return [*self._parted(lambda p: p.opens and not p.colon), True]

    @cached_property
    def _paused(self) -> list[bool]:
        """Say of each phrase whether a stop or a comma parts it from the next."""
        return [*self._parted(lambda p: p.opens or p.comma), True]

    def _parted(self, stops: Callable[[Piece], bool]) -> Iterator[bool]:
        for one, other in pairwise(self.phrases):
            yield any(map(stops, self.pieces[one.end : other.start + 1]))

    def shared_end(self, phrase: Phrase) -> str:
        """Return the kind of phrase that says of several suits what it says of its own.

        That they are good, played from the top or lost; empty where nothing is shared.
        """
        suit, other = self._shared[self.places[id(phrase)]]
        if phrase.kind != "bare_suit":
            return other
        return suit if phrase.tokens[0].type == "SUIT" or suit != _ONE_LOST else ""

    @cached_property
    def _shared(self) -> list[tuple[str, str]]:
        """Return what a suit shares with those behind it, and what another phrase."""
        found = [("", "")]
        for n in range(len(self.phrases) - 2, -1, -1):
            other = self.phrases[n + 1]
            if self._paused[n]:
                found.append(("", ""))
            elif other.kind in _ENDS:
                all_suits = other.tokens[0].type == "SUITS"
                found.append((other.kind if all_suits else "", ""))
            elif other.kind in _LOST:
                found.append(_shared_loss(other))
            elif other.kind in _ONE_OF_SEVERAL:
                found.append(found[-1])
            else:
                found.append(("", ""))
        return found[::-1]

    def is_in_a_list(self, phrase: Phrase) -> bool:
        """Say whether a bare suit or card stands beside a count of tricks or trumps."""
        at = self.places[id(phrase)]
        if phrase.kind == "bare_trumps":
            is_trick, are_theirs = self._trumps[at]
            if is_trick or are_theirs or TrumpsNamed(self, at).are_said_first:
                return is_trick
        return self._counted_before[at] or self._counted_behind[at]

    def may_lie_there(self, phrase: Phrase) -> bool:
        """Say whether "un cœur au mort" may be a trick there, and no lead to it.

        So it may behind a count of tricks.
        """
        to = [str(token) for token in phrase.tokens if token.type == "TO"]
        counted = self._counted_before[self.places[id(phrase)]]
        return phrase.kind == "lead" and counted and to[:1] == ["au"]

    @cached_property
    def _trumps(self) -> list[tuple[bool, bool]]:
        """Say of each phrase whether it names trumps as tricks, or as the others'."""
        named = (TrumpsNamed(self, n) for n in range(len(self.phrases)))
        return [(one.are_a_trick, one.are_of_others) for one in named]

    @cached_property
    def _counts(self) -> list[bool]:
        trumps = self._trumps
        return [
            one.kind in COUNTS or trumps[n][0] for n, one in enumerate(self.phrases)
        ]

    @cached_property
    def _counted_behind(self) -> list[bool]:
        """Say of each phrase whether it meets a count behind it in one breath."""
        found = [False]
        for n in range(len(self.phrases) - 2, -1, -1):
            goes_on = self.phrases[n + 1].is_bare and found[-1]
            found.append(not self._apart[n] and (self._counts[n + 1] or goes_on))
        return found[::-1]

    @cached_property
    def _counted_before(self) -> list[bool]:
        """Say of each phrase whether it meets a count before it in one breath."""
        found = [False]
        for n in range(1, len(self.phrases)):
            goes_on = self.phrases[n - 1].is_bare and found[-1]
            found.append(not self._apart[n - 1] and (self._counts[n - 1] or goes_on))
        return found

    @cached_property
    def behind(self) -> list[Phrase | None]:
        """Return the next phrase of the same breath that names no trumps, of each."""
        found: list[Phrase | None] = [None]
        for n in range(len(self.phrases) - 2, -1, -1):
            other = self.phrases[n + 1]
            beside = found[-1] if other.kind == "bare_trumps" else other
            found.append(None if self._apart[n] else beside)
        return found[::-1]

    @cached_property
    def before(self) -> list[Phrase | None]:
        """Return the last phrase of the same breath that names no trumps, of each."""
        found: list[Phrase | None] = [None]
        for n in range(1, len(self.phrases)):
            other = self.phrases[n - 1]
            beside = found[-1] if other.kind == "bare_trumps" else other
            found.append(None if self._apart[n - 1] else beside)
        return found

    @cached_property
    def suits_counted(self) -> frozenset[Suit]:
        """Return the suits whose tricks are named by their suit."""
        return frozenset(
            Suit.parse(token)
            for phrase in self.phrases
            if phrase.kind in _OF_A_SUIT
            for token in phrase.tokens
            if token.type in {"SUIT", "SUITS", "OF_SUIT"}
        )

    @cached_property
    def suits_of_several(self) -> frozenset[Suit]:
        """Return the suits of which two tricks or more are counted."""
        return frozenset(
            Suit.parse(token)
            for phrase in self.phrases
            if phrase.kind == "count" and phrase.is_of_several
            for token in phrase.tokens
            if token.type in {"SUIT", "SUITS"}
        )

    @cached_property
    def are_ordered(self) -> bool:
        """Say whether a phrase says that all is an order."""
        return any(phrase.kind == "in_order" for phrase in self.phrases)

    @cached_property
    def have_trumps_twice(self) -> bool:
        """Say whether trumps are named twice or more."""
        return sum(phrase.kind == "bare_trumps" for phrase in self.phrases) > 1

    @cached_property
    def _suits_so_far(self) -> list[Suit | None]:
        """Return the suit "them" would be of, before each piece and behind the last."""
        found: list[Suit | None] = [None]
        for piece in self.pieces:
            if piece.kind == "SUITS":
                found.append(Suit.parse(piece.value))
            else:
                found.append(None if piece.kind in _OTHERS else found[-1])
        return found

    def suit_of_them(self, end: int) -> Suit | None:
        """Return the suit "them" is of: the one named last before a place, or None."""
        return self._suits_so_far[end]

    @cached_property
    def _unread_so_far(self) -> list[int]:
        return [0, *accumulate(piece.kind not in SKIPPED for piece in self.pieces)]

    def are_skipped(self, start: int, end: int) -> bool:
        """Say whether only words that say nothing stand between two places."""
        return self._unread_so_far[start] == self._unread_so_far[end]


@dataclass(frozen=True, slots=True)
class TrumpsNamed:
    """A phrase that may only name trumps, at its place in the row of all phrases."""

    listing: Listing
    at: int

    @property
    def pieces(self) -> list[Piece]:
        """Return the pieces of the words."""
        return self.listing.pieces

    @property
    def phrase(self) -> Phrase:
        """Return the phrase itself."""
        return self.listing.phrases[self.at]

    @property
    def are_a_trick(self) -> bool:
        """Say whether trumps named in a list of tricks are tricks, and not drawn.

        They are where one of his stands beside suits or cards, or trumps end the
        list. What a list begins with is drawn ("trumps and hearts").
        """
        if self.phrase.kind != "bare_trumps" or self.are_of_others:
            return False
        before, after = self.listing.before[self.at], self.listing.behind[self.at]
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
    def are_said_first(self) -> bool:
        """Say whether trumps begin a list: behind "after", or parted by a comma."""
        if any(
            p.kind == "AFTER" for p in self.pieces[self._begun() : self.phrase.start]
        ):
            return True
        are_all = self.phrase.tokens[-1].endswith(TRUMP_CARDS)
        if self.at or not are_all or len(self.listing.phrases) == 1:
            return False
        gap = self.pieces[self.phrase.end : self.listing.phrases[1].start + 1]
        joined = any(piece.value in AND for piece in gap)
        every = any(word.startswith(EVERY) for word in self._words())
        return any(piece.comma for piece in gap) and not joined and not every

    @property
    def are_of_others(self) -> bool:
        """Say whether they are called the trumps of the other side."""
        return any(word.startswith(OF_OTHERS) for word in self._words())

    def _words(self) -> list[str]:
        """Return the words since the phrase before, and those of the trumps."""
        apart = self.pieces[self.phrase.start].comma  # "bon, atouts"
        start = self.phrase.start if apart else self._begun()
        said = self.pieces[start : self.phrase.end]
        return " ".join(piece.value for piece in said).split()

    def _begun(self) -> int:
        return self.listing.phrases[self.at - 1].end if self.at else 0

    def _is_one(self) -> bool:
        trumps = self._words()[-1]
        return trumps.startswith(_CALLED) and not trumps.endswith(TRUMP_CARDS)

    def _begins_with_one(self) -> bool:
        """Say whether "and" joins what follows one trump that is not the last one."""
        again = self.listing.have_trumps_twice
        if again or any(word.startswith(LAST) for word in self._words()):
            return False
        gap = self.pieces[self.phrase.end : self.listing.phrases[self.at + 1].start]
        return any(piece.value in AND for piece in gap)

    def _is_an_order(self) -> bool:
        """Say whether the words say that they are one: "first", "then", "after"."""
        if self.listing.are_ordered:
            return True
        if any(word.startswith(FIRST) for word in self._words()):
            return True
        sides = (
            range(self.phrase.start - 1, -1, -1),
            range(self.phrase.end, len(self.pieces)),
        )
        kinds = [
            next((k for n in side if (k := self.pieces[n].kind) != "FILLER"), "")
            for side in sides
        ]
        return any(kind in PAUSES for kind in kinds)


def _shared_loss(other: Phrase) -> tuple[str, str]:
    """Return what a suit, and another phrase, shares with what is lost behind it."""
    if not _says_of_all(other):
        return "", ""
    one = any(token.type in {"SUIT", "CARD"} for token in other.tokens)
    lost = _ONE_LOST if one else "lost"
    return lost, lost


def _says_of_all(lost: Phrase) -> bool:
    """Say whether what is lost may be more than the last of several things named.

    "A heart and a club to lose", not "two hearts, and the ace is yours".
    """
    word = str(lost.tokens[-1])
    is_one = word.startswith(_IS) or word.endswith(_HIS)
    return lost.tokens[-1].type in _SAID_LAST and not is_one


def _has_a_verb(phrase: Phrase) -> bool:
    if any(token.type == "TO" for token in phrase.tokens):
        return True
    return phrase.kind in _LED and any(t.type in _VERBS for t in phrase.tokens)


def _is_named(phrase: Phrase) -> bool:
    """Say whether a phrase names tricks, and does not say what is done."""
    return phrase.kind in _NAMED or (phrase.kind in _LED and not _has_a_verb(phrase))


def names_its_suit(phrase: Phrase) -> bool:
    """Say whether the suit of a ruff stands behind it; "a club ruff" is one thing."""
    kinds = [token.type for token in phrase.tokens]
    suits = [n for n, kind in enumerate(kinds) if kind in {"SUIT", "SUITS"}]
    return bool(suits) and "RUFF" in kinds and kinds.index("RUFF") < suits[0]


def is_whole(phrase: Phrase, pieces: list[Piece], *, good: bool = False) -> bool:
    """Return whether a suit is named by all its cards, as are trumps called `good`."""
    said = pieces[max(0, phrase.start - 1) : phrase.end]
    every = good or any(piece.value.startswith(EVERY) for piece in said)
    return any(
        token.type == "SUITS" or token.endswith(TRUMP_CARDS if every else "atuty")
        for token in phrase.tokens
    )


def names_two_suits(
    pieces: list[Piece], taken: list[tuple[Phrase, list[StatedStep]]]
) -> bool:
    """Say whether the last two phrases name two suits joined by "and"."""
    if len(taken) <= 1:
        return False
    (one, said), (other, more) = taken[-2:]
    suits = {step.suit for step in (*said, *more) if step.suit is not None}
    joined = any(piece.value in AND for piece in pieces[one.end : other.start])
    return len(suits) > 1 and joined
