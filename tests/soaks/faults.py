"""Small faults put into the policy and the embargo, to see whether the tests notice.

    python -m tests.soaks.faults [MODULE ...] [--tests PATH ...] [--at-once N]

A module is one of `MODULES`, `embargo:40-60` for some of its lines only, or `letters`.
With `--tests` only those tests look; a fault they leave may still be noticed by others.
The first module must not hold rows over its tests: they are gone in the children.

The faults are those of `tests/laws/mutants.py`. A run of pytest makes its database and
collects the tests of rights; then a child for each fault changes the code of one
function, takes a copy of the database and runs the tests until the first that fails.
The rights themselves are a table: there each letter given or taken away is a fault.
Needs SQLite, whose database is a file that can be copied.
"""

import argparse
import os
import shutil
import signal
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

from tests.laws import mutants

MODULES = ("actors", "embargo", "relations", "rights", "visibility")
KILLERS = (
    *("tests/permissions", "tests/test_permissions_matrix.py"),
    *("tests/views/desk/test_playing.py", "tests/views/player/test_entry.py"),
    *("tests/workflow/test_given_back.py", "tests/queries/test_exports.py"),
    "tests/test_routes_matrix.py",
)
SECONDS = int(os.environ.get("TD_FAULT_SECONDS", "1200"))
"""A fault that no test has noticed by then counts as one that none notices."""
LATEST = 25


OWN_KEY = "any name keeps apart what is read once, as long as no other key has it"
TRUTH = "whoever asks takes nothing for no"
EQUIVALENT = {
    ("relations", 'return actor.once("roles"', "'roles' changed"): OWN_KEY,
    ("relations", 'return actor.once(("case"', "'case' changed"): OWN_KEY,
    ("relations", '("plays", playing.pk)', "'plays' changed"): OWN_KEY,
    ("relations", "return False", "nothing returned"): TRUTH,
    ("visibility", '(("announced", case.pk)', "'announced' changed"): OWN_KEY,
    ("visibility", '(("lifted", board.pk)', "'lifted' changed"): OWN_KEY,
    ("visibility", 'actor.kind == "anonymous"', "'anonymous' changed"): (
        "who has neither slip nor account sees nothing two lines below either"
    ),
    ("embargo", 'Subquery(last.values("ended_at")[:1])', "1 raised"): (
        "SQLite takes the first of two rows; PostgreSQL refuses them, and its run of"
        " the same tests notices"
    ),
}
"""Faults that change nothing that could be asked: module, line, fault, and why."""


@dataclass(frozen=True)
class Letter:
    """A right given to somebody, or taken away."""

    table: str
    act: object
    letter: str

    def put_in(self):
        from rulings.permissions import rights  # noqa: PLC0415 needs the apps

        table = getattr(rights, self.table)
        table[self.act] ^= {self.letter}

    def __str__(self):
        return f"{self.table}[{self.act}] ^ {self.letter}"


def letters():
    """Yield each letter of each act, given where it is not and taken where it is."""
    from rulings.permissions import rights  # noqa: PLC0415 needs the apps

    for name in ("RIGHTS", "EVENT_RIGHTS"):
        table = getattr(rights, name)
        known = sorted(frozenset().union(*table.values()))
        for act in table:
            for letter in known:
                yield Letter(name, act, letter)


class Nothing:
    """No fault at all: the tests pass with it, or they would notice everything."""

    def put_in(self):
        pass

    def __str__(self):
        return "no fault"


def put_in(fault):
    if isinstance(fault, Letter | Nothing):
        fault.put_in()
    else:
        mutants.put_in(fault)


