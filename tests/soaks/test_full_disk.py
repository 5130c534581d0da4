"""The disk of a served site is full: reading goes on, writing says so (T22).

Root only: the site lies on a small file system of its own. `./td soak T22`.
"""

import asyncio
import json
import os
import subprocess
import time
from contextlib import contextmanager, suppress

import pytest

from tests import bench_hall
from tests.bench_hall import Hall, key, site
from tests.test_hall import counted

ROOM = "256m"


@contextmanager
def small_disk(path):
    """Mount a file system that is soon full."""
    if os.geteuid() != 0:
        pytest.skip("only root may mount a small file system")
    path.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "tmpfs", path]
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


@pytest.mark.soak("T22")
def test_a_full_disk_is_read_from_and_said(tmp_path, monkeypatch, say):
    disk = tmp_path / "small"
    with small_disk(disk):
        monkeypatch.setattr(bench_hall.tempfile, "tempdir", str(disk))
        with site("", 8) as (port, folder, _programs):
            monkeypatch.undo()
            floor = json.loads((folder / "floor.json").read_text("utf-8"))
            phones, filler = Phones(port, floor, 0), folder / "filler"

            async def story():
                before = [await phones.file(number) for number in range(20)]
                with filler.open("wb", buffering=0) as file:
                    for size in (1 << 16, 1 << 10, 1):
                        fill(file, size)
                full = [(await phones.file(20 + n), await phones.look())
                        for n in range(40)]  # fmt: skip
                filler.unlink()
                began = time.monotonic()
                while await phones.file(70) != 303:
                    assert time.monotonic() < began + 30
                return before, full, time.monotonic() - began

            before, full, took = asyncio.run(story())
            found = counted(folder, phones.tally.filed)
    filed = [status for status, _ in full]
    looks = {status for _, status in full}
    say(
        f"disk full: {filed.count(303)} of 40 filings still found room in the log,"
        f" {filed.count(503)} were told so; pages answered {sorted(looks)}; with room"
        f" again filed after {took:.1f} s; {len(phones.tally.filed)} acknowledged,"
        f" lost {found['lost']}, doubled {found['doubled']}"
    )
    assert set(before) == {303}
    assert looks == {200}
    assert set(filed) <= {303, 503}
    assert filed.count(503)
    assert (found["lost"], found["doubled"]) == (0, 0)
