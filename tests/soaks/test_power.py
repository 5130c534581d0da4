"""The power fails: no answer leaves before its commit is on the disk (T3, R9).

A kill keeps what the system had been given, so it shows nothing of this. Here strace
notes each write, each sync and each answer of a served site. `./td soak T3`.
"""

import asyncio
import json
import os
import random
import shutil
import sqlite3
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from rulings.management.keep.engines import standing_on
from rulings.models import KeyUse
from rulings.workflow.proof.verify import verify
from tests import databases
from tests.bench_hall import Hall, key, manage, site
from tests.soaks.traced import CALLS, OF_FOLDERS, Disk, events, traced
from tests.test_hall import counted

FILINGS, IMAGES = 150, int(os.environ.get("TD_IMAGES", "500"))
CASES = 8
DONE = b"HTTP/1.1 303"
COMMITTED = b"C\x00\x00\x00\x0bCOMMIT\x00"  # what the server says


class Quiet(Hall):
    """Phones file one after the other, each once the last has its answer."""

    async def file_all(self):
        for number in range(FILINGS):
            cookie, path, seat = self.floor["filings"][
                number % len(self.floor["filings"])
            ]
            form = {"act": "object", "seat": seat, "reason": "entry", "words": "No."}
            form |= key()
            status, _, sent = await self._talk(path, cookie, form, None)
            assert status == 303, status
            self.tally.filed[form["key"]] = sent


def filed_under_trace(at, processes, trace, *, shown=65_536, files=()):
    """File under the eyes of strace; return the keys in the order of their answers.

    Also what the files, or those of a folder, were as it began, and which process each
    thread belongs to: a worker writes for itself meanwhile.
    """
    port, folder = at
    phone = Quiet(port, json.loads((folder / "floor.json").read_text()), 0)
    a_folder = isinstance(files, Path)
    calls = f"{CALLS},{OF_FOLDERS}" if a_folder else CALLS
    with traced(processes, trace, shown, calls):
        held = [one for one in files.rglob("*") if one.is_file()] if a_folder else files
        started = {str(path): Path(path).read_bytes() for path in held}
        asyncio.run(phone.file_all())
        owners = {
            int(task.name): one
            for one in processes
            for task in Path(f"/proc/{one}/task").glob("*")  # none, if it has ended
        }
    found = counted(folder, phone.tally.filed)
    assert (found["lost"], found["doubled"]) == (0, 0)
    return list(phone.tally.filed), started, owners


def early(found, owners, answer, files):
    """Count the answers, and those that left before their process had synced."""
    unsynced, answers, too_early = set(), 0, 0
    for event in found:
        one = owners.get(event.process, event.process), event.path
        if event.kind in {"write", "cut"} and event.path.startswith(files):
            unsynced.add(one)
        elif event.kind == "sync":
            unsynced.discard(one)
        elif event.kind == "send" and answer in event.data:
            answers += 1
            too_early += any(owner == one[0] for owner, _ in unsynced)
    return answers, too_early


@pytest.mark.soak("T3")
@pytest.mark.one_database
@pytest.mark.django_db(transaction=True)
def test_what_was_acknowledged_survives_a_loss_of_power(tmp_path, say):
    trace = tmp_path / "trace"
    with site("", CASES) as (port, folder, programs):
        database = str(folder / "seventy.sqlite3")
        log = f"{database}-wal"
        processes = [program.child.pid for program in programs]
        keys, started, owners = filed_under_trace(
            (port, folder), processes, trace, files=(database, log)
        )
    found = list(events(trace))
    answers, too_early = early(found, owners, DONE, log)
    syncs = sum(event.kind == "sync" for event in found)
    say(f"SQLite: {answers} answers, {syncs} syncs, {too_early} answers too early")
    assert (answers, too_early) == (FILINGS, 0)

    chance, disk, done = random.Random(3), Disk(started), 0
    moments = sorted(chance.sample(range(len(found)), IMAGES))
    dropped, checkpoints, file = 0, 0, tmp_path / "found.sqlite3"
    for number, event in enumerate(found):
        disk.take(event)
        checkpoints += event.kind == "sync" and event.path == database
        done += event.kind == "send" and DONE in event.data
        if moments and number == moments[0]:
            moments.pop(0)
            dropped += sum(map(len, disk.pending.values()))
            image = disk.after_loss(chance)
            file.write_bytes(image[database])
            Path(f"{file}-wal").write_bytes(image[log])
            Path(f"{file}-shm").unlink(missing_ok=True)
            check(file, keys[:done], whole=len(moments) % 10 == 0)
    say(
        f"{IMAGES} images: {dropped} writes unsynced at the loss, {checkpoints} syncs"
        " of the database itself; every acknowledged filing is in each"
    )


def check(file, acknowledged, *, whole):
    """An image opens, is sound, and holds what had been acknowledged by then."""
    opened = sqlite3.connect(file)
    assert opened.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    opened.close()
    with standing_on(str(file)):
        held = {str(one) for one in KeyUse.objects.values_list("key", flat=True)}
        assert set(acknowledged) <= held
        if whole:
            assert verify().findings == []


