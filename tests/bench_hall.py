"""A full hall asks a site of two cores, all at once: how long anybody waits (T26).

    ./td bench hall [--seconds N]

On SQLite, then on PostgreSQL with its disk writes waited for: 800 phones and 40 tablets
look again by themselves, 4 chiefs watch, 8 directors take calls and 80 objections come
in. The site is that of `./td serve`; the client is this process, and its processor time
is not the site's. Each request is counted from when it was due, not from when it could
be sent.
"""

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import uuid
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlencode

from rulings.management.bench.ledger import Figure
from tdweb.hosting import serve
from tdweb.hosting.supervise import ROOT, Program, answers, end
from tests import databases

PHONES_LOOK, TABLETS_LOOK, CHIEFS_LOOK, CALLS = 15, 5, 5, 15
"""So many seconds between two looks of one of them, and between two calls."""
DIRECTORS, OBJECTIONS, FULL = 8, 80, 120
AT_ONCE = 256
"""So many requests the client has open at most; others wait, and that wait counts."""
SLOWEST = 30


@dataclass
class Tally:
    """What the client saw."""

    times: dict = field(default_factory=dict)
    errors: list = field(default_factory=list)
    filed: dict = field(default_factory=dict)
    shed: int = 0
    unchanged: int = 0
    memory: dict = field(default_factory=dict)
    processor: dict = field(default_factory=dict)
    client: float = 0.0


class Hall:
    """Everybody in the hall, on one site."""

    def __init__(self, port, floor, seconds):
        self.port, self.floor, self.seconds = port, floor, seconds
        self.tally = Tally()
        self.gate = asyncio.Semaphore(AT_ONCE)
        self.tags = {}

    async def ask(self, kind, due, path, cookie, *, form=None, who=None):
        """Send one request at its time, and note how it went."""
        loop = asyncio.get_running_loop()
        await asyncio.sleep(max(0, due - loop.time()))
        async with self.gate:
            try:
                status, tag, sent = await asyncio.wait_for(
                    self._talk(path, cookie, form, who), SLOWEST
                )
            except (TimeoutError, OSError, ValueError, IndexError) as error:
                self.tally.errors.append(f"{kind}: {type(error).__name__}")
                return
        waited = 1000 * (loop.time() - due)
        if status == 503 and who is not None:
            self.tally.shed += 1
            return
        self.tally.times.setdefault(kind, []).append(waited)
        if status == 304:
            self.tally.unchanged += 1
        elif form is not None and status == 303:
            self.tally.filed[form["key"]] = sent
        elif form is not None or status != 200:
            self.tally.errors.append(f"{kind}: {status}")
        if who is not None and tag:
            self.tags[who] = tag

    async def _talk(self, path, cookie, form, who):
        head = [
            f"{'POST' if form else 'GET'} {path} HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            f"Cookie: {cookie}; {self.floor['csrf']}={self.floor['secret']}",
            "Connection: close",
        ]
        body = b""
        if form:
            given = {"csrfmiddlewaretoken": self.floor["secret"], **form}
            body = urlencode(given).encode()
            head.append("Content-Type: application/x-www-form-urlencoded")
            head.append(f"Content-Length: {len(body)}")
        elif who is not None:
            head += ["HX-Request: true", "X-Poll: 1"]
            if who in self.tags:
                head.append(f"If-None-Match: {self.tags[who]}")
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write("\r\n".join(head).encode() + b"\r\n\r\n" + body)
            sent = time.time()
            answer = await reader.read()
        finally:
            writer.close()
        first, *lines = answer.partition(b"\r\n\r\n")[0].decode("latin1").split("\r\n")
        found = [line[6:] for line in lines if line.lower().startswith("etag: ")]
        return int(first.split()[1]), found[0] if found else "", sent

    def plan(self):
        """Return every request of the run, each with the moment at which it is due."""
        chance = random.Random(26)
        floor, end = self.floor, self.seconds
        begin = asyncio.get_running_loop().time() + 0.5

        def looks(kind, path, cookies, every):
            for number, cookie in enumerate(cookies):
                at = chance.uniform(0, every)
                while at < end:
                    who = (kind, number)
                    yield self.ask(kind, begin + at, path, cookie, who=who)
                    at += every

        yield from looks("phone", floor["home"], floor["phones"], PHONES_LOOK)
        staff = floor["staff"]
        yield from looks("tablet", floor["queue"], staff["tablet"], TABLETS_LOOK)
        yield from looks("chief", floor["live"], staff["chief"], CHIEFS_LOOK)
        objections = OBJECTIONS * end // FULL
        for cookie, path, seat in floor["filings"][: max(2, objections)]:
            form = {"act": "object", "seat": seat, "reason": "entry", "words": "No."}
            due = begin + chance.uniform(0, end)
            yield self.ask("objection", due, path, cookie, form=form | key())
        calls = iter(floor["calls"])
        for cookie in staff["tablet"][:DIRECTORS]:
            at = chance.uniform(0, CALLS)
            while at < end:
                form = {"playing": next(calls)} | key()
                yield self.ask("call", begin + at, floor["new_call"], cookie, form=form)
                at += CALLS

    async def run(self, watch):
        """Let everybody ask; look at the site's memory meanwhile."""
        began = time.process_time()
        tasks = [asyncio.create_task(one) for one in self.plan()]
        while not all(task.done() for task in tasks):
            for name, size in watch().items():
                before = self.tally.memory.get(name, 0)
                self.tally.memory[name] = max(before, size)
            await asyncio.wait(tasks, timeout=2)
        await asyncio.gather(*tasks)
        self.tally.client = time.process_time() - began
        return self.tally


