"""Every small fault of policy and embargo is noticed: `./td soak mutants`."""

import os
import subprocess
import sys

import pytest

from tests import tree


@pytest.mark.soak("mutants")
def test_every_fault_of_policy_and_embargo_is_noticed(say):
    """In a program of its own, which forks: it must hold no other tests' threads."""
    environment = {k: v for k, v in os.environ.items() if k != "DATABASE_URL"}

    done = subprocess.run(
        [sys.executable, "-m", "tests.soaks.faults"],
        cwd=tree.ROOT,
        env=environment,
        capture_output=True,
        check=False,
        text=True,
    )

    lines = done.stdout.splitlines()
    say("\n".join(line for line in lines if "noticed" in line))
    assert done.returncode == 0
