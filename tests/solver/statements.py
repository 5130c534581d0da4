"""Random statements of every kind of step, about the cards at hand or not."""

from rulings.bridge.cards import FULL_DECK, Suit
from rulings.bridge.seats import Seat
from rulings.statements import Act, Place, Step

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
    then = rng.choice([Act.FINESSE, Act.LEAD])
    return Step(Act.PLAY, card=card), _MAKERS[then](rng, card.suit, behind)


def random_step(rng, own):
    act = rng.choice([*_MAKERS, Act.GOOD])
    suits = [card.suit for card in own] or list(Suit)
    suit = rng.choice(suits) if rng.random() < 0.9 else rng.choice(list(Suit))
    cards = own if own and rng.random() < 0.9 else DECK
    make = _MAKERS.get(act)
    return Step(act) if make is None else make(rng, suit, rng.choice(cards))


def _place(rng):
    return rng.choice([None, Place.HAND, Place.DUMMY])


def _finesse(rng, suit, card):
    what = rng.choice([{"suit": suit}, {"card": card}])
    against = rng.choice([None, None, *Seat])
    return Step(Act.FINESSE, **what, against=against)


def _discard(rng, suit, card):
    thrown = rng.choice([{"suit": suit}, {"card": card}])
    return Step(Act.DISCARD, **thrown, on_suit=rng.choice(list(Suit)))


def _lead(rng, suit, card):
    to = {"suit": suit, "place": rng.choice(list(Place))}
    return Step(Act.LEAD, **rng.choice([to, {"suit": card.suit, "card": card}]))


_MAKERS = {
    Act.DRAW: lambda rng, _suit, _card: Step(Act.DRAW, count=rng.choice([None, 1, 2])),
    Act.CASH: lambda rng, suit, _card: Step(
        Act.CASH,
        suit=suit,
        count=rng.choice([None, None, 1, 2]),
        from_the_top=rng.random() < 0.5,
        place=_place(rng),
    ),
    Act.RUN: lambda _rng, suit, _card: Step(Act.RUN, suit=suit),
    Act.PLAY: lambda _rng, _suit, card: Step(Act.PLAY, card=card),
    Act.LEAD: _lead,
    Act.RUFF: lambda rng, suit, _card: Step(
        Act.RUFF, suit=suit, place=_place(rng), high=rng.random() < 0.4
    ),
    Act.CROSSRUFF: lambda _rng, _suit, _card: Step(Act.CROSSRUFF),
    Act.FINESSE: _finesse,
    Act.CROSS: lambda rng, suit, _card: Step(
        Act.CROSS, place=rng.choice(list(Place)), suit=rng.choice([None, suit])
    ),
    Act.DISCARD: _discard,
}
