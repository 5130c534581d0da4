"""A kind of play that the director rules out, or lets in, wherever it could come.

Serves Laws 70 and 71 (footnote on "normal"). A strike names one play at one moment;
an idea names a hand, how it plays, a suit or a card, and until when.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rulings.bridge.cards import Card, Suit
from rulings.bridge.errors import ParseError
from rulings.bridge.seats import Seat


class Manner(StrEnum):
    """How a card is played to its trick."""

    LEAD = "lead"
    FOLLOW = "follow"
    DISCARD = "discard"
    RUFF = "ruff"


TRUMP_OUT, BEFORE = "trump", "before"
_CARD = 2
"""Letters of a card; a suit has one."""


@dataclass(frozen=True, slots=True)
class Idea:
    """A kind of play of the claiming side: "South leads hearts before SK".

    `what` is a suit, or a card with those that are equal to it then. It counts at any
    time, or while the side holds the card `before`, or while an opponent holds a trump.
    Text forms `S:discard:D9`, `S:lead:H:before:SK`, `NS:lead:C:trump`.
    """

    hands: tuple[Seat, ...]
    manner: Manner
    what: Suit | Card
    before: Card | None = None
    trump_out: bool = False

    @property
    def suit(self) -> Suit:
        """Return the suit that is played."""
        return self.what.suit if isinstance(self.what, Card) else self.what

    @property
    def card(self) -> Card | None:
        """Return the card that is played; None where it is a whole suit."""
        return self.what if isinstance(self.what, Card) else None

    @property
    def cards(self) -> frozenset[Card]:
        """Return the cards that are named."""
        return frozenset({self.card, self.before} - {None})  # type: ignore[arg-type]  # cards are left

    def __str__(self) -> str:
        """Return the text form, which `parse` reads back."""
        parts = ["".join(map(str, self.hands)), str(self.manner), str(self.what)]
        if self.before is not None:
            parts += [BEFORE, str(self.before)]
        return ":".join(parts + [TRUMP_OUT] * self.trump_out)

    @classmethod
    def parse(cls, text: str) -> Idea:
        """Read the text form; raise ParseError on anything else."""
        hands, _, rest = text.partition(":")
        manner, _, rest = rest.partition(":")
        what, _, rest = rest.partition(":")
        until, _, card = rest.partition(":")
        known = manner in set(Manner) and until in {"", BEFORE, TRUMP_OUT}
        found = cls(
            tuple(sorted({Seat.parse(hand) for hand in hands})),
            Manner(manner) if known else Manner.LEAD,
            Card.parse(what) if len(what) == _CARD else Suit.parse(what),
            Card.parse(card) if until == BEFORE else None,
            until == TRUMP_OUT,
        )
        if not known or not hands or str(found) != text:
            raise ParseError(f"{text!r} is no kind of play: give S:lead:H:before:SK")
        return found

    def __lt__(self, other: Idea) -> bool:
        """Put ideas in the order of their text forms."""
        return str(self) < str(other)
