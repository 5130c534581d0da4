"""What the programs of a site asked the system for, in order: strace, and reading it.

Also a disk that is told of it and loses its power: what was written and not synced is
there, or half there, or not. Names of files (made, moved, gone) hold at once, as on a
file system that keeps them in a journal; their bytes do not.
"""

import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

CALLS = "pwrite64,write,fsync,fdatasync,ftruncate,sendto,sendmsg"
OF_FOLDERS = "pwritev,pwritev2,fallocate,openat,rename,unlink"
"""What a server does besides, whose database is a folder of files."""
BEGUN = re.compile(r"^(\d+) +(\w+)\((\d+)<(.*?)>(?:, |\)|$| <)(.*)$")
RESUMED = re.compile(r"^(\d+) +<\.\.\. (\w+) resumed>")
OF_NAMES = re.compile(r"^(\d+) +(openat|rename|unlink)\((.*)$")
OPENED = re.compile(r" = \d+<(.*?)>")
QUOTED = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
SECTOR = 512


@dataclass(frozen=True)
class Event:
    """One thing that a process did to a file or a line."""

    process: int
    kind: str
    path: str
    data: bytes = b""
    place: int = 0
    target: str = ""


@contextmanager
def traced(processes, output, shown=65_536, calls=CALLS):
    """Trace processes, and those that they start, while something is done."""
    command = ["strace", "-f", "-y", "-xx", "-s", str(shown), "-o", str(output)]
    command += ["-e", f"trace={calls}"]
    for one in processes:
        command += ["-p", str(one)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as tracer:
        wanted = {str(one) for one in processes}
        while wanted:
            line = tracer.stderr.readline()
            assert line, "strace may not look at these programs"
            wanted -= set(re.findall(r"\d+", line))  # attached, or ended meanwhile
        time.sleep(0.5)  # their threads are taken after them
        yield
        tracer.send_signal(signal.SIGINT)
        tracer.wait(60)


def unhexed(text):
    """Return the bytes of a text in strace's hexadecimal form."""
    found = re.match(r'"((?:\\x[0-9a-f]{2})*)"', text)
    return bytes.fromhex(found[1].replace("\\x", "")) if found else b""


def events(trace: Path, folder: Path = Path("/")) -> Iterator[Event]:
    """Yield what was done: a write as it begins, a sync or a name as it is done.

    Names that are not whole stand in the folder. Where a file is written in a row, the
    place is counted from its opening.
    """
    begun, places = {}, {}
    with trace.open(errors="replace") as lines:
        for line in lines:
            whole = line.rstrip("\n")
            if back := RESUMED.match(whole):
                start = begun.pop(back[1], "")
                if not start:
                    continue
                whole = start + whole[back.end() :]
                yield from named_or_synced(whole, folder, places)
            elif whole.endswith("<unfinished ...>"):
                start = whole.removesuffix("<unfinished ...>").rstrip()
                begun[whole.split(maxsplit=1)[0]] = start
                yield from written(start, places)
            else:
                yield from written(whole, places)
                yield from named_or_synced(whole, folder, places)


def written(line, places):
    """Yield a write as it begins."""
    found = BEGUN.match(line)
    if not found:
        return
    process, call, _number, path, rest = found.groups()
    path = path_of(path)
    if call == "pwrite64":
        place = re.search(r", (\d+)\)?(?: = .*)?$", rest.rstrip())
        yield Event(int(process), "write", path, unhexed(rest), int(place[1]))
    elif call in {"pwritev", "pwritev2"}:
        data = b"".join(unhexed(one) for one in re.findall(r"iov_base=(\".*?\")", rest))
        place = re.search(r"\], \d+, (\d+)", rest)
        yield Event(int(process), "write", path, data, int(place[1]))
    elif call == "ftruncate":
        number = re.match(r"(\d+)", rest)
        yield Event(int(process), "cut", path, place=int(number[1]))
    elif call == "fallocate":
        start, length = map(
            int, re.search(r"(\d+), (\d+)\)?(?: = .*)?$", rest).groups()
        )
        yield Event(int(process), "room", path, place=start + length)
    elif call == "write" and path.startswith("/"):
        data, at = unhexed(rest), places.get((process, path), 0)
        places[process, path] = at + len(data)
        yield Event(int(process), "write", path, data, at)
    elif call in {"write", "sendto", "sendmsg"}:
        yield Event(int(process), "send", path, unhexed(rest))


def named_or_synced(line, folder, places):
    """Yield a sync as it is done, and a name that was made, moved or is gone."""
    if (found := BEGUN.match(line)) and found[2] in {"fsync", "fdatasync"}:
        yield Event(int(found[1]), "sync", path_of(found[4]))
        return
    found = OF_NAMES.match(line)
    if not found or " = -1 " in line:
        return
    process, call, rest = found.groups()
    if call == "openat":
        path = path_of(OPENED.search(rest)[1])
        places.pop((process, path), None)
        if "O_TRUNC" in rest or "O_CREAT" in rest:
            yield Event(int(process), "open", path, place=int("O_TRUNC" in rest))
        return
    named = [str(folder / unhexed(f'"{one}"').decode()) for one in QUOTED.findall(rest)]
    kind = "move" if call == "rename" else "gone"
    yield Event(int(process), kind, named[0], target=named[-1])


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
        elif event.kind in {"write", "cut", "room"}:
            self.pending[event.path].append(event)
        elif event.kind == "open" and event.place:
            self.pending[event.path].append(replace(event, kind="cut", place=0))
        elif event.kind == "move":
            for known in (self.kept, self.pending):
                known[event.target] = known.pop(event.path)
        elif event.kind == "gone":
            del self.kept[event.path], self.pending[event.path]

    def take_of(self, folder, event):
        """Be told of an event in a folder, whose files may be new."""
        if event.kind == "open" and event.path.startswith(folder):
            self.kept.setdefault(event.path, bytearray())
            self.pending.setdefault(event.path, [])
        self.take(event)

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
        if event.kind == "room":
            data.extend(bytes(max(0, event.place - len(data))))
            return
        if event.kind == "cut":
            del data[event.place :]
            data.extend(bytes(event.place - len(data)))
            return
        end = event.place + length
        data.extend(bytes(max(0, end - len(data))))
        data[event.place : end] = event.data[:length]
