"""Keep the programs of a site running: for `./td demo` and `./td serve`.

Standard library only, and nothing that an older Python could not read.
"""

import argparse
import ctypes
import os
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
LOOPBACK = "127.0.0.1"
PATIENCE = 5
"""So many seconds a program that ended at once waits for its next start, at most."""
DIE_WITH_PARENT = 1
"""Linux: the signal that a process gets when the one that started it ends."""


class Program:
    """One program of a site, started again as often as needed."""

    def __init__(self, command: Sequence[object], files: tuple[int, ...] = ()) -> None:
        self.command = [str(part) for part in command]
        self.files = files
        self.wait = 0.0
        self.start()

    def start(self) -> None:
        """Start it, in a session of its own: Ctrl-C would reach it twice."""
        self.began = time.monotonic()
        self.child = subprocess.Popen(  # noqa: S603 - one of our own programs
            self.command,
            cwd=str(ROOT),
            start_new_session=True,
            pass_fds=self.files,
            preexec_fn=end_with_parent,  # noqa: PLW1509 - no thread runs yet
            env={**os.environ, "TD_LOG_LEVEL": os.environ.get("TD_LOG_LEVEL", "ERROR")},
        )

    def ended(self) -> bool:
        """Tell whether it runs no more."""
        return self.child.poll() is not None

    def start_again(self) -> None:
        """Start it again, after a while if it hardly ran."""
        lasted = time.monotonic() - self.began
        if lasted > self.wait + PATIENCE:
            self.wait = 0.0
        elif lasted < self.wait:
            return
        print("td: " + self.name() + " ended and is started again", flush=True)
        self.wait = min(self.wait + 1, PATIENCE)
        self.start()

    def name(self) -> str:
        """Return the word by which people know it."""
        known = {"uvicorn": "a web process", "db_worker": "a worker"}
        known["demo"] = "the worker of the demo"
        known["sweep_jobs"] = "the sweeper"
        return next((known[one] for one in known if one in self.command), "a program")


def end_with_parent() -> None:
    """Ask Linux to end this process with the one that started it, even by kill -9."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGTERM)


def serve(
    commands: Sequence[Sequence[object]],
    address: str,
    *,
    lasting: bool = False,
    files: tuple[int, ...] = (),
    ready: Callable[[str], object] = print,
    meanwhile: Callable[[], object] = bool,
) -> None:
    """Keep programs running until Ctrl-C or, unless lasting, until one of them ends.

    `ready` is called with a sentence once the address answers, `meanwhile` ever after.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    programs: list[Program] = []
    code = 1
    try:
        programs += [Program(command, files) for command in commands]
        told = False
        while lasting or not any(program.ended() for program in programs):
            for program in programs:
                if program.ended():
                    program.start_again()
            if not told and answers(address + "/healthz"):
                ready("td: ready at " + address + "  (Ctrl-C ends it)")
                sys.stdout.flush()
                told = True
            if told:
                meanwhile()
            time.sleep(0.2)
        print("td: a program of the demo ended, so the demo ends.", flush=True)
    except KeyboardInterrupt:
        code = 0
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        end([program.child for program in programs])
    sys.exit(code)


def answers(address: str) -> bool:
    """Tell whether a server answers here."""
    ours = ssl.create_default_context()
    ours.check_hostname = False  # it is asked by number, its certificate has a name
    ours.verify_mode = ssl.CERT_NONE
    try:
        with urllib.request.urlopen(address, timeout=2, context=ours) as response:  # noqa: S310 our own address
            return bool(response.status == 200)  # noqa: PLR2004 HTTP's yes
    except (urllib.error.URLError, OSError):
        return False


def end(children: list[subprocess.Popen[bytes]]) -> None:
    """Stop programs: kindly, and after ten seconds not so kindly.

    What they started goes with them: the solver that a worker makes ready would go on
    for minutes. Each leads a session of its own, and so a group of processes.
    """
    for child in children:
        if child.poll() is None:
            child.terminate()
    for child in children:
        with suppress(subprocess.TimeoutExpired):
            child.wait(10)
        with suppress(ProcessLookupError, PermissionError):  # none is left
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()


LAST_PORT = 65535


def a_port(text: str) -> int:
    """Return the number of a port; argparse words what is none."""
    if not text.isdecimal() or not int(text) <= LAST_PORT:
        raise argparse.ArgumentTypeError(f"a port is 0 to {LAST_PORT}, not {text}")
    return int(text)


def own_address() -> str:
    """Return this machine's address in its network, or the one that it is to itself."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent; the system picks a way
        except OSError:
            return LOOPBACK
        found: str = probe.getsockname()[0]
    return found


def choose_site(folder: Path, *, named: bool) -> None:
    """Let commands work on the site in a folder, unless the environment names one."""
    if named or not {"DATABASE_URL", "TD_VAR"} & set(os.environ):
        os.environ.pop("DATABASE_URL", None)
        os.environ["TD_VAR"] = str(folder.resolve())


def need_site(folder: Path) -> None:
    """End where a folder holds no site: a command that only reads makes none."""
    if not (folder / "seventy.sqlite3").exists():
        sys.exit(f"td: there is no site in {folder}; name its folder by --data.")
