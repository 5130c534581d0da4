"""Other processes on the test database: its address, and a worker that solves."""

import os
import subprocess
import sys
import time
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.db import connection
from django_tasks_db.models import DBTaskResult

from tests import tree


def address():
    """Return the address of the test database, for another process."""
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    given = urlsplit(os.environ["DATABASE_URL"])
    return urlunsplit(given._replace(path=f"/{name}"))


def environment():
    """Return the environment of a process that works on the test database."""
    return {**os.environ, "DATABASE_URL": address(), "TD_LOG_LEVEL": "ERROR"}


RUNNING = []
"""The worker that runs, one at most: the files that want one share it.

To start one takes four seconds of processor. `tests/conftest.py` lets those files come
one after another, and ends it after the last of them.
"""


def end_worker():
    """End the worker, if one runs."""
    while RUNNING:
        program = RUNNING.pop()
        program.kill()
        program.wait(30)


@pytest.fixture
def worker(transactional_db, no_worker_left, tmp_path_factory):
    """Run a real worker; tests share it, one after another.

    Tests ask for it before all else (tests/conftest.py), so that it goes last: the
    pages and the server that give it work are gone by then. It is at rest before tables
    are emptied: the row of a task it still had would vanish under it, and it would end.
    """
    if RUNNING and RUNNING[0].poll() is not None:
        end_worker()
    if not RUNNING:
        command = [sys.executable, tree.ROOT / "manage.py", "db_worker"]
        command += ["--interval", "0.1", "--no-startup-delay", "--no-reload"]
        said = tmp_path_factory.mktemp("worker") / "said.txt"
        with said.open("w") as errors:
            where = {"cwd": tree.ROOT, "env": environment(), "stderr": errors}
            RUNNING.append(subprocess.Popen(command, **where))
        RUNNING[0].said = said
    program = RUNNING[0]
    yield program
    if program.poll() is not None:
        end_worker()
        pytest.fail(f"The worker ended by itself: {program.said.read_text()[-2000:]}")
    if not comes_to_rest():
        end_worker()


def comes_to_rest(seconds=5):
    """Take the waiting tasks back; say whether the one that runs ended in time."""
    end = time.monotonic() + seconds
    while True:
        waiting = DBTaskResult.objects.filter(status="READY")
        # In one statement: what the worker takes meanwhile runs, and keeps its row.
        waiting._raw_delete(waiting.db)
        if not DBTaskResult.objects.filter(status="RUNNING").exists():
            return True
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
