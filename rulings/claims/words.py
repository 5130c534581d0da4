"""Free words of a claimer, read into steps plus the exact spans not understood.

Serves Law 68C. The longest phrase the grammar knows is taken at each place; what is
between two phrases is dropped only when it is mere filler ("and then the ..."). The
words are read in each language; the one that leaves least unread is taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from rulings.bridge.cards import Card, Suit
from rulings.claims.meaning import Context, UnclearError, counted, steps_of
from rulings.claims.pieces import pieces_of
from rulings.claims.statement import Span, Statement
from rulings.claims.steps import Act, Step
from rulings.claims.vocabulary import LANGUAGES, Language
from rulings.claims.vocabulary.language import Piece

SKIPPED = frozenset({"FILLER", "PAUSE"})
UNKNOWN = frozenset({"OTHER", "GUARDED"})


@dataclass(frozen=True, slots=True)
class Reading:
    """What some words were read as."""

    words: str
    steps: tuple[Step, ...]
    spans_not_understood: tuple[Span, ...]

    def statement(self) -> Statement:
        """Return the statement these words make."""
        return Statement(self.steps, self.words, self.spans_not_understood)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase found in the pieces, from one place up to another."""

    tree: Tree[Token]
    start: int
    end: int

    @property
    def is_bare(self) -> bool:
        """Say whether it only names suits or cards, without saying what is done."""
        return str(self.tree.data).startswith("bare_")


def read_words(
    text: str, trump: Suit | None = None, held: Iterable[Card] = ()
) -> Reading:
    """Return the steps in some words, and every span no step covers.

    `trump` is what "trumps" means where a suit is named by it, `held` are the cards
    of the claiming side, for words such as "the queen". Raises AmbiguousStatement
    when a phrase needs a fact that is not known.
    """
    drafts = [_draft(text, language) for language in LANGUAGES]
    pieces, phrases = min(drafts, key=lambda draft: _strangeness(*draft))
    context = Context(trump, frozenset(held))
    steps: list[Step] = []
    covered: set[int] = set()
    unclear = 0
    for phrase in phrases:
        if phrase.is_bare and unclear and _runs_on(pieces[unclear : phrase.start + 1]):
            unclear = phrase.end
            continue
        try:
            found = steps_of(phrase.tree, context)
        except UnclearError:
            unclear = phrase.end
            continue
        if phrase.is_bare and _given_up_too(phrase, phrases, pieces):
            found = [Step(Act.GIVE_UP, suit=step.suit) for step in found]
        elif phrase.is_bare and _in_a_list(phrase, phrases, pieces):
            found = [counted(step, context) for step in found]
        steps += found
        covered.update(range(phrase.start, phrase.end))
    return Reading(text, tuple(steps), _spans(text, pieces, covered))


def _draft(text: str, language: Language) -> tuple[list[Piece], list[Phrase]]:
    """Return the pieces of some words in a language, and the phrases they make."""
    pieces = pieces_of(text, language)
    phrases: list[Phrase] = []
    at = 0
    while at < len(pieces):
        found = _longest(pieces, at)
        if found is None:
            at += 1
            continue
        phrases.append(found)
        at = found.end
    covered = {n for phrase in phrases for n in range(phrase.start, phrase.end)}
    return pieces, [
        phrase
        for phrase in phrases
        if not (phrase.is_bare and _touches_unread(phrase, pieces, covered))
    ]


def _strangeness(pieces: list[Piece], phrases: list[Phrase]) -> tuple[int, int]:
    """Return how many letters a language does not know, and how many stay unread."""
    covered = {n for phrase in phrases for n in range(phrase.start, phrase.end)}
    left = [
        piece
        for n, piece in enumerate(pieces)
        if n not in covered and piece.kind not in SKIPPED
    ]
    strange = sum(p.end - p.start for p in left if p.kind == "OTHER")
    return strange, sum(p.end - p.start for p in left)


def _touches_unread(phrase: Phrase, pieces: list[Piece], covered: set[int]) -> bool:
    """Say whether words not understood stand beside a phrase in the same breath."""
    for n in range(phrase.start - 1, -1, -1):
        if pieces[n + 1].opens or pieces[n + 1].comma:
            break
        if pieces[n].kind not in SKIPPED:
            if n not in covered:
                return True
            break
    for piece, n in ((pieces[n], n) for n in range(phrase.end, len(pieces))):
        if piece.opens or piece.comma:
            break
        if piece.kind not in SKIPPED:
            return n not in covered
    return False


