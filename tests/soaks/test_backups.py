"""Backups under load and restores (T23), upgrades that are killed midway (T24).

`./td soak T23 T24`
"""

import random
import re
import threading
import time

import pytest
from django.db import connection, transaction

from rulings.clock import receipt_at
from rulings.management.keep.engines import engine, standing_on
from rulings.management.keep.file import read_manifest, unpack
from rulings.models import SITE_CHAIN, Entry
from rulings.workflow.log import Rows, append
from tests import tree
from tests.management.keep.test_keeping import (
    done,
    elsewhere,
    kill_after,
    own_folder,
    programs,
    seconds_of,
    seeded,
)
from tests.management.keep.test_releases import RELEASES

__all__ = ["elsewhere", "own_folder", "programs"]
pytestmark = pytest.mark.django_db(transaction=True)
TIMES, KILLS, ENTRIES = 20, 20, 100_000
CONTENT = {"actor": {"kind": "shell", "id": ""}, "key": None, "inputs": {}}


def written(many=1):
    """Write entries in one transaction; return the last receipt."""
    with transaction.atomic():
        for _ in range(many):
            at = receipt_at()
            receipt = append(
                chain=SITE_CHAIN, act="x", at=at, rows=Rows(), content=CONTENT
            )
    return receipt


def keep_writing(stopped, receipts):
    """Write until told to stop; note each receipt once its commit was acknowledged."""
    while not stopped.is_set():
        receipt = written()
        receipts[receipt.seq] = receipt.code
    connection.close()


def codes_on(name):
    with standing_on(name):
        rows = Entry.objects.filter(chain=SITE_CHAIN)
        return dict(rows.values_list("seq", "code"))


@pytest.mark.soak("T23")
def test_backups_under_load_are_restored_on_empty_and_on_used_machines(
    elsewhere, tmp_path, say
):
    seeded()
    stopped, receipts, took = threading.Event(), {}, []
    writers = [
        threading.Thread(target=keep_writing, args=[stopped, receipts])
        for _ in range(2)
    ]
    for writer in writers:
        writer.start()
    try:
        for number in range(TIMES):
            if number % 2 == 0:
                engine().discard(elsewhere)  # a machine on which nothing is
            file, before = tmp_path / f"{number}.zip", dict(receipts)
            began = time.monotonic()
            done("backup", file)
            took.append(time.monotonic() - began)
            done("restore", file, on=elsewhere)
            held = codes_on(elsewhere)
            assert before.items() <= held.items()
            anchors = [f"--anchor={seq}:{code}" for seq, code in before.items()][-1:]
            assert "agree" in done("verify", *anchors, on=elsewhere)
            file.unlink()
    finally:
        stopped.set()
        for writer in writers:
            writer.join()
    assert receipts.items() <= codes_on(connection.settings_dict["NAME"]).items()
    say(
        f"{connection.vendor}: {TIMES} of {TIMES} restored and verified, half of them"
        f" on an empty machine; {len(receipts)} entries acknowledged meanwhile, none"
        f" lost; a backup took at most {max(took):.1f} s"
    )


@pytest.mark.soak("T23")
def test_a_hundred_thousand_entries_are_backed_up_and_restored(
    elsewhere, tmp_path, say
):
    seeded()
    for _ in range(ENTRIES // 1000):
        written(1000)
    file, times = tmp_path / "large.zip", []
    for command in (("backup", file), ("restore", file), ("verify",)):
        began = time.monotonic()
        said = done(*command, on=elsewhere if command[0] != "backup" else None)
        times.append(time.monotonic() - began)
    assert int(re.search(r"(\d+) entries", said)[1]) > ENTRIES
    say(
        f"{connection.vendor}: {ENTRIES:,} entries: backup with its proof"
        f" {times[0]:.0f} s, restore {times[1]:.0f} s, verify {times[2]:.0f} s;"
        f" {file.stat().st_size / 1e6:.0f} MB"
    )
    assert sum(times[:2]) < 5 * 60


@pytest.mark.soak("T24")
@pytest.mark.parametrize("release", RELEASES)
def test_a_killed_upgrade_of_a_release_is_ended_by_the_next(
    release, elsewhere, tmp_path, say
):
    file = tree.ROOT / "tests" / "releases" / f"{release}-{connection.vendor}.zip"
    manifest, chance = read_manifest(file), random.Random(24)
    anchors = [f"--anchor={one.seq}:{one.code}" for one in manifest.heads]

    def fresh():
        dump = tmp_path / "release.dump"
        unpack(file, manifest, dump)
        engine().load(dump, elsewhere)

    def bytes_of(codes):
        with standing_on(elsewhere):
            rows = Entry.objects.filter(code__in=codes)
            return {row.code: bytes(row.data) for row in rows}

    fresh()
    with standing_on(elsewhere):
        codes = list(Entry.objects.values_list("code", flat=True))
    before = bytes_of(codes)
    whole, killed = seconds_of("upgrade", on=elsewhere), 0
    for _ in range(KILLS):
        fresh()
        moment = chance.uniform(0.3, 1) * whole
        killed += kill_after(moment, "upgrade", on=elsewhere)
        done("upgrade", on=elsewhere)
        assert "agree" in done("verify", *anchors, on=elsewhere)
        assert bytes_of(codes) == before
    say(
        f"{connection.vendor}: {release}: {killed} of {KILLS} upgrades killed, each"
        f" ended by the next; {len(before)} entries, no byte changed"
    )
    assert killed >= KILLS // 2
