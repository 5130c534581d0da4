"""A solve, or a check of a stored proposal, in a process of its own.

A question comes as text; bounds, answers and faults go by pipe. Imported by the
solver's fork server; it must load neither Django nor the database.
"""

from __future__ import annotations

import fcntl
import json
import multiprocessing
import os
import resource
import signal
import sys
import threading
from collections.abc import Mapping
from multiprocessing.connection import Connection
from typing import Any, Protocol

from rulings.bridge.positions import Position
from rulings.solver import adjudicate
from rulings.solver.inputs import Settings, SolverClaim
from rulings.solver.reference import Checked, check
from rulings.solver.safe import safe_words
from rulings.solver.tools.asked import row_of_question

UNIT = 1 if sys.platform == "darwin" else 1024
"""Bytes of one unit in which the system reports resident memory."""


class Answers(Protocol):
    """Where a child sends what it has found."""

    def send(self, found: Any, /) -> None:  # noqa: ANN401 - what a pipe takes
        """Send bounds, the end of a solve, or what a check found."""


def stand_ready() -> None:
    """Do nothing: the process that forks this one has loaded all by then."""


def peak_bytes() -> int:
    """Return the most memory of this process that was resident at a time.

    What is shared with the fork server counts: the libraries and compiled code.
    """
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * UNIT


def end_with_worker() -> None:
    """Let this process end at once when the worker that asked for it has ended.

    The pipe to the worker closes then. On Linux that makes a signal, which also ends
    a compiled search, in which no thread of Python's has a turn; elsewhere a thread
    waits for it.
    """
    worker = multiprocessing.parent_process()
    if worker is None:
        return
    if sys.platform == "linux":
        signal.signal(signal.SIGIO, signal.SIG_DFL)
        fcntl.fcntl(worker.sentinel, fcntl.F_SETOWN, os.getpid())
        flags = fcntl.fcntl(worker.sentinel, fcntl.F_GETFL)
        fcntl.fcntl(worker.sentinel, fcntl.F_SETFL, flags | os.O_ASYNC)
        if worker.is_alive():
            return
    threading.Thread(target=_end_after, args=(worker,), daemon=True).start()


def _end_after(worker: multiprocessing.process.BaseProcess) -> None:
    worker.join()
    os._exit(1)


def solve_into(question: str, answers: Answers, memory_bytes: int) -> None:
    """Solve a question and send ("bounds", (low, high))... and ("done", outcome).

    An outcome holds status, the most memory that was resident, and where there is
    one, result and bounds. Too little memory or a question that is no legal claim
    end as failed; without its worker it ends at once.
    """
    end_with_worker()
    resource.setrlimit(resource.RLIMIT_DATA, (memory_bytes, memory_bytes))
    given = json.loads(question)
    try:
        found = adjudicate(
            Position.parse(given["position"]),
            SolverClaim.from_json(given["claim"]),
            Settings.from_json(given["settings"]),
            lambda low, high: answers.send(("bounds", (low, high))),
        )
    except (MemoryError, ValueError):
        answers.send(("done", {"status": "failed", "peak_bytes": peak_bytes()}))
        return
    outcome = {
        "status": str(found.status),
        "result": found.to_json(),
        "bounds": (found.low, found.high),
        "peak_bytes": peak_bytes(),
    }
    answers.send(("done", outcome))


def safe_into(question: str, answers: Answers, memory_bytes: int) -> None:
    """Look for safe words and send ("done", outcome), as `solve_into` does."""
    end_with_worker()
    resource.setrlimit(resource.RLIMIT_DATA, (memory_bytes, memory_bytes))
    given = json.loads(question)
    try:
        found = safe_words(
            Position.parse(given["position"]),
            SolverClaim.from_json(given["claim"]),
            Settings.from_json(given["settings"]),
        )
    except (MemoryError, ValueError):
        answers.send(("done", {"status": "failed", "peak_bytes": peak_bytes()}))
        return
    outcome = {"status": "exact", "result": found.to_json()}
    answers.send(("done", {**outcome, "peak_bytes": peak_bytes()}))


def answer_rows(pipe: Connection, memory_bytes: int) -> None:
    """Answer each question that comes by a row, until the worker ends this process."""
    end_with_worker()
    resource.setrlimit(resource.RLIMIT_DATA, (memory_bytes, memory_bytes))
    while True:
        pipe.send(row_of_question(pipe.recv()))


def check_into(question: str, stored: Mapping[str, Any], answers: Answers) -> None:
    """Check a stored result and send (faults, left out)."""
    given = json.loads(question)
    try:
        found = check(
            Position.parse(given["position"]),
            SolverClaim.from_json(given["claim"]),
            Settings.from_json(given["settings"]),
            stored,
        )
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        found = Checked([f"the stored result cannot be read: {error!r}"])
    answers.send((found.faults, found.left_out))
