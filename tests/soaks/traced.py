"""What the programs of a site asked the system for, in order: strace, and reading it.

Also a disk that is told of it and loses its power: what was written and not synced is
there, or half there, or not.
"""

import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

CALLS = "pwrite64,write,fsync,fdatasync,ftruncate,sendto,sendmsg"
BEGUN = re.compile(r"^(\d+) +(\w+)\((\d+)<(.*?)>(?:, |\)|$| <)(.*)$")
RESUMED = re.compile(r"^(\d+) +<\.\.\. (\w+) resumed>")
SECTOR = 512


@dataclass(frozen=True)
class Event:
    """One thing that a process did to a file or a line."""

    process: int
    kind: str
    path: str
    data: bytes = b""
    place: int = 0


@contextmanager
def traced(processes, output, shown=65_536):
    """Trace processes, and those that they start, while something is done."""
    command = ["strace", "-f", "-y", "-xx", "-s", str(shown), "-o", str(output)]
    command += ["-e", f"trace={CALLS}"]
    for one in processes:
        command += ["-p", str(one)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as tracer:
        wanted = {str(one) for one in processes}
        while wanted:
            words = tracer.stderr.readline().split()
            assert words, "strace may not look at these programs"
            wanted -= set(words)
        time.sleep(0.5)  # their threads are taken after them
        yield
        tracer.send_signal(signal.SIGINT)
        tracer.wait(60)


def unhexed(text):
    """Return the bytes of a text in strace's hexadecimal form."""
    found = re.match(r'"((?:\\x[0-9a-f]{2})*)"', text)
    return bytes.fromhex(found[1].replace("\\x", "")) if found else b""


def events(trace: Path) -> Iterator[Event]:
    """Yield what was done: a write as it begins, a sync as it is done."""
    waiting = {}
    with trace.open(errors="replace") as lines:
        for line in lines:
            if back := RESUMED.match(line):
                if event := waiting.pop((int(back[1]), back[2]), None):
                    yield event
                continue
            found = BEGUN.match(line)
            if not found:
                continue
            process, call, _number, path, rest = found.groups()
            path = path_of(path)
            whole = "<unfinished" not in line
            if call in {"fsync", "fdatasync"}:
                event = Event(int(process), "sync", path)
                if whole:
                    yield event
                else:
                    waiting[int(process), call] = event
            elif call == "ftruncate":
                number = re.match(r"(\d+)", rest)
                yield Event(int(process), "cut", path, place=int(number[1]))
            elif call == "pwrite64":
                place = re.search(r", (\d+)(?:\)| <unfinished)", rest)
                assert place, line[-200:]
                yield Event(int(process), "write", path, unhexed(rest), int(place[1]))
            else:
                yield Event(int(process), "send", path, unhexed(rest))


def path_of(text):
    """Return a path as strace names it; -xx gives it in hexadecimal too."""
    if text.startswith("\\x"):
        return bytes.fromhex(text.replace("\\x", "")).decode(errors="replace")
    return text


class Disk:
    """Files as they would be found after a loss of power at any moment."""

    def __init__(self, files):
        self.kept = {path: bytearray(data) for path, data in files.items()}
        self.pending = {path: [] for path in files}

    def take(self, event):
        """Be told of an event on one of the files."""
        if event.path not in self.kept:
            return
        if event.kind == "sync":
            for one in self.pending[event.path]:
                self._do(self.kept[event.path], one, len(one.data))
            self.pending[event.path].clear()
        elif event.kind in {"write", "cut"}:
            self.pending[event.path].append(event)

    def after_loss(self, chance):
        """Return the files with each write that was not synced there, half or not."""
        found = {}
        for path, data in self.kept.items():
            left = bytearray(data)
            for one in self.pending[path]:
                part = chance.random()
                if part < 0.45:
                    continue
                sectors = len(one.data) // SECTOR
                torn = chance.randrange(sectors) * SECTOR if sectors else 0
                self._do(left, one, torn if part < 0.65 else len(one.data))
            found[path] = bytes(left)
        return found

    @staticmethod
    def _do(data, event, length):
        if event.kind == "cut":
            del data[event.place :]
            data.extend(bytes(event.place - len(data)))
            return
        end = event.place + length
        data.extend(bytes(max(0, end - len(data))))
        data[event.place : end] = event.data[:length]
