"""From a phrase the grammar has recognised to the steps it means (Law 68C)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulings.bridge.cards import RANKS, Suit
from rulings.statements.reading.branching import (
    breaks,
    card_out,
    gone_card,
    if_breaks,
    if_drops,
    if_follow,
    if_lies,
    if_no_worse,
    lies,
    void,
)
from rulings.statements.reading.context import Context, UnclearError, finessed
from rulings.statements.reading.naming import Parts, Phrase
from rulings.statements.reading.ruffing import low_ruff, ruffs, ruffs_of_two
from rulings.statements.reading.throwing import (
    bare_throw,
    discard,
    discard_after,
    losers,
    not_won,
    played,
)
from rulings.statements.steps import StatedStep, Verb


def steps_of(phrase: Phrase, context: Context) -> list[StatedStep]:
    """Return the steps a recognised phrase means, and note the suit it named.

    Raises AmbiguousStatement where "trumps" names a suit and none is given, and
    UnclearError where a bare rank could be a card of any suit.
    """
    parts = Parts(context).read(phrase)
    steps = _MEANINGS[phrase.data](parts)
    if (parts.is_against or parts.is_theirs) and parts.cards:
        context.asked = parts.cards[-1]
    if parts.cards:
        context.suit = context.spoken = parts.cards[-1].suit
    elif parts.suits:
        context.suit = context.spoken = parts.suits[-1]
    elif any(step.act is Verb.DRAW for step in steps):
        context.spoken = context.trump
    return steps


def counted(step: StatedStep, context: Context, *, whole: bool) -> StatedStep:
    """Return what a bare suit or card is in a list of tricks: a count (no order).

    The whole of a suit is good, however many tricks it makes. Raises
    AmbiguousStatement for trumps where there are none.
    """
    if step.card is not None:
        return StatedStep(Verb.GOOD, card=step.card)
    suit = context.trump_named("trumps") if step.act is Verb.DRAW else step.suit
    return (
        StatedStep(Verb.GOOD, suit=suit)
        if whole
        else StatedStep(Verb.COUNT, suit=suit, count=1)
    )


def lost(step: StatedStep, trump: Suit | None) -> StatedStep:
    """Return a trick given up in a suit, or to a card, that was only named."""
    if step.card is not None:
        return StatedStep(Verb.LOSE_TO, card=step.card)
    return StatedStep(Verb.GIVE_UP, suit=trump if step.act is Verb.DRAW else step.suit)


def _simple(act: Verb) -> Callable[[Parts], list[StatedStep]]:
    return lambda _: [StatedStep(act)]


def _draw(parts: Parts) -> list[StatedStep]:
    until_gone = "UNTIL_GONE" in parts.kinds
    rounds = not parts.kinds.isdisjoint({"ROUNDS", "IN"})
    count = _rounds(parts) if rounds else None
    if parts.kinds & {"ANOTHER", "ONE_TRUMP"}:
        count = 1
    if "TWICE" in parts.kinds:
        count = parts.times
    return [StatedStep(Verb.DRAW, count=count, until_gone=until_gone)]


def _rounds(parts: Parts) -> int | None:
    """Return how many rounds are said; "a round" is one."""
    return parts.count or (1 if "ROUNDS" in parts.kinds else None)


def _cash(parts: Parts, *, top: bool = False) -> list[StatedStep]:
    count = 1 if "ANOTHER" in parts.kinds else _rounds(parts)
    if "TWICE" in parts.kinds:
        count = parts.times
    if count is None and {"TOP", "SUIT"} <= parts.kinds:
        count = 1  # "the top spade"
    if {"ROUNDS", "TRUMPS"} <= parts.kinds or parts.kinds == {"PLAY", "TRUMPS"}:
        return [StatedStep(Verb.DRAW, count=count)]
    return [
        StatedStep(
            Verb.CASH, suit=parts.suit, count=count, from_the_top=top, place=parts.place
        )
    ]


def _play_another(parts: Parts) -> list[StatedStep]:
    """Return cards played and one more round of their suit ("ace and another")."""
    plays = [StatedStep(Verb.PLAY, card=card) for card in parts.own(parts.cards)]
    return [*plays, StatedStep(Verb.CASH, suit=parts.suit, count=1)]


def _lead(parts: Parts) -> list[StatedStep]:
    if parts.place and "SUITS" in parts.kinds and not parts.kinds & {"PLAY", "FROM"}:
        # "Les piques au mort" are those of dummy; "pique au mort" is led there.
        return [StatedStep(Verb.CASH, suit=parts.suit, place=parts.place)]
    if parts.place is not None and not parts.cards:
        return [StatedStep(Verb.LEAD, suit=parts.suit, place=parts.place)]
    return [StatedStep(Verb.LEAD, suit=parts.suit, card=parts.own(parts.cards[:1])[0])]


def _still_out(parts: Parts) -> list[StatedStep]:
    """Refuse words of cards that are out: no step says that he counted them."""
    raise UnclearError(parts.suits)


def _finesse(parts: Parts) -> list[StatedStep]:
    """Return a finesse of a card, or against one that the side does not hold."""
    held = parts.context.held
    theirs = "HOOK" in parts.kinds and held and held.isdisjoint(parts.cards)
    if theirs or not parts.cards:
        return _impasse(parts)
    card = parts.to_finesse()
    return [StatedStep(Verb.FINESSE, card=card, against=parts.against)] * parts.times


def _impasse(parts: Parts) -> list[StatedStep]:
    """Return a finesse in the suit named, or the only one that can be finessed in."""
    is_named = bool(parts.suits or parts.cards)
    suits = [parts.suit] if is_named else finessed(parts.context.held)
    if len(suits) != 1:
        raise UnclearError(suits)
    own = parts.cards[0] if parts.cards else None
    if parts.kinds & {"BY_CARD", "BY_RANK"} or own in parts.context.held:
        own = parts.to_finesse()
        if "PLAY" in parts.kinds and not parts.kinds & {"HOOK", "IMPASSE"}:
            raise UnclearError(own)
        return [StatedStep(Verb.FINESSE, card=own, against=parts.against)] * parts.times
    step = StatedStep(Verb.FINESSE, suit=suits[0], against=parts.against)
    return [step] * parts.times


def _no_finesse(parts: Parts) -> list[StatedStep]:
    return [StatedStep(Verb.NO_FINESSE, suit=parts.suits[0] if parts.suits else None)]


def _losers(parts: Parts) -> list[StatedStep]:
    """Return losers; a losing trump that is not thrown is a trick given up."""
    thrown = parts.kinds & {"DISCARD", "DISCARDING"}
    return losers(parts) if thrown or "TRUMPS" not in parts.kinds else _give_up(parts)


def _give_up(parts: Parts) -> list[StatedStep]:
    if parts.many_losers and parts.count is None:
        raise UnclearError(parts.kinds)
    suit = parts.suits[0] if parts.suits else None
    return [StatedStep(Verb.GIVE_UP, suit=suit)] * parts.times


def _lose_to(parts: Parts) -> list[StatedStep]:
    """Return the cards that win; of several, one that the side holds is played."""
    first, *others = parts.cards
    held = parts.context.held
    if first in held and str(first).endswith(RANKS[-1]):
        raise UnclearError(first)  # an ace of his own does not lose
    return [
        StatedStep(Verb.LOSE_TO, card=first),
        *(StatedStep(Verb.PLAY if c in held else Verb.LOSE_TO, card=c) for c in others),
    ]


def _trick_to(parts: Parts) -> list[StatedStep]:
    """Return who wins tricks with some cards: the side that holds them."""
    held = parts.context.held
    return [
        StatedStep(Verb.GOOD if card in held else Verb.LOSE_TO, card=card)
        for card in parts.cards
    ]


def _all_but(parts: Parts) -> list[StatedStep]:
    """Return a claim of the rest with what is lost of it."""
    lost = _lose_to(parts) if parts.cards else _give_up(parts)
    return [StatedStep(Verb.MINE), *lost]


def _lead_up(parts: Parts) -> list[StatedStep]:
    """Return the lead to a card alone, of its suit ("to the king of clubs")."""
    card = parts.own(parts.cards[:1])[0]
    return [StatedStep(Verb.LEAD, suit=card.suit, card=card)]


def _bare_to(parts: Parts) -> list[StatedStep]:
    return _cross(parts) if parts.places else _lead_up(parts)


def _back(parts: Parts) -> list[StatedStep]:
    """Return one lead of a suit to the hand that is not named ("back with a trump")."""
    if parts.cards:
        return _lead_up(parts)
    if "TRUMPS" in parts.kinds:
        return [StatedStep(Verb.DRAW, count=1)]
    return [StatedStep(Verb.CASH, suit=parts.suit, count=1)]


def _ruffed_too(parts: Parts) -> list[StatedStep]:
    """Return a ruff of the suit last named ("I give up a club and ruff the other").

    Nothing said before, it is of any suit ("one I ruff, one I give up").
    """
    if parts.context.suit is not None and parts.context.suit is parts.context.trump:
        raise UnclearError(parts.kinds)
    return [StatedStep(Verb.RUFF, suit=parts.context.suit)]


def _ruff_out(parts: Parts) -> list[StatedStep]:
    """Return the ruff of a card's suit, or a ruff with it ("przebijam waletem")."""
    if parts.kinds & {"BY_RANK", "BY_CARD"}:
        return ruffs(parts)
    return [StatedStep(Verb.RUFF, suit=parts.suit)]


