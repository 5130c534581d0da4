"""One card of a suit, and a suit named once more ("a club", "trump, trump").

Serves Law 68C: who names one card of a suit plays one round of it, and who names the
suit twice in a row plays two.
"""

from __future__ import annotations

from dataclasses import replace

from rulings.bridge.cards import Suit
from rulings.bridge.hands import FULL_HAND
from rulings.statements.reading.grammar.longest import Phrase
from rulings.statements.reading.vocabulary.language import TRUMP_CARDS, Piece
from rulings.statements.steps import StatedStep, Verb

_NAMES = frozenset({"bare_suit", "bare_trumps"})
_PLAYED = _NAMES | {"cash"}
_ONE = frozenset({"cash", "bare_suit"})
Taken = list[tuple[Phrase, list[StatedStep]]]
_ROUNDS = frozenset({Verb.CASH, Verb.DRAW})


def once(
    phrase: Phrase, found: list[StatedStep], pieces: list[Piece]
) -> list[StatedStep]:
    """Return one round of a suit where the phrase names one card of it."""
    named = pieces[phrase.start : phrase.end]
    if phrase.kind not in _ONE or not any(piece.one for piece in named):
        return found
    return [
        _rounds(step, 1, phrase) if step.act in _ROUNDS and step.count is None else step
        for step in found
    ]


def again(
    phrase: Phrase,
    found: list[StatedStep],
    taken: Taken,
    steps: list[StatedStep],
    trump: Suit | None,
) -> bool:
    """Count one more round where the suit just named is named again.

    `taken` are the phrases before, from which nothing parts this one, `steps` theirs.
    """
    before, last = next((one for one in reversed(taken) if one[1]), (phrase, []))
    alike = before.kind in _PLAYED and phrase.kind in _NAMES
    if not alike or len(found) != 1 or len(last) != 1:
        return False
    if _names_all(before) or _names_all(phrase) or last[0].from_the_top:
        return False
    suits = {_suit(step, trump) for step in (*found, *last)}
    if len(suits) > 1 or not _ROUNDS.issuperset({found[0].act, last[0].act}):
        return False
    more = min((last[0].count or 1) + 1, FULL_HAND)
    rounds = _rounds(last[0], more, before, phrase)
    at = next(n for n, step in enumerate(steps) if step is last[0])
    steps[at] = last[0] = rounds
    return True


def counted_rounds(step: StatedStep, phrase: Phrase) -> StatedStep:
    """Return the rounds that tricks counted in a suit are where they are played."""
    return _rounds(replace(step, act=Verb.CASH), step.count or 1, phrase)


def _names_all(phrase: Phrase) -> bool:
    """Say whether a phrase names all cards of a suit."""
    return any(
        token.type == "SUITS" or str(token).endswith(TRUMP_CARDS)
        for token in phrase.tokens
    )


def _suit(step: StatedStep, trump: Suit | None) -> Suit | None:
    return trump if step.act is Verb.DRAW else step.suit


def _rounds(step: StatedStep, count: int, *phrases: Phrase) -> StatedStep:
    """Return so many rounds of the suit of a step; called trumps, they are drawn."""
    if any(token.type == "TRUMPS" for one in phrases for token in one.tokens):
        return StatedStep(Verb.DRAW, count=count)
    return replace(step, count=count)
