"""A child says what it found, and the most memory that it took."""

import subprocess
import sys

MEASURE = """
import os
from rulings.solver.child import peak_bytes
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
