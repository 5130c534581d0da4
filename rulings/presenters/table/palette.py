"""The palette of a statement: steps at one tap, and those that open a choice.

Every value is the text form of a step (Law 68C); nothing is typed.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from rulings.bridge.cards import FULL_DECK, Card, Suit
from rulings.bridge.hands import Hand
from rulings.bridge.seats import Seat
from rulings.presenters import ChipView
from rulings.presenters.sentences import step_words
from rulings.queries.table.sheet import Sheet

FREQUENT = (
    "draw trumps",
    "the rest are mine",
    "the rest are good",
    "cross to hand",
    "cross to dummy",
    "in that order",
)
RARE = ("crossruff", "squeeze", "not an order")
AT_ONCE = (*FREQUENT, *RARE)
"""Steps at one tap; the rare ones come with all phrases."""
OFTEN_OPENED = frozenset({"cash", "ruff", "finesse", "lose", "discard"})
OPENED = {
    "cash": _("Cash…"),
    "run": _("Run…"),
    "ruff": _("Ruff…"),
    "lose": _("Lose to…"),
    "finesse": _("Finesse…"),
    "discard": _("Discard…"),
    "lead": _("Lead…"),
    "play": _("Play a card…"),
    "cross": _("Cross in…"),
    "give": _("Give up a trick…"),
    "draw": _("Draw trumps, rounds…"),
}
SUITS = tuple(suit.name.lower() for suit in Suit)
PLACES = ("hand", "dummy")


TRUMP_STEPS = frozenset({"draw trumps", "crossruff"})
TRUMP_WORDS = frozenset({"ruff", "draw"})
"""What makes no sense at no trump."""

DECLARERS_STEPS = frozenset({*TRUMP_STEPS, "cross to hand", "cross to dummy"})
DECLARERS_WORDS = frozenset({"cross", "draw", "lead"})
"""What a defender does not say: he plays from one hand, and the trumps are not his."""


def at_once(sheet: Sheet, *, every: bool = True) -> list[ChipView]:
    """Return the steps that need no further choice, the frequent ones or all."""
    left_out = TRUMP_STEPS if is_notrump(sheet) else frozenset()
    left_out |= DECLARERS_STEPS if is_defenders(sheet) else frozenset()
    steps = AT_ONCE if every else FREQUENT
    return chips(step for step in steps if step not in left_out)


def openers(sheet: Sheet, *, every: bool = True) -> list[tuple[str, object]]:
    """Return the words that open a choice, the frequent ones or all."""
    left_out = TRUMP_WORDS if is_notrump(sheet) else frozenset()
    left_out |= DECLARERS_WORDS if is_defenders(sheet) else frozenset()
    return [
        (word, label)
        for word, label in OPENED.items()
        if word not in left_out and (every or word in OFTEN_OPENED)
    ]


def is_defenders(sheet: Sheet) -> bool:
    """Say whether a defender is known to claim."""
    known = sheet.contract is not None and sheet.claimer is not None
    return known and sheet.claimer is not sheet.contract.declarer  # type: ignore[union-attr]  # known


def is_notrump(sheet: Sheet) -> bool:
    """Say whether the contract is known to have no trumps."""
    return sheet.contract is not None and sheet.contract.strain.suit is None


def chips(steps: Iterable[str], *, add: bool = True) -> list[ChipView]:
    """Return steps as chips."""
    return [ChipView(step_words(step), step, add=add) for step in steps]


def choices(word: str, sheet: Sheet, *, cards_known: bool) -> list[ChipView]:
    """Return the steps a word of the palette opens; none for an unknown word."""
    ours, theirs = _held(sheet) if cards_known else (_deck(), _deck())
    found: dict[str, list[str]] = {
        "cash": [
            f"cash {suit}{top}" for top in ("", " from the top") for suit in SUITS
        ],
        "run": [f"run {suit}" for suit in SUITS],
        "ruff": [f"ruff {suit} in {place}" for place in PLACES for suit in SUITS],
        "lose": [f"lose to {card}" for card in theirs],
        "finesse": [f"finesse {card}" for card in ours],
        "discard": [
            f"discard {one} on {other}"
            for other in SUITS
            for one in SUITS
            if one != other
        ],
        "lead": [f"lead {suit} to {place}" for place in PLACES for suit in SUITS],
        "play": [f"play {card}" for card in ours],
        "cross": [f"cross to {place} in {suit}" for place in PLACES for suit in SUITS],
        "give": [f"give up a trick in {suit}" for suit in SUITS],
        "draw": [
            *(f"draw trumps {rounds} rounds" for rounds in (1, 2, 3, 4)),
            "draw trumps until they are gone",
        ],
    }
    return chips(found.get(word, ()))


def _deck() -> list[Card]:
    return list(Hand(FULL_DECK))


def _held(sheet: Sheet) -> tuple[list[Card], list[Card]]:
    """Return the cards of the claiming side and of the other, as far as known."""
    hands = None
    if sheet.cards is not None:
        hands = sheet.cards.hands
    elif sheet.replay is not None:
        hands = sheet.replay.position.hands
    elif sheet.deal is not None:
        hands = sheet.deal.hands
    if hands is None or sheet.claimer is None:
        return _deck(), _deck()
    side = sheet.claimer.side
    return _cards(hands, side.seats), _cards(hands, side.other.seats)


def _cards(hands: tuple[Hand, ...], seats: tuple[Seat, Seat]) -> list[Card]:
    return list(Hand(frozenset(card for seat in seats for card in hands[seat])))
