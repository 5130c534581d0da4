"""Which cards obey a statement now: stated play first, failed parts lapse.

Serves Laws 68C, 70B and 70C (normal-play rule N2). A step binds while it offers a
legal card; a later step that works is taken when an earlier one fails; when none
works, this play is as if nothing had been said. Steps that only count or describe
(the rest are good, lose to a card, a conceded suit) bind nothing here.
"""

from __future__ import annotations

from collections.abc import Callable

from rulings.bridge.cards import Card, Suit
from rulings.statements.play.finessing import (
    equivalents,
    finesse_leads,
    finessed,
    is_against,
    is_sure,
    led_to,
    low_towards,
    may_lose,
    named_behind,
    named_to_a_lead,
    suit_of,
    towards_named,
    towards_winners,
    winner_behind,
    without_winners,
)
from rulings.statements.play.moment import Cards, Moment, of, top_of
from rulings.statements.steps import StatedStep, Verb, numbered_discards

Progress = tuple[int, ...]
"""The step that is being carried out and the leads made for it, then the step of each
discard made whose number is said, in their order."""

START: Progress = (0, 0)


def obeying(
    steps: tuple[StatedStep, ...], progress: Progress, moment: Moment
) -> tuple[Progress, Cards] | None:
    """Return the cards that obey the statement and the progress after one of them.

    None when nothing stated works now.
    """
    if any(step.act is Verb.NO_ORDER for step in steps):
        return None
    if moment.led is None:
        return _lead(steps, progress, moment)
    return _follow(steps, progress, moment)


def named_later(steps: tuple[StatedStep, ...], progress: Progress) -> frozenset[Card]:
    """Return the cards that steps not yet carried out name to be played (N17)."""
    at, done = progress[:2]
    return frozenset(
        step.card
        for step in steps[at + 1 if done else at :]
        if step.act in {Verb.PLAY, Verb.LEAD, Verb.FINESSE} and step.card is not None
    )


def is_spent(
    steps: tuple[StatedStep, ...], progress: Progress, *, in_trick: bool = False
) -> bool:
    """Say whether no step can bind any more; within a trick its lead still may."""
    if any(step.act is Verb.NO_ORDER for step in steps):
        return True
    if any(step.act is Verb.DISCARD for step in _discards(steps, progress).values()):
        return False
    at, done = progress[:2]
    if in_trick and done:
        return False
    return not any(
        step.act in _LEADS and not (n == at and done and done >= _limit(step))
        for n, step in enumerate(steps)
        if n >= at
    )


def _lead(
    steps: tuple[StatedStep, ...], progress: Progress, moment: Moment
) -> tuple[Progress, Cards] | None:
    at, done = progress[:2]
    for n in range(at, len(steps)):
        step = steps[n]
        made = done if n == at else 0
        if step.act not in _LEADS or made >= _limit(step):
            continue
        cards = _LEADS[step.act](step, moment)
        if cards:
            return (n, made + 1, *progress[2:]), cards
    return None


def _discards(
    steps: tuple[StatedStep, ...], progress: Progress
) -> dict[int, StatedStep]:
    """Return the discards that may still be made: not as often as is said."""
    numbered = numbered_discards(steps)
    return {
        at: step
        for at, step in enumerate(steps)
        if step.act is Verb.DISCARD
        and (at not in numbered or progress[2:].count(at) < (step.count or 0))
    }


def _limit(step: StatedStep) -> int:
    if step.act in {Verb.DRAW, Verb.CASH}:
        return step.count or 13
    return 13 if step.act in {Verb.RUN, Verb.CROSSRUFF} else 1


def _follow(
    steps: tuple[StatedStep, ...], progress: Progress, moment: Moment
) -> tuple[Progress, Cards] | None:
    at, done = progress[:2]
    thrown = progress[2:]
    for n, step in _discards(steps, progress).items():
        cards = _discard(step, moment) if step.on_suit is moment.led else ()
        if cards and n in numbered_discards(steps):
            return (at, done, *sorted((*thrown, n))), cards
        if cards:
            return progress, cards
    if moment.side_led and done:
        return _behind(steps, progress, moment)
    if moment.side_led:
        begins = progress[:2] == START
        return _under_way(steps, progress, moment) if begins else None
    if at < len(steps) and done >= _limit(steps[at]):
        at, done = at + 1, 0
    if at == len(steps):
        return None
    step = steps[at]
    if step.act is Verb.PLAY:
        cards = named_to_a_lead(step, moment, first=at == 0)
        return ((at, done + 1, *thrown), cards) if cards else None
    if step.act is Verb.RUFF and step.suit in {None, moment.led}:
        cards = _third(step, moment)
        return ((at, done + 1, *thrown), cards) if cards else None
    return None


def _behind(
    steps: tuple[StatedStep, ...], progress: Progress, moment: Moment
) -> tuple[Progress, Cards] | None:
    """Return what the words ask of the hand behind a lead they asked for.

    A card that was named and led may be led for the step after it: a low club, then
    the finesse; not one that wins the trick by itself.
    """
    at = progress[0]
    step = steps[at]
    cards = _third(step, moment)
    if cards:
        return progress, cards
    if step.act is not Verb.PLAY or step.card is None or at + 1 == len(steps):
        return None
    if is_sure(moment):
        return None
    after = steps[at + 1]
    if step.card.suit is moment.led and suit_of(after) in {None, moment.led}:
        cards = _third(after, moment)
    return ((at + 1, 1, *progress[2:]), cards) if cards else None


