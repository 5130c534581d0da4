"""Lists of tricks that the words put in an order ("two spades, then the trump").

Serves Law 68C: a list is a count of tricks, and an order of play only where words of
order bind it. Such words bind the whole list they stand in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from rulings.statements.reading.grammar.longest import Phrase
from rulings.statements.reading.repeating import counted_rounds
from rulings.statements.reading.vocabulary.language import Piece
from rulings.statements.steps import StatedStep, Verb

_LISTED = frozenset(
    {"count", "have_one", "honours", "bare_honours", "bare_suit", "bare_cards"}
    | {"bare_trumps", "top_count"}
)
"""Phrases that name or count tricks and do not say what is done."""

_CLAIMS = frozenset(
    {"bare_claim", "bare_rest", "bare_mine", "mine", "good", "total", "bare_total"}
    | {"good_part", "all_but", "good_but", "nothing", "nothing_else", "the_rest_lost"}
    | {"one_down", "bare_number"}
)
"""What comes last anyway: "then" before it puts nothing in order."""

_MOVES = frozenset({"lead", "lead_up", "cross", "back"})
"""What leads to a card or a hand: the list it stands in is played as it is said."""

_ORDER = frozenset({"PAUSE", "FIRST", "BEFORE"})

Taken = list[tuple[Phrase, list[StatedStep]]]


def put_in_order(pieces: list[Piece], taken: Taken) -> dict[int, StatedStep]:
    """Return the steps that words of order bind, by the step they take the place of."""
    taken = sorted(taken, key=lambda one: one[0].start)
    found: dict[int, StatedStep] = {}
    for run in _runs(pieces, taken):
        if _is_ordered(pieces, run):
            for phrase, steps in run:
                if phrase.kind in _LISTED and not _is_left(phrase, run):
                    found |= {id(step): _played(step, phrase) for step in steps}
    return found


def _runs(pieces: list[Piece], taken: Taken) -> Iterator[Taken]:
    """Return the phrases sentence by sentence; "then" goes on with the one before."""
    run: Taken = []
    for one in taken:
        if run and _stops(pieces, run[-1][0], one[0]):
            yield run
            run = []
        run.append(one)
    if run:
        yield run


def _stops(pieces: list[Piece], one: Phrase, other: Phrase) -> bool:
    gap = pieces[one.end : other.start + 1]
    goes_on = any(piece.kind in _ORDER for piece in gap[:-1])
    return not goes_on and any(piece.opens and not piece.colon for piece in gap)


def _is_ordered(pieces: list[Piece], run: Taken) -> bool:
    """Say whether a sentence has a word of order, and not only before its claim."""
    phrases = [phrase for phrase, _ in run if phrase.kind != "in_order"]
    if len(phrases) < len(run) or any(map(_moves, phrases)):
        return True
    return any(
        other.kind not in _CLAIMS
        and any(piece.kind in _ORDER for piece in pieces[one.end : other.start])
        for one, other in pairwise(phrases)
    ) or (len(phrases) > 1 and _begins_first(pieces, phrases))


def _moves(phrase: Phrase) -> bool:
    """Say whether a phrase leads to a card or a hand."""
    is_to = any(token.type == "TO" for token in phrase.tokens)
    return phrase.kind in _MOVES or (phrase.kind == "play" and is_to)


def _begins_first(pieces: list[Piece], phrases: list[Phrase]) -> bool:
    """Say whether "first" stands before a list or within its first part."""
    before = pieces[max(0, phrases[0].start - 2) : phrases[0].end]
    return phrases[1].kind not in _CLAIMS and any(p.kind == "FIRST" for p in before)


def _is_left(phrase: Phrase, run: Taken) -> bool:
    """Say whether the last phrase only says what is left ("then I have two trumps")."""
    return phrase is run[-1][0] and phrase.tokens[0].type == "HAVE"


def _played(step: StatedStep, phrase: Phrase) -> StatedStep:
    """Return the play that a trick named or counted in an order is."""
    if phrase.kind == "bare_trumps":
        return step if step.act is Verb.DRAW else StatedStep(Verb.DRAW)
    if step.act is Verb.COUNT:
        return counted_rounds(step, phrase)
    if step == StatedStep(Verb.GOOD, suit=step.suit):
        return replace(step, act=Verb.CASH)
    if step.act is Verb.GOOD and step.card is not None:
        return replace(step, act=Verb.PLAY)
    return step
