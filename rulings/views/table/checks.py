"""Checks that a closed case still waits for, and what came of them (Law 16)."""

from __future__ import annotations

from django.utils.translation import gettext as _

from rulings.laws.flows import Flow
from rulings.models import Answer
from rulings.queries.table.sheet import Sheet
from rulings.views.table.gist import filled


def due_checks(sheet: Sheet, flow: Flow) -> list[tuple[str, str]]:
    """Return step and question of each check that is due."""
    return [
        (name, filled(flow.steps[name].question, flow, sheet))
        for name in sheet.case.follow_ups
        if name in flow.steps
    ]


def answered_checks(sheet: Sheet, flow: Flow) -> list[tuple[str, str]]:
    """Return the answer of each check that was made, and what it means."""
    found = []
    for row in Answer.objects.filter(case=sheet.case, step__in=flow.entries):
        step = flow.steps[row.step]
        if row.step in sheet.case.follow_ups or row.choice not in step.offered:
            continue
        choice = step.choice(row.choice)
        outcome = flow.outcomes.get(choice.next)
        if outcome is not None:
            label = filled(choice.label, flow, sheet)
            found.append((label, _(outcome.meaning)))
    return found
