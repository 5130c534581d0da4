"""Other processes on the test database: its address, and a worker that solves."""

import os
import subprocess
import sys
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.db import connection

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


@pytest.fixture(scope="module")
def worker(django_db_setup):
    """Run a real worker for the tests of a file; they must be transactional."""
    command = [sys.executable, tree.ROOT / "manage.py", "db_worker"]
    command += ["--interval", "0.1", "--no-startup-delay", "--no-reload"]
    with subprocess.Popen(command, cwd=tree.ROOT, env=environment()) as program:
        yield program
        assert program.poll() is None, "The worker ended by itself."
        program.terminate()
        program.wait(30)
