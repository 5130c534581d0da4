"""The tests notice small faults of the engine."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.laws.mutants import (
    ENGINE,
    attempt,
    killers,
    mutants,
    of_source,
    unnoticed,
)

SOURCE = '''
def f(a, b):
    """Return."""
    if a == 1 and not b:
        raise ValueError(f"{a} no" + "text")
    return [x for x in b if x]
'''


def test_faults_are_made_in_code_and_not_in_sentences():
    found = [one.what for one in of_source("x", SOURCE)]

    assert sorted(found) == [
        "1 raised",
        "And to Or",
        "Eq to NotEq",
        "condition turned",
        "filter left out",
        "left out",
        "not left out",
        "nothing returned",
    ]


def test_tests_that_look_for_faults_pass_without_one():
    found = killers()

    assert len(found) > 300
    for _, test, given in found[::40]:
        attempt(test, given)


@pytest.mark.soak("mutants")
def test_most_faults_of_the_engine_are_noticed(capsys):
    """At least 95 of 100; those that are not noticed are printed."""
    found = killers()
    made = [one for module in ENGINE for one in mutants(module)]
    started = time.monotonic()

    def tell(done):
        if done % 50 == 0:
            seconds = time.monotonic() - started
            with capsys.disabled():
                print(f"{done} of {len(made)} faults, {seconds:.0f} s", flush=True)  # noqa: T201 - the long test shows how far it is

    missed = unnoticed(made, found, os.cpu_count() or 1, tell)

    noticed = len(made) - len(missed)
    with capsys.disabled():
        print(f"\n{noticed} of {len(made)} faults noticed")  # noqa: T201 - the long test prints what it found
        for one in missed:
            print(f"  not noticed: {one}")  # noqa: T201 - as above
    assert noticed >= 0.95 * len(made)


FRESH = """
import gc
from tests.laws.mutants import killers, mutants, unnoticed

def fails():
    raise AssertionError

gc.freeze()
made = list(mutants("expressions"))[:3]
print(unnoticed(made, [("expressions", lambda: None, {})], 2) == made)
print(unnoticed(made, [("expressions", fails, {})], 2) == [])
print(unnoticed(made, killers(), 2) == [])
"""


def test_faults_are_looked_for_in_children():
    """Asked of a process of its own: this one may have threads, or other children."""
    found = subprocess.run(
        [sys.executable, "-c", FRESH],
        capture_output=True,
        check=False,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tdweb.settings"},
        text=True,
    )

    assert found.stdout.split() == ["True"] * 3, found.stderr
