"""A backup proves itself, a restore says that it was one, and neither breaks half-way.

On PostgreSQL its own programs of the server's version or a newer one are needed.
"""

import os
import re
import signal
import subprocess
import sys
import threading
import time
import zipfile
from contextlib import contextmanager, nullcontext
from io import StringIO
from pathlib import Path

import psycopg
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder

from rulings.clock import receipt_at
from rulings.management.keep import keeping, live
from rulings.management.keep.engines import PostgreSQL, standing_on
from rulings.management.keep.file import read_manifest, unpack
from rulings.models import SITE_CHAIN, Entry, Head
from rulings.workflow.log import Rows, append
from tests import databases, factories, processes, tree

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """Return the PATH on which a fitting pg_dump is first."""
    if connection.vendor == "sqlite":
        return os.environ["PATH"]
    base = tmp_path_factory.mktemp("programs")
    return f"{databases.binaries(base)}:{os.environ['PATH']}"


@pytest.fixture(autouse=True)
def own_folder(tmp_path, programs, settings, monkeypatch):
    """Give the site a folder of its own, and PostgreSQL's programs.

    What a command of an earlier test holds, its process would have let go.
    """
    for handle in live._held.values():
        os.close(handle)
    live._held.clear()
    settings.VAR_DIR, settings.SECRET_IS_NEW = tmp_path / "var", False
    monkeypatch.setenv("TD_VAR", str(settings.VAR_DIR))
    monkeypatch.setenv("PATH", programs)


@pytest.fixture
def elsewhere(tmp_path):
    """Return the name of a database that is not there yet."""
    if connection.vendor == "sqlite":
        yield str(tmp_path / "other.sqlite3")
        return
    name = f"other_{os.getpid()}"
    yield name
    with connection.cursor() as cursor:
        for one in (name, f"{name}_replaced", f"{name}_restoring", f"{name}_proof"):
            cursor.execute(f'DROP DATABASE IF EXISTS "{one}" WITH (FORCE)')


def done(*arguments, on=None):
    """Return what a command says, on this database or the one of a name."""
    out = StringIO()
    with standing_on(on) if on else nullcontext():
        call_command(*map(str, arguments), stdout=out)
    return out.getvalue()


def refused(*arguments, on=None):
    """Return the one sentence with which a command ends."""
    with pytest.raises(CommandError) as error:
        done(*arguments, on=on)
    sentence = str(error.value)
    assert sentence.count("\n") == 0
    return sentence


