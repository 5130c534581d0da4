"""What hangs on a condition, and what on its "otherwise" (Law 68C).

A condition that could not be read takes all of its sentence with it: what hangs on it
is no plan.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import accumulate

from rulings.statements.alternatives import CONDITIONS
from rulings.statements.reading.context import Context, UnclearError, finessed
from rulings.statements.reading.cutting import clause_before
from rulings.statements.reading.grammar.longest import Phrase
from rulings.statements.reading.naming import Parts
from rulings.statements.reading.vocabulary.language import Piece
from rulings.statements.steps import StatedStep, Verb

ALTERNATIVES = frozenset(
    {"if_breaks", "if_not_breaks", "if_drops", "if_not_drops", "if_works", "if_fails"}
    | {"if_lies", "if_not_lies", "if_follow", "if_no_worse", "else"}
)
"""Phrases on which others hang."""

_OF_A_FINESSE = frozenset({"if_works", "if_fails"})
_FINESSES = frozenset({"finesse", "impasse", "lead"})
_OPENING = frozenset({"IF", "IF_WORKS", "IF_FAILS", "IF_BAD"})

_OF_FINESSE = {Verb.IF_LIES: Verb.IF_WORKS, Verb.IF_LIES_BADLY: Verb.IF_FAILS}
_HELD = frozenset({"SEAT", "HOLDER", "LACKER", "HOLDS_IT"})
_NUMBERS = frozenset({"one_down", "bare_number", "bare_total", "total"})
Taken = list[tuple[Phrase, list[StatedStep]]]
Meaning = Callable[[Parts], list[StatedStep]]


@dataclass(slots=True)
class Branches:
    """The conditions of some words: those read, and those that were `lost`.

    `open` is the end of the last phrase that hangs on a condition, `first` the place of
    the first condition that was not read at all. `sentences` number the sentence of
    each piece, `unread` are those that a lost condition takes with it.
    """

    pieces: list[Piece]
    lost: list[int] = field(default_factory=list)
    open: int | None = None
    first: int | None = field(init=False)
    sentences: list[int] = field(init=False)
    unread: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Number the sentences."""
        self.sentences = list(accumulate(int(piece.ends) for piece in self.pieces))
        kinds = (n for n, p in enumerate(self.pieces) if p.kind == "CONDITION")
        self.first = next(kinds, None)

    def lose(self, at: int) -> None:
        """Note a condition that could not be read, and its sentence with it."""
        self.lost.append(at)
        self.unread.add(self.sentences[at])

    def miss(self, phrases: list[Phrase]) -> None:
        """Note the conditions that no phrase has read."""
        read = {
            n
            for phrase in phrases
            if phrase.kind in ALTERNATIVES
            for n in range(phrase.start, phrase.end)
        }
        for n, piece in enumerate(self.pieces):
            if piece.kind in _OPENING and n not in read:
                self.lose(n)

    def is_lost(self, phrase: Phrase) -> bool:
        """Say whether a phrase hangs on a condition that could not be read."""
        if self.sentences[phrase.start] in self.unread:
            return True
        before = bool(self.lost) and min(self.lost) < phrase.start
        return before and phrase.kind == "else" and self.open is None

    def take(
        self, phrase: Phrase, taken: Taken, steps: list[StatedStep], context: Context
    ) -> int:
        """Return before which step a condition stands, or "otherwise".

        What hangs on it may have been said before it ("all mine if trumps break").
        """
        clause = clause_before(self.pieces, phrase.start, phrase.end)
        at = len(steps)
        for one, found in reversed(taken):
            taken_by = phrase.kind in _OF_A_FINESSE and one.kind in _FINESSES
            if one.end <= clause or one.kind in ALTERNATIVES or taken_by:
                break
            if one.kind in _NUMBERS and not found and at == len(steps):
                counted = steps[-1:] if phrase.kind == "else" else []
                found.extend(_numbered(one, context, counted))
                steps += found
                at = len(steps)
            at -= len(found)
        self.open = phrase.end
        return at

    def leaves(self, phrase: Phrase) -> bool:
        """Say whether a phrase holds in any case: its sentence has no condition."""
        if self.open is None:
            return False
        begins = any(p.ends for p in self.pieces[self.open : phrase.start + 1])
        self.open = None if begins else phrase.end
        return begins


def _numbered(
    phrase: Phrase, context: Context, before: list[StatedStep]
) -> list[StatedStep]:
    """Return what a number of tricks means that a condition stands behind.

    It counts what was counted just `before` ("four hearts if ..., three otherwise").
    """
    if phrase.kind == "one_down":
        return [StatedStep(Verb.GIVE_UP)]
    numbers = [int(t) for t in phrase.tokens if t.type in {"NUMBER", "DIGITS"}]
    if len(numbers) == 1 and before and before[0].act is Verb.COUNT:
        return [replace(before[0], count=numbers[0])]
    try:
        lost = context.lost_of_those_left(numbers[0] if len(numbers) == 1 else 0)
    except UnclearError:
        return []
    return [StatedStep(Verb.MINE), *[StatedStep(Verb.GIVE_UP)] * lost]