SEGMENTS = "--wal-segsize=1"
OFTEN = "-c jit=off -c min_wal_size=2MB -c max_wal_size=2MB"
"""So small that the log changes its files and the tables are written meanwhile."""


@contextmanager
def small_server():
    """Yield a PostgreSQL's address, its folder of data and that of its programs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(databases, "OPTIONS", OFTEN)
        patch.setattr(databases, "MADE", (*databases.MADE, SEGMENTS))
        with databases.postgresql() as address:
            base = Path(address.partition("host=")[2])
            command = (base / "d" / "postmaster.opts").read_text().split()
            yield address, base / "d", Path(command[0]).parent


def servers_of(data):
    """Return the processes of a PostgreSQL."""
    postmaster = int((data / "postmaster.pid").read_text().split()[0])
    running = Path(f"/proc/{postmaster}/task/{postmaster}/children")
    return [postmaster, *map(int, running.read_text().split())]


class Recovered:
    """A PostgreSQL that comes up on what a loss of power left of another's folder."""

    def __init__(self, data, programs, folder):
        self.data, self.programs, self.folder = data, programs, folder
        self.place = folder / "d"
        self.address = f"postgres://postgres@/postgres?host={folder}"

    def look_at(self, image, acknowledged, *, whole):
        """Start on an image, and find what had been acknowledged by then."""
        shutil.rmtree(self.place, ignore_errors=True)
        for one in [self.data, *(one for one in self.data.rglob("*") if one.is_dir())]:
            (self.place / one.relative_to(self.data)).mkdir(mode=0o700, parents=True)
        for path, data in image.items():
            name = Path(path).relative_to(self.data)
            if name.name != "postmaster.pid":
                (self.place / name).parent.mkdir(exist_ok=True)
                (self.place / name).write_bytes(data)
        self._call("start")
        try:
            with psycopg.connect(self.address) as asked:
                rows = asked.execute("SELECT key FROM rulings_keyuse").fetchall()
            assert set(acknowledged) <= {str(key) for (key,) in rows}
            if whole:
                with pytest.MonkeyPatch.context() as patch:
                    patch.setenv("DATABASE_URL", self.address)
                    manage("manage.py", "verify")
        finally:
            self._call("stop")

    def _call(self, act):
        if who := databases.owner():
            for one in [self.folder, self.place, *self.place.rglob("*")]:
                os.chown(one, who["user"], who["group"])
        options = f"-k {self.folder} -h '' -c fsync=off -c jit=off"
        command = [self.programs / "pg_ctl", "-D", self.place, "-w", "-t", "120"]
        command += ["-m", "immediate"] if act == "stop" else ["-o", options]
        with (self.folder / "out").open("ab") as said:
            done = subprocess.run(
                [*command, act],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                env={**os.environ, "LC_ALL": "C.UTF-8"},
                check=False,
                **who,
            )
        assert done.returncode == 0, (self.folder / "out").read_text()[-2000:]


@pytest.mark.soak("T3")
def test_postgresql_recovers_what_was_acknowledged_after_a_loss_of_power(tmp_path, say):
    trace = tmp_path / "trace"
    with small_server() as (address, data, programs):
        with site(address, CASES) as (port, folder, served):
            with psycopg.connect(address, autocommit=True) as asked:
                asked.execute("CHECKPOINT")
            processes = [*servers_of(data), *(one.child.pid for one in served)]
            keys, started, _owners = filed_under_trace(
                (port, folder), processes, trace, shown=1 << 20, files=data
            )
        found, log = list(events(trace, data)), str(data / "pg_wal")
        written = sum(one.kind == "write" and one.path.startswith(log) for one in found)
        answers, too_early = early(found, {}, COMMITTED, log)
        done = sum(one.kind == "send" and DONE in one.data for one in found)
        say(
            f"PostgreSQL: {answers} commits answered, {written} writes of its log,"
            f" {too_early} too early"
        )
        assert min(answers, written) >= done == FILINGS
        assert too_early == 0
        with tempfile.TemporaryDirectory(dir="/dev/shm", prefix="td") as place:
            said = lose_power(
                found, started, keys, Recovered(data, programs, Path(place))
            )
    say(said)


def lose_power(found, started, keys, recovered):
    """Let the power fail at moments of a trace; return what was seen, in words."""
    chance, disk, folder = random.Random(3), Disk(started), str(recovered.data)
    moments = set(chance.sample(range(len(found)), IMAGES))
    done = dropped = checkpoints = looked = 0
    for number, event in enumerate(found):
        disk.take_of(folder, event)
        checkpoints += event.kind == "sync" and event.path.endswith("/pg_control")
        done += event.kind == "send" and DONE in event.data
        if number in moments:
            dropped += sum(map(len, disk.pending.values()))
            looked += 1
            image = disk.after_loss(chance)
            recovered.look_at(image, keys[:done], whole=looked % 10 == 0)
    return (
        f"PostgreSQL: {looked} images: {dropped} writes unsynced at the losses,"
        f" {checkpoints} syncs of its control file; each came up by itself with every"
        " acknowledged filing"
    )
