"""The parts of a flow: steps with their choices and rules, outcomes, notices, guides.

Plain values made by `loading` and walked by `walk`. They know nothing of bridge: what a
step means is in its texts, what it reads in its expressions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import TypeAlias

from rulings.laws.editions import Edition
from rulings.laws.engine.points import Points
from rulings.laws.errors import NotOffered
from rulings.laws.expressions import Expression, Scalar
from rulings.laws.references import Source

OPEN = "open"
SYSTEM = "system"

# What of the record a flow may want entered before it can be walked to its end.
INPUTS = frozenset({"contract", "claim", "statement", "cards", "auction"})

# What an outcome does; the workflow has one function for each.
EFFECTS = frozenset(
    {
        "play_continues",
        "void_claim",
        "agreed",
        "ruled",
        "agreement_withdrawn",
        "agreement_stands",
        "concession_cancelled",
        "concession_stands",
        "too_late",
        "outside",
        "irregularity_scored",
        "adjusted_score",
        "adjusted_for_both",
        "ruling_corrected",
        "table_result",
        "final",
        "appeal_not_heard",
        "appeal_upheld",
        "appeal_without_merit",
        "appeal_changed",
        "auction_continues",
        "partner_passes",
        "lead_restriction",
        "no_lead_restriction",
        "no_adjustment",
    }
)


@dataclass(frozen=True, slots=True)
class ValueSpec:
    """A value that rules read: a fact of the table or a number of the solver."""

    key: str
    kind: str
    question: str
    options: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    limit: Expression | None = None
    absent: Scalar = None
    assumed: Scalar = None
    recorded: bool = False
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Computed:
    """A value that a function of `computations` makes of other values."""

    function: Callable[..., Scalar]
    of: tuple[str, ...]
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecordSpec:
    """A value that may be stored with an answer: a reason, a seat, a number."""

    name: str
    kind: str
    label: str
    options: tuple[str, ...]
    low: int | None
    high: int | None
    choices: tuple[str, ...]
    required: bool


@dataclass(frozen=True, slots=True)
class StoredValue:
    """A value that a choice stores: fixed, or computed and perhaps left unknown."""

    name: str
    value: Scalar | Expression
    optional: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """One way out of a step; one that decides has its law cited by a ruling."""

    value: str
    label: str
    hint: str
    next: str
    sets: tuple[StoredValue, ...]
    notices: tuple[str, ...]
    when: Expression | None
    decides: bool


@dataclass(frozen=True, slots=True)
class ChoiceRule:
    """A condition and the choice that follows from it."""

    when: Expression
    choice: str


@dataclass(frozen=True, slots=True)
class Check:
    """What must hold once a step has been answered, and what to say if it does not."""

    holds: Expression
    says: str


@dataclass(frozen=True, slots=True)
class Note:
    """Advice at a step, in the edition; not verified where it rests on no text."""

    text: str
    verified: bool


@dataclass(frozen=True, slots=True)
class Guide:
    """A guidance note as it holds in the edition: yes or partly, with a remark.

    `screen` is the director's screen on which it matters.
    """

    id: str
    text: str
    kind: tuple[str, ...]
    holds: str
    remark: str
    screen: str = ""


@dataclass(frozen=True, slots=True)
class FlowNotice:
    """A sentence that must be shown."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class NoticeUse:
    """A notice of an outcome, perhaps only under a condition."""

    id: str
    when: Expression | None