def empty_branches(steps: list[StatedStep]) -> list[StatedStep]:
    """Return conditions and "otherwise" on which no step hangs ("ten if it works")."""
    empty: list[StatedStep] = []
    after: StatedStep | None = None
    for step in reversed(steps):
        ends = after is None or after.act in CONDITIONS | {Verb.ALWAYS}
        twice = after is not None and after.act is step.act is Verb.ELSE
        if (step.act in CONDITIONS | {Verb.ELSE} and ends) or twice:
            empty.append(step)
        else:
            after = step
    return empty


def breaks(parts: Parts) -> list[StatedStep]:
    """Return that a suit is thought to break; "they break" is of the suit named."""
    return [StatedStep(Verb.BREAKS, suit=parts.suit_spoken_of)]


def if_breaks(act: Verb) -> Meaning:
    """Return what makes the condition that a suit breaks, or does not, of a phrase."""
    other = {Verb.IF_BREAKS: Verb.IF_BAD_BREAK, Verb.IF_BAD_BREAK: Verb.IF_BREAKS}
    return lambda parts: [
        StatedStep(
            other[act] if parts.unless else act,
            suit=parts.suit_spoken_of,
            split=parts.split,
        )
    ]


def if_no_worse(parts: Parts) -> list[StatedStep]:
    """Return that a suit breaks no worse than so: no other break, or not the worst.

    Raises UnclearError where two breaks are worse.
    """
    most, least = sorted(int(n) for n in (parts.split or "0-0").split("-"))[::-1]
    suit = parts.suit_spoken_of
    if least and most - least <= 1:
        return [StatedStep(Verb.IF_BREAKS, suit=suit, split=f"{most}-{least}")]
    if least != 1:
        raise UnclearError(parts.split)
    return [StatedStep(Verb.IF_BAD_BREAK, suit=suit, split=f"{most + 1}-0")]


def if_follow(parts: Parts) -> list[StatedStep]:
    """Return the condition that both follow, in the rounds it names if it names any."""
    suit = parts.cards[0].suit if parts.cards else parts.suit_spoken_of
    rounds = parts.count or (1 if parts.cards else None)
    if not parts.kinds.isdisjoint({"TWICE", "ROUNDS"}):
        rounds = parts.times
    return [StatedStep(Verb.IF_FOLLOW, suit=suit, count=rounds)]


def followed(said: list[StatedStep], found: list[StatedStep]) -> list[StatedStep]:
    """Return that both follow to the rounds of trumps just drawn, so many as said."""
    last = said[-1] if said else None
    if last is None or last.act is not Verb.DRAW or last.count is None:
        return found
    return [replace(step, count=step.count or last.count) for step in found]


def void(parts: Parts) -> list[StatedStep]:
    """Return that one opponent is said to have none of a suit, or both."""
    if parts.against is None and "HELD_BY_NONE" not in parts.kinds:
        raise UnclearError(parts.kinds)
    if parts.against is None:
        return [StatedStep(Verb.GONE, suit=parts.suit)]
    return [StatedStep(Verb.VOID, suit=parts.suit, holder=parts.against)]


def gone_card(parts: Parts) -> list[StatedStep]:
    """Return that a card of the others is said to have been played."""
    card = parts.cards[0]
    if card in parts.context.held:
        raise UnclearError(card)
    return [StatedStep(Verb.GONE, card=card)]


def card_out(parts: Parts) -> list[StatedStep]:
    """Return that a trump is out that is named; of another card no step says so."""
    card = parts.cards[0]
    if card.suit is not parts.context.trump or card in parts.context.held:
        raise UnclearError(card)
    return [StatedStep(Verb.OUT)]


def lies(parts: Parts) -> list[StatedStep]:
    """Return where a card of the others is said to lie."""
    card, by_hand = parts.cards[0], not parts.kinds.isdisjoint({"HELD_BY", "SEAT"})
    if card in parts.context.held or (by_hand and parts.against is None):
        raise UnclearError(card)
    return [StatedStep(Verb.LIES, card=card, holder=parts.against)]


def if_drops(act: Verb) -> Meaning:
    """Return what makes the condition that a card drops, or does not, of a phrase."""
    other = {Verb.IF_DROPS: Verb.IF_STAYS, Verb.IF_STAYS: Verb.IF_DROPS}
    return lambda parts: [
        StatedStep(other[act] if parts.unless else act, card=parts.cards[0])
    ]


def if_lies(act: Verb) -> Meaning:
    """Return what makes the condition where a card lies of a phrase.

    "It" is the card last asked for; "he" is whoever a finesse would be taken against.
    """
    other = {Verb.IF_LIES: Verb.IF_LIES_BADLY, Verb.IF_LIES_BADLY: Verb.IF_LIES}

    def meant(parts: Parts) -> list[StatedStep]:
        context, holder = parts.context, parts.against
        card = context.asked if parts.kinds & {"HOLDS_IT", "IT"} else parts.cards[0]
        if card is None and "IT" in parts.kinds:
            return [StatedStep(_OF_FINESSE[other[act] if parts.unless else act])]
        by_him = "HE_HOLDS" in parts.kinds
        if card is None or (holder is None and not by_him and parts.kinds & _HELD):
            raise UnclearError(parts.kinds)
        can_finesse = card.suit in finessed(context.held, card.rank)
        if card in context.held or (by_him and not can_finesse):
            raise UnclearError(card)
        verb = other[act] if parts.unless else act
        return [StatedStep(verb, card=card, holder=holder)]

    return meant