def _other_lost(parts: Parts) -> list[StatedStep]:
    """Return a trick given up in the suit last named ("and give you the other")."""
    return [StatedStep(Verb.GIVE_UP, suit=parts.context.suit)]


def _cross(parts: Parts) -> list[StatedStep]:
    suit = parts.suit if parts.suits or parts.cards else None
    return [StatedStep(Verb.CROSS, suit=suit, place=parts.place)]


def _good_part(parts: Parts) -> list[StatedStep]:
    if "COLOUR" in parts.kinds:
        return [StatedStep(Verb.GOOD, suit=suit) for suit in parts.suits]
    if parts.places and not parts.suits and not parts.cards:
        return [StatedStep(Verb.GOOD, place=parts.place)]
    if parts.cards:
        return [StatedStep(Verb.GOOD, card=card) for card in parts.own(parts.cards)]
    return [StatedStep(Verb.GOOD, suit=parts.suit_spoken_of)]


def _have_one(parts: Parts) -> list[StatedStep]:
    """Return that one card makes a trick, or that all trumps are good."""
    if parts.many_trumps:
        return [StatedStep(Verb.GOOD, suit=parts.suit)]
    return [StatedStep(Verb.COUNT, suit=parts.suit, count=1)]


def _good_but(parts: Parts) -> list[StatedStep]:
    """Return what is good, and the loser in it or the trick lost beside it."""
    if parts.suits and parts.cards:
        good = StatedStep(Verb.GOOD, suit=parts.suit)
        return [good, *(not_won(card, parts) for card in parts.cards)]
    if parts.places:
        lost = [replace(step, count=None) for step in _losers(parts)]
        return [StatedStep(Verb.GOOD, place=parts.place), *lost]
    lost = _lose_to(parts) if parts.cards else _give_up(parts)
    return [StatedStep(Verb.GOOD), *lost]


