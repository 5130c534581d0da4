"""A statement written down for the search: its steps as rows of numbers.

Serves Law 70B. What the numbers mean is in `spoken`, what they ask for in `obeying`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulings.bridge.cards import Card
from rulings.bridge.seats import Seat
from rulings.solver.kernel.believed import CARDS
from rulings.solver.kernel.words import spoken
from rulings.statements.steps import SideHand, StatedStep, Verb

_ACTS = {
    Verb.DRAW: spoken.DRAW,
    Verb.CASH: spoken.CASH,
    Verb.RUN: spoken.RUN,
    Verb.PLAY: spoken.PLAY,
    Verb.LEAD: spoken.LEAD,
    Verb.RUFF: spoken.RUFF,
    Verb.CROSSRUFF: spoken.CROSSRUFF,
    Verb.FINESSE: spoken.FINESSE,
    Verb.CROSS: spoken.CROSS,
    Verb.DISCARD: spoken.DISCARD,
}
_PLACES = {None: spoken.ANYWHERE, SideHand.HAND: spoken.IN_HAND}
_MANY_TIMES = {Verb.RUN, Verb.CROSSRUFF}


@dataclass(frozen=True, slots=True)
class Recital:
    """A statement's steps in rows, and what is said at the moment of the claim.

    `named` are the cards that are named and there: suits and places at first.
    `under_way` are the tricks left where a trick lies on the table, else 0.
    """

    rows: tuple[int, ...] = ()
    named: tuple[tuple[int, int], ...] = ()
    words: int = 0
    under_way: int = 0

    @property
    def steps(self) -> int:
        """Return how many steps there are."""
        return len(self.rows) // spoken.ROW


SILENCE = Recital()


def recited(
    steps: tuple[StatedStep, ...],
    held: Sequence[Sequence[Card]],
    own: frozenset[Card],
    claimer: Seat,
    under_way: int = 0,
) -> Recital:
    """Return a statement for a layout: the cards by suit from the top, the side's own.

    The claimer sits at 0; `under_way` are the tricks left where a trick lies on the
    table. Steps beyond as many as a deal has room for are left out.
    """
    if any(step.act is Verb.NO_ORDER for step in steps):
        return SILENCE
    if not any(step.act in _ACTS for step in steps):
        return SILENCE
    steps = steps[: spoken.MOST_STEPS]
    cards = {step.card for step in steps if step.card in own and step.act in _ACTS}
    named = [
        (int(card.suit), held[card.suit].index(card)) for card in sorted(cards - {None})
    ]
    words = 1 << spoken.BINDS
    for suit in {suit for suit, _ in named}:
        left = (1 << len(held[suit])) - 1
        words |= left << spoken.CARDS + CARDS * suit
    rows = [number for step in steps for number in _row(step, held, own, claimer)]
    return Recital(tuple(rows), tuple(named), words, under_way)


def _row(
    step: StatedStep,
    held: Sequence[Sequence[Card]],
    own: frozenset[Card],
    claimer: Seat,
) -> tuple[int, ...]:
    card = step.card
    place = spoken.NONE
    if card is not None:
        place = held[card.suit].index(card) if card in own else spoken.ABSENT
    return (
        _ACTS.get(step.act, spoken.NOTHING),
        spoken.NONE if step.suit is None else int(step.suit),
        spoken.NONE if card is None else int(card.suit),
        place,
        _PLACES.get(step.place, spoken.IN_DUMMY),
        int(step.count is not None),
        _limit(step),
        int(step.from_the_top),
        int(step.high),
        spoken.NONE if step.on_suit is None else int(step.on_suit),
        spoken.NONE if step.against is None else (step.against - claimer) % 4,
    )


def _limit(step: StatedStep) -> int:
    """Return to how many leads a step goes at most."""
    if step.act in {Verb.DRAW, Verb.CASH}:
        return step.count or spoken.MANY
    return spoken.MANY if step.act in _MANY_TIMES else 1
