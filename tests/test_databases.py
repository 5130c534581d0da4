"""Both databases are tested, each part where it belongs, and any failure counts."""

import signal

import pytest

from tests import databases


def test_both_databases_run_and_either_failure_counts(monkeypatch):
    runs = []

    def fail_on_sqlite(name, address, arguments, output):
        runs.append((name, address.split(":")[0], arguments))
        output.write(b"1 passed")
        return 1 if name == "sqlite" else 0

    monkeypatch.setattr(databases, "run_pytest", fail_on_sqlite)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setenv("TEST_DATABASE_URL", "postgres://postgres@db.example.org/x")
    monkeypatch.delenv("TD_TEST_DATABASES", raising=False)
    assert databases.main(["-x"]) == 1
    assert sorted(runs) == [
        ("postgresql", "postgres", ["-x", "--part", "second", "--share", "others"]),
        ("postgresql", "postgres", ["-x", "--part", "second", "--share", "walks"]),
        ("sqlite", "sqlite", ["-x", "--part", "first", "--share", "others"]),
        ("sqlite", "sqlite", ["-x", "--part", "first", "--share", "walks"]),
        ("sqlite", "sqlite", ["-x", "--part", "pure", "--share", "all"]),
    ]


def test_one_database_alone_runs_what_either_would(monkeypatch):
    runs = []
    monkeypatch.setattr(databases, "run_pytest", lambda *given: runs.append(given) or 0)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setenv("TD_TEST_DATABASES", "sqlite")

    assert databases.main([]) == 0
    parts = sorted((given[2][1], given[2][3]) for given in runs)
    assert parts == [("database", "others"), ("database", "walks"), ("pure", "all")]


@pytest.mark.parametrize(
    ("codes", "expected"),
    [([0, 0, 0], 0), ([0, 5, 5], 0), ([5, 5, 5], 5), ([5, 0, 1], 1), ([0, 2, 1], 2)],
)
def test_a_run_without_tests_is_no_failure_beside_others(codes, expected):
    assert databases.worst(codes) == expected
