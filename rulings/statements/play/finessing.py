"""Leads towards the side's other hand, and the cards of a stated finesse.

Serves Laws 68C and 70B (normal-play rule N2), on real cards: which card is led, which
is played behind it, and when a named card is played to a lead. The solver has the same
rules a second time, for the search.
"""

from __future__ import annotations

from rulings.bridge.cards import Card, Suit
from rulings.statements.play.moment import Cards, Moment, below, of, top_of
from rulings.statements.steps import StatedStep


def suit_of(step: StatedStep) -> Suit | None:
    """Return the suit of the card a step names, else the suit, else None."""
    return step.suit if step.card is None else step.card.suit


def finesse_leads(step: StatedStep, moment: Moment) -> Cards:
    """Return the leads of a finesse: towards the card or the suit, or the card."""
    if not is_against(step, moment) or suit_of(step) in moment.void:
        return ()
    card = step.card
    if card is None:
        return _in_suit(of(moment.legal, step.suit), moment)
    if not may_lose(card, moment):
        if card in moment.other:
            return low_towards(card.suit, card, moment)
    elif card in moment.other:
        return _leads_to(card, moment)
    elif not _is_run_through(card, moment):
        return ()
    return (card,) if card in moment.legal else ()


def is_against(step: StatedStep, moment: Moment) -> bool:
    """Say whether the seat the finesse is against plays second to the trick."""
    return step.against in {None, moment.second}


def may_lose(card: Card, moment: Moment) -> bool:
    """Say whether a card that is out is higher."""
    return any(out.suit is card.suit and out > card for out in moment.out)


def _run_of(card: Card, cards: Cards, moment: Moment) -> Cards:
    """Return the cards of a suit that no card out parts from one of them."""
    return tuple(
        other
        for other in of(cards, card.suit)
        if not any(
            min(card, other) < out < max(card, other)
            for out in moment.out
            if out.suit is card.suit
        )
    )


def low_towards(suit: Suit | None, card: Card | None, moment: Moment) -> Cards:
    """Return the lead of a suit below a card, or any like it: the lowest there is."""
    cards = of(moment.legal, suit)
    if card is not None:
        cards = below(card, cards)
    low = min(cards, default=None)
    over = [out for out in moment.out if low and out.suit is suit and out > low]
    return tuple(card for card in cards if not any(out <= card for out in over))


def without_winners(cards: Cards, moment: Moment) -> Cards:
    """Return cards of a suit without those that are good; all where all are."""
    return tuple(card for card in cards if card not in moment.masters) or cards


def _to_finesse(cards: Cards, moment: Moment) -> Card | None:
    """Return the highest card that may lose, None where too many above it are out.

    That is more than two under a master of the side, else more than one.
    """
    losable = [card for card in cards if may_lose(card, moment)]
    if not losable:
        return None
    top = max(losable)
    above = [out for out in moment.out if out.suit is top.suit and out > top]
    return top if len(above) <= (1 if len(losable) == len(cards) else 2) else None


def _others(suit: Suit | None, moment: Moment) -> Cards:
    """Return the cards of a suit in the side's other hand, from the bottom."""
    return tuple(sorted(card for card in moment.other if card.suit is suit))


def equivalents(card: Card, moment: Moment) -> Cards:
    """Return the leads like a card behind that are let run.

    They are there where a higher one is behind too, and where the suit still stands
    when one of them has been covered.
    """
    own, behind = of(moment.legal, card.suit), _others(card.suit, moment)
    run = _run_of(card, (*own, *behind), moment)
    enough = len(run) + _sure(card.suit, moment) > max(len(own), len(behind))
    if not enough or not _higher(card, moment):
        return ()
    return tuple(c for c in own if c in run and c > behind[0])


def _sure(suit: Suit, moment: Moment) -> int:
    """Return how many of the side's cards of a suit cannot lose."""
    held = (*of(moment.legal, suit), *_others(suit, moment))
    return sum(not may_lose(card, moment) for card in held)


def _higher(card: Card, moment: Moment) -> Cards:
    """Return the cards of the other hand above one, with a card out between."""
    behind = _others(card.suit, moment)
    like = _run_of(card, behind, moment)
    return tuple(other for other in behind if other > card and other not in like)


def _leads_to(card: Card, moment: Moment) -> Cards:
    """Return the leads for which a card behind may be finessed; none may do.

    A low one where one finesse is enough, else one like it, to be let run. Towards a
    card with none higher behind only a low one is led, and not to a single card.
    """
    own, behind = of(moment.legal, card.suit), _others(card.suit, moment)
    run = _run_of(card, own, moment)
    low = tuple(c for c in own if c < card and c not in run)
    if not _higher(card, moment):
        return low if len(behind) > 1 else ()
    if low and _sure(card.suit, moment) + 1 >= max(len(own), len(behind)):
        return low
    return equivalents(card, moment) or low or run


def _is_run_through(card: Card, moment: Moment) -> bool:
    """Say whether a card that may lose can be led and let run by the other hand.

    That has a master or another higher card, parted from it, and a low one; or ruffs.
    """
    behind = _others(card.suit, moment)
    if not behind:
        trump = moment.trump
        return card.suit is not trump and any(c.suit is trump for c in moment.other)
    return bool(_higher(card, moment)) and behind[0] < card


