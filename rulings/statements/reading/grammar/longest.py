"""The longest phrase that the grammar knows from a place of some words on.

Serves Law 68C. The grammar is `statement.lark`; the words of its notions stand in
`vocabulary/`, one file a language.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lark import Lark, Token, Tree
from lark.parsers.lalr_analysis import Shift

from rulings.statements.reading.vocabulary import LANGUAGES
from rulings.statements.reading.vocabulary.language import AND, DONE, UNREAD, Piece

SKIPPED = frozenset({"FILLER", "PAUSE", "AFTER", "BEFORE", "FIRST"})
NOT_IN_GRAMMAR = frozenset(
    {
        "FILL",
        "FIRST",
        "WHEN",
        "MOMENT",
        "BEFORE",
        "OTHERWISE",
        "OR",
        "PERHAPS",
        "THEIRS",
        "THEY_DONT",
        "OPPOSITE",
        "NO_PLAY",
        "CORRECTION",
        "AT_WORST",
    }
)
_VERBS = frozenset(
    {"DRAW", "DRAW_TRUMPS", "CASH", "RUN", "PLAY", "CROSS", "GIVE", "LOSE", "HAVE"}
    | {"GO_ALL", "DRIVE", "CROSSRUFF", "HOOK", "IMPASSE", "RIDE", "LET", "USE", "TO"}
)
"""What begins a phrase of its own behind a comma, as do numbers and "good"."""

_PARTED = _VERBS | {"NUMBER", "DIGITS", "GOOD", "HIGH", "ANOTHER"}
_WHOLE = frozenset({"TRUMPS", "REST", "ALL", "ALL_OF_THEM"})
"""What begins a phrase of its own behind a comma, whatever stood before it."""

_APART = frozenset(
    {("TRUMPS", "RANK"), ("RANK", "TRUMPS"), ("TRUMPS", "HOOK")}
    | {("SUIT", "HOOK"), ("SUITS", "HOOK"), ("SUIT", "RUFF"), ("SUITS", "RUFF")}
    | {("ROUNDS", "SUITS"), ("ROUNDS", "SUIT")}
)
"""What may stand together in a phrase, but not with "and" between."""

_NUMBERS = frozenset({"NUMBER", "DIGITS"})
_SUITS = frozenset({"SUIT", "SUITS"})
_NAMED_BEFORE = frozenset({"RUFF", "HOOK", "IMPASSE", "ROUNDS"})
"""What is done with a suit: behind a comma another suit is none of it."""

_HOPES = ("hoping", "praying")
"""How words begin that say behind a comma what is hoped for, and play nothing."""

_CARDS = frozenset({"CARD", "RANK"})
_THROWS = frozenset({"DISCARD", "DISCARDING"})
_OBJECTS = frozenset({"SUIT", "SUITS", "NUMBER", "DIGITS", "TRUMPS", "ANOTHER"})


@dataclass(frozen=True, slots=True, eq=False)
class Phrase:
    """A phrase found in the pieces, from one place up to another."""

    tree: Tree[Token]
    start: int
    end: int

    @property
    def kind(self) -> str:
        """Return the name of the rule it follows."""
        return str(self.tree.data)

    @property
    def tokens(self) -> list[Token]:
        """Return the notions it is made of, in their order."""
        return list(self.tree.scan_values(lambda _: True))

    @property
    def is_number(self) -> bool:
        """Say whether it is a number of tricks or cards that has no verb."""
        counts = self.kind in {"count", "give_up"}
        return counts and self.tokens[0].type in {"NUMBER", "DIGITS"}

    @property
    def is_of_several(self) -> bool:
        """Say whether a number above one is named."""
        numbers = {t for t in self.tokens if t.type in {"NUMBER", "DIGITS"}}
        return bool(numbers - {"1"})

    @property
    def is_bare(self) -> bool:
        """Say whether it only names suits or cards, without saying what is done."""
        return self.kind.startswith("bare_")


@cache
def _parser() -> Lark:
    grammar = (Path(__file__).parent / "statement.lark").read_text("utf-8")
    names = {name for language in LANGUAGES for name in language.names}
    declared = " ".join(sorted(names - NOT_IN_GRAMMAR))
    return Lark(f"{grammar}\n%declare {declared}\n", parser="lalr")


def longest(pieces: list[Piece], at: int) -> Phrase | None:
    """Return the longest phrase from a place on; None where there is none."""
    if pieces[at].kind in SKIPPED or pieces[at].kind in UNREAD:
        return None
    read = States()
    tokens: list[Token] = []
    found = end = 0
    tools = throws = False
    for n in range(at, len(pieces)):
        piece = pieces[n]
        tools = tools or piece.kind == "VIA"
        if (
            throws
            and piece.kind in _CARDS | {"SUITS"}
            and _is_behind_a_comma(pieces, n)
        ):
            break  # "pitching a heart, and the ace of clubs"
        throws = throws or piece.kind in _THROWS
        if n > at and (_ends_before(pieces, n) or (tools and _ends_tools(piece))):
            break
        if piece.kind in SKIPPED:
            continue
        if piece.kind in UNREAD or not read.takes(piece.kind):
            break
        tokens.append(Token(piece.kind, piece.value))
        if read.may_end():
            found, end = len(tokens), n + 1
    return phrase_of(tokens[:found], at, end) if found else None


def phrase_of(tokens: list[Token], at: int, end: int) -> Phrase:
    """Return the phrase that some notions are, with its place in the pieces."""
    parser = _parser().parse_interactive()
    for token in tokens:
        parser.feed_token(token)
    tree = parser.feed_eof()  # type: ignore[no-untyped-call]  # lark
    return Phrase(next(c for c in tree.children if isinstance(c, Tree)), at, end)


class States:
    """The states of the grammar on the way through a phrase; builds no tree."""

    def __init__(self) -> None:
        """Begin where a phrase begins."""
        conf = _parser().parse_interactive().parser_state.parse_conf
        self.states = conf.parse_table.states
        self.end = conf.end_state
        self.stack = [conf.start_state]

    def copy(self) -> States:
        """Return the same states, to go on from twice."""
        other = States.__new__(States)
        other.states, other.end = self.states, self.end
        other.stack = [*self.stack]
        return other

    def takes(self, kind: str) -> bool:
        """Go on with a notion; say whether a phrase may go on with it."""
        return self._go(self.stack, kind)

    def may_end(self) -> bool:
        """Say whether a phrase may end here."""
        return self._go([*self.stack], "$END")

    def _go(self, stack: list[int], kind: str) -> bool:
        while kind in self.states[stack[-1]]:
            action, to = self.states[stack[-1]][kind]
            if action is Shift:
                stack.append(to)
                return True
            if to.expansion:
                del stack[-len(to.expansion) :]
            stack.append(self.states[stack[-1]][to.origin.name][1])
            if kind == "$END" and stack[-1] == self.end:
                return True
        return False


def _ends_before(pieces: list[Piece], at: int) -> bool:
    """Say whether a phrase ends before a piece.

    It does at a pause, at a comma before a number, a verb or "good", and before a
    ruff that has a suit of its own ("play a club, ruff a heart").
    """
    piece = pieces[at]
    if piece.opens or (piece.comma and piece.kind in _PARTED):
        return True
    if piece.kind in _WHOLE and _is_behind_a_comma(pieces, at):
        return True
    if piece.kind in _SUITS and _is_behind_a_comma(pieces, at):
        before = next((p for p in pieces[at - 1 :: -1] if p.kind not in SKIPPED), piece)
        if before.kind in _NUMBERS:
            return True  # "spades three, hearts two", "I give you two, a spade and ..."
    if piece.comma and (piece.kind == "ON" or piece.value.startswith(_HOPES)):
        return True
    if piece.comma and pieces[at - 1].kind in {*_NAMED_BEFORE, "DRAW"}:
        return True
    if piece.comma and (pieces[at - 1].kind, piece.kind) == ("SUITS", "RUFF"):
        return not piece.value.endswith(DONE)
    if _is_joined(pieces, at):
        return True
    leads_to_it = pieces[at - 1].kind in {"VIA", "NUMBER", "DIGITS", "DUMMY"}
    return piece.kind == "RUFF" and not leads_to_it and _has_object(pieces, at)


def _is_behind_a_comma(pieces: list[Piece], at: int) -> bool:
    """Say whether a comma parts a piece, with what is skipped, from those before."""
    while at and not pieces[at].comma and pieces[at - 1].kind in SKIPPED:
        at -= 1
    return pieces[at].comma


def _is_joined(pieces: list[Piece], at: int) -> bool:
    """Say whether "and" joins a piece to one before that it is no part of.

    "A trump and the ace" is not "the trump ace", "the ace and a trump" neither, nor
    are "trumps and finesse the queen" a finesse in trumps.
    """
    kind = pieces[at].kind
    joined = pieces[at].comma and kind != "RUFF"
    while at and pieces[at - 1].kind in SKIPPED:
        at -= 1
        comma = pieces[at].comma and kind != "RUFF"
        joined = joined or comma or pieces[at].value in AND
    if not joined or not at or (pieces[at - 1].kind, kind) not in _APART:
        return False
    before = pieces[max(0, at - 2) : at - 1]
    return kind != "RANK" or not any(p.kind in {"OF", "RANK"} for p in before)


def _has_object(pieces: list[Piece], at: int) -> bool:
    """Say whether a ruff names a suit behind it, which is not that of another ruff."""
    after: list[Piece] = []
    for piece in pieces[at + 1 :]:
        if piece.opens or piece.comma or piece.value in AND:
            break
        if piece.kind not in SKIPPED:
            after.append(piece)
    kinds = [piece.kind for piece in after[:2]]
    return bool(kinds) and kinds[0] in _OBJECTS and kinds[-1] != "RUFF"


def _ends_tools(piece: Piece) -> bool:
    """Say whether a comma parts a card from those something is done with."""
    return piece.comma and piece.kind in {"CARD", "RANK"}
