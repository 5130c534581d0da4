"""The worker of the task queue, ready to solve before it takes its first job.

It is the library's command; with --warm-only it ends when the solver is compiled.
"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django_tasks_db.management.commands import db_worker

from rulings.management.beforehand import warn_when_unready
from rulings.management.keep import live
from rulings.workflow.solving.solve import warm_up
from rulings.workflow.solving.sweep import prepare


class Command(db_worker.Command):
    """Warm the solver up, then work."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the library's options and one more."""
        super().add_arguments(parser)
        parser.add_argument(
            "--warm-only", action="store_true", help="Compile the solver and end."
        )

    def handle(self, *args: Any, warm_only: bool, **options: Any) -> None:  # type: ignore[override]  # noqa: ANN401 - one option more
        """Wait for the solver, with a sign of life, then run the library's worker."""
        if warn_when_unready(self.stderr) or warm_only:
            warm_up()
        else:
            prepare(warm_up)
        if not warm_only:
            live.hold()
            super().handle(*args, **options)
