"""Conditions of a statement: which of its alternatives holds as the cards lie.

Serves Law 68C ("if trumps break, ..., otherwise I lose one"). Decided by the cards are
a break, which the claimer sees when he plays the suit; a card that drops in the rounds
he stated before, and whether both follow to them; and the finesse he stated before.
Steps that hang on a condition that the words leave open bind nothing and count as
unread.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from rulings.bridge.cards import Card, Suit
from rulings.bridge.seats import Seat
from rulings.statements.statement import UNREAD, ReadStatement
from rulings.statements.steps import StatedStep, Verb

CONDITIONS = frozenset(
    {Verb.IF_BREAKS, Verb.IF_BAD_BREAK, Verb.IF_DROPS, Verb.IF_STAYS}
    | {Verb.IF_WORKS, Verb.IF_FAILS, Verb.IF_LIES, Verb.IF_LIES_BADLY}
    | {Verb.IF_FOLLOW}
)
_DROPS = frozenset({Verb.IF_DROPS, Verb.IF_STAYS})
_PLACES = frozenset({Verb.IF_LIES, Verb.IF_LIES_BADLY})
_FINESSES = frozenset({Verb.FINESSE, Verb.LEAD})
_FEW = 4

Hands = Mapping[Seat, Collection[Card]]
"""The cards of each seat at the claim, those on the table among them."""


def in_force(
    said: ReadStatement, hands: Hands, hidden: tuple[Seat, Seat]
) -> ReadStatement:
    """Return a statement without alternatives: those steps that hold as cards lie.

    `hidden` are the two seats that the claimer does not see.
    """
    if not any(step.act in CONDITIONS for step in said.steps):
        return said
    steps: list[StatedStep] = []
    holds: bool | None = True
    left_out = False
    for n, step in enumerate(said.steps):
        if step.act in _PLACES and step.holder is None:
            steps += _meant_finesse(step, said.steps[:n])
        if step.act in CONDITIONS:
            holds = _holds(step, said.steps[:n], hands, hidden)
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
    step: StatedStep,
    before: tuple[StatedStep, ...],
    hands: Hands,
    hidden: tuple[Seat, Seat],
) -> bool | None:
    """Say whether a condition holds; None where words and cards do not tell."""
    if step.act in _DROPS:
        found = _drops(step.card, before, hands, hidden)
        return found if found is None or step.act is Verb.IF_DROPS else not found
    if step.act in _PLACES:
        found = _lies_well(step, hands, hidden)
        return found if found is None or step.act is Verb.IF_LIES else not found
    if step.act in {Verb.IF_WORKS, Verb.IF_FAILS}:
        made = next((one for one in reversed(before) if one.act in _FINESSES), None)
        found = None if made is None else _works(made, hands, hidden)
        return found if found is None or step.act is Verb.IF_WORKS else not found
    low, high = sorted(len(_of(hands[seat], step.suit)) for seat in hidden)
    if step.act is Verb.IF_FOLLOW:
        rounds = _rounds_before(step, before)
        return None if rounds is None else low >= rounds
    if step.split is None:
        found = _breaks(low, high)
    else:
        said = sorted(int(part) for part in step.split.split("-"))
        found = [low, high] == said if sum(said) == low + high else None
    if found is None or step.act is Verb.IF_BREAKS:
        return found
    return not found


def _of(cards: Collection[Card], suit: Suit | None) -> list[Card]:
    return [card for card in cards if card.suit is suit]


def _rounds_before(step: StatedStep, before: tuple[StatedStep, ...]) -> int | None:
    """Return in how many rounds both are to follow; None where the words leave it open.

    Those that the condition names, else those of its suit stated before, else one.
    """
    if step.count is not None:
        return step.count
    rounds = [_rounds(one) for one in before if _suit(one) is step.suit]
    return None if None in rounds else max(1, sum(filter(None, rounds)))


def _drops(
    card: Card | None,
    before: tuple[StatedStep, ...],
    hands: Hands,
    hidden: tuple[Seat, Seat],
) -> bool | None:
    """Say whether a hidden card must fall in the rounds of its suit stated before."""
    holder = next((seat for seat in hidden if card in hands[seat]), None)
    if holder is None or card is None:
        return None
    rounds = [_rounds(step) for step in before if _suit(step) is card.suit]
    if not rounds or None in rounds:
        return None
    return len(_of(hands[holder], card.suit)) <= sum(filter(None, rounds))


def _meant_finesse(
    step: StatedStep, before: tuple[StatedStep, ...]
) -> list[StatedStep]:
    """Return the finesse that a claim hangs on which asks whether a card is onside.

    None where the suit was spoken of before: then those words say what is played.
    """
    if step.card is None or any(_suit(one) is step.card.suit for one in before):
        return []
    return [StatedStep(Verb.FINESSE, suit=step.card.suit)]


def _lies_well(
    step: StatedStep, hands: Hands, hidden: tuple[Seat, Seat]
) -> bool | None:
    """Say whether a hidden card is with the seat named, or else onside.

    That is in front of the side's next lower card, where no card of the other hand
    makes another side of it.
    """
    card = step.card
    if card is None or not any(card in hands[seat] for seat in hidden):
        return None
    if step.holder is not None:
        return card in hands[step.holder] if step.holder in hidden else None
    own = [(seat, _of(hands[seat], card.suit)) for seat in Seat if seat not in hidden]
    lower = [(one, seat) for seat, cards in own for one in cards if one < card]
    if hidden[0].partner is not hidden[1] or not lower:
        return None
    over = max(lower)[1]
    if {seat for seat, cards in own if max(cards, default=card) > card} - {over}:
        return None
    return card in hands[Seat((over - 1) % len(Seat))]


def _suit(step: StatedStep) -> Suit | None:
    return step.suit if step.card is None else step.card.suit


def _rounds(step: StatedStep) -> int | None:
    """Return how many rounds of its suit a step plays; None where it does not say."""
    if step.act in {Verb.PLAY, Verb.LEAD, Verb.FINESSE}:
        return 1
    return step.count if step.act is Verb.CASH else None


def _works(step: StatedStep, hands: Hands, hidden: tuple[Seat, Seat]) -> bool | None:
    """Say whether a finesse wins: the cards it is against lie before the top card.

    They are those out above the card it is taken with, else the highest that is out
    below the side's top card. A defender's finesse is left open.
    """
    suit, own = _suit(step), [seat for seat in Seat if seat not in hidden]
    if hidden[0].partner is not hidden[1]:
        return None
    tops = [(max(cards), seat) for seat in own if (cards := _of(hands[seat], suit))]
    out = [card for seat in hidden for card in _of(hands[seat], suit)]
    if not tops or not out:
        return None
    top, over = max(tops)
    above = [c for c in out if step.card is not None and c > step.card]
    against = above or [max((c for c in out if c < top), default=max(out))]
    victim = Seat((over - 1) % len(Seat)) if step.against is None else step.against
    return all(card in hands[victim] for card in against)


def _breaks(low: int, high: int) -> bool | None:
    """Say whether a suit breaks; of four cards out, three and one may be meant too."""
    if low + high == 0 or (low + high == _FEW and low == 1):
        return None
    return high - low <= 1
