"""The power fails: no answer leaves before its commit is on the disk (T3, R9).

A kill keeps what the system had been given, so it shows nothing of this. Here strace
notes each write, each sync and each answer of a served site. `./td soak T3`.
"""

import asyncio
import json
import random
import sqlite3
from pathlib import Path

import pytest

from rulings.management.keep.engines import standing_on
from rulings.models import KeyUse
from rulings.workflow.proof.verify import verify
from tests.bench_hall import Hall, key, site
from tests.soaks.traced import Disk, events, traced
from tests.test_hall import counted, server

FILINGS, IMAGES = 150, 500
CASES = 8
DONE = b"HTTP/1.1 303"
COMMITTED = b"COMMIT\x00"


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

    Also what the files were as it began, and which process each thread belongs to: a
    worker writes for itself meanwhile.
    """
    port, folder = at
    phone = Quiet(port, json.loads((folder / "floor.json").read_text()), 0)
    with traced(processes, trace, shown):
        started = {path: Path(path).read_bytes() for path in files}
        asyncio.run(phone.file_all())
        owners = {
            int(task.name): one
            for one in processes
            for task in Path(f"/proc/{one}/task").iterdir()
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


@pytest.mark.soak("T3")
def test_postgresql_answers_after_its_log_is_synced(tmp_path, say):
    trace = tmp_path / "trace"
    with (
        server("postgresql") as address,
        site(address, CASES) as (port, folder, _programs),
    ):
        data = Path(address.partition("host=")[2]) / "d"
        postmaster = int((data / "postmaster.pid").read_text().split()[0])
        running = Path(f"/proc/{postmaster}/task/{postmaster}/children")
        processes = [postmaster, *map(int, running.read_text().split())]
        filed_under_trace((port, folder), processes, trace, shown=64)
        found = list(events(trace))
    log = str(data / "pg_wal")
    written = sum(one.kind == "write" and one.path.startswith(log) for one in found)
    answers, too_early = early(found, {}, COMMITTED, log)
    say(
        f"PostgreSQL: {answers} commits answered, {written} writes of its log,"
        f" {too_early} too early"
    )
    assert answers >= FILINGS
    assert written >= FILINGS
    assert too_early == 0