def _under_way(
    steps: tuple[StatedStep, ...], progress: Progress, moment: Moment
) -> tuple[Progress, Cards] | None:
    """Return what the words ask of a trick the side led to unasked.

    A card named later than others does not make those lapse. More than a named card
    is asked for only in the trick that lay on the table when he spoke.
    """
    for n, step in enumerate(steps):
        named = step.act is Verb.PLAY and named_to_a_lead(step, moment, first=n == 0)
        if named:
            return (0, 0 if n else 1, *progress[2:]), named
        asked = moment.begun and suit_of(step) in {None, moment.led}
        cards = _third(step, moment) if asked else ()
        if cards:
            return (n, 1, *progress[2:]), cards
        if step.act in _LEADS and step.act is not Verb.PLAY:
            return None
    return None


def _draw(_: StatedStep, moment: Moment) -> Cards:
    return of(moment.legal, moment.trump) if moment.trumps_out else ()


def _draw_rounds(step: StatedStep, moment: Moment) -> Cards:
    if step.count is not None:
        return of(moment.legal, moment.trump)
    return _draw(step, moment)


def _cash(step: StatedStep, moment: Moment) -> Cards:
    if step.place not in (None, moment.place):
        return towards_winners(step, moment)
    cards = of(moment.legal, step.suit)
    if step.count is None:
        cards = tuple(card for card in cards if card in moment.masters)
    found = top_of(cards) if step.from_the_top else cards
    return found or (() if step.place else towards_winners(step, moment))


def _run(step: StatedStep, moment: Moment) -> Cards:
    held = of(moment.legal, step.suit)
    if any(card.suit is step.suit for card in moment.masters):
        return held
    return ()


def _play(step: StatedStep, moment: Moment) -> Cards:
    named = tuple(card for card in moment.legal if card == step.card)
    return named or towards_named(step.card, moment)


def _lead_to(step: StatedStep, moment: Moment) -> Cards:
    if step.card is not None and step.card not in moment.other:
        return ()
    if step.place is moment.place:
        return ()
    if step.card is None:
        return _lower(step.suit, moment)
    if step.card.suit is not step.suit:
        return without_winners(of(moment.legal, step.suit), moment)
    low = low_towards(step.suit, step.card, moment)
    like = may_lose(step.card, moment)
    led = equivalents(step.card, moment) if like else ()
    return (*low, *(card for card in led if card not in low))


def _lead_ruff(step: StatedStep, moment: Moment) -> Cards:
    suits = {card.suit for card in moment.other}
    if step.place is moment.place or moment.trump not in suits:
        return ()
    return tuple(
        card
        for suit in Suit
        if suit not in suits and step.suit in {None, suit}
        for card in without_winners(of(moment.legal, suit), moment)
    )


def _crossruff(_: StatedStep, moment: Moment) -> Cards:
    suits = {card.suit for card in moment.other}
    if moment.trump not in suits:
        return ()
    return tuple(card for card in moment.legal if card.suit not in suits)


def _cross(step: StatedStep, moment: Moment) -> Cards:
    if step.place is moment.place:
        return ()
    if step.suit is not None:
        return _lower(step.suit, moment)
    reached = {card.suit for card in moment.other if card in moment.masters}
    return tuple(card for suit in reached for card in _lower(suit, moment))


def _lower(suit: Suit | None, moment: Moment) -> Cards:
    """Return the low leads of a suit towards the best card of the other hand."""
    behind = of(tuple(moment.other), suit)
    return low_towards(suit, max(behind, default=None), moment)


_LEADS: dict[Verb, Callable[[StatedStep, Moment], Cards]] = {
    Verb.DRAW: _draw_rounds,
    Verb.CASH: _cash,
    Verb.RUN: _run,
    Verb.PLAY: _play,
    Verb.LEAD: _lead_to,
    Verb.RUFF: _lead_ruff,
    Verb.CROSSRUFF: _crossruff,
    Verb.FINESSE: finesse_leads,
    Verb.CROSS: _cross,
}


def _third(step: StatedStep, moment: Moment) -> Cards:
    """Return what the step asks of the hand that follows its lead."""
    if step.act is Verb.RUFF and step.place not in {None, moment.place}:
        return ()
    if step.act in {Verb.RUFF, Verb.CROSSRUFF}:
        if any(card.suit is moment.led for card in moment.legal):
            return ()
        trumps = of(moment.legal, moment.trump)
        return top_of(trumps) if step.high else trumps
    if step.act is Verb.FINESSE:
        return finessed(step, moment) if is_against(step, moment) else ()
    if step.act is Verb.LEAD:
        return led_to(step, moment)
    if step.act is Verb.PLAY:
        return named_behind(step, moment)
    if step.act is Verb.CASH and step.suit is moment.led:
        there = step.place is moment.place
        asked = there or (step.place is None and step.count is None)
        return winner_behind(step, moment) if asked else ()
    if step.act is Verb.CROSS and step.place is moment.place:
        return tuple(card for card in moment.legal if card in moment.beats)
    return ()


def _discard(step: StatedStep, moment: Moment) -> Cards:
    if any(card.suit is moment.led for card in moment.legal):
        return ()
    if step.card is not None:
        return (step.card,) if step.card in moment.legal else ()
    return of(moment.legal, step.suit)
