"""Free words of a claimer, read into steps plus the exact spans not understood.

Serves Law 68C. The longest phrase the grammar knows is taken at each place; what is
between two phrases is dropped only when it is mere filler ("and then the ..."). The
words are read in each language; the one that leaves least unread is taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulings.bridge.cards import Card, Suit
from rulings.statements.reading.context import Context
from rulings.statements.reading.correcting import corrected
from rulings.statements.reading.cutting import pieces_of
from rulings.statements.reading.discourse import Discourse
from rulings.statements.reading.grammar.longest import SKIPPED, Phrase
from rulings.statements.reading.parsing import phrases_in
from rulings.statements.reading.vocabulary import LANGUAGES
from rulings.statements.reading.vocabulary.language import Piece
from rulings.statements.statement import ReadStatement, UnreadSpan, WordSpan


def read_words(
    text: str,
    trump: Suit | None = None,
    held: Iterable[Card] = (),
    on_table: Iterable[Card] = (),
) -> ReadStatement:
    """Return what some words say: the steps, and every span that no step covers.

    `trump` is what "trumps" means where a suit is named by it, `held` are the cards
    of the claiming side, for words such as "the queen"; where they are known a card
    that is neither among them nor the side's card `on_table` is not understood. Raises
    AmbiguousStatement when a phrase needs a fact that is not known.
    """
    pieces, discourse = _heard(
        text, Context(trump, frozenset(held), frozenset(on_table))
    )
    return ReadStatement(
        tuple(discourse.steps), text, _spans(text, pieces, discourse.covered)
    )


def read_spans(
    text: str,
    trump: Suit | None = None,
    held: Iterable[Card] = (),
    on_table: Iterable[Card] = (),
) -> tuple[WordSpan, ...]:
    """Return the words in their order, cut into phrases, each with its steps.

    The spans joined are the whole text. One that was not understood has no steps and
    says so. The arguments are those of `read_words`.
    """
    context = Context(trump, frozenset(held), frozenset(on_table))
    pieces, discourse = _heard(text, context)
    found = [
        (pieces[phrase.start].start, pieces[phrase.end - 1].end, steps, True)
        for phrase, steps in discourse.taken
    ]
    found += [
        (span.start, span.start + len(span.text), [], False)
        for span in _spans(text, pieces, discourse.covered)
    ]
    kept = {id(step) for step in discourse.steps}
    spans: list[WordSpan] = []
    begun = 0
    found.sort(key=lambda one: one[0])
    for n, (_, last, steps, understood) in enumerate(found):
        end = len(text) if n == len(found) - 1 else _past_marks(text, last)
        left = tuple(step for step in steps if id(step) in kept)
        if end <= begun and spans:  # one word that says two things
            spans[-1] = replace(spans[-1], steps=(*spans[-1].steps, *left))
            continue
        spans.append(WordSpan(begun, text[begun:end], left, understood))
        begun = end
    return tuple(spans) or (WordSpan(0, text, (), understood=True),) * bool(text)


def _past_marks(text: str, end: int) -> int:
    """Return where the stops and blanks behind a phrase end."""
    while end < len(text) and (text[end].isspace() or text[end] in ",.;:!?)”»\"'"):
        end += 1
    return end


def _heard(text: str, context: Context) -> tuple[list[Piece], Discourse]:
    """Return the words as pieces, and what was made of them."""
    cut = [pieces_of(text, language) for language in LANGUAGES]
    least = min(map(_strange, cut))
    known = [pieces for pieces in cut if _strange(pieces) == least]
    known = [corrected(pieces) for pieces in known]
    drafts = [(pieces, phrases_in(pieces)) for pieces in known]
    pieces, phrases = min(drafts, key=lambda draft: _left_over(*draft))
    discourse = Discourse(pieces, phrases, context)
    for phrase in phrases:
        discourse.take(phrase)
    discourse.end()
    return pieces, discourse


def _strange(pieces: list[Piece]) -> int:
    """Return how many letters a language does not know."""
    return sum(p.end - p.start for p in pieces if p.kind == "OTHER")


def _left_over(pieces: list[Piece], phrases: list[Phrase]) -> int:
    """Return how many letters stay unread."""
    covered = {n for phrase in phrases for n in range(phrase.start, phrase.end)}
    return sum(
        piece.end - piece.start
        for n, piece in enumerate(pieces)
        if n not in covered and piece.kind not in SKIPPED
    )


def _spans(text: str, pieces: list[Piece], covered: set[int]) -> tuple[UnreadSpan, ...]:
    """Join neighbouring pieces left over; a stretch of mere fillers says nothing."""
    spans: list[UnreadSpan] = []
    stretch: list[Piece] = []
    for n, piece in enumerate([*pieces, None]):
        if piece is not None and n not in covered:
            stretch.append(piece)
            continue
        known = [p for p in stretch if p.kind not in SKIPPED]
        if known:
            start, end = known[0].start, known[-1].end
            spans.append(UnreadSpan(start, text[start:end]))
        stretch = []
    return tuple(spans)