def begun(*arguments, on=None):
    """Start a command as a program of its own."""
    environment = processes.environment()
    if on:
        address = environment["DATABASE_URL"]
        environment["DATABASE_URL"] = (
            f"sqlite:///{on}"
            if connection.vendor == "sqlite"
            else re.sub(r"/[^/]*\?", f"/{on}?", address)
        )
    return subprocess.Popen(
        [sys.executable, "manage.py", *map(str, arguments)],
        cwd=tree.ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def seeded():
    cast = factories.make_event()
    factories.make_case(cast, state="announced")
    return cast


@pytest.fixture
def backup(tmp_path):
    """Return a backup of an event with a ruling."""
    seeded()
    file = tmp_path / "kept.zip"
    said = done("backup", file)
    assert f"{Entry.objects.count()} entries, opened and verified" in said
    for head in Head.objects.all():
        assert f"{head.chain} {head.seq}:{head.code}" in said
    assert file.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept.zip", "var"]
    return file


def test_a_backup_is_restored_where_nothing_is_and_the_record_says_so(
    backup, elsewhere
):
    said = done("restore", backup, on=elsewhere)

    for head in Head.objects.all():
        assert f"{head.seq}:{head.code[:12]} ({head.chain})" in said
    anchors = [f"--anchor={head.seq}:{head.code}" for head in Head.objects.all()]
    assert f"{Entry.objects.count() + 1} entries and" in done(
        "verify", *anchors, on=elsewhere
    )
    again = backup.with_name("again.zip")
    assert f"{SITE_CHAIN} 2:" in done("backup", again, on=elsewhere)


def test_who_restores_without_the_key_is_told_what_that_costs(
    backup, elsewhere, settings
):
    assert "secret key" not in done("restore", backup, on=elsewhere)
    settings.SECRET_IS_NEW = True
    assert "A new secret key was made" in done("restore", backup, on=elsewhere)


def test_entries_after_the_backup_are_named_and_can_be_filed_again(
    backup, elsewhere, tmp_path
):
    done("restore", backup, on=elsewhere)
    later = tmp_path / "later.zip"
    done("restore", backup, on=elsewhere)
    done("backup", later, on=elsewhere)

    said = done("restore", backup, on=elsewhere)

    assert "the site: entries 2 to 2 are only in the old database" in said
    assert "replaced" in said.splitlines()[-1]
    said = done("restore", later, on=elsewhere)
    assert "only in the old database" not in said


def test_a_cut_off_file_is_refused_before_anything_changes(backup, elsewhere, tmp_path):
    data = backup.read_bytes()
    backup.write_bytes(data[: len(data) // 2])

    said = refused("restore", backup, on=elsewhere)

    assert "kept.zip is cut off or damaged: its end" in said
    assert not (tmp_path / "other.sqlite3").exists()
    left = {path.name for path in (tmp_path / "var").iterdir()}
    assert left == {"backup.lock"}


@contextmanager
def somebody_at_work(name):
    """Let somebody work with a database meanwhile, as a server does."""
    if connection.vendor == "sqlite":
        with standing_on(name):
            live.hold()
            live.hold()
        yield
        os.close(live._held.pop(Path(f"{name}.live")))
        return
    address, password = PostgreSQL()._address(name)
    with psycopg.connect(address, password=password):
        yield


def test_a_live_site_is_not_restored(backup, elsewhere):
    done("restore", backup, on=elsewhere)

    with somebody_at_work(elsewhere):
        said = refused("restore", backup, on=elsewhere)

    assert "stop the site first" in said
    done("restore", backup, on=elsewhere)


def test_no_server_starts_while_the_database_is_replaced(elsewhere):
    if connection.vendor != "sqlite":
        return
    with (
        standing_on(elsewhere),
        live.alone(),
        pytest.raises(ImproperlyConfigured, match="is being restored"),
    ):
        live.hold()


def kill_after(seconds, *arguments, on=None):
    """Kill a command after a while; return whether it still ran."""
    with begun(*arguments, on=on) as program:
        try:
            program.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(program.pid, signal.SIGKILL)
            return True
    return False


def seconds_of(*arguments, on=None):
    """Return how long a command takes as a program of its own."""
    began = time.monotonic()
    with begun(*arguments, on=on) as program:
        assert program.wait() == 0
    return time.monotonic() - began


MOMENTS = (0.6, 0.8, 0.92)
"""Of the time that a command takes; before them Python itself is starting."""


def test_a_killed_backup_leaves_no_file_that_looks_like_one(tmp_path):
    seeded()
    file = tmp_path / "kept.zip"
    whole = seconds_of("backup", file)
    file.unlink()

    killed = [kill_after(whole * part, "backup", file) for part in MOMENTS]

    assert any(killed)
    if file.exists():  # killed after the end, or a run was faster than the first
        unpack(file, read_manifest(file), tmp_path / "out")
        (tmp_path / "out").unlink()
    assert "opened and verified" in done("backup", file)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept.zip", "var"]


def test_a_killed_restore_leaves_the_old_database_or_the_new_one(backup, elsewhere):
    done("restore", backup, on=elsewhere)
    whole = seconds_of("restore", backup, on=elsewhere)
    count = Entry.objects.count() + 1  # and the restore itself

    killed = []
    for part in MOMENTS:
        killed.append(kill_after(whole * part, "restore", backup, on=elsewhere))
        assert f"{count} entries and" in done("verify", on=elsewhere)

    assert any(killed)
    done("restore", backup, on=elsewhere)


def test_a_copy_that_is_still_made_for_a_killed_backup_is_made_anew(
    elsewhere, tmp_path, monkeypatch
):
    if connection.vendor == "sqlite":
        return
    keeper, dump, asked = PostgreSQL(), tmp_path / "dump", []
    keeper.dump(dump)
    with connection.cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{elsewhere}"')

    def discard(self, name):
        asked.append(name)
        if len(asked) > 1:  # at the first moment it is not there yet
            remove(self, name)

    remove = PostgreSQL.discard
    monkeypatch.setattr(PostgreSQL, "discard", discard)

    keeper.load(dump, elsewhere)

    assert asked == [elsewhere] * 2
    with standing_on(elsewhere):
        assert "rulings_entry" in connection.introspection.table_names()


def write_on(stopped):
    """Write into the chain of the site until told to stop."""
    while not stopped.is_set():
        with transaction.atomic():
            at = receipt_at()
            content = {"actor": {"kind": "shell", "id": ""}, "key": None, "inputs": {}}
            append(chain=SITE_CHAIN, act="x", at=at, rows=Rows(), content=content)
    connection.close()


def test_a_backup_of_a_busy_database_is_of_one_moment(elsewhere, tmp_path):
    seeded()
    stopped = threading.Event()
    writer = threading.Thread(target=write_on, args=[stopped])
    writer.start()
    try:
        said = [done("backup", tmp_path / f"{n}.zip") for n in range(2)]
    finally:
        stopped.set()
        writer.join()

    counts = [int(re.search(r"(\d+) entries", text)[1]) for text in said]
    assert counts[0] < counts[1] < Entry.objects.count()
    done("restore", tmp_path / "1.zip", on=elsewhere)


def test_own_backups_are_kept_in_their_number(tmp_path):
    seeded()
    folder = tmp_path / "var" / "backups"
    folder.mkdir(parents=True)
    for day in range(20):
        (folder / f"seventy-202601{day + 1:02}-000000.zip").write_bytes(b"")
    (folder / "mine.zip").write_bytes(b"")
    (folder / "seventy-20260109-000000.zip.part").write_bytes(b"")  # of a killed one

    done("backup")

    kept = sorted(path.name for path in folder.iterdir())
    assert len(kept) == 15
    assert kept[:2] == ["mine.zip", "seventy-20260108-000000.zip"]


def test_a_backup_of_the_other_database_is_refused(backup):
    other = {"sqlite": "PostgreSQL", "postgresql": "SQLite"}[connection.vendor]
    with zipfile.ZipFile(backup) as packed:
        held = {name: packed.read(name) for name in packed.namelist()}
    ours = {"sqlite": b"SQLite", "postgresql": b"PostgreSQL"}[connection.vendor]
    text = held["manifest.json"].replace(b'"' + ours, b'"' + other.encode())
    with zipfile.ZipFile(backup, "w") as packed:
        for name, data in (held | {"manifest.json": text}).items():
            packed.writestr(name, data)

    assert f"is a backup of {other}" in refused("restore", backup)


@pytest.fixture
def older(elsewhere, backup):
    """Return a site whose database lacks the last migration of a library."""
    done("restore", backup, on=elsewhere)
    done("migrate", "--verbosity", "0", "mfa", "zero", on=elsewhere)
    return elsewhere


def test_an_upgrade_backs_up_migrates_and_verifies(older, tmp_path):
    said = done("upgrade", on=older)

    assert "migrations done and the record verified; before them:" in said
    assert len(list((tmp_path / "var" / "backups").iterdir())) == 1
    assert "is up to date" in done("upgrade", on=older)


@pytest.mark.parametrize("fails_on", ["A copy of the database", "The upgrade"])
def test_a_failed_upgrade_leaves_the_database_as_it_was(older, monkeypatch, fails_on):
    goes_well = [call_command] * (fails_on == "The upgrade")

    def stumble(*arguments, **options):
        if goes_well:
            return goes_well.pop()(*arguments, **options)
        with connection.cursor() as cursor:
            cursor.execute("CREATE TABLE half (id integer)")
        raise RuntimeError("no more room")

    with monkeypatch.context() as patched:
        patched.setattr(keeping, "call_command", stumble)
        said = refused("upgrade", on=older)

    assert said.startswith(fails_on)
    assert "(no more room); the database" in said
    with standing_on(older):
        assert "half" not in connection.introspection.table_names()
    assert "migrations done" in done("upgrade", on=older)


def test_a_database_of_a_newer_program_is_left_alone(backup, elsewhere, tmp_path):
    done("restore", backup, on=elsewhere)
    with standing_on(elsewhere):
        MigrationRecorder(connection).record_applied("rulings", "9999_later")

    sentence = refused("upgrade", on=elsewhere)
    done("backup", tmp_path / "newer.zip", on=elsewhere)

    assert "newer than this program (it has rulings.9999_later)" in sentence
    said = refused("restore", tmp_path / "newer.zip", on=elsewhere)
    assert "made by a newer program" in said
