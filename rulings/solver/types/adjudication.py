"""What the solver returns: never one number, always with its reasons and its bounds.

Serves Laws 69 to 71. The values are proposals; a director decides.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rulings.bridge.cards import Card, Suit
from rulings.bridge.seats import Seat
from rulings.solver.types.turning import Cause, TurningPoint
from rulings.solver.types.value import Value
from rulings.statements.sentences import Sentence


class Tag(StrEnum):
    """Why a card of the line is there."""

    STATED = "stated"
    FORCED = "forced"
    NORMAL = "normal"
    GUESS = "guess"
    FREE = "free"


class Status(StrEnum):
    """Whether the search ended; a range is a result, not an error."""

    EXACT = "exact"
    RANGE = "range"


@dataclass(frozen=True, slots=True)
class Span(Value):
    """A number of tricks as far as it is proven, from `low` to `high`."""

    low: int
    high: int

    @property
    def value(self) -> int | None:
        """Return the number when it is known."""
        return self.low if self.low == self.high else None

    @classmethod
    def over(cls, spans: Iterable[Span]) -> Span:
        """Return the bounds of several numbers of which any may be."""
        every = list(spans)
        return cls(min(one.low for one in every), max(one.high for one in every))


@dataclass(frozen=True, slots=True)
class Reason(Value):
    """A rule that binds: its id, the Law, and a sentence with parameters."""

    rule: str
    law: str
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class PlayedCard(Value):
    """One card of the line with its tag and, for the claiming side, the reason."""

    seat: Seat
    card: Card
    tag: Tag
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class LineTrick(Value):
    """One trick of the line; `number` counts the tricks left from 1."""

    number: int
    cards: tuple[PlayedCard, ...]
    winner: Seat
    to_claimer: bool


@dataclass(frozen=True, slots=True)
class QuestionAnswer(Value):
    """One answer to a question: its key and the tricks it leads to.

    `about` are the cards it names, where the answers name different ones.
    """

    key: str
    award: Span
    about: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question(Value):
    """A fact that would change the number, with the number either way.

    `about` are the cards it is about, "W:SQ" where it asks who holds one. While a
    question on an outstanding trump is open, or on what a false claim had counted,
    there is no single number; the others say what a further fact would change.
    """

    id: str
    law: str
    sentence: Sentence
    answers: tuple[QuestionAnswer, ...]
    about: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scenario(Value):
    """A scenario: what the side would get under one more hypothesis or lapse.

    `cards` are those left out of count; a `warning` is shown and never counts.
    """

    key: str
    law: str
    sentence: Sentence
    award: Span
    cards: tuple[Card, ...] = ()
    warning: bool = False


@dataclass(frozen=True, slots=True)
class Struck(Value):
    """A strike of the director's: the play, and whether it bites.

    It does not where the play is no longer reached, or is the only one left.
    """

    id: str
    in_force: bool


@dataclass(frozen=True, slots=True)
class KindOfPlay(Value):
    """A kind of play that the director may rule out, or has switched (`on`).

    `id` is the text form of an `Idea`; `award` the tricks of the solve with the switch
    the other way, both answers to an open question in it. `let_in` where it is one
    that was let in, and not ruled out.
    """

    id: str
    award: Span
    sentence: Sentence
    on: bool = False
    let_in: bool = False


@dataclass(frozen=True, slots=True)
class Excluded(Value):
    """A legal play of the claiming side on the line that would have been worse.

    `id` is the text form of a `PlayAt`, which an allowance can name; `award` the
    tricks of the solve with it, None where they are not proven. `keeps` is the number
    of certain tricks after it and `best` the number he could have kept, both None
    where the reason is another.
    """

    id: str
    trick: int
    seat: Seat
    card: Card
    reason: Reason
    award: int | None
    keeps: int | None = None
    best: int | None = None


@dataclass(frozen=True, slots=True)
class OutstandingTrump(Value):
    """Law 70C as its own result.

    `cards` are the opponents' trumps, `mentioned` whether the words say that they
    are to be drawn, `aware` the director's answer, `aware_award` and `unaware_award`
    the tricks either way; `cost` is their difference, None while either is a range.
    `thought_gone` says whether the words say that none is out; `lost` are the tricks
    that those trumps win on the worst line of one who does not mind them, None where
    that was not looked for or not found.
    """

    cards: tuple[Card, ...]
    mentioned: bool
    aware: bool | None
    aware_award: Span
    unaware_award: Span
    thought_gone: bool = False
    lost: int | None = None

    @property
    def cost(self) -> int | None:
        """Return the tricks that forgetting the trumps costs."""
        aware, unaware = self.aware_award.value, self.unaware_award.value
        return None if aware is None or unaware is None else aware - unaware

    def to_json(self) -> dict[str, object]:
        """Return the fields and the cost."""
        return dict(sorted({**Value.to_json(self), "cost": self.cost}.items()))


@dataclass(frozen=True, slots=True)
class Settling(Value):
    """Locations that would make the claim certain (Law 70E1): who holds what.

    `certain` are the tricks he could then guarantee, `award` what he then gets (with
    nothing forgotten while that is open); `moves` says whether the number changes.
    """

    held: tuple[tuple[Seat, Card], ...]
    sentence: Sentence
    certain: int
    moves: bool = True
    award: Span | None = None

    def suits(self) -> frozenset[Suit]:
        """Return the suits of the cards."""
        return frozenset(card.suit for _, card in self.held)

    def to_json(self) -> dict[str, object]:
        """Return the fields, a holding as "W:SQ"."""
        held = [f"{seat}:{card}" for seat, card in self.held]
        return {**Value.to_json(self), "held": held}


@dataclass(frozen=True, slots=True)
class Provenance(Value):
    """What a result rests on, so that anybody can compute it again."""

    solver: str
    rules: str
    input_hash: str
    settings: dict[str, object]
    positions: int


@dataclass(frozen=True, slots=True)
class Share(Value):
    """Lines in all, and those in which the side wins fewer than so many tricks.

    Cards that differ in nothing are one card. No lines at all: they were too many to
    be counted.
    """

    lines: int
    fewer: int

    @property
    def percent(self) -> float | None:
        """Return the lines with fewer tricks in percent, None where not counted."""
        return 100 * self.fewer / self.lines if self.lines else None

    def to_json(self) -> dict[str, object]:
        """Return the lines in all and those in which the tricks come back."""
        return {"lines": self.lines, "won": self.fewer}


NOT_COUNTED = Share(0, 0)
"""The share where the budget ended before the last line."""


@dataclass(frozen=True, slots=True)
class PartnerPlay(Value):
    """The card a defender's claim needs of his partner (Law 70D2).

    The partner may play `instead` at that trick, even were every card in sight;
    with `card` the side would get `award` tricks.
    """

    trick: int
    seat: Seat
    card: Card
    instead: Card
    award: int

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> PartnerPlay:
        """Read what `to_json` gives."""
        return cls(
            int(data["trick"]),
            Seat.parse(data["seat"]),
            Card.parse(data["card"]),
            Card.parse(data["instead"]),
            int(data["award"]),
        )


@dataclass(frozen=True, slots=True)
class Adjudication(Value):
    """The proposal, in tricks of the claiming side among the tricks left.

    `award` is None while the search has only a range; while a question is open it
    is the number with nothing forgotten, and `low` to `high` spans the answers.
    `cancel_concession` is Law 71: True when every normal line wins more than was
    claimed, None where that is not known (`cancel_reason` says why). `explanation`
    says it as a director would, sentence by sentence. `as_stated` is the stated line
    to the letter, `lines_won` in how many normal lines the tricks asked back come
    back (Law 69B2); None where nothing asks for them, bounds alone and no lines where
    they were not settled.
    `partner` is the card that a doubted claim of a defender needs of his partner.
    `cause` says why fewer tricks than claimed are left, at worst; `turning` is the
    card that loses them, on `line`, or on `losing` where the worst answer to an open
    question has a line of its own. `ideas` are the kinds of play worth ruling out, and
    those that are switched. `by_squeeze` are the tricks of the line where it wins more
    than the award, by a squeeze alone (N20); `squeeze_open` says that the search ended
    before it knew whether the number needs one.
    """

    left: int
    claimed: int
    certain: Span
    award: int | None
    low: int
    high: int
    double_dummy: Span
    any_play: Span
    questions: tuple[Question, ...]
    ladder: tuple[Scenario, ...]  # the scenarios; stored and exported by this name
    line: tuple[LineTrick, ...]
    because: tuple[Reason, ...]
    excluded: tuple[Excluded, ...]
    strikes: tuple[Struck, ...]
    outstanding_trump: OutstandingTrump | None
    settles: tuple[Settling, ...]
    cancel_concession: bool | None
    cancel_reason: Sentence
    status: Status
    status_reason: Sentence
    provenance: Provenance
    as_stated: Span | None = None
    lines_won: Share | None = None
    explanation: tuple[Reason, ...] = ()
    partner: PartnerPlay | None = None
    cause: Cause = Cause.NONE
    turning: TurningPoint | None = None
    losing: tuple[LineTrick, ...] = ()
    ideas: tuple[KindOfPlay, ...] = ()
    by_squeeze: int | None = None
    squeeze_open: bool = False

    @property
    def doubt(self) -> bool | None:
        """Say whether fewer tricks are proposed than were claimed, None if open."""
        return None if self.award is None else self.award < self.claimed

    def named(self) -> list[list[str]]:
        """Return the cards that would settle a doubt, "W:SQ", set by set.

        Locations that would make the claim certain, else the card of a partner.
        """
        if self.partner is not None:
            return [[f"{self.partner.seat}:{self.partner.card}"]]
        return [[f"{seat}:{card}" for seat, card in one.held] for one in self.settles]

    def to_bytes(self) -> bytes:
        """Return the canonical JSON as bytes: sorted keys, no blanks, UTF-8."""
        return json.dumps(
            self.to_json(), sort_keys=True, separators=(",", ":"), ensure_ascii=False
        ).encode()
