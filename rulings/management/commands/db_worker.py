"""The worker of the task queue, ready to solve before it takes its first job.

It is the library's command; with --warm-only it ends when the solver is compiled. The
worker of the queue "bulk" hands its questions to a Ray cluster where TD_BULK is "ray".
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django_tasks_db.management.commands import db_worker

from rulings.management.batch.cluster import NoCluster, ray_cluster
from rulings.management.beforehand import warn_when_unready
from rulings.management.keep import live
from rulings.models import LineBatch
from rulings.workflow.solving.bulk import answer_elsewhere
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
        if options["queue_name"] == LineBatch.QUEUE and settings.TD_BULK == "ray":
            with _cluster():
                live.hold()
                super().handle(*args, **options)
            return
        if warn_when_unready(self.stderr) or warm_only:
            warm_up()
        else:
            prepare(warm_up)
        if not warm_only:
            live.hold()
            super().handle(*args, **options)


@contextmanager
def _cluster() -> Iterator[None]:
    """Let a cluster answer what this worker takes."""
    try:
        with ray_cluster(None) as run:
            answer_elsewhere(run)
            yield
    except NoCluster as error:
        raise CommandError(str(error)) from error
