"""Where a claim can no longer be made on its worst normal line, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rulings.bridge.cards import Card
from rulings.bridge.seats import Seat
from rulings.solver.inputs import Manner
from rulings.solver.types.value import Value


class Cause(StrEnum):
    """Why the claiming side gets less than it claimed."""

    TRUMP_FORGOTTEN = "trump_forgotten"
    CARD_FORGOTTEN = "card_forgotten"
    ORDER = "order"
    ENTRY = "entry"
    UNBLOCK = "unblock"
    GUESS = "guess"
    WORDS_FAIL = "words_fail"
    WORDS_UNREAD = "words_unread"
    PARTNER = "partner"
    MISCOUNT = "miscount"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class TurningPoint(Value):
    """The first card of the worst normal line after which the claim cannot be made.

    `trick` counts the tricks left from 1, `place` the cards of the trick from 0.
    `tricks` are those that could still be won before the card, every card in sight,
    and at most those claimed; `better` is a card that would have kept them. `lost` is
    the number of the trick where it costs, which `winner` wins with `wins`. `about`
    are the cards the cause is about: trumps or cards out of mind, winners left
    without a way to them, the card whose place decides, the one a partner has to play.
    """

    trick: int
    place: int
    seat: Seat
    card: Card
    manner: Manner
    tricks: int
    better: Card | None
    cause: Cause
    lost: int
    winner: Seat
    wins: Card
    about: tuple[Card, ...] = ()

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> TurningPoint:
        """Read what `to_json` gives."""
        better = data["better"]
        return cls(
            int(data["trick"]),
            int(data["place"]),
            Seat.parse(data["seat"]),
            Card.parse(data["card"]),
            Manner(data["manner"]),
            int(data["tricks"]),
            None if better is None else Card.parse(better),
            Cause(data["cause"]),
            int(data["lost"]),
            Seat.parse(data["winner"]),
            Card.parse(data["wins"]),
            tuple(Card.parse(card) for card in data["about"]),
        )
