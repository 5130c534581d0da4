"""Make the filled databases of this release, which later ones bring up to date.

    python -m tests.make_release [sqlite] [postgresql]

Writes `tests/releases/VERSION-ENGINE.zip`: a backup of an event with a case in every
state, by the program's own backup. The oldest PostgreSQL that is served must read it:

    TD_TEST_PROGRAMS=/usr/lib/postgresql/15/bin python -m tests.make_release postgresql
"""

import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from tests.databases import ROOT, binaries, postgresql, sqlite

FOLDER = ROOT / "tests" / "releases"


def version():
    """Return the version of the program."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return project["version"]


def fill(file):
    """Make the database that DATABASE_URL names, fill it, and back it up."""
    import django  # noqa: PLC0415 - after the address is known

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415 - needs the apps

    from tests.workflow.conftest import filled  # noqa: PLC0415 - needs the apps

    call_command("migrate", verbosity=0)
    filled()
    file.unlink(missing_ok=True)
    call_command("backup", str(file))
    file.chmod(0o644)  # nothing in it is anybody's


def made(engine, address, folder):
    """Let a process of its own fill one database; return how it ended."""
    if engine == "sqlite":
        address = f"sqlite:///{folder}/release.sqlite3"
    path = os.environ["PATH"]
    if engine == "postgresql":
        path = f"{binaries(Path(folder))}:{path}"
    environment = {**os.environ, "DATABASE_URL": address, "TD_VAR": folder}
    environment |= {"DJANGO_SETTINGS_MODULE": "tdweb.settings", "PATH": path}
    file = FOLDER / f"{version()}-{engine}.zip"
    command = [sys.executable, "-m", "tests.make_release", "--fill", str(file)]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


def main(arguments):
    """Make the databases of the engines named, or of both."""
    if arguments[:1] == ["--fill"]:
        fill(Path(arguments[1]))
        return 0
    servers = {"sqlite": sqlite, "postgresql": postgresql}
    codes = []
    for engine in arguments or servers:
        with servers[engine]() as address, tempfile.TemporaryDirectory() as folder:
            codes.append(made(engine, address, folder))
    return max(codes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