@dataclass(frozen=True, slots=True)
class Step:
    """A question to a person, or a point the program settles by rules.

    `solver` names the computations (S1 to S14) that the step rests on, `beside` those
    whose result is shown with it as well.
    """

    id: str
    actor: str
    question: str
    why: str
    gist: str
    solver: tuple[str, ...]
    beside: tuple[str, ...]
    refs: tuple[Source, ...]
    guides: tuple[Guide, ...]
    notes: tuple[Note, ...]
    records: tuple[RecordSpec, ...]
    choices: tuple[Choice, ...]
    rules: tuple[ChoiceRule, ...]
    fixed: tuple[ChoiceRule, ...]
    checks: tuple[Check, ...]
    needs: tuple[ValueSpec, ...]
    when_open: str
    stops: str
    settles: bool
    in_edition: bool
    verified: bool

    @property
    def kind(self) -> str:
        """Either "system" or "question"."""
        return SYSTEM if self.actor == SYSTEM else "question"

    @property
    def may_stay_open(self) -> bool:
        """Whether the proposal may be looked at before this question is answered."""
        return bool(self.when_open)

    @property
    def offered(self) -> tuple[str, ...]:
        """The values of the choices."""
        return tuple(choice.value for choice in self.choices)

    def choice(self, value: str) -> Choice:
        """Return the choice of that value; NotOffered for an unknown value."""
        for choice in self.choices:
            if choice.value == value:
                return choice
        raise NotOffered(self.id, value, self.offered)

    @property
    def exits(self) -> tuple[str, ...]:
        """The steps and outcomes it may lead to, each once."""
        ways = [choice.next for choice in self.choices]
        return tuple(dict.fromkeys([*ways, *([self.when_open] * bool(self.when_open))]))


@dataclass(frozen=True, slots=True)
class Outcome:
    """An end of the flow: what it means and what it does.

    `readout` is said at the table: what happened, what follows from it, and what now.
    """

    id: str
    meaning: str
    remark: str
    refs: tuple[Source, ...]
    effect: str
    notices: tuple[NoticeUse, ...]
    final: Expression | None
    follow_ups: tuple[str, ...]
    in_edition: bool
    verified: bool
    readout: tuple[str, ...] = ()


Texts: TypeAlias = Iterator[str]


@dataclass(frozen=True, slots=True)
class Flow:
    """A flow in one edition, checked, with the fingerprint of its data.

    `starts` words the entries at which a new case may begin; the other entries follow
    from outcomes. `inputs` names what of the record it wants entered (see `INPUTS`).
    `reach` holds what can follow a step in this edition.
    """

    name: str
    title: str
    edition: Edition
    entries: tuple[str, ...]
    starts: Mapping[str, str]
    inputs: tuple[str, ...]
    steps: Mapping[str, Step]
    outcomes: Mapping[str, Outcome]
    values: Mapping[str, ValueSpec]
    computed: Mapping[str, Computed]
    terms: Mapping[str, Expression]
    notices: Mapping[str, FlowNotice]
    placeholders: Mapping[str, str]
    points: Points
    reach: Mapping[str, frozenset[str]]
    hash: str

    def step(self, step_id: str) -> Step:
        """Return a step; KeyError if the flow has no such id."""
        return self.steps[step_id]

    def outcome(self, outcome_id: str) -> Outcome:
        """Return an outcome; KeyError if the flow has no such id."""
        return self.outcomes[outcome_id]

    def assumed(self, part: str) -> dict[str, Scalar]:
        """Return what a written case means by silence, for "facts" or "solver"."""
        return {
            spec.key.removeprefix(f"{part}."): spec.assumed
            for spec in self.values.values()
            if spec.key.startswith(f"{part}.") and spec.assumed is not None
        }

    def texts(self) -> Texts:
        """Yield every text a user may see, for the translators, each once."""
        seen: set[str] = set()
        parts = (self.steps, self.outcomes, self.notices, self.values)
        found = [self.title, *self.starts.values(), *self.placeholders.values()]
        for part in parts:
            for item in part.values():
                found += _texts(item)
        found += [said for end in self.outcomes.values() for said in end.readout]
        for provision in self.edition.provisions.values():
            found.append(provision.gist)
        found += [law.title for law in self.edition.laws.values()]
        for text in found:
            if text and text not in seen:
                seen.add(text)
                yield text


_SHOWN = (
    "question",
    "why",
    "gist",
    "stops",
    "label",
    "hint",
    "meaning",
    "remark",
    "says",
)
_INSIDE = ("choices", "records", "guides", "notes", "checks")


def _texts(item: object) -> Iterator[str]:
    names = [field.name for field in fields(item)]  # type: ignore[arg-type]  # all parts are dataclasses
    for name in names:
        value = getattr(item, name)
        if name in _SHOWN or name == "text":
            yield value
        elif name in _INSIDE and value and not isinstance(value[0], str):
            for inner in value:
                yield from _texts(inner)