def key():
    """Return the hidden field that makes a form count once."""
    return {"key": str(uuid.uuid4())}


@contextmanager
def site(address, cases=40):
    """Serve a full hall as `./td serve` does, on a database of its own."""
    with tempfile.TemporaryDirectory(prefix="hall") as name:
        folder = Path(name)
        listening = serve.listen("127.0.0.1", 0)
        port = listening.getsockname()[1]
        before = dict(os.environ)
        for other in ("TD_SECRET_KEY", "TD_DEMO", "TD_PROXIES", "DATABASE_URL"):
            os.environ.pop(other, None)
        os.environ |= {
            "TD_VAR": name,
            "TD_SITE": "http",
            "TD_HOSTS": "127.0.0.1,testserver",
            "TD_ADDRESS": f"http://127.0.0.1:{port}",
            "TD_LOG_LEVEL": "ERROR",
        }
        if address:
            os.environ["DATABASE_URL"] = address
        programs = []
        try:
            manage("manage.py", "migrate", "--verbosity", "0")
            manage("manage.py", "collectstatic", "--noinput", "--verbosity", "0")
            manage("-m", "tests.hall_floor", "make", folder / "floor.json", cases)
            fd = listening.fileno()
            programs += [Program(one, (fd,)) for one in serve.commands(fd, None, None)]
            while not answers(f"http://127.0.0.1:{port}/healthz"):
                time.sleep(0.2)
            yield port, folder, programs
        finally:
            end([program.child for program in programs])
            listening.close()
            os.environ.clear()
            os.environ.update(before)