def _in_suit(own: Cards, moment: Moment) -> Cards:
    """Return the leads of a finesse in a suit: to the highest card that may lose.

    It is led itself, or a card like it, where a higher one stands behind it: a single
    one gains nothing if it is covered. No card that is out may be higher than all
    others: then there is nothing to finesse with.
    """
    if not own:
        return ()
    behind = _others(own[0].suit, moment)
    top = _to_finesse((*own, *behind), moment)
    if top is None or not any(out.suit is top.suit and out < top for out in moment.out):
        return ()
    like = _run_of(top, behind, moment)
    if like:
        return _leads_to(max(like), moment)
    front = _run_of(top, own, moment)
    if len(front) == 1 or not _is_run_through(top, moment):
        return ()
    return tuple(card for card in front if not behind or card > behind[0])


def led_to(step: StatedStep, moment: Moment) -> Cards:
    """Return the card led to while it would win; one like it may also be let run."""
    card, led = step.card, moment.winning
    if card is None or card not in moment.beats:
        return ()
    if led is None or not may_lose(card, moment):
        return (card,)
    run = _run_of(card, (led,), moment)
    return (card, *(of(_low(moment), card.suit) if run else ()))


def _low(moment: Moment) -> Cards:
    return tuple(card for card in moment.legal if card not in moment.beats)


def finessed(step: StatedStep, moment: Moment) -> Cards:
    """Return the card of a finesse: the one named, or the highest that may lose.

    Where a card like it was led, it is let run.
    """
    card, led, suit = step.card, moment.winning, suit_of(step)
    if suit is not moment.led or moment.led in moment.void:
        return ()
    there = {*moment.legal, *moment.other, led}
    if card is not None:
        if card not in there:
            return ()
        wanted = tuple(c for c in moment.beats if c == card)
        if not may_lose(card, moment):
            return wanted or (_low(moment) if led == card else ())
        return _behind_it(card, wanted, moment)
    cards = tuple(c for c in there if c is not None and c.suit is suit)
    first = _to_finesse(cards, moment)
    if first is None:
        return ()
    found: set[Card] = set()
    for top in (first, *_second(cards, moment)):
        beats = of(tuple(moment.beats), suit)
        found.update(_behind_it(top, top_of(_run_of(top, beats, moment)), moment))
    return tuple(sorted(found))


def _behind_it(card: Card, wanted: Cards, moment: Moment) -> Cards:
    """Return what is played behind a lead; one like the card wanted is let run.

    Where it cannot be let run a card like it is played.
    """
    led = moment.winning
    if led is None or not _run_of(card, (led,), moment):
        return wanted
    beats = of(tuple(moment.beats), card.suit)
    return _low(moment) or top_of(_run_of(card, beats, moment))


def _second(cards: Cards, moment: Moment) -> Cards:
    """Return the highest card under a single one out: the jack of king and jack.

    There is no such card under a master: ace, queen and ten ask for the queen.
    """
    top = max(cards)
    run = _run_of(top, cards, moment)
    lower = [card for card in cards if card not in run]
    if not lower or not may_lose(top, moment):
        return ()
    between = [c for c in moment.out if c.suit is top.suit and max(lower) < c < top]
    return (max(lower),) if len(between) == 1 else ()


def is_sure(moment: Moment) -> bool:
    """Say whether the other hand is winning the trick with a card that is good."""
    return moment.winning is not None and not may_lose(moment.winning, moment)


def towards_named(card: Card | None, moment: Moment) -> Cards:
    """Return the leads to a card that is good behind the lead."""
    if card is None or card not in moment.other or may_lose(card, moment):
        return ()
    return low_towards(card.suit, card, moment)


def towards_winners(step: StatedStep, moment: Moment) -> Cards:
    """Return low leads of a suit to be cashed whose winners lie in the other hand."""
    good = [c for c in moment.masters & moment.other if c.suit is step.suit]
    return low_towards(step.suit, max(good), moment) if good else ()


def winner_behind(step: StatedStep, moment: Moment) -> Cards:
    """Return the good cards of a suit to be cashed, behind a lead towards them."""
    if is_sure(moment):
        return ()
    held = of(moment.legal, step.suit)
    cards = tuple(c for c in held if c in moment.masters and c in moment.beats)
    return top_of(cards) if step.from_the_top else cards


def named_behind(step: StatedStep, moment: Moment) -> Cards:
    """Return the card a step names behind a lead towards it."""
    if is_sure(moment):
        return ()
    held = tuple(card for card in moment.legal if card == step.card)
    return tuple(card for card in held if card in moment.beats)


def named_to_a_lead(step: StatedStep, moment: Moment, *, first: bool) -> Cards:
    """Return the card a step names if it is meant for a trick begun by others.

    It would win a trick that the side is not winning; or it is the first card named
    and of the suit led, in the trick that lay on the table when he spoke.
    """
    card = step.card
    if card not in moment.legal or moment.side_wins:
        return ()
    names_suit_led = first and moment.begun and card.suit is moment.led
    return (card,) if names_suit_led or card in moment.beats else ()
