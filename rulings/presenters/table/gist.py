"""A step of a flow in the reader's words: placeholders filled, references drawn.

Also why a screen of facts asks: gist and reason of the step that it answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from rulings.bridge.cards import FULL_DECK, Card, Suit
from rulings.bridge.seats import Seat
from rulings.laws.engine.flow import (
    OPEN,
    SYSTEM,
    Choice,
    Flow,
    Guide,
    Outcome,
    RecordSpec,
    Step,
)
from rulings.models import Ruling
from rulings.presenters import ChoiceView
from rulings.presenters.entries import RunView, card_or_none, runs_of
from rulings.presenters.table import Tile, options
from rulings.presenters.words import card_name, seat_name, suit_name
from rulings.queries.case.flow import CaseWalk
from rulings.queries.case.rules import flow_of
from rulings.queries.table.paper import adjudicated, settled_of, walk_of
from rulings.queries.table.sheet import Sheet

Guidance = tuple[str, str, str]
"""A note of the guidance: its number, its text, a remark on the edition."""

REVOKE_MOVES = gettext_noop("Contested: the claim stands, and the revoke moves tricks")

MANY = 2
"""So many trumps out are named one by one; more are only counted."""


TAKEN_DOWN = frozenset({"role", "remaining", "claimed", "statement"})
"""Records that the screens of claim and statement take down."""

SEVERAL = frozenset({"post_claim_cards"})
"""Records of more than one card: they are tapped on a page of their own."""


@dataclass(frozen=True, slots=True)
class ReadyAnswer:
    """An answer that the words suggest: shown chosen, given only by going on."""

    choice: str
    label: str
    says: str
    values: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class RecordField:
    """A field of what may be stored with an answer: tiles, cards, or a text."""

    name: str
    label: str
    kind: str
    field: str
    value: str
    required: bool
    tiles: tuple[Tile, ...] = ()
    runs: tuple[RunView, ...] = ()


def filled(text: str, flow: Flow, sheet: Sheet) -> str:
    """Return a text of the flow with its placeholders as words of this case."""
    if not text:
        return ""
    words = {name: _(meaning) for name, meaning in flow.placeholders.items()}
    claimer = sheet.claimer
    if claimer is not None:
        words["claimer"] = seat_name(claimer)
        words["partner"] = seat_name(claimer.partner)
    words |= _at_the_auction(sheet)
    if out := trumps_out(sheet):
        words["trump"] = " ".join(str(card) for card in out)
    return _(text).format(**words)


def _at_the_auction(sheet: Sheet) -> dict[str, str]:
    """Return who is who about the call in question, where an auction was entered."""
    entered = sheet.entered
    if entered is None or not entered.settled:
        return {}
    offender = entered.offender
    return {
        "offender": seat_name(offender),
        "partner": seat_name(offender.partner),
        "lho": seat_name(offender.lho),
    }


def trumps_out(sheet: Sheet) -> tuple[Card, ...]:
    """Return the trumps that the claimer's opponents hold in the position."""
    if sheet.cards is None or sheet.claimer is None:
        return ()
    trump = sheet.cards.strain.suit
    if trump is None:
        return ()
    return tuple(
        card
        for seat in sheet.claimer.side.other.seats
        for card in sheet.cards.hands[seat]
        if card.suit is trump
    )


CLAUSES = {
    "70A": gettext_lazy("a doubtful point"),
    "70B": gettext_lazy("what the words say"),
    "70C": gettext_lazy("a trump still out"),
    "70D1": gettext_lazy("a line not in the statement"),
    "70D2": gettext_lazy("a choice of the partner"),
    "70E2": gettext_lazy("the order of play"),
    "70E": gettext_lazy("needs a card well placed"),
    "71": gettext_lazy("a trick given up"),
}
"""What a clause is about, by how its number begins."""


def clause_about(law: str) -> str:
    """Return what a clause is about in a few words, "" for one without any."""
    words = (one for begin, one in CLAUSES.items() if law.startswith(begin))
    return str(next(words, ""))


