"""PostgreSQL's programs: where they are missing or do not fit, one sentence says so."""

from pathlib import Path

import pytest
from django.db import connection

from tests.management.keep.test_keeping import own_folder, programs, refused

__all__ = ["own_folder", "programs"]
pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite needs none."),
]
DEBIAN = Path("/usr/lib/postgresql")


def test_postgresql_without_its_programs_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "pg_dump is not on PATH" in refused("backup", tmp_path / "k.zip")


def test_postgresql_with_programs_older_than_itself_names_those_it_needs(
    tmp_path, monkeypatch
):
    connection.ensure_connection()
    server = connection.connection.info.server_version // 10000
    older = [one for one in DEBIAN.glob("*/bin") if int(one.parts[-2]) < server]
    if not any((one / "pg_dump").exists() for one in older):
        pytest.skip(f"No pg_dump before {server} is in {DEBIAN}.")
    monkeypatch.setenv("PATH", str(older[0]))

    said = refused("backup", tmp_path / "k.zip")

    assert "pg_dump failed: it is older than the server" in said
    assert f"postgresql-client-{server}" in said
    assert not (tmp_path / "k.zip").exists()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ('unrecognized configuration parameter "transaction_timeout"', "it is newer"),
        ("unsupported version (1.16) in file header", "of a later PostgreSQL"),
        ("no more room", "pg_dump failed: no more room"),
    ],
)
def test_what_a_program_of_postgresql_says_is_put_into_one_sentence(
    words, sentence, tmp_path, monkeypatch
):
    program = tmp_path / "pg_dump"
    program.write_text(f"#!/bin/sh\necho '{words}' >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))

    assert sentence in refused("backup", tmp_path / "k.zip")