class Faults:
    """Runs the tests with one fault after another, instead of once."""

    def __init__(self, wanted, at_once):
        self.wanted, self.at_once, self.missed = wanted, at_once, []
        self.made, self.done, self.sound = [], 0, False
        self.same = []

    def pytest_runtestloop(self, session):
        from django.db import connections  # noqa: PLC0415 needs the apps

        items = session.items
        for number in (0, 1):  # the database is made, and the tests do pass
            assert passes(items[number], items[number + 1])
        connections.close_all()
        for name in self.wanted:
            self.made += letters() if name == "letters" else chosen(name)
        self.same = [one for one in self.made if reason_of(one)]
        self.made = [one for one in self.made if not reason_of(one)]
        self.look(items, self.at_once)
        return True

    def note(self, fault, noticed, status, items):
        """Keep a fault that was not noticed, and tests that fail without one."""
        by = items[int(noticed)].nodeid if noticed.isdigit() else noticed.decode()
        if isinstance(fault, Nothing):
            self.sound = not noticed and status == 0
            if not self.sound:
                print(f"without a fault: status {status}, {by}", flush=True)  # noqa: T201 - it is a program
        elif not noticed:
            self.missed.append(fault)
            late = "" if status == 0 else " in time"
            print(f"not noticed{late}: {fault}", flush=True)  # noqa: T201 - as above

    def look(self, items, at_once):
        waiting, children = [*reversed(self.made), Nothing()], {}
        latest = []
        while waiting or children:
            while waiting and len(children) < at_once:
                fault = waiting.pop()
                read, write = os.pipe()
                child = os.fork()
                if not child:
                    os._exit(run(fault, in_order(items, latest), write))
                os.close(write)
                children[child] = fault, read
            child, status = mutants.first_ended(children)
            fault, read = children.pop(child)
            noticed = os.read(read, 20)
            os.close(read)
            self.note(fault, noticed, os.waitstatus_to_exitcode(status), items)
            if noticed.isdigit():
                number = int(noticed)
                latest = [number, *[one for one in latest if one != number]][:LATEST]
            self.done += 1
            if self.done % 25 == 0:
                print(f"{self.done} of {len(self.made)}", flush=True)  # noqa: T201 - as above


def chosen(name):
    """Return the faults of a module, or of some lines of it: `embargo:40-60`."""
    module, _, lines = name.partition(":")
    first, _, last = lines.partition("-")
    found = mutants.mutants(f"rulings.permissions.{module}")
    if not lines:
        return list(found)
    return [one for one in found if int(first) <= one.line <= int(last or first)]


def reason_of(fault):
    """Return why a fault makes no difference, "" where it does."""
    if not isinstance(fault, mutants.Mutant):
        return ""
    line = fault.source.splitlines()[fault.line - 1]
    name = fault.module.rpartition(".")[2]
    return next(
        (
            reason
            for (module, part, what), reason in EQUIVALENT.items()
            if (module, what) == (name, fault.what) and part in line
        ),
        "",
    )


def in_order(items, latest):
    """Return the tests with their numbers, first those that noticed other faults."""
    rest = [number for number in range(len(items)) if number not in latest]
    return [(number, items[number]) for number in (*latest, *rest)]


def passes(item, after):
    """Run one test; say whether it passed."""
    return not any(
        one.failed for one in runtestprotocol(item, log=False, nextitem=after)
    )


def run(fault, items, write):
    """Run the tests with a fault on a database of its own until the first fails."""
    from django.db import connection  # noqa: PLC0415 needs the apps

    signal.signal(signal.SIGALRM, lambda *_: os._exit(2))
    signal.alarm(SECONDS)
    sys.stdout = sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115 - to the end
    folder = Path(tempfile.mkdtemp(dir="/dev/shm"))
    try:
        settings = connection.settings_dict
        shutil.copy(settings["NAME"], folder / "copy.sqlite3")
        settings["NAME"] = str(folder / "copy.sqlite3")
        mutants.gc.unfreeze()
        put_in(fault)
        # What the tests before had open, as far as the first one does not share it.
        items[0][1].session._setupstate.teardown_exact(items[0][1])
        for at, (number, item) in enumerate(items):
            after = items[(at + 1) % len(items)][1]  # none would take everything down
            if not passes(item, after):
                os.write(write, str(number).encode())
                return 1
    except BaseException:  # noqa: BLE001 - a fault may show in any way
        os.write(write, b"stopped")
        return 1
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return 0


def main(arguments):
    """Look for faults that no test notices; return how many."""
    parser = argparse.ArgumentParser(prog="python -m tests.soaks.faults")
    parser.add_argument("modules", nargs="*", default=[*MODULES, "letters"])
    parser.add_argument("--tests", nargs="+", default=KILLERS)
    parser.add_argument("--at-once", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args(arguments)
    began, faults = time.monotonic(), Faults(given.modules, given.at_once)
    pytest.main(
        ["-q", "-p", "no:randomly", "-p", "no:cacheprovider", "-s", *given.tests],
        plugins=[faults],
    )
    print(  # noqa: T201 - as above
        f"{len(faults.made) - len(faults.missed)} of {len(faults.made)} faults of"
        f" policy and embargo noticed, {time.monotonic() - began:.0f} s;"
        f" {len(faults.same)} more make no difference"
    )
    return len(faults.missed) + (not faults.sound)


if __name__ == "__main__":
    sys.exit(min(1, main(sys.argv[1:])))
