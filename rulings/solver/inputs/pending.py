"""Restrictions that were pending when the claim was made (Laws 50, 51, 26 and 50D).

Penalty cards lie with the defenders. A lead is bound in one suit: declarer has required
it or forbidden it, or decides so at the time by the card that lies with the leader's
partner (`by_card`, 50D2), whose holder then picks it up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rulings.bridge.cards import Card, Suit
from rulings.bridge.errors import ParseError
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat


@dataclass(frozen=True, slots=True, order=True)
class PenaltyCard:
    """A penalty card of a defender: major, or else minor. Text form `W:SK:major`."""

    seat: Seat
    card: Card
    major: bool = True

    def __str__(self) -> str:
        """Return the text form, which `parse` reads back."""
        return f"{self.seat}:{self.card}:{'major' if self.major else 'minor'}"

    @classmethod
    def parse(cls, text: str) -> PenaltyCard:
        """Read the text form; raise ParseError on anything else."""
        seat, card, kind = (*text.split(":"), "", "", "")[:3]
        if kind not in {"major", "minor"}:
            raise ParseError(f"{text!r} is no penalty card: give W:SK:major")
        return cls(Seat.parse(seat), Card.parse(card), kind == "major")


@dataclass(frozen=True, slots=True, order=True)
class LeadBound:
    """A lead that is bound to a suit or away from it. Text form `E:S:forbidden`."""

    seat: Seat
    suit: Suit
    required: bool = False
    by_card: bool = False

    def __str__(self) -> str:
        """Return the text form, which `parse` reads back."""
        how = "required" if self.required else "forbidden"
        return f"{self.seat}:{self.suit}:{how}"

    @classmethod
    def parse(cls, text: str) -> LeadBound:
        """Read the text form; raise ParseError on anything else."""
        seat, suit, how = (*text.split(":"), "", "", "")[:3]
        if how not in {"required", "forbidden"}:
            raise ParseError(f"{text!r} is no restriction: give E:S:forbidden")
        return cls(Seat.parse(seat), Suit.parse(suit), how == "required")


@dataclass(frozen=True, slots=True)
class Pending:
    """What was pending at the claim; false where nothing was."""

    cards: frozenset[PenaltyCard] = frozenset()
    lead: LeadBound | None = None

    def __bool__(self) -> bool:
        """Say whether anything is pending."""
        return bool(self.cards or self.lead)

    @property
    def faced(self) -> frozenset[Card]:
        """Return the penalty cards, which everybody sees."""
        return frozenset(penalty.card for penalty in self.cards)

    def check(self, position: Position, declarer: Seat) -> None:
        """Raise ValueError, saying what is wrong, unless it fits a position."""
        bound = [self.lead.seat] if self.lead else []
        for seat in [penalty.seat for penalty in self.cards] + bound:
            if seat.side is declarer.side:
                raise ValueError(f"{seat.word} is no defender: nothing binds that hand")
        for penalty in self.cards:
            if penalty.card not in position.hands[penalty.seat]:
                raise ValueError(f"{penalty.seat.word} does not hold {penalty.card}")

    def options(self) -> tuple[Pending, ...]:
        """Return what declarer may do with penalty cards of the leader's partner.

        He leaves each where it is, or requires or forbids its suit (50D2). One decision
        is tried for all of the play, so it is the same whenever that lead comes.
        """
        if self.lead is not None:
            return (self,)
        bound = sorted({(p.seat.partner, p.card.suit) for p in self.cards if p.major})
        return self, *(
            replace(self, lead=LeadBound(seat, suit, required, by_card=True))
            for seat, suit in bound
            for required in (False, True)
        )

    def to_json(self) -> dict[str, object]:
        """Return the canonical form, which `from_json` reads back.

        What declarer is taken to decide at the time is no part of it.
        """
        some: dict[str, object] = {}
        if self.cards:
            some["penalty_cards"] = [str(card) for card in sorted(self.cards)]
        if self.lead is not None and not self.lead.by_card:
            some["lead"] = str(self.lead)
        return some

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Pending:
        """Read the canonical form; raise ParseError on a wrong value."""
        cards: list[str] = data.get("penalty_cards") or []  # type: ignore[assignment]  # JSON
        lead = data.get("lead")
        return cls(
            frozenset(map(PenaltyCard.parse, cards)),
            None if lead is None else LeadBound.parse(str(lead)),
        )


NOTHING_PENDING = Pending()
