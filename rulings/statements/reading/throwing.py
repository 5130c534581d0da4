"""The discards and losers that a phrase means: what is thrown, on which suit."""

from __future__ import annotations

from rulings.bridge.cards import Card
from rulings.statements.reading.context import UnclearError
from rulings.statements.reading.naming import Parts
from rulings.statements.steps import StatedStep, Verb


def discard(parts: Parts) -> list[StatedStep]:
    """Return a discard of suits or cards on a suit or a card's suit."""
    *thrown, on = parts.named
    parts.own([one for one in thrown if isinstance(one, Card)])
    on_suit = on.suit if isinstance(on, Card) else on
    how_many = iter(parts.how_many)
    return [
        StatedStep(Verb.DISCARD, card=one, on_suit=on_suit)
        if isinstance(one, Card)
        else StatedStep(Verb.DISCARD, suit=one, count=next(how_many), on_suit=on_suit)
        for one in thrown
    ]


def bare_throw(parts: Parts) -> list[StatedStep]:
    """Return a discard; "a diamond on the ace" may be the lead to that ace."""
    bare = "RANK" in parts.kinds and "CARD" not in parts.kinds
    led = {Card(parts.suits[0], card.rank) for card in parts.cards if parts.suits}
    if bare and led & parts.context.held:
        raise UnclearError(parts.cards)
    return discard(parts)


def discard_after(parts: Parts) -> list[StatedStep]:
    """Return a discard that names what it is made on first."""
    parts.named.reverse()
    parts.how_many.reverse()
    return discard(parts)


def losers(parts: Parts) -> list[StatedStep]:
    """Return losers; how many of a suit counts only if they are thrown."""
    found = [
        StatedStep(Verb.LOSER, suit=suit, count=count)
        for suit, count in zip(parts.suits, parts.how_many, strict=True)
    ]
    if parts.kinds.isdisjoint({"DISCARD", "DISCARDING"}):
        return found + [not_won(card, parts) for card in parts.cards]
    return found + [
        StatedStep(Verb.LOSER, card=card) for card in parts.own(parts.cards)
    ]


def not_won(card: Card, parts: Parts) -> StatedStep:
    """Return a card of his that wins nothing, or the one of theirs that wins."""
    mine = parts.context.may_play([card])
    return StatedStep(Verb.LOSER if mine else Verb.LOSE_TO, card=card)


def played(parts: Parts) -> list[StatedStep]:
    """Return the cards played; a card of the others that is drawn is a trump.

    Raises UnclearError for another card of the others, unless it takes the one played.
    """
    held, drawn = parts.context.held, "DRAW" in parts.kinds
    if held and "TO" in parts.kinds and _is_taken(parts.cards, held):
        first, taking = parts.cards[0], parts.cards[-1]
        lost = StatedStep(Verb.LOSE_TO, card=taking)
        return [StatedStep(Verb.PLAY, card=first), lost]
    if not drawn or not held or held.issuperset(parts.cards):
        return [StatedStep(Verb.PLAY, card=card) for card in parts.own(parts.cards)]
    if any(card.suit is not parts.context.trump for card in parts.cards):
        raise UnclearError(parts.cards)
    return [StatedStep(Verb.DRAW)]


def _is_taken(cards: list[Card], held: frozenset[Card]) -> bool:
    """Say whether a higher card of the others follows one of the side's own."""
    first, taking = cards[0], cards[-1]
    is_higher = first.suit is taking.suit and taking.rank > first.rank
    return first in held and taking not in held and is_higher
