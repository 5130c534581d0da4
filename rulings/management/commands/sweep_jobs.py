"""Take up jobs of killed workers: `manage.py sweep_jobs [--every SECONDS]`.

Meanwhile it writes down, beside the database, how far the record reaches, and sends the
notices that wait.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from rulings.clock import receipt_at
from rulings.management.beforehand import check_counts
from rulings.management.keep import live
from rulings.management.keep.anchors import keep_anchors
from rulings.workflow.notices import file_ending_windows
from rulings.workflow.outbox import send_due
from rulings.workflow.solving.sweep import sweep


class Command(BaseCommand):
    """Queue lost jobs again, once or every so many seconds."""

    help = "Queue jobs again whose worker is gone, and end those given up."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take how often to look."""
        parser.add_argument(
            "--every",
            type=float,
            metavar="SECONDS",
            help="keep running and look this often; without it, once",
        )

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401, ARG002 - Django's signature
        """Sweep, and print what was done where anything was."""
        check_counts(every=options["every"])
        if options["every"]:
            live.hold()
        while True:
            done = sweep(receipt_at())
            keep_anchors()
            file_ending_windows(receipt_at())
            send_due(receipt_at())
            if done.queued_again or done.given_up or not options["every"]:
                self.stdout.write(
                    f"{done.queued_again} jobs queued again, "
                    f"{done.given_up} questions given up"
                )
            if not options["every"]:
                return
            time.sleep(options["every"])
