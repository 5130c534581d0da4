"""The ruffs that a phrase means: which suit, in which hand, how often, how high."""

from __future__ import annotations

from rulings.bridge.cards import Card
from rulings.statements.reading.context import UnclearError
from rulings.statements.reading.naming import Parts
from rulings.statements.steps import StatedStep, Verb

_HONOURS = frozenset("AKQJT")


def ruffs(parts: Parts) -> list[StatedStep]:
    """Return the ruffs of one suit."""
    if parts.many_losers and parts.count is None:
        raise UnclearError(parts.kinds)
    high = "HIGH" in parts.kinds or any(_is_high(card, parts) for card in parts.cards)
    suit = parts.suit if parts.suits else None
    step = StatedStep(Verb.RUFF, suit=suit, place=parts.place, high=high)
    return [step] * _times(parts)


def ruffs_of_two(parts: Parts) -> list[StatedStep]:
    """Return the ruffs of two suits, each in its place; one number is the first's."""
    ruffs = [
        [StatedStep(Verb.RUFF, suit=suit, place=place)] * number
        for suit, place, number in zip(
            parts.suits,
            (parts.places[0], parts.places[-1]),
            (*parts.numbers, 1, 1)[:2],
            strict=True,
        )
    ]
    return ruffs[0] + ruffs[1]


def low_ruff(parts: Parts) -> list[StatedStep]:
    """Refuse a ruff with a named small trump: no step says which small one."""
    raise UnclearError(parts.numbers)


def _times(parts: Parts) -> int:
    """Return how many ruffs are said; each of the cards named ruffs once."""
    tools = len(parts.cards)
    times = parts.times
    if not parts.numbers and "SUITS" in parts.kinds:
        times = max(times, tools)
    if tools not in {0, times}:
        raise UnclearError(parts.cards)
    return times


def _is_high(card: Card, parts: Parts) -> bool:
    """Say that a card is an honour to ruff with; another card is no height.

    A rank without a suit stands in the suit that is ruffed, and means the trump.
    """
    trump = parts.context.trump
    is_trump = trump is None or card.suit in {trump, parts.suit}
    if str(card)[1] not in _HONOURS or not is_trump:
        raise UnclearError(card)
    return True