def _gone(parts: Parts) -> list[StatedStep]:
    suit = parts.suits[0] if parts.suits else parts.trump("trumps")
    return [StatedStep(Verb.GONE, suit=suit)]


_SAYING_NO_STEP = (
    *("let_run", "nothing", "the_rest_lost", "total", "bare_total", "one_down"),
    *("outcome", "bare_number", "bare_repeat", "bare_again", "bare_top"),
)
"""Phrases of which the words around them say what they mean, if anything."""

_MEANINGS: dict[str, Callable[[Parts], list[StatedStep]]] = {
    **dict.fromkeys(_SAYING_NO_STEP, lambda _: []),
    "draw": _draw,
    "draw_with": lambda parts: [
        *(StatedStep(Verb.PLAY, card=card) for card in parts.own(parts.cards)),
        StatedStep(Verb.DRAW),
    ],
    "cash": _cash,
    "cash_top": lambda parts: _cash(parts, top=True),
    "cash_colour": lambda parts: [StatedStep(Verb.CASH, suit=s) for s in parts.suits],
    "run": lambda parts: [StatedStep(Verb.RUN, suit=parts.suit)],
    "play": played,
    "play_another": _play_another,
    "lead": _lead,
    "lead_up": _lead_up,
    "ruff": ruffs,
    "ruff_out": _ruff_out,
    "ruff_both": ruffs_of_two,
    "ruff_low": low_ruff,
    "crossruff": _simple(Verb.CROSSRUFF),
    "finesse": _finesse,
    "offside": _impasse,
    "impasse": _impasse,
    "no_finesse": _no_finesse,
    "discard": discard,
    "discard_after": discard_after,
    "loser": _losers,
    "give_up": _give_up,
    "lose_to": _lose_to,
    "lose_suit": _lose_to,
    "cross": _cross,
    "ruff_back": ruffs,
    "squeeze": _simple(Verb.SQUEEZE),
    "count": lambda parts: [StatedStep(Verb.COUNT, suit=parts.suit, count=parts.times)],
    "top_count": lambda parts: _cash(parts, top=True),
    "good": _simple(Verb.GOOD),
    "good_part": _good_part,
    "good_but": _good_but,
    "have": _good_part,
    "have_one": _have_one,
    "mine": _simple(Verb.MINE),
    "all_but": _all_but,
    "gone": _gone,
    "partners": lambda parts: [StatedStep(Verb.GOOD, card=c) for c in parts.cards],
    "breaks": breaks,
    "bare_break": breaks,
    "if_breaks": if_breaks(Verb.IF_BREAKS),
    "if_not_breaks": if_breaks(Verb.IF_BAD_BREAK),
    "if_drops": if_drops(Verb.IF_DROPS),
    "if_not_drops": if_drops(Verb.IF_STAYS),
    "if_lies": if_lies(Verb.IF_LIES),
    "if_not_lies": if_lies(Verb.IF_LIES_BADLY),
    "if_follow": if_follow,
    "if_no_worse": if_no_worse,
    "gone_card": gone_card,
    "void": void,
    "lies": lies,
    "if_works": _simple(Verb.IF_WORKS),
    "if_fails": _simple(Verb.IF_FAILS),
    "else": _simple(Verb.ELSE),
    "always": _simple(Verb.ALWAYS),
    "conditional": _simple(Verb.CONDITION),
    "still_out": _still_out,
    "trump_out": _simple(Verb.OUT),
    "card_out": card_out,
    "bare_draw": _simple(Verb.DRAW),
    "honours": lambda parts: [
        StatedStep(Verb.GOOD, card=card) for card in parts.of_a_rank(lost=False)
    ],
    "bare_honours": lambda parts: [
        StatedStep(Verb.GOOD, card=card) for card in parts.of_a_rank(lost=False)
    ],
    "play_honours": lambda parts: [
        StatedStep(Verb.PLAY, card=card) for card in parts.of_a_rank(lost=False)
    ],
    "lose_honours": lambda parts: [
        StatedStep(Verb.LOSE_TO, card=card) for card in parts.of_a_rank(lost=True)
    ],
    "in_order": _simple(Verb.ORDER),
    "no_order": _simple(Verb.NO_ORDER),
    "nothing_else": _simple(Verb.MINE),
    "bare_rest": _simple(Verb.MINE),
    "bare_throw": bare_throw,
    "bare_to": _bare_to,
    "bare_mine": _simple(Verb.MINE),
    "bare_claim": _simple(Verb.MINE),
    "bare_give": _give_up,
    "bare_suit": _cash,
    "bare_trumps": _simple(Verb.DRAW),
    "bare_other": _ruffed_too,
    "back": _back,
    "bare_ruff": ruffs,
    "bare_goes": lambda parts: [StatedStep(Verb.DISCARD, count=1, on_suit=parts.suit)],
    "lose_it": _simple(Verb.GIVE_UP),
    "other_lost": _other_lost,
    "trick_to": _trick_to,
    "too": lambda parts: [
        *(StatedStep(Verb.PLAY, card=card) for card in parts.cards),
        *(StatedStep(Verb.CASH, suit=suit) for suit in parts.suits),
    ],
    "bare_cards": lambda parts: [
        StatedStep(Verb.PLAY, card=card) for card in parts.cards
    ],
}
