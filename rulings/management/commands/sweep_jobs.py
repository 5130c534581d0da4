"""Take up jobs of killed workers: `manage.py sweep_jobs [--every SECONDS]`.

Meanwhile it writes down, beside the database, how far the record reaches, and forgets
what was typed on shared tablets and never fetched, answers of the public page after
their hour, and what streams of positions left. Notices are sent apart from all that: a
mail server that says nothing holds up no job and no window.
"""

from __future__ import annotations

import logging
import threading
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection

from rulings.clock import receipt_at
from rulings.management.beforehand import check_counts
from rulings.management.keep import live
from rulings.management.keep.anchors import keep_anchors
from rulings.workflow.notify.notices import file_ending_windows
from rulings.workflow.notify.outbox import send_due
from rulings.workflow.solving.bulk import forget_streams
from rulings.workflow.solving.sweep import sweep
from rulings.workflow.solving.visitors import forget_questions
from rulings.workflow.tablets import forget_old

log = logging.getLogger(__name__)


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
        if not options["every"]:
            self.look(always=True)
            send_due(receipt_at())
            return
        live.hold()
        with sending(options["every"]):
            while True:
                self.look()
                time.sleep(options["every"])

    def look(self, *, always: bool = False) -> None:
        """Do what is due; say what was done to jobs, if anything was."""
        done = sweep(receipt_at())
        keep_anchors()
        file_ending_windows(receipt_at())
        forget_old(receipt_at())
        forget_questions(receipt_at())
        forget_streams(receipt_at())
        if always or done.queued_again or done.given_up:
            self.stdout.write(
                f"{done.queued_again} jobs queued again, "
                f"{done.given_up} questions given up"
            )


@contextmanager
def sending(every: float) -> Iterator[None]:
    """Send what is due every so many seconds, in a thread, while the body runs.

    It is not waited for in the end: what it was about to send is due as before.
    """
    ended = threading.Event()
    work = (every, ended)
    threading.Thread(target=_send, args=work, daemon=True, name="sending").start()
    try:
        yield
    finally:
        ended.set()


def _send(every: float, ended: threading.Event) -> None:
    while True:
        try:
            send_due(receipt_at())
        except Exception:
            log.exception("Notices could not be sent; they are tried again.")
        finally:
            connection.close()
        if ended.wait(every):
            return
