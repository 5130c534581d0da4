"""The kinds of play that a director may rule out, each with the award it leads to.

Serves Laws 70 and 71 (footnote on "normal"). A claim fails at its turning point by a
kind of play: a suit led too early, a card thrown. Where a director finds that none of
this class would play so, ruling out the single card only moves the mistake one trick.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.solver.award import Awarded, Hypotheses, worst_of
from rulings.solver.explain.turning import plays_of
from rulings.solver.inputs import Idea, Manner, NodeBudget, Settings
from rulings.solver.types import (
    Adjudication,
    KindOfPlay,
    Span,
    Tag,
    TurningPoint,
    idea_sentence,
)

MOST = 2
"""How many kinds of play are offered at most."""

Groups = tuple[tuple[Awarded, ...], ...]
"""The awards under each hypothesis, once for each answer to a question on a trump."""


def kinds_of_play(
    found: Adjudication, hypotheses: Hypotheses, groups: Groups, budget: NodeBudget
) -> tuple[KindOfPlay, ...]:
    """Return the ideas in force, then those worth offering.

    Each with the award where it is switched. Offered are those that raise it, each by
    more; where none does, the first, so that one kind may be ruled out after another.
    """
    settings, position = hypotheses.awards.settings, hypotheses.awards.position
    shown = Span(found.low, found.high)

    def switched(to: Settings) -> Span:
        with budget.lend(budget.left // 2) as part:
            return _award(hypotheses, groups, to, part)

    kinds = [
        KindOfPlay(
            str(idea), switched(without), idea_sentence(idea), on=True, let_in=let_in
        )
        for idea, without, let_in in _in_force(settings)
    ]
    offered: list[KindOfPlay] = []
    for idea, out in _ideas(found, position):
        if idea not in settings.never and len(offered) < MOST:
            more = replace(settings, never=settings.never | {idea})
            sentence = idea_sentence(idea, out)
            offered.append(KindOfPlay(str(idea), switched(more), sentence))
    return (*kinds, *_worth(offered, shown))


def _in_force(settings: Settings) -> Iterator[tuple[Idea, Settings, bool]]:
    """Give every idea in force, the settings without it, and whether it is let in."""
    for idea in sorted(settings.never):
        yield idea, replace(settings, never=settings.never - {idea}), False
    for idea in sorted(settings.let_in):
        yield idea, replace(settings, let_in=settings.let_in - {idea}), True


def _award(
    hypotheses: Hypotheses, groups: Groups, settings: Settings, budget: NodeBudget
) -> Span:
    """Return the award under other settings, of all answers to an open question."""
    hypotheses = replace(
        hypotheses,
        awards=replace(hypotheses.awards, settings=settings),
        lend=lambda _: budget.lend(budget.left),
        report=_silent,
    )
    anew: dict[frozenset[Card], Awarded] = {}
    spans = []
    for group in groups:
        for one in group:
            if one.forgotten not in anew:
                anew[one.forgotten] = hypotheses.believing(one.forgotten)
        spans.append(worst_of(tuple(anew[one.forgotten] for one in group)).award)
    return Span(min(one.low for one in spans), max(one.high for one in spans))


def _worth(offered: list[KindOfPlay], shown: Span) -> list[KindOfPlay]:
    """Return each kind that raises the award by more than those before it."""
    worth: list[KindOfPlay] = []
    for kind in offered:
        if _is_more(kind.award, worth[-1].award if worth else shown):
            worth.append(kind)
    return worth or offered[:1]


def _is_more(award: Span, shown: Span) -> bool:
    return (award.low, award.high) != (shown.low, shown.high) and (
        award.low >= shown.low and award.high >= shown.high
    )


def _ideas(
    found: Adjudication, position: Position
) -> Iterator[tuple[Idea, frozenset[Card]]]:
    """Give the kinds of play that lose at the turning point, with the trumps out then.

    None where the words themselves ask for the card.
    """
    point = found.turning
    if point is None:
        return
    now = position
    for trick, play in plays_of(found.losing or found.line, position):
        if (trick.number, play.seat) == (point.trick, point.seat):
            break
        now = now.play(play.card)
    if play.tag is Tag.STATED:
        return
    trump = position.strain.suit
    out = frozenset(
        card
        for seat in point.seat.side.other.seats
        for card in now.hands[seat]
        if card.suit is trump
    )
    for idea in _led(point, out) if point.manner is Manner.LEAD else _played(point):
        yield idea, out


def _led(point: TurningPoint, out: frozenset[Card]) -> Iterator[Idea]:
    """Give the kinds of lead: before the card that had to come, before trumps."""
    hand, suit, better = (point.seat,), point.card.suit, point.better
    draws = better is not None and better.suit in {card.suit for card in out}
    early = Idea(hand, Manner.LEAD, suit, trump_out=True)
    is_early = bool(out) and suit not in {card.suit for card in out}
    if is_early and not draws:
        yield early
    if better is not None:
        what = point.card if better.suit is suit else suit
        yield Idea(hand, Manner.LEAD, what, better)
    if is_early and draws:
        yield early


def _played(point: TurningPoint) -> Iterator[Idea]:
    """Give the kinds of play to a trick: this card at any time, then its whole suit."""
    hand, card, better = (point.seat,), point.card, point.better
    if point.manner is Manner.FOLLOW:
        if better is not None:
            yield Idea(hand, Manner.FOLLOW, card, better)
        yield Idea(hand, Manner.FOLLOW, card)
        return
    yield Idea(hand, point.manner, card)
    yield Idea(hand, point.manner, card.suit)


def _silent(_low: int, _high: int) -> None:
    """Hear bounds and do nothing with them."""
