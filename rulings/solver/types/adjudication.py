"""What the solver returns: never one number, always with its reasons and its bounds.

Serves Laws 69 to 71. The values are proposals; a director decides.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum

from rulings.bridge.cards import Card, Suit
from rulings.bridge.seats import Seat
from rulings.solver.types.partner import PartnerPlay
from rulings.solver.types.share import Share
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
class Span:
    """A number of tricks as far as it is proven, from `low` to `high`."""

    low: int
    high: int

    @property
    def value(self) -> int | None:
        """Return the number when it is known."""
        return self.low if self.low == self.high else None

    def to_json(self) -> dict[str, object]:
        """Return both ends."""
        return {"high": self.high, "low": self.low}


@dataclass(frozen=True, slots=True)
class Reason:
    """A rule that binds: its id, the Law, and a sentence with parameters."""

    rule: str
    law: str
    sentence: Sentence

    def to_json(self) -> dict[str, object]:
        """Return rule, law and sentence."""
        return {
            "law": self.law,
            "rule": self.rule,
            "sentence": self.sentence.to_json(),
        }


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """One card of the line with its tag and, for the claiming side, the reason."""

    seat: Seat
    card: Card
    tag: Tag
    reason: Reason | None = None

    def to_json(self) -> dict[str, object]:
        """Return seat, card, tag and reason."""
        return {
            "card": str(self.card),
            "reason": None if self.reason is None else self.reason.to_json(),
            "seat": str(self.seat),
            "tag": str(self.tag),
        }


@dataclass(frozen=True, slots=True)
class LineTrick:
    """One trick of the line; `number` counts the tricks left from 1."""

    number: int
    cards: tuple[PlayedCard, ...]
    winner: Seat
    to_claimer: bool

    def to_json(self) -> dict[str, object]:
        """Return the trick card by card."""
        return {
            "cards": [card.to_json() for card in self.cards],
            "number": self.number,
            "to_claimer": self.to_claimer,
            "winner": str(self.winner),
        }


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to a question: its key and the tricks it leads to."""

    key: str
    award: Span

    def to_json(self) -> dict[str, object]:
        """Return key and tricks."""
        return {"award": self.award.to_json(), "key": self.key}


