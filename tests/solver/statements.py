"""Random statements of every kind of step, about the cards at hand or not."""

from rulings.bridge.cards import FULL_DECK, Suit
from rulings.bridge.seats import Seat
from rulings.statements import SideHand, StatedStep, Verb

DECK = sorted(FULL_DECK)
TO_A_CARD = 0.2
"""How often a card is played and the next step names one behind it."""


def random_steps(rng, own, most=3):
    """Return some steps; cards named are often the side's own."""
    steps = [random_step(rng, own) for _ in range(rng.randint(1, most))]
    if own and rng.random() < TO_A_CARD:
        steps = [*steps[: most - 2], *_play_then_finesse(rng, own)]
    return tuple(steps)


def _play_then_finesse(rng, own):
    """Return a card that is led and one of its suit behind it."""
    card = rng.choice(own)
    behind = rng.choice([other for other in own if other.suit is card.suit])
    then = rng.choice([Verb.FINESSE, Verb.LEAD])
    return StatedStep(Verb.PLAY, card=card), _MAKERS[then](rng, card.suit, behind)


def random_step(rng, own):
    act = rng.choice([*_MAKERS, Verb.GOOD])
    suits = [card.suit for card in own] or list(Suit)
    suit = rng.choice(suits) if rng.random() < 0.9 else rng.choice(list(Suit))
    cards = own if own and rng.random() < 0.9 else DECK
    make = _MAKERS.get(act)
    return StatedStep(act) if make is None else make(rng, suit, rng.choice(cards))


def _place(rng):
    return rng.choice([None, SideHand.HAND, SideHand.DUMMY])


def _finesse(rng, suit, card):
    what = rng.choice([{"suit": suit}, {"card": card}])
    against = rng.choice([None, None, *Seat])
    return StatedStep(Verb.FINESSE, **what, against=against)


def _discard(rng, suit, card):
    numbers = [{"suit": suit, "count": count} for count in (1, 1, 2)]
    thrown = rng.choice([{"suit": suit}, {"card": card}, *numbers])
    return StatedStep(Verb.DISCARD, **thrown, on_suit=rng.choice(list(Suit)))


def _lead(rng, suit, card):
    to = {"suit": suit, "place": rng.choice(list(SideHand))}
    return StatedStep(Verb.LEAD, **rng.choice([to, {"suit": card.suit, "card": card}]))


_MAKERS = {
    Verb.DRAW: lambda rng, _suit, _card: StatedStep(
        Verb.DRAW, count=rng.choice([None, 1, 2])
    ),
    Verb.CASH: lambda rng, suit, _card: StatedStep(
        Verb.CASH,
        suit=suit,
        count=rng.choice([None, None, 1, 2]),
        from_the_top=rng.random() < 0.5,
        place=_place(rng),
    ),
    Verb.RUN: lambda _rng, suit, _card: StatedStep(Verb.RUN, suit=suit),
    Verb.PLAY: lambda _rng, _suit, card: StatedStep(Verb.PLAY, card=card),
    Verb.LEAD: _lead,
    Verb.RUFF: lambda rng, suit, _card: StatedStep(
        Verb.RUFF,
        suit=rng.choice([None, suit, suit]),
        place=_place(rng),
        high=rng.random() < 0.4,
    ),
    Verb.CROSSRUFF: lambda _rng, _suit, _card: StatedStep(Verb.CROSSRUFF),
    Verb.FINESSE: _finesse,
    Verb.CROSS: lambda rng, suit, _card: StatedStep(
        Verb.CROSS, place=rng.choice(list(SideHand)), suit=rng.choice([None, suit])
    ),
    Verb.DISCARD: _discard,
}
