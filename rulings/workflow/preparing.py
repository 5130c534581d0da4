"""A worker makes the solver ready, and says so while that takes its time (R15).

Compiling takes a processor half a minute, once for each state of the sources. Until
then no job is taken, so a page that waits for one must be able to say why.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

from django.db import DatabaseError

from rulings.clock import receipt_at
from rulings.models import Preparation
from rulings.queries.case.solving import GONE_AFTER, SIGN_EVERY


def prepare(make_ready: Callable[[], object], every: timedelta = SIGN_EVERY) -> None:
    """Run what makes the solver ready; meanwhile leave a sign of life now and then.

    It runs beside this thread, which alone uses the database. What it raises is
    raised here, and the sign is taken away either way.
    """
    at = receipt_at()
    Preparation.objects.filter(seen_at__lt=at - GONE_AFTER).delete()
    pk = Preparation.objects.create(started_at=at, seen_at=at).pk
    beside = _Beside(make_ready)
    try:
        beside.start()
        while beside.is_alive():
            beside.join(every.total_seconds())
            # Only news: a database that is busy must not end what it tells of.
            with suppress(DatabaseError):
                Preparation.objects.filter(pk=pk).update(seen_at=receipt_at())
    finally:
        Preparation.objects.filter(pk=pk).delete()
    if beside.failure is not None:
        raise beside.failure


class _Beside(threading.Thread):
    """A thread that keeps what went wrong in it."""

    def __init__(self, work: Callable[[], object]) -> None:
        super().__init__(daemon=True)
        self.work = work
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            self.work()
        except BaseException as error:  # noqa: BLE001 - raised in the thread that waits
            self.failure = error
