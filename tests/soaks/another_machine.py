"""Another machine in one: a network namespace, with a browser or another user."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from django.db import connection

from tests import processes, tree
from tests.browser import FLAGS, own_chromium
from tests.soaks.test_deploy import confined, needs

HOST, GUEST = "10.70.70.1", "10.70.70.2"
SECOND_ADDRESS = "127.0.0.2"


@dataclass(frozen=True)
class Machine:
    """Where a site is reached from another machine, and how a program starts there."""

    address: str
    words: str
    prefix: list = field(default_factory=list)

    def launch(self, playwright, folder):
        """Start Chromium there; it finds this address and no other."""
        started = folder / "browser"
        words = " ".join([*self.prefix, own_chromium()])
        started.write_text(f'#!/bin/sh\nexec {words} "$@"\n')
        started.chmod(0o755)
        rule = f"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE {self.address}"
        kept = [flag for flag in FLAGS if not flag.startswith("--host-resolver")]
        return playwright.chromium.launch(
            executable_path=str(started), args=[*kept, rule]
        )


def _ip(*words):
    return subprocess.run(["ip", *words], capture_output=True, check=False).returncode


@contextmanager
def machine():
    """Yield a machine in a network namespace, or this one under a second address."""
    name = f"td{os.getpid()}"
    here, there = f"{name}a", f"{name}b"
    steps = [
        ("netns", "add", name),
        ("link", "add", here, "type", "veth", "peer", "name", there),
        ("link", "set", there, "netns", name),
        ("addr", "add", f"{HOST}/24", "dev", here),
        ("link", "set", here, "up"),
        ("-n", name, "addr", "add", f"{GUEST}/24", "dev", there),
        ("-n", name, "link", "set", there, "up"),
    ]
    try:
        if shutil.which("ip") and not any(_ip(*step) for step in steps):
            prefix = ["ip", "netns", "exec", name]
            yield Machine(HOST, "a browser in a network namespace of its own", prefix)
        else:
            words = "a browser at a second address, for namespaces are refused here"
            yield Machine(SECOND_ADDRESS, words)
    finally:
        _ip("link", "del", here)
        _ip("netns", "del", name)


class Elsewhere:
    """Another user, folder and network namespace, on a root that stays as it is."""

    def __init__(self, folder, name):
        needs("bwrap")
        self.folder = folder / "elsewhere"
        self.folder.mkdir(mode=0o777)
        sqlite = connection.vendor == "sqlite"
        self.name = str(self.folder / "other.sqlite3") if sqlite else name
        self.writes = [self.folder]
        self.address = f"sqlite:///{self.name}"
        if not sqlite:
            mine = processes.address()
            self.address = re.sub(r"/[^/]*\?", f"/{name}?", mine)
            socket = Path(mine.split("host=")[1])
            socket.chmod(0o755)  # another account comes in by the socket
            self.writes.append(socket)
            own = Path(os.environ["PATH"].split(":")[0])
            if own.is_relative_to(tempfile.gettempdir()):
                # A copy of the server's programs; /tmp is another one in there.
                self.writes.append(own.parents[2])
        self.within = confined(folder, *self.writes)

    def run(self, *words):
        """Return what a command prints there; it must end well."""
        first, *more = self.within
        given = processes.environment() | {
            "DATABASE_URL": self.address,
            "TD_VAR": str(self.folder / "var"),
        }
        command = [first, "--unshare-net", *more, sys.executable, "manage.py", *words]
        ended = subprocess.run(
            list(map(str, command)),
            cwd=tree.ROOT,
            env=given,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return ended.stdout
