"""The programs of a site end together, with all that they started."""

import os
import select
import sys

from tdweb.hosting.supervise import Program, end

STARTS_ANOTHER = """
import subprocess, sys, time
wait = [sys.executable, "-c", "import time; time.sleep(600)"]
subprocess.Popen(wait, pass_fds=[int(sys.argv[1])])
print("started", file=open(int(sys.argv[1]), "w", closefd=False), flush=True)
time.sleep(600)
"""
PATIENCE = 30


def test_what_a_program_started_ends_with_it():
    ours, theirs = os.pipe()
    one = Program([sys.executable, "-c", STARTS_ANOTHER, theirs], files=(theirs,))
    os.close(theirs)
    assert os.read(ours, 100) == b"started\n"
    end([one.child])
    ended, _, _ = select.select([ours], [], [], PATIENCE)
    assert ended, "What the program had started goes on."
    assert os.read(ours, 1) == b""  # nobody holds the other end any more
    os.close(ours)
