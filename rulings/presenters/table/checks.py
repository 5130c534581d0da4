"""Checks that a case still waits for, and what came of those that were made."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from rulings.laws.engine.flow import Flow
from rulings.presenters.table.gist import filled
from rulings.queries.case.flow import walk_case
from rulings.queries.table.sheet import Sheet


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