def manage(*arguments):
    """Run a program of the site to its end."""
    command = [sys.executable, *map(str, arguments)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def measure(programs, database, of):
    """Return a measure of each kind of program, summed over its processes."""
    found = {}
    for program in programs:
        kind = {"a web process": "web"}.get(program.name(), "workers")
        found[kind] = found.get(kind, 0) + of(program.child.pid)
    if database:
        found["PostgreSQL"] = sum(map(of, children_of(database)))
    return found


def processor_of(number):
    """Return the seconds of processor that a process and its ended children took."""
    try:
        text = Path(f"/proc/{number}/stat").read_text()
    except OSError:
        return 0
    return sum(map(int, text.rpartition(")")[2].split()[11:15])) / 100


def share_of(number):
    """Return the MB of a process, what it shares divided among those that share it."""
    try:
        lines = Path(f"/proc/{number}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    kilobytes = (int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return sum(kilobytes) / 1024


def children_of(number):
    """Return a process and all that it started."""
    found = [number]
    for folder in Path("/proc").glob("[0-9]*/stat"):
        try:
            about = folder.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(about[1]) == number:
            found.append(int(folder.parent.name))
    return found


def played(name, address, seconds):
    """Return the lines of one database, and its figure in words."""
    with site(address) as (port, folder, programs):
        floor = json.loads((folder / "floor.json").read_text("utf-8"))
        database = 0
        if address:
            place = Path(address.partition("host=")[2]) / "d" / "postmaster.pid"
            database = int(place.read_text().split()[0])
        hall = Hall(port, floor, seconds)
        before = measure(programs, database, processor_of)
        tally = asyncio.run(hall.run(lambda: measure(programs, database, share_of)))
        after = measure(programs, database, processor_of)
        tally.processor = {kind: after[kind] - before[kind] for kind in after}
        (folder / "filed.json").write_text(json.dumps(tally.filed), "utf-8")
        manage("-m", "tests.hall_floor", "count", folder / "filed.json")
        counted = json.loads((folder / "filed.json").read_text("utf-8"))
    return lines_of(name, tally, counted, seconds)


def lines_of(name, tally, counted, seconds):
    """Return what was measured on one database, in lines and in one sentence."""
    every = [one for kind in tally.times.values() for one in kind]
    lines = [
        f"{name}, {seconds} s",
        "who          requests   median ms   p95 ms   p99 ms",
    ]
    for kind, found in {**tally.times, "all": every}.items():
        lines.append(
            f"{kind:12} {len(found):8} {part(found, 50):11.0f} {part(found, 95):8.0f}"
            f" {part(found, 99):8.0f}"
        )
    held = ", ".join(f"{kind} {size:.0f} MB" for kind, size in tally.memory.items())
    took = ", ".join(f"{kind} {s:.0f} s" for kind, s in tally.processor.items())
    said = [
        f"p95 {part(every, 95):.0f} ms",
        f"p99 {part(every, 99):.0f} ms",
        f"{len(tally.errors)} errors",
        f"{counted['lost']} lost, {counted['doubled']} doubled of {len(tally.filed)}",
        f"drift {part(counted['drifts'], 99):.0f} ms",
        f"{tally.shed} looks put off, {tally.unchanged} unchanged",
        f"memory: {held}",
        f"processor: {took}, client {tally.client:.0f} s",
    ]
    kinds = sorted(set(tally.errors))
    lines += said + [f"  {tally.errors.count(kind)} {kind}" for kind in kinds]
    return lines, f"{name}: " + ", ".join(said)


def part(found, percent):
    """Return a percentile of some figures, 0 where there are too few."""
    if len(found) < 2:
        return 0.0
    return quantiles(found, n=100, method="inclusive")[percent - 1]


def measured(seconds=FULL):
    """Return the lines of both databases and their row for docs/benchmarks.md."""
    lines, figures = [], []
    databases.OPTIONS = "-c jit=off"  # its writes to the disk are waited for
    for name, server in (("SQLite", None), ("PostgreSQL", databases.postgresql)):
        if server is None:
            made, said = played(name, "", seconds)
        else:
            with server() as address:
                made, said = played(name, address, seconds)
        lines += made
        figures.append(said)
    return lines, Figure(
        "a full hall on a site of two cores (T26), the client beside it",
        f"800 phones each {PHONES_LOOK} s, 40 tablets and 4 chiefs each 5 s, "
        f"{DIRECTORS} directors with calls, {OBJECTIONS} objections, in {seconds} s",
        "./td bench hall --append",
        "; ".join(figures),
    )
