"""The filled database of each release is brought up to date and still proves itself.

The files of `tests/releases` are backups that the release itself made: an event with a
case in every state (R23; `tests/make_release.py`). No byte that was hashed then is
changed. The oldest PostgreSQL that is served can read them.
"""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from rulings.management.keep.engines import engine, standing_on
from rulings.management.keep.file import read_manifest, unpack
from rulings.models import Entry
from tests import tree
from tests.management.keep.test_keeping import done, elsewhere, own_folder, programs

__all__ = ["elsewhere", "own_folder", "programs"]
pytestmark = pytest.mark.django_db(transaction=True)
FILES = {path.name for path in (tree.ROOT / "tests" / "releases").iterdir()}
RELEASES = sorted({name.split("-")[0] for name in FILES})


def test_a_release_is_kept_for_both_databases():
    assert RELEASES
    ends = ("sqlite", "postgresql")
    assert {f"{one}-{end}.zip" for one in RELEASES for end in ends} == FILES


@pytest.mark.parametrize("release", RELEASES)
def test_the_database_of_a_release_is_upgraded(release, elsewhere, tmp_path):
    file = tree.ROOT / "tests" / "releases" / f"{release}-{connection.vendor}.zip"
    manifest, dump = read_manifest(file), tmp_path / "release.dump"
    unpack(file, manifest, dump)
    engine().load(dump, elsewhere)
    anchors = [f"--anchor={one.seq}:{one.code}" for one in manifest.heads]
    with standing_on(elsewhere):
        before = list(Entry.objects.order_by("chain", "seq").values_list("code"))
        executor = MigrationExecutor(connection)
        lacks = executor.migration_plan(executor.loader.graph.leaf_nodes())

    said = done("upgrade", on=elsewhere)

    word = "migrations done and the record verified" if lacks else "is up to date"
    assert word in said
    assert "agree" in done("verify", *anchors, on=elsewhere)
    with standing_on(elsewhere):
        after = Entry.objects.order_by("chain", "seq").values_list("code")
        assert set(before) <= set(after)
    assert "is up to date" in done("upgrade", on=elsewhere)
