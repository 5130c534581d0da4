"""Free words of a claimer, read into steps plus the exact spans not understood.

Serves Law 68C. The longest phrase the grammar knows is taken at each place; what is
between two phrases is dropped only when it is mere filler ("and then the ..."). The
words are read in each language; the one that leaves least unread is taken.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulings.bridge.cards import Card, Suit
from rulings.statements.reading.cutting import pieces_of
from rulings.statements.reading.discourse import Discourse
from rulings.statements.reading.naming import Context
from rulings.statements.reading.parsing import SKIPPED, Phrase, phrases_in
from rulings.statements.reading.vocabulary import LANGUAGES
from rulings.statements.reading.vocabulary.language import Piece
from rulings.statements.statement import ReadStatement, UnreadSpan


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
    drafts = []
    for language in LANGUAGES:
        pieces = pieces_of(text, language)
        drafts.append((pieces, phrases_in(pieces)))
    pieces, phrases = min(drafts, key=lambda draft: _strangeness(*draft))
    cards = Context(trump, frozenset(held), frozenset(on_table))
    discourse = Discourse(pieces, phrases, cards)
    for phrase in phrases:
        discourse.take(phrase)
    discourse.end()
    return ReadStatement(
        tuple(discourse.steps), text, _spans(text, pieces, discourse.covered)
    )


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
