"""Which cards obey a statement now: stated play first, failed parts lapse.

Serves Laws 68C, 70B and 70C (normal-play rule N2). A step binds while it offers a
legal card; a later step that works is taken when an earlier one fails; when none
works, this play is as if nothing had been said. Steps that only count or describe
(the rest are good, lose to a card, a conceded suit) bind nothing here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulings.bridge.cards import Card, Suit
from rulings.bridge.seats import Seat
from rulings.claims.steps import Act, Place, Step

Progress = tuple[int, int]
"""The step that is being carried out and the leads made for it."""

START: Progress = (0, 0)


@dataclass(frozen=True, slots=True)
class Moment:
    """What a step looks at when the claiming side is to play.

    `legal` are the cards of the hand to play, `other` those of the side's other
    hand, `beats` the legal cards that would be winning, `masters` the side's cards
    believed to be the highest left of their suit. `led` is None on lead; `side_led`
    says whether the claiming side led to this trick, `second` is the seat that plays
    second to it, `winning` the card that the other of the side's hands is winning with.
    """

    place: Place
    legal: tuple[Card, ...]
    other: frozenset[Card]
    trump: Suit | None
    led: Suit | None
    side_led: bool
    beats: frozenset[Card]
    masters: frozenset[Card]
    trumps_out: bool
    second: Seat
    winning: Card | None = None


Cards = tuple[Card, ...]


def obeying(
    steps: tuple[Step, ...], progress: Progress, moment: Moment
) -> tuple[Progress, Cards] | None:
    """Return the cards that obey the statement and the progress after one of them.

    None when nothing stated works now.
    """
    if any(step.act is Act.NO_ORDER for step in steps):
        return None
    if moment.led is None:
        return _lead(steps, progress, moment)
    return _follow(steps, progress, moment)


def is_spent(
    steps: tuple[Step, ...], progress: Progress, *, in_trick: bool = False
) -> bool:
    """Say whether no step can bind any more; within a trick its lead still may."""
    if any(step.act is Act.NO_ORDER for step in steps):
        return True
    if any(step.act is Act.DISCARD for step in steps):
        return False
    at, done = progress
    if in_trick and done:
        return False
    return not any(
        step.act in _LEADS and not (n == at and done and done >= _limit(step))
        for n, step in enumerate(steps)
        if n >= at
    )


def _lead(
    steps: tuple[Step, ...], progress: Progress, moment: Moment
) -> tuple[Progress, Cards] | None:
    at, done = progress
    for n in range(at, len(steps)):
        step = steps[n]
        made = done if n == at else 0
        if step.act not in _LEADS or made >= _limit(step):
            continue
        cards = _LEADS[step.act](step, moment)
        if cards:
            return (n, made + 1), cards
    return None


def _limit(step: Step) -> int:
    if step.act in {Act.DRAW, Act.CASH}:
        return step.count or 13
    return 13 if step.act in {Act.RUN, Act.CROSSRUFF} else 1


def _follow(
    steps: tuple[Step, ...], progress: Progress, moment: Moment
) -> tuple[Progress, Cards] | None:
    at, done = progress
    for step in steps:
        if step.act is Act.DISCARD and step.on_suit is moment.led:
            cards = _discard(step, moment)
            if cards:
                return progress, cards
    if moment.side_led and progress != START:
        return _behind(steps, progress, moment) if done else None
    if moment.side_led:
        return _under_way(steps, moment)
    if at < len(steps) and done >= _limit(steps[at]):
        at, done = at + 1, 0
    if at == len(steps):
        return None
    step = steps[at]
    if step.act is Act.PLAY and step.card in moment.legal:
        return (at, done + 1), (step.card,)
    if step.act is Act.RUFF and step.suit is moment.led:
        cards = _third(step, moment)
        return ((at, done + 1), cards) if cards else None
    return None


def _behind(
    steps: tuple[Step, ...], progress: Progress, moment: Moment
) -> tuple[Progress, Cards] | None:
    """Return what the words ask of the hand behind a lead they asked for.

    A card that was named and led may be led for the step after it: a low club, then
    the finesse.
    """
    at, _ = progress
    step = steps[at]
    cards = _third(step, moment)
    if cards:
        return progress, cards
    if step.act is not Act.PLAY or step.card is None or at + 1 == len(steps):
        return None
    after = steps[at + 1]
    if step.card.suit is moment.led and _suit_of(after) in {None, moment.led}:
        cards = _third(after, moment)
    return ((at + 1, 1), cards) if cards else None


def _suit_of(step: Step) -> Suit | None:
    return step.suit if step.card is None else step.card.suit


def _under_way(
    steps: tuple[Step, ...], moment: Moment
) -> tuple[Progress, Cards] | None:
    """Return what the words ask of a trick the side led to before it spoke.

    A card named later than others does not make those lapse.
    """
    for n, step in enumerate(steps):
        if step.act is Act.PLAY and step.card in moment.legal:
            return (START if n else (0, 1)), (step.card,)
        cards = _third(step, moment) if _suit_of(step) in {None, moment.led} else ()
        if cards:
            return (n, 1), cards
        if step.act in _LEADS and step.act is not Act.PLAY:
            return None
    return None


def _of(cards: Cards, suit: Suit | None) -> Cards:
    return tuple(card for card in cards if card.suit is suit)


def _below(card: Card, cards: Cards) -> Cards:
    """Return the cards below one of their suit; all of them where none is below."""
    return tuple(c for c in cards if c.suit is card.suit and c < card) or cards


def _top(cards: Cards) -> Cards:
    """Return the highest of some cards of one suit, in whatever order they come."""
    return (max(cards),) if cards else ()


def _draw(_: Step, moment: Moment) -> Cards:
    return _of(moment.legal, moment.trump) if moment.trumps_out else ()


def _draw_rounds(step: Step, moment: Moment) -> Cards:
    if step.count is not None:
        return _of(moment.legal, moment.trump)
    return _draw(step, moment)


def _cash(step: Step, moment: Moment) -> Cards:
    if step.place not in (None, moment.place):
        return ()
    held = _of(moment.legal, step.suit)
    if step.count is not None:
        return _top(held) if step.from_the_top else held
    good = tuple(card for card in held if card in moment.masters)
    return _top(good) if step.from_the_top else good


def _run(step: Step, moment: Moment) -> Cards:
    held = _of(moment.legal, step.suit)
    if any(card.suit is step.suit for card in moment.masters):
        return held
    return ()


def _play(step: Step, moment: Moment) -> Cards:
    return tuple(card for card in moment.legal if card == step.card)


def _lead_to(step: Step, moment: Moment) -> Cards:
    if step.card is not None and step.card not in moment.other:
        return ()
    if step.place is moment.place:
        return ()
    cards = _of(moment.legal, step.suit)
    return cards if step.card is None else _below(step.card, cards)


def _lead_ruff(step: Step, moment: Moment) -> Cards:
    suits = {card.suit for card in moment.other}
    if step.place is moment.place or step.suit in suits or moment.trump not in suits:
        return ()
    return _of(moment.legal, step.suit)


def _crossruff(_: Step, moment: Moment) -> Cards:
    suits = {card.suit for card in moment.other}
    if moment.trump not in suits:
        return ()
    return tuple(card for card in moment.legal if card.suit not in suits)


def _finesse(step: Step, moment: Moment) -> Cards:
    if not _is_against(step, moment):
        return ()
    card = step.card
    if card is None:
        return _lead_to_tenace(step, moment)
    if card in moment.other:
        return _below(card, _of(moment.legal, card.suit))
    return (card,) if card in moment.legal else ()


def _is_against(step: Step, moment: Moment) -> bool:
    """Say whether the seat the finesse is against plays second to the trick."""
    return step.against in {None, moment.second}


def _lead_to_tenace(step: Step, moment: Moment) -> Cards:
    """Return the leads of a finesse in a suit: low to the card that may lose, or it.

    It is led itself, or a card like it, where a master stands behind it.
    """
    own = _of(moment.legal, step.suit)
    behind = [card for card in moment.other if card.suit is step.suit]
    losable = [card for card in (*own, *behind) if card not in moment.masters]
    if not own or not behind or not losable:
        return ()
    top = max(losable)
    if top in behind:
        return _below(top, own)
    if moment.masters.isdisjoint(behind):
        return ()
    return tuple(card for card in own if card in losable)


def _cross(step: Step, moment: Moment) -> Cards:
    if step.place is moment.place:
        return ()
    if step.suit is not None:
        return _of(moment.legal, step.suit)
    reached = {card.suit for card in moment.other if card in moment.masters}
    return tuple(card for card in moment.legal if card.suit in reached)


_LEADS: dict[Act, Callable[[Step, Moment], Cards]] = {
    Act.DRAW: _draw_rounds,
    Act.CASH: _cash,
    Act.RUN: _run,
    Act.PLAY: _play,
    Act.LEAD: _lead_to,
    Act.RUFF: _lead_ruff,
    Act.CROSSRUFF: _crossruff,
    Act.FINESSE: _finesse,
    Act.CROSS: _cross,
}


def _third(step: Step, moment: Moment) -> Cards:
    """Return what the step asks of the hand that follows its lead."""
    if step.act is Act.RUFF and step.place not in {None, moment.place}:
        return ()
    if step.act in {Act.RUFF, Act.CROSSRUFF}:
        if any(card.suit is moment.led for card in moment.legal):
            return ()
        trumps = _of(moment.legal, moment.trump)
        return _top(trumps) if step.high else trumps
    if step.act is Act.FINESSE:
        return _finessed(step, moment) if _is_against(step, moment) else ()
    if step.act is Act.LEAD:
        return tuple(card for card in moment.beats if card == step.card)
    if step.act is Act.CROSS and step.place is moment.place:
        return tuple(card for card in moment.legal if card in moment.beats)
    return ()


def _finessed(step: Step, moment: Moment) -> Cards:
    """Return the card of a finesse: the one named, or the highest that is no master.

    Where the card that was led is the one, it is let run.
    """
    if step.card is not None:
        found = tuple(card for card in moment.beats if card == step.card)
    elif moment.led is not step.suit:
        return ()
    else:
        below = [card for card in moment.beats if card.suit is step.suit]
        found = _top(tuple(card for card in below if card not in moment.masters))
    runs = moment.winning is not None and step.card in {None, moment.winning}
    if found or not runs:
        return found
    return tuple(card for card in moment.legal if card not in moment.beats)


def _discard(step: Step, moment: Moment) -> Cards:
    if any(card.suit is moment.led for card in moment.legal):
        return ()
    if step.card is not None:
        return (step.card,) if step.card in moment.legal else ()
    return _of(moment.legal, step.suit)
