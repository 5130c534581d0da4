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
def worker(transactional_db):
    """Run a real worker; tests share it, one after another.

    It is at rest before the tables are emptied: the row of a task it still had would
    vanish under it, and it would end.
    """
    if not RUNNING:
        command = [sys.executable, tree.ROOT / "manage.py", "db_worker"]
        command += ["--interval", "0.1", "--no-startup-delay", "--no-reload"]
        where = {"cwd": tree.ROOT, "env": environment()}
        RUNNING.append(subprocess.Popen(command, **where))
    yield RUNNING[0]
    assert RUNNING[0].poll() is None, "The worker ended by itself."
    if not comes_to_rest():
        end_worker()


def comes_to_rest(seconds=5):
    """Take the waiting tasks back; say whether the one that runs ended in time."""
    end = time.monotonic() + seconds
    while True:
        DBTaskResult.objects.filter(status="READY").delete()
        if not DBTaskResult.objects.filter(status="RUNNING").exists():
            return True
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
