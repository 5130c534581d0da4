"""A child says what it found, and the most memory that it took."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulings.bridge.seats import Seat
from rulings.solver import Settings, SolverClaim
from tests import tree

MEASURE = """
import os
from rulings.solver.tools.child import peak_bytes
if os.fork():
    os.wait()
else:
    before = peak_bytes()
    much = b"x" * 60_000_000
    del much
    print(peak_bytes() - before)
"""
"""In a fork, as children are: what is started anew is told the peak of its starter."""


def test_memory_that_was_given_back_still_counts():
    answer = subprocess.run(
        [sys.executable, "-c", MEASURE], capture_output=True, check=True, text=True
    )

    assert 55_000_000 < int(answer.stdout) < 120_000_000


WORKER = """
import multiprocessing, sys, time
from rulings.solver.tools.child import solve_into
if __name__ == "__main__":
    forks = multiprocessing.get_context("forkserver")
    ours, theirs = forks.Pipe(duplex=False)
    asked = sys.argv[1], theirs, 2**31
    child = forks.Process(target=solve_into, args=asked, daemon=True)
    child.start()
    print(child.pid, flush=True)
    while ours.recv():
        print("bounds", flush=True)
"""
LONG = "N S:- 0-0 N:AQT8.K97.QJ5.A86 K72.QJ4.A93.T974 J654.A85.K62.K53 93.T632.T874.QJ2"
"""Thirteen tricks, with more positions than any test waits for."""


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("ends", [signal.SIGKILL, signal.SIGTERM])
def test_a_solve_ends_with_its_worker(tmp_path, ends):
    script = tmp_path / "worker.py"
    script.write_text(WORKER, "utf-8")
    question = json.dumps(
        {
            "position": LONG,
            "claim": SolverClaim(Seat.SOUTH, Seat.SOUTH, 11).to_json(),
            "settings": Settings(budget=10**9).to_json(),
        }
    )
    paths = {**os.environ, "PYTHONPATH": str(tree.ROOT)}
    with subprocess.Popen(
        [sys.executable, script, question], stdout=subprocess.PIPE, text=True, env=paths
    ) as worker:
        child = int(worker.stdout.readline())
        assert worker.stdout.readline() == "bounds\n"
        time.sleep(0.5)
        assert is_running(child)

        worker.send_signal(ends)
        worker.wait()

    assert ended(child)


def is_running(process):
    try:
        state = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2]
    except FileNotFoundError:
        return False
    return state.split()[0] != "Z"


def ended(process):
    """Wait until a process has ended, a few seconds at most."""
    until = time.monotonic() + 5
    while is_running(process) and time.monotonic() < until:
        time.sleep(0.02)
    return not is_running(process)