def clause_words(laws: Iterable[str]) -> str:
    """Return clauses, each with what it is about: 70C (a trump still out)."""
    named = [(law, clause_about(law)) for law in laws]
    return ", ".join(f"{law} ({about})" if about else law for law, about in named)


def law_gists(ruling: Ruling, sheet: Sheet) -> list[tuple[str, str]]:
    """Return the laws of a ruling, each with what it says: of a deciding step first."""
    flow = flow_of(ruling.case)
    walked = walk_of(ruling, flow)
    path = () if walked is None else walked.path
    decided = [one.step for one in path if one.choice and one.choice.decides]
    steps = [*decided, *(one.step for one in path), *flow.steps.values()]
    gists = {str(ref): step.gist for step in reversed(steps) for ref in step.refs}
    if (outcome := flow.outcomes.get(ruling.outcome)) is not None:
        gists |= {str(ref): _meaning(ruling, outcome, sheet) for ref in outcome.refs}
    return [(law, filled(gists.get(law, ""), flow, sheet)) for law in ruling.laws]


def _meaning(ruling: Ruling, outcome: Outcome, sheet: Sheet) -> str:
    """Return what an outcome means; a revoke's tricks do not cut the claim itself."""
    stood = adjudicated(ruling) == sheet.claimed
    if outcome.effect == "ruled" and stood and settled_of(ruling).moved:
        return REVOKE_MOVES
    return outcome.meaning


def question_words(walked: CaseWalk, sheet: Sheet) -> str:
    """Return the question at which a walk stands, "" at an outcome."""
    text = walked.walk.at.question if walked.walk.at is not None else ""
    if walked.walk.missing:
        text = walked.walk.missing[0].question
    return filled(text, walked.flow, sheet)


def first_ref(step: Step) -> str:
    """Return the clause that hangs in the margin."""
    return str(step.refs[0]) if step.refs else ""


def choice_views(
    step: Step,
    flow: Flow,
    sheet: Sheet,
    *,
    given: str,
    offered: frozenset[str],
    ready: ReadyAnswer | None = None,
) -> list[ChoiceView]:
    """Return the answers as buttons; "leave open" comes last and quietly.

    One that is ready to be given is marked like one given, with what it rests on.
    """
    views = [
        _choice(choice, flow, sheet, given, ready)
        for choice in step.choices
        if choice.value in offered
    ]
    if step.may_stay_open:
        views.append(
            ChoiceView(
                _("Leave open for now"),
                "choice",
                OPEN,
                more=_("both numbers are shown"),
                pressed=True if given == OPEN else None,
                quiet=True,
            )
        )
    return views


def _choice(
    choice: Choice, flow: Flow, sheet: Sheet, given: str, ready: ReadyAnswer | None
) -> ChoiceView:
    chosen, more = given, filled(choice.hint, flow, sheet)
    if ready is not None:
        chosen = ready.choice
        more = ready.says if choice.value == ready.choice else more
    return ChoiceView(
        filled(choice.label, flow, sheet),
        "choice",
        choice.value,
        more=more,
        pressed=choice.value == chosen if chosen else None,
    )


def record_fields(step: Step, values: dict[str, object]) -> list[RecordField]:
    """Return the fields of a step's records, filled with what was given."""
    return [
        _field(spec, values.get(spec.name))
        for spec in step.records
        if spec.name not in TAKEN_DOWN
    ]


def _field(spec: RecordSpec, value: object) -> RecordField:
    given = "" if value is None else str(value)
    is_card = spec.kind == "cards" and spec.name not in SEVERAL
    return RecordField(
        spec.name,
        _(spec.label),
        spec.kind,
        f"record_{spec.name}",
        given,
        required=spec.required,
        tiles=tuple(_tiles(spec, given)),
        runs=runs_of(FULL_DECK, card_or_none(given)) if is_card else (),
    )


