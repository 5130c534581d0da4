"""Clauses whose parts stand in another order than the grammar has them (Law 68C).

"W ręce przebijam karo", "au mort je coupe un pique": Polish and French put a verb, what
is done with it and the place in any order. A clause of which words are left over is
read once more with its parts turned about, and taken only where every one of its
notions then belongs to one phrase, the same in every order that fits.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache

from lark import Token

from rulings.statements.reading.grammar.longest import (
    SKIPPED,
    Phrase,
    States,
    phrase_of,
)
from rulings.statements.reading.vocabulary.language import AND, UNREAD, Piece

MOST = 5
"""So many parts of a clause are turned about at most."""

_BEFORE = frozenset({"TO", "IN", "ON", "VIA", "FROM", "AGAINST", "FOR", "OF"})
"""What stands before a name and moves with it."""

_NUMBERS = frozenset({"NUMBER", "DIGITS"})
_NAMES = frozenset({"SUIT", "SUITS", "TRUMPS", "RANKS"})
_COUNTED = _NAMES | {"ROUNDS", "TRICK", "LOSER"}
_ACTS = frozenset(
    {"DRAW", "DRAW_TRUMPS", "CASH", "RUN", "PLAY", "RUFF", "DISCARD", "DISCARDING"}
    | {"GIVE", "LOSE", "CROSS", "HAVE", "GO_ALL", "DRIVE", "HOOK", "IMPASSE", "USE"}
    | {"YOURS", "GIVEN", "MINE", "GOOD", "HIGH", "GOES_ON", "TO_LOSE", "CROSSRUFF"}
)
_DOING = _ACTS - {"HOOK", "IMPASSE", "GOOD", "HIGH", "MINE"}
"""Of these a clause has one: with two, the order says what is done to what."""

_TURNED = frozenset(
    {"draw", "cash", "cash_top", "run", "play", "lead", "ruff", "ruff_back", "cross"}
    | {"finesse", "impasse", "discard", "discard_after", "give_up", "lose_to", "loser"}
    | {"lose_suit", "count", "partners", "all_but", "gone", "play_honours", "bare_ruff"}
    | {
        "other_lost",
        "bare_other",
        "lose_honours",
        "good_part",
        "good",
        "mine",
        "have",
        "honours",
    }
)
"""Phrases that say the same in any order of their parts."""

_SAME = {"discard_after": "discard"}
"""Phrases that mean what another does, told in another order."""

_OF_A_SUIT = frozenset({"RUFF", "GIVE", "LOSE", "CROSS"})
"""What is done with the suit that is named in the same clause."""

Part = tuple[str, ...]


def turned(pieces: list[Piece], phrases: list[Phrase]) -> list[Phrase]:
    """Return the phrases, with clauses read anew of which words were left over."""
    owners = {n: one for one in phrases for n in range(one.start, one.end)}
    found: list[Phrase] = []
    for start, end in _clauses(pieces):
        said = [n for n in range(start, end) if pieces[n].kind not in SKIPPED]
        inside = {owners[n].start: owners[n] for n in said if n in owners}.values()
        whole = owners.keys() >= {*said} and not _fall_apart(inside)
        if whole or not _may_turn(pieces, said):
            continue
        if any(one.start < start or one.end > end for one in inside):
            continue
        one = _turned(pieces, said)
        if one is not None:
            found.append(one)
            owners |= dict.fromkeys(range(one.start, one.end), one)
    left = [one for one in phrases if owners[one.start] is one]
    return sorted([*left, *found], key=lambda phrase: phrase.start)


def _fall_apart(inside: Collection[Phrase]) -> bool:
    """Say whether the words of one clause are two phrases, of which one names only.

    "W ręce przebijam | karo" is no ruff beside a diamond.
    """
    names = [one for one in inside if one.is_bare or one.kind in {"count", "lead"}]
    acts = {token.type for one in inside for token in one.tokens} & _DOING
    return len(inside) == 2 and bool(names) and acts <= _OF_A_SUIT  # noqa: PLR2004 - as said


def _clauses(pieces: list[Piece]) -> Iterator[tuple[int, int]]:
    """Return where the clauses begin and end, parted by stops, commas and "and"."""
    start = 0
    for n, piece in enumerate(pieces):
        if n > start and (piece.opens or piece.comma or piece.value in AND):
            yield start, n
            start = n
    yield start, len(pieces)


def _may_turn(pieces: list[Piece], said: list[int]) -> bool:
    """Say whether one thing is done in some words, all of them known."""
    kinds = [pieces[n].kind for n in said]
    acts = sum(kind in _DOING for kind in kinds)
    return UNREAD.isdisjoint(kinds) and acts <= 1 and not _ACTS.isdisjoint(kinds)


def _turned(pieces: list[Piece], said: list[int]) -> Phrase | None:
    parts = list(_parts(pieces, said))
    if not 1 < len(parts) <= MOST:
        return None
    kinds = tuple(tuple(pieces[n].kind for n in part) for part in parts)
    found: dict[str, Phrase] = {}
    for order in _orders(kinds):
        places = [n for at in order for n in parts[at]]
        tokens = [Token(pieces[n].kind, pieces[n].value) for n in places]
        phrase = phrase_of(tokens, said[0], said[-1] + 1)
        found.setdefault(_SAME.get(phrase.kind, phrase.kind), phrase)
    return (
        next(iter(found.values()))
        if len(found) == 1 and found.keys() <= _TURNED
        else None
    )


def _parts(pieces: list[Piece], said: list[int]) -> Iterator[list[int]]:
    """Return the parts of a clause that move as one: a name with what is before it."""
    at = 0
    while at < len(said):
        part = [said[at]]
        kind = pieces[said[at]].kind
        at += 1
        if kind in _BEFORE:
            at = _name(pieces, said, at, part)
        elif kind in _NUMBERS or kind in {"RANK", "SUIT", "SUITS"}:
            at = _name(pieces, said, at - 1, part, begun=True)
        yield part


def _name(
    pieces: list[Piece],
    said: list[int],
    at: int,
    part: list[int],
    *,
    begun: bool = False,
) -> int:
    """Add the next name to a part: a number with its noun, a rank with its suit.

    Return where the next part begins.
    """
    kinds = [pieces[n].kind for n in said[at:]] + [""] * 4
    many = 1
    if kinds[0] in _NUMBERS and kinds[1] in _COUNTED:
        many = 2
        if kinds[1] in {"ROUNDS", "TRICK"} and kinds[2] in {"OF", "IN"}:
            many = 4 if kinds[3] in _NAMES else 2
        elif kinds[2] == "LOSER":
            many = 3
    elif kinds[0] == "RANK" and kinds[1] == "TRUMPS":
        many = 2
    elif kinds[0] == "RANK" and kinds[1:3] == ["OF", "TRUMPS"]:
        many = 3
    elif kinds[0] in {"SUIT", "SUITS"} and kinds[1] == "LOSER":
        many = 2
    many = min(many, len(said) - at)
    part += said[at + 1 : at + many] if begun else said[at : at + many]
    return at + many


@lru_cache(maxsize=4096)
def _orders(parts: tuple[Part, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the orders of some parts in which they are one phrase."""
    return tuple(_tried(parts, (), States()))


def _tried(
    parts: tuple[Part, ...], order: tuple[int, ...], read: States
) -> Iterator[tuple[int, ...]]:
    if len(order) == len(parts):
        if read.may_end():
            yield order
        return
    for n, part in enumerate(parts):
        if n not in order:
            states = read.copy()
            if all(states.takes(kind) for kind in part):
                yield from _tried(parts, (*order, n), states)
