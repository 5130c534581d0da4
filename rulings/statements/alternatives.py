"""Conditions of a statement: which of its alternatives holds as the cards lie.

Serves Law 68C ("if trumps break, ..., otherwise I lose one"). Only a break is decided
by the cards: the claimer sees it when he plays the suit. Steps that hang on another
condition, or on a break that the words leave open, bind nothing and count as unread.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from rulings.bridge.cards import Card
from rulings.statements.statement import UNREAD, ReadStatement
from rulings.statements.steps import StatedStep, Verb

CONDITIONS = frozenset(
    {Verb.IF_BREAKS, Verb.IF_BAD_BREAK, Verb.IF_DROPS, Verb.IF_STAYS}
    | {Verb.IF_WORKS, Verb.IF_FAILS}
)
_FEW = 4


def in_force(
    said: ReadStatement, hidden: tuple[Collection[Card], Collection[Card]]
) -> ReadStatement:
    """Return a statement without alternatives: those steps that hold as cards lie.

    `hidden` are the cards of the two hands that the claimer does not see.
    """
    if not any(step.act in CONDITIONS for step in said.steps):
        return said
    steps: list[StatedStep] = []
    holds: bool | None = True
    left_out = False
    for step in said.steps:
        if step.act in CONDITIONS:
            holds = _holds(step, hidden)
            steps.append(StatedStep(Verb.CONDITION))
        elif step.act is Verb.ELSE:
            holds = None if holds is None else not holds
        elif step.act is Verb.ALWAYS:
            holds = True
        elif holds:
            steps.append(step)
        left_out = left_out or holds is None
    unread = said.not_understood
    if left_out and not unread:
        unread = (UNREAD,)
    return replace(said, steps=tuple(steps), not_understood=unread)


def _holds(
    step: StatedStep, hidden: tuple[Collection[Card], Collection[Card]]
) -> bool | None:
    """Say whether a condition holds; None where the cards alone do not tell."""
    if step.act not in {Verb.IF_BREAKS, Verb.IF_BAD_BREAK}:
        return None
    low, high = sorted(sum(c.suit is step.suit for c in hand) for hand in hidden)
    if step.split is None:
        found = _breaks(low, high)
    else:
        said = sorted(int(part) for part in step.split.split("-"))
        found = [low, high] == said if sum(said) == low + high else None
    if found is None or step.act is Verb.IF_BREAKS:
        return found
    return not found


def _breaks(low: int, high: int) -> bool | None:
    """Say whether a suit breaks; of four cards out, three and one may be meant too."""
    if low + high == 0 or (low + high == _FEW and low == 1):
        return None
    return high - low <= 1
