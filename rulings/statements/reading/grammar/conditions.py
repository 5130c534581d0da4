"""Where a condition ends that a step expresses ("if the trumps are 3-2", Law 68C)."""

from __future__ import annotations

import re

from rulings.statements.reading.vocabulary.language import Piece

_SUITS = frozenset({"SUIT", "SUITS", "TRUMPS"})
_NAMED_BY = 2
_NAMING_A_CARD = frozenset({"CARD", "RANK", "BY_CARD", "BY_RANK"})


def condition_end(pieces: list[Piece], at: int) -> int:
    """Return where an "if" ends that a step expresses; 0 where it is something else."""
    ends = (_end_of(form, pieces, at) for form in (_PLACED, _FOLLOWED, _NO_WORSE))
    return max(layout_end(pieces, at), *ends)


def layout_end(pieces: list[Piece], at: int) -> int:
    """Return where "if a suit breaks" or "if a card drops" ends; 0 if it is neither."""
    kinds: list[str] = []
    for n in range(at + 1, len(pieces)):
        piece = pieces[n]
        if piece.opens or piece.comma:
            break
        if piece.kind in {"FILLER", "NOT"}:
            continue
        kinds.append(piece.kind)
        if len(kinds) > _NAMED_BY + 2:
            return 0
        if kinds == ["SHOWS_OUT"]:
            return n + 1
        if piece.kind in {"BREAK", "BAD_BREAK", "SPLIT", "DROPS", "GOOD"}:
            cards = {*_NAMING_A_CARD, "OF", "TRUMPS"}
            all_too = {*_SUITS} if piece.kind == "GOOD" else {*_SUITS, "ALL"}
            named = cards if piece.kind == "DROPS" else all_too
            most = _NAMED_BY + 1 if piece.kind == "DROPS" else _NAMED_BY
            if len(kinds) > most or not named.issuperset(kinds[:-1]):
                return 0
            while n + 1 < len(pieces) and pieces[n + 1].kind == "NOT":
                n += 1  # noqa: PLW2901 - "ne se partagent pas"
            alone = piece.kind in {"DROPS", "GOOD"}
            return n + 1 if kinds[:-1] or not alone else 0
    return 0


_CARD_ASKED = "(?:CARD|(?:BY_)?RANK)(?: OF TRUMPS| TRUMPS)?"
_PLACED = re.compile(
    rf"(?:(?:NOT )?{_CARD_ASKED}(?: NOT)?(?: RIGHT| WRONG| (?:VIA|IN|AGAINST) SEAT)"
    rf"(?: NOT)?"
    rf"|(?:NOT )?(?:HOLDER|HE_HOLDS|LACKER) {_CARD_ASKED}|HOLDS_IT|IT (?:RIGHT|WRONG)"
    rf"|(?:NOT )?(?:DROPS {_CARD_ASKED}|(?:BREAK|SPLIT|BAD_BREAK) (?:SUITS?|TRUMPS))"
    rf"|SEAT NOT HAVE(?: NOT)? {_CARD_ASKED})(?= )"
)
"""The notions that ask where a card lies, in their order."""


def _end_of(form: re.Pattern[str], pieces: list[Piece], at: int) -> int:
    """Return where the notions behind an "if" end that have some form."""
    asked: list[int] = []
    for n in range(at + 1, len(pieces)):
        if pieces[n].opens or pieces[n].comma:
            break
        if pieces[n].kind != "FILLER":
            asked.append(n)
    found = form.match(" ".join(pieces[n].kind for n in asked) + " ")
    return asked[len(found[0].split()) - 1] + 1 if found else 0


_FOLLOWED = re.compile(
    r"FOLLOW(?: TWICE)?(?: (?:TO|IN|ON))?"
    r"(?: (?:NUMBER|DIGITS) ROUNDS| ROUNDS)?(?: OF)?"
    r"(?: (?:SUITS?|TRUMPS|CARD|RANK))?(?: (?:NUMBER|DIGITS) ROUNDS)?(?= )"
)
"""The notions that ask whether both follow, in their order."""

_NO_WORSE = re.compile(r"(?:(?:SUITS?|TRUMPS|ALL) )?NO_WORSE (?:SPLIT|BREAK)(?= )")
"""The notions that ask for a break and any better one."""
