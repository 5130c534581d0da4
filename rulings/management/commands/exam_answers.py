"""Solve the questions of the exam and keep their answers: `manage.py exam_answers`."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rulings.solver import adjudicate
from rulings.solver.tools.exam import (
    answer_of,
    raw_rows,
    read_question,
    write_answers,
)


class Command(BaseCommand):
    """Write the answers beside the questions; an unanswered question ends it."""

    help = "Solve the questions of the exam for directors and write their answers."
    requires_system_checks: list[str] = []

    def handle(self, **_: Any) -> None:  # noqa: ANN401 - Django's call
        """Solve each question; nothing is written where one has no single answer."""
        answers = {}
        for row in raw_rows():
            one = read_question(row, {})
            try:
                found = adjudicate(one.position, one.claim, one.settings)
                answers[one.id] = answer_of(found, row)
            except ValueError as error:
                raise CommandError(str(error)) from error
        changed = write_answers(answers)
        said = "written" if changed else "as they were"
        self.stdout.write(f"{len(answers)} answers, {said}")