def _runs_on(between: list[Piece]) -> bool:
    """Say whether a phrase goes on what was said just before it, and was unclear."""
    return all(
        not piece.opens and (piece.kind in SKIPPED or piece is between[-1])
        for piece in between
    )


def _given_up_too(phrase: Phrase, phrases: list[Phrase], pieces: list[Piece]) -> bool:
    """Say whether a bare suit goes on what is lost ("I lose a trump and a club")."""
    at = phrases.index(phrase)
    if phrase.tree.data != "bare_suit" or at == 0:
        return False
    before = phrases[at - 1]
    between = pieces[before.end : phrase.start + 1]
    lost = before.tree.data in {"give_up", "lose_to", "lose_suit"}
    return lost and not any(piece.opens or piece.comma for piece in between)


def _in_a_list(phrase: Phrase, phrases: list[Phrase], pieces: list[Piece]) -> bool:
    """Say whether a bare suit or card stands beside a count of tricks."""
    at = phrases.index(phrase)
    before = phrases[:at][::-1]
    after = phrases[at + 1 :]
    return _meets_count([phrase, *before], pieces, 0) or _meets_count(
        [phrase, *after], pieces, 1
    )


def _meets_count(row: list[Phrase], pieces: list[Piece], forward: int) -> bool:
    for one, other in pairwise(row):
        first, second = (one, other) if forward else (other, one)
        if any(pieces[n].opens for n in range(first.end, second.start + 1)):
            return False
        if other.tree.data == "count":
            return True
        if not other.is_bare:
            return False
    return False


@cache
def _parser() -> Lark:
    grammar = (Path(__file__).parent / "grammar" / "statement.lark").read_text("utf-8")
    names = sorted(
        {name for language in LANGUAGES for name, _ in language.patterns} - {"FILL"}
    )
    return Lark(f"{grammar}\n%declare {' '.join(names)}\n", parser="lalr")


def _longest(pieces: list[Piece], at: int) -> Phrase | None:
    """Return the longest phrase from a place on."""
    if pieces[at].kind in SKIPPED or pieces[at].kind in UNKNOWN:
        return None
    parser = _parser().parse_interactive()
    found: Phrase | None = None
    for n in range(at, len(pieces)):
        piece = pieces[n]
        if n > at and (_ends_before(piece) or _ends_tools(pieces[at : n + 1])):
            break
        if piece.kind in SKIPPED:
            continue
        if piece.kind in UNKNOWN:
            break
        try:
            parser.feed_token(Token(piece.kind, piece.value))
        except UnexpectedInput:
            break
        if "$END" in parser.accepts():  # type: ignore[no-untyped-call]  # lark
            tree = parser.copy().feed_eof()  # type: ignore[no-untyped-call]  # lark
            phrase = next(c for c in tree.children if isinstance(c, Tree))
            found = Phrase(phrase, at, n + 1)
    return found


def _ends_before(piece: Piece) -> bool:
    """Say whether a phrase ends here: at a pause, or a comma before a number."""
    return piece.opens or (piece.comma and piece.kind in {"NUMBER", "DIGITS"})


def _ends_tools(pieces: list[Piece]) -> bool:
    """Say whether a comma parts a card from those something is done with."""
    last = pieces[-1]
    named = last.comma and last.kind in {"CARD", "RANK"}
    return named and any(piece.kind == "VIA" for piece in pieces)


def _spans(text: str, pieces: list[Piece], covered: set[int]) -> tuple[Span, ...]:
    """Join neighbouring pieces left over; a stretch of mere fillers says nothing."""
    spans: list[Span] = []
    stretch: list[Piece] = []
    for n, piece in enumerate([*pieces, None]):
        if piece is not None and n not in covered:
            stretch.append(piece)
            continue
        known = [p for p in stretch if p.kind not in SKIPPED]
        if known:
            start, end = known[0].start, known[-1].end
            spans.append(Span(start, text[start:end]))
        stretch = []
    return tuple(spans)
