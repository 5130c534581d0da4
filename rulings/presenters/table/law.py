"""What a step or an outcome shows of the law: clauses, gist, notes, checks to come.

Which references nobody has compared with a law book is said in the pages of law and
the handbook, not in the hall.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

from rulings.laws.engine.flow import Flow, Outcome, Step
from rulings.presenters.law.flows import ACTORS
from rulings.presenters.table.computed import computed_lines
from rulings.presenters.table.gist import filled, first_ref
from rulings.presenters.table.words import class_words
from rulings.queries.case.flow import walk_case
from rulings.queries.table.sheet import Sheet

TRANSFER = "S11"
"""The tricks that a revoke moves: no search finds them, the law's text must be read."""


def law_of(asked: Step, flow: Flow, sheet: Sheet) -> dict[str, object]:
    """Return what the screen of a step says of its law, in the event's edition."""
    return {
        "clause": first_ref(asked),
        "answered_by": ACTORS.get(asked.actor, ""),
        "refs": [str(ref) for ref in asked.refs],
        "gist": filled(asked.gist, flow, sheet),
        "why": filled(asked.why, flow, sheet),
        "guides": [
            (guide.id, filled(guide.text, flow, sheet), _(guide.remark or ""))
            for guide in asked.guides
        ],
        "notes": [filled(note.text, flow, sheet) for note in asked.notes],
        "edition": _(flow.edition.title),
        "flow_title": _(flow.title),
        "law_url": law_url(flow, asked.id),
        "unfolded": TRANSFER in asked.solver,
        "computed": computed_lines(sheet, asked),
        "player_class": class_words(sheet) if _weighs_play(asked, flow) else "",
    }


def _weighs_play(asked: Step, flow: Flow) -> bool:
    """Say whether a question is one of those that turn on what is normal (70, 71)."""
    if asked.id not in flow.points.among("contest"):
        return False
    order = list(flow.steps)
    first, last = (
        next(iter(flow.points.reply(name))) for name in ("trump_covered", "accepted")
    )
    return order.index(first) <= order.index(asked.id) <= order.index(last)


def law_of_outcome(outcome: Outcome, flow: Flow) -> dict[str, object]:
    """Return what the screen of an outcome says of its law."""
    return {
        "refs": [str(ref) for ref in outcome.refs],
        "edition": _(flow.edition.title),
        "flow_title": _(flow.title),
        "law_url": law_url(flow, outcome.id),
    }


def law_url(flow: Flow, part: str) -> str:
    """Return where a step stands in the drawn flow, "" while no page draws it."""
    try:
        page = reverse("law_flow", args=[flow.edition.name, flow.name])
    except NoReverseMatch:
        return ""
    return f"{page}#{part}"


@dataclass(frozen=True, slots=True)
class CheckView:
    """A check that was made: its question, what it came to, what must be said."""

    question: str
    meaning: str
    remark: str
    notices: tuple[str, ...]


def due_checks(sheet: Sheet, flow: Flow) -> list[tuple[str, str]]:
    """Return the address and the question of each check that is due."""
    return [
        (
            reverse("check", args=[sheet.case.pk, entry]),
            filled(flow.steps[entry].question, flow, sheet),
        )
        for entry in sheet.case.follow_ups
        if entry in flow.steps
    ]


def answered_checks(sheet: Sheet, flow: Flow, at: datetime) -> list[CheckView]:
    """Return each check that the outcome had named and that is no longer due."""
    case = sheet.case
    outcome = flow.outcomes.get(case.outcome)
    named = outcome.follow_ups if outcome is not None else ()
    found = []
    for entry in named:
        if entry in case.follow_ups:
            continue
        walked = walk_case(case, at, entry=entry)
        end = walked.walk.outcome
        if end is not None:
            question = filled(flow.steps[entry].question, flow, sheet)
            notices = tuple(_(notice.text) for notice in walked.walk.notices)
            remark = _(end.remark) if end.remark else ""
            found.append(CheckView(question, _(end.meaning), remark, notices))
    return found
