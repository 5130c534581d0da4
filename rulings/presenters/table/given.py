"""The answers given so far: each with its law, and a way back to its question."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from rulings.bridge.seats import Side
from rulings.laws.engine.answers import Need, need
from rulings.laws.engine.flow import OPEN, Flow, Step, ValueSpec
from rulings.laws.engine.points import Points
from rulings.models import Answer, Objection, Statement
from rulings.presenters.table.gist import filled, first_ref, option_words
from rulings.presenters.table.words import who
from rulings.presenters.words import side_name
from rulings.queries.case.derived import (
    naming_wishes,
    regret_among,
    said_by,
)
from rulings.queries.case.flow import CaseWalk
from rulings.queries.case.rows import rows_of
from rulings.queries.case.situation import entered
from rulings.queries.proven import moot_answers, proven_answers
from rulings.queries.table.sheet import Sheet

Source = tuple[str, datetime | None]


@dataclass(frozen=True, slots=True)
class GivenView:
    """One answer or value; `aside` says that it does not apply at present.

    `source` says where one came from that nobody was asked for, `at` when, `url` the
    screen that takes it down.
    """

    step: str
    law: str
    question: str
    answer: str
    aside: bool = False
    source: str = ""
    at: datetime | None = None
    url: str = ""


def given_views(
    sheet: Sheet, flow: Flow, walked: CaseWalk | None = None
) -> list[GivenView]:
    """Return what was answered, entered, and derived, in the order of the flow."""
    rows = rows_of(sheet.case, Answer)
    given = [_answer(row, flow, sheet) for row in rows if row.step in flow.steps]
    for key, value in entered_values(sheet).items():
        step = step_of_value(flow, key)
        if step is not None:
            given.append(_value(flow.values[key], value, step, flow, sheet))
    if walked is not None:
        told = {view.step for view in given if not view.aside}
        given += [
            _derived(flow.steps[step], walked, sheet)
            for step in walked.derived
            if step in flow.steps and step not in told
        ]
    places = {step: place for place, step in enumerate(flow.steps)}
    return sorted(given, key=lambda view: places[view.step])


def entered_values(sheet: Sheet) -> dict[str, object]:
    """Return what a director entered for rules, by key."""
    facts, solver = entered(sheet.case)
    return {f"facts.{name}": value for name, value in facts.items()} | {
        f"solver.{name}": value for name, value in solver.items()
    }


def step_of_value(flow: Flow, key: str) -> Step | None:
    """Return the first step whose rules read a value; None where none does."""
    return next(
        (step for step in flow.steps.values() if key in _read(flow, step)), None
    )


def _read(flow: Flow, step: Step) -> list[str]:
    """Return the keys of the values that a step's rules read, also inside terms."""
    names = [name for rule in (*step.rules, *step.fixed) for name in rule.when.names]
    terms = [name.partition(".")[2] for name in names if name.startswith("term.")]
    names += [name for term in terms for name in flow.terms[term].names]
    keys = [spec.key for spec in step.needs]
    return [*keys, *(name for name in names if name in flow.values)]


def entered_needs(sheet: Sheet, flow: Flow, asked: Step) -> tuple[Need, ...]:
    """Return the values of a step that were entered and so can be changed."""
    known = entered_values(sheet)
    keys = dict.fromkeys(key for key in _read(flow, asked) if key in known)
    return tuple(need(flow.values[key], asked) for key in keys)


def value_words(spec: ValueSpec | Need, value: object) -> str:
    """Return a value in the reader's words."""
    if spec.kind == "bool":
        return _("Yes") if value is True else _("No")
    return str(value) if spec.kind == "int" else option_words(str(value))


def _answer(row: Answer, flow: Flow, sheet: Sheet) -> GivenView:
    step = flow.steps[row.step]
    label = _("left open")
    if row.choice != OPEN:
        label = filled(step.choice(row.choice).label, flow, sheet)
    question = filled(step.question, flow, sheet)
    return GivenView(step.id, first_ref(step), question, label, aside=row.set_aside)


def _derived(step: Step, walked: CaseWalk, sheet: Sheet) -> GivenView:
    said = walked.answers[step.id]
    choice = said if isinstance(said, str) else str(said.get("choice", ""))
    label = filled(step.choice(choice).label, walked.flow, sheet)
    source, at = source_of(step.id, walked.flow.points, sheet)
    if step.id in moot_answers(walked.flow.points, walked.solver):
        label, source, at = _("not asked"), _("it makes no difference"), None
    if step.id in proven_answers(walked.flow.points, walked.solver):
        source, at = _("from the computation"), None
    taken = step.id == walked.flow.points.at("claim")
    return GivenView(
        step.id,
        first_ref(step),
        filled(step.question, walked.flow, sheet),
        label,
        source=source,
        at=at,
        url=reverse("claim", args=[sheet.case.pk]) if taken else "",
    )


def _value(
    spec: ValueSpec, value: object, step: Step, flow: Flow, sheet: Sheet
) -> GivenView:
    question = filled(spec.question, flow, sheet)
    return GivenView(step.id, first_ref(step), question, value_words(spec, value))


def source_of(step: str, points: Points, sheet: Sheet) -> Source:
    """Return where the record's answer to a step came from, and when."""
    if step == points.at("irregularity"):
        named = naming_wishes(sheet.case)
        return _from_objection(named[0]) if named else (_("nobody named one"), None)
    if step in points.among("revoke_shown"):
        shown = sheet.replay is not None and sheet.replay.revokes
        words = _("from the record of play") if shown else _("from the trick named")
        return words, None
    regret = regret_among(sheet.objections)
    if regret is not None and step in said_by(regret, points):
        words = _("from what %(who)s sent")
        return words % {"who": who(regret)}, regret.received_at
    if step == points.at("reaction") and sheet.agreements:
        first = sheet.agreements[0]
        words = _("from the agreement of %(side)s")
        return words % {"side": side_name(Side(first.side))}, first.given_at
    if step in {points.at("reaction"), points.at("objections")}:
        return _reaction(sheet)
    if step == points.at("statement"):
        said = sheet.layers.get(Statement.Layer.CLAIM)
        return _("from the words taken down"), None if said is None else said.said_at
    if step == points.at("cards"):
        return _("from the cards as taken down"), None
    if step in points.among("intake") and sheet.claim is not None:
        return _("from the claim as taken down"), sheet.claim.said_at
    return _("from what was taken down"), None


def _reaction(sheet: Sheet) -> Source:
    """Return who objected first."""
    if sheet.doubts:
        return _from_objection(sheet.doubts[0])
    return _("from your taking it up"), None


def _from_objection(row: Objection) -> Source:
    put = row.said_at or row.received_at
    return _("from the objection of %(who)s") % {"who": who(row)}, put