@dataclass(frozen=True, slots=True)
class Question:
    """A fact that would change the number, with the number either way.

    `about` are the cards it is about, "W:SQ" where it asks who holds one. While a
    question on an outstanding trump is open there is no single number; the others
    say what a further fact would change.
    """

    id: str
    law: str
    sentence: Sentence
    answers: tuple[Answer, ...]
    about: tuple[str, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Return the question and its answers."""
        return {
            "about": list(self.about),
            "answers": [answer.to_json() for answer in self.answers],
            "id": self.id,
            "law": self.law,
            "sentence": self.sentence.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Rung:
    """A rung of the ladder: what the side would get under one more belief or lapse.

    `cards` are those left out of count; a `warning` is shown and never counts.
    """

    key: str
    law: str
    sentence: Sentence
    award: Span
    cards: tuple[Card, ...] = ()
    warning: bool = False

    def to_json(self) -> dict[str, object]:
        """Return the rung with its number."""
        return {
            "award": self.award.to_json(),
            "cards": [str(card) for card in self.cards],
            "key": self.key,
            "law": self.law,
            "sentence": self.sentence.to_json(),
            "warning": self.warning,
        }


@dataclass(frozen=True, slots=True)
class Struck:
    """A strike of the director's: the play, and whether it bites.

    It does not where the play is no longer reached, or is the only one left.
    """

    id: str
    in_force: bool

    def to_json(self) -> dict[str, object]:
        """Return the play and whether the strike bites."""
        return {"id": self.id, "in_force": self.in_force}


@dataclass(frozen=True, slots=True)
class Excluded:
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

    def to_json(self) -> dict[str, object]:
        """Return the play, its id and why it was left out."""
        return {
            "award": self.award,
            "best": self.best,
            "card": str(self.card),
            "id": self.id,
            "keeps": self.keeps,
            "reason": self.reason.to_json(),
            "seat": str(self.seat),
            "trick": self.trick,
        }


@dataclass(frozen=True, slots=True)
class OutstandingTrump:
    """Law 70C as its own result.

    `cards` are the opponents' trumps, `mentioned` whether the words say that they
    are to be drawn, `aware` the director's answer, `aware_award` and `unaware_award`
    the tricks either way; `cost` is their difference, None while either is a range.
    `thought_gone` tells whether the words say that none is out; `lost` are the tricks
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
        """Return the tests and their numbers."""
        return {
            "aware": self.aware,
            "aware_award": self.aware_award.to_json(),
            "cards": [str(card) for card in self.cards],
            "cost": self.cost,
            "lost": self.lost,
            "mentioned": self.mentioned,
            "thought_gone": self.thought_gone,
            "unaware_award": self.unaware_award.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Settling:
    """Locations that would make the claim certain (Law 70E1): who holds what.

    `certain` are the tricks he could then guarantee, `award` what he then gets (with
    nothing forgotten while that is open); `moves` tells whether the number changes.
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
        """Return the holdings and the sentence."""
        return {
            "award": None if self.award is None else self.award.to_json(),
            "certain": self.certain,
            "held": [f"{seat}:{card}" for seat, card in self.held],
            "moves": self.moves,
            "sentence": self.sentence.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Provenance:
    """What a result rests on, so that anybody can compute it again."""

    solver: str
    rules: str
    input_hash: str
    settings: dict[str, object]
    positions: int

    def to_json(self) -> dict[str, object]:
        """Return version, signature, hash, settings and positions counted."""
        return {
            "input_hash": self.input_hash,
            "positions": self.positions,
            "rules": self.rules,
            "settings": self.settings,
            "solver": self.solver,
        }


@dataclass(frozen=True, slots=True)
class Adjudication:
    """The proposal, in tricks of the claiming side among the tricks left.

    `award` is None while the search has only a range; while a question is open it
    is the number with nothing forgotten, and `low` to `high` spans the answers.
    `cancel_concession` is Law 71: True when every normal line wins more than was
    claimed, None where that is not known (`cancel_reason` says why). `explanation`
    tells it as a director would, sentence by sentence. `as_stated` is the stated line
    to the letter, `lines_won` in how many normal lines the tricks asked back come
    back (Law 69B2); None where nothing asks for them, bounds alone and no lines where
    they were not settled.
    `partner` is the card that a doubted claim of a defender needs of his partner.
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
    ladder: tuple[Rung, ...]
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

    def to_json(self) -> dict[str, object]:
        """Return the canonical form; equal inputs give equal bytes."""
        trump = self.outstanding_trump
        return {
            "any_play": self.any_play.to_json(),
            "as_stated": None if self.as_stated is None else self.as_stated.to_json(),
            "award": self.award,
            "because": [reason.to_json() for reason in self.because],
            "cancel_concession": self.cancel_concession,
            "cancel_reason": self.cancel_reason.to_json(),
            "certain": self.certain.to_json(),
            "claimed": self.claimed,
            "double_dummy": self.double_dummy.to_json(),
            "excluded": [play.to_json() for play in self.excluded],
            "explanation": [reason.to_json() for reason in self.explanation],
            "high": self.high,
            "ladder": [rung.to_json() for rung in self.ladder],
            "left": self.left,
            "line": [trick.to_json() for trick in self.line],
            "lines_won": None if self.lines_won is None else self.lines_won.to_json(),
            "low": self.low,
            "outstanding_trump": None if trump is None else trump.to_json(),
            "partner": None if self.partner is None else self.partner.to_json(),
            "provenance": self.provenance.to_json(),
            "questions": [question.to_json() for question in self.questions],
            "settles": [settling.to_json() for settling in self.settles],
            "status": str(self.status),
            "status_reason": self.status_reason.to_json(),
            "strikes": [strike.to_json() for strike in self.strikes],
        }

    def to_bytes(self) -> bytes:
        """Return the canonical JSON as bytes: sorted keys, no blanks, UTF-8."""
        return json.dumps(
            self.to_json(), sort_keys=True, separators=(",", ":"), ensure_ascii=False
        ).encode()