def _tiles(spec: RecordSpec, given: str) -> list[Tile]:
    """Return what can be tapped for a record; none where it is a text or cards."""
    pairs: list[tuple[object, object]] = []
    if spec.kind == "bool":
        pairs, given = [("true", _("Yes")), ("false", _("No"))], given.lower()
    elif spec.kind == "seat":
        pairs = [(seat.letter, seat_name(seat)) for seat in Seat]
    elif spec.options:
        pairs = [(one, option_words(one)) for one in spec.options]
    elif spec.kind == "int":
        high = 13 if spec.high is None else spec.high
        pairs = [(number, number) for number in range(spec.low or 0, high + 1)]
    none = [] if spec.required or not pairs else [("", _("not noted"))]
    return options([*none, *pairs], given)


GROUNDS = {
    "23A1": gettext_lazy("the same or similar (23A1)"),
    "23A2": gettext_lazy("a subset of its meaning (23A2)"),
    "23A3": gettext_lazy("the same purpose (23A3)"),
}
"""Why a call is comparable with the one withdrawn (Law 23A)."""


def option_words(value: str) -> str:
    """Return an option of a value as words: seats, suits and grounds by name."""
    if value in GROUNDS:
        return str(GROUNDS[value])
    if value == "NT":
        return _("no trump")
    if len(value) == 1 and value in "SHDC":
        return suit_name(Suit.parse(value))
    return _(value.replace("_", " "))


__all__ = [
    "ReadyAnswer",
    "RecordField",
    "card_name",
    "choice_views",
    "filled",
    "first_ref",
    "option_words",
    "record_fields",
    "trumps_out",
]


SCREENS = {
    "contract": "claim",  # the claim's screen, while it asks for the contract too
    **{name: name for name in ("claim", "statement", "objections", "cards")},
}
"""The screens of facts, each with the point of the flow that it answers."""


def why_asked(here: str, sheet: Sheet) -> list[str]:
    """Return gist and reason of a screen's step; nothing where it has none."""
    flow = flow_of(sheet.case)
    step = _answered(here, flow)
    if step is None:
        return []
    return [filled(text, flow, sheet) for text in (step.gist, step.why) if text]


SHOWN_AS = {"contract": "claim", "read_back": "statement", "proposal": "moment"}
"""Headers whose screen the guidance knows by another name."""


OF_LAW = "steps"
"""The screen of a note on a question of law."""


def guidance_on(here: str, sheet: Sheet) -> list[Guidance]:
    """Return the notes of the edition that matter on a screen of facts."""
    screen, flow = SHOWN_AS.get(here, here), flow_of(sheet.case)
    steps = flow.steps.values()
    notes = (note for step in steps for note in step.guides if note.screen == screen)
    return _guidance(notes, flow, sheet)


def guidance_at(asked: Step, flow: Flow, sheet: Sheet) -> list[Guidance]:
    """Return the notes on a question of law: its own, and of what follows it.

    What follows by itself, without a question, is what the answer decides. Notes on a
    screen of facts stand there alone.
    """
    after = (flow.steps.get(choice.next) for choice in asked.choices)
    followed = (step for step in after if step is not None and step.actor == SYSTEM)
    steps = (asked, *followed)
    notes = (note for step in steps for note in step.guides if note.screen == OF_LAW)
    return _guidance(notes, flow, sheet)


def _guidance(notes: Iterable[Guide], flow: Flow, sheet: Sheet) -> list[Guidance]:
    named = {note.id: note for note in notes}
    return [
        (note.id, filled(note.text, flow, sheet), _(note.remark) if note.remark else "")
        for _name, note in sorted(named.items())
    ]


def clause_of(here: str, sheet: Sheet) -> str:
    """Return the law of a screen's step in the edition, "" where it has none."""
    step = _answered(here, flow_of(sheet.case))
    return str(step.refs[0]) if step is not None and step.refs else ""


def _answered(here: str, flow: Flow) -> Step | None:
    point = SCREENS.get(here)
    return None if point is None else flow.steps.get(flow.points.at(point))
