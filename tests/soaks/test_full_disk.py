"""A served site's disk is full or read-only: reading goes on, writing says so (T22).

Root only: the database lies on a small file system of its own. `./td soak T22`.
"""

import asyncio
import json
import os
import subprocess
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import pytest

from tests import bench_hall, databases
from tests.bench_hall import Hall, key, site
from tests.test_hall import counted, server

ROOM = {"sqlite": "256m", "postgresql": "512m"}
LATEST = 30
"""So many seconds until a site works again by itself, at most."""
OPEN = 6
"""So many seconds later no page writes by a file it had opened before."""
READ_ONLY = "ALTER SYSTEM SET default_transaction_read_only = %s"


@contextmanager
def small_disk(path, room):
    """Mount a file system that is soon full."""
    if os.geteuid() != 0:
        pytest.skip("only root may mount a small file system")
    mount = ["mount", "-t", "tmpfs", "-o", f"size={room},mode=755", "tmpfs", path]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("this machine lets nobody mount a file system")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", path], check=True)


class Phones(Hall):
    """Phones that look and file, and what they were answered."""

    async def look(self):
        status, _, _ = await self._talk(
            self.floor["home"], self.floor["phones"][0], None, None
        )
        return status

    async def file(self, number):
        cookie, path, seat = self.floor["filings"][number % len(self.floor["filings"])]
        form = {"act": "object", "seat": seat, "reason": "entry", "words": "No. " * 200}
        form |= key()
        status, _, sent = await self._talk(path, cookie, form, None)
        if status == 303:
            self.tally.filed[form["key"]] = sent
        return status


def fill(file, size):
    """Write until there is no room for so many bytes."""
    with suppress(OSError):
        while True:
            file.write(b"x" * size)


@contextmanager
def on_small_disk(name, disk, monkeypatch):
    """Serve a site whose database lies on a small disk; yield its address and port."""
    with small_disk(disk, ROOM[name]):
        if name == "sqlite":
            monkeypatch.setattr(bench_hall.tempfile, "tempdir", str(disk))
        else:
            own = tempfile.mkdtemp
            monkeypatch.setattr(
                databases.tempfile,
                "mkdtemp",
                lambda **given: own(**(given | {"dir": str(disk)})),
            )
        with server(name) as address:
            if name == "postgresql":
                monkeypatch.undo()
            with site(address, 8) as (port, folder, _programs):
                monkeypatch.undo()
                yield address, port, folder


@pytest.fixture
def disk():
    """Return an empty folder with a short name: the path of a socket has a limit."""
    path = Path(tempfile.mkdtemp(prefix="fd", dir="/tmp"))
    yield path
    path.rmdir()


def fills(disk):
    """Return what leaves no room on a disk, and what makes room again."""
    filler = disk / "filler"

    def begin(_address):
        with filler.open("wb", buffering=0) as file:
            for size in (1 << 16, 1 << 10, 1):
                fill(file, size)

    return begin, lambda _address: filler.unlink()


def forbids(folder):
    """Return what lets nothing be written any more, and what lets it again.

    A folder is put before itself, read-only: who opens a file from now on cannot write.
    PostgreSQL is told, as it is where another server has taken over.
    """

    def tell(address, value):
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(READ_ONLY.replace("%s", value))
            connection.execute("SELECT pg_reload_conf()")

    def begin(address):
        if address:
            tell(address, "on")
            return
        for options in (["--bind", folder], ["-o", "remount,bind,ro"]):
            subprocess.run(["mount", *options, folder], check=True)

    def end(address):
        if address:
            tell(address, "off")
        else:
            subprocess.run(["umount", "-l", folder], check=True)

    return begin, end


@pytest.mark.soak("T22")
@pytest.mark.parametrize("name", ["sqlite", "postgresql"])
@pytest.mark.parametrize("trouble", ["full", "read-only"])
def test_a_disk_that_takes_nothing_is_read_from_and_said(
    name, trouble, disk, monkeypatch, say
):
    with on_small_disk(name, disk, monkeypatch) as (address, port, folder):
        floor = json.loads((folder / "floor.json").read_text("utf-8"))
        phones = Phones(port, floor, 0)
        begin, end = fills(disk) if trouble == "full" else forbids(folder)

        async def until(status, first):
            began, number = time.monotonic(), first
            while await phones.file(number) != status:
                assert time.monotonic() < began + LATEST
                number += 1
                await asyncio.sleep(0.2)
            return time.monotonic() - began

        async def story():
            before = [await phones.file(number) for number in range(20)]
            begin(address)
            await asyncio.sleep(OPEN)
            await until(503, 20)
            during = [
                (await phones.file(20 + n), await phones.look()) for n in range(40)
            ]
            end(address)
            return before, during, await until(303, 70)

        before, during, took = asyncio.run(story())
        found = counted(folder, phones.tally.filed)
    filed = [status for status, _ in during]
    looks = {status for _, status in during}
    say(
        f"{name}, disk {trouble}: of 40 filings {filed.count(303)} still found room,"
        f" {filed.count(503)} were told so; pages answered {sorted(looks)}; filed again"
        f" {took:.1f} s after its end; {len(phones.tally.filed)} acknowledged,"
        f" lost {found['lost']}, doubled {found['doubled']}"
    )
    assert set(before) == {303}
    assert looks == {200}
    assert set(filed) <= ({303, 503} if trouble == "full" else {503})
    assert filed.count(503)
    assert (found["lost"], found["doubled"]) == (0, 0)
