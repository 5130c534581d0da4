"""Leads towards the side's other hand, and when a named card is played to a lead.

Serves Laws 68C and 70B (normal-play rule N2), on real cards. The search holds the
same a second time in `rulings/solver/towards.py`.
"""

from __future__ import annotations

from rulings.bridge.cards import Card
from rulings.statements.play.finessing import low_towards, may_lose
from rulings.statements.play.moment import Cards, Moment, of, top_of
from rulings.statements.steps import Step


def is_sure(moment: Moment) -> bool:
    """Say whether the other hand is winning the trick with a card that is good."""
    return moment.winning is not None and not may_lose(moment.winning, moment)


def towards_named(card: Card | None, moment: Moment) -> Cards:
    """Return the leads to a card that is good behind the lead."""
    if card is None or card not in moment.other or may_lose(card, moment):
        return ()
    return low_towards(card.suit, card, moment)


def towards_winners(step: Step, moment: Moment) -> Cards:
    """Return low leads of a suit to be cashed whose winners lie in the other hand."""
    good = [c for c in moment.masters & moment.other if c.suit is step.suit]
    return low_towards(step.suit, max(good), moment) if good else ()


def winner_behind(step: Step, moment: Moment) -> Cards:
    """Return the good cards of a suit to be cashed, behind a lead towards them."""
    if is_sure(moment):
        return ()
    held = of(moment.legal, step.suit)
    cards = tuple(c for c in held if c in moment.masters and c in moment.beats)
    return top_of(cards) if step.from_the_top else cards


def named_behind(step: Step, moment: Moment) -> Cards:
    """Return the card a step names behind a lead towards it."""
    if is_sure(moment):
        return ()
    held = tuple(card for card in moment.legal if card == step.card)
    return tuple(card for card in held if card in moment.beats)


def named_to_a_lead(step: Step, moment: Moment, *, first: bool) -> Cards:
    """Return the card a step names if it is meant for a trick begun by others.

    It would win a trick that the side is not winning; or it is the first card named
    and of the suit led, in the trick that lay on the table when he spoke.
    """
    card = step.card
    if card not in moment.legal or moment.side_wins:
        return ()
    spoken_of = first and moment.begun and card.suit is moment.led
    return (card,) if spoken_of or card in moment.beats else ()
