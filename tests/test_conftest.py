"""Long tests are chosen by number, others by database; translations are compiled."""

import gettext
import json
import os
import subprocess
import sys

import pytest

from tests import tree
from tests.conftest import FEW, compile_messages

LONG_TESTS = """
import pytest

@pytest.mark.soak("T2")
def test_kill(): ...

@pytest.mark.soak("T9")
def test_clock(): ...

def test_short(): ...

@pytest.mark.django_db
def test_rows(): ...

def test_more_rows(db): ...

@pytest.mark.one_database
@pytest.mark.django_db
def test_links(): ...

@pytest.mark.one_database("second")
@pytest.mark.django_db
def test_fingers(): ...

@pytest.mark.parametrize("n", range(6))
@pytest.mark.django_db
def test_many(n): ...
"""


MANY = [f"test_many[{n}]" for n in range(6)]
TOUCHING = ["test_fingers", "test_links", *MANY, "test_more_rows", "test_rows"]
CHOICES = {
    "none": [],
    "all": ["-m", "soak"],
    "one": ["-m", "soak", "--soak", "T2"],
    "two": ["-m", "soak", "--soak", "T2", "--soak", "T9"],
    "pure": ["--part", "pure"],
    "database": ["--part", "database"],
    "first": ["--part", "first"],
    "second": ["--part", "second"],
    "walks": ["--share", "walks"],
    "others": ["--share", "others"],
    "late": ["--until", "0"],
}
COLLECT = """
import json, sys
import pytest

for name, arguments in json.loads(sys.argv[1]).items():
    print("choice", name, flush=True)
    only = [] if "--until" in arguments else ["--collect-only"]
    pytest.main([*only, "-q", *sys.argv[2:], *arguments])
"""


@pytest.fixture(scope="module")
def collected(tmp_path_factory):
    """Collect in another process, once for all choices, and return the names."""
    folder = tmp_path_factory.mktemp("long")
    (folder / "test_long.py").write_text(LONG_TESTS)
    command = [sys.executable, "-c", COLLECT, json.dumps(CHOICES), folder]
    command += ["--rootdir", tree.ROOT, "-c", tree.ROOT / "pyproject.toml"]
    answer = subprocess.run(
        [*command, "-p", "tests.conftest"],
        cwd=tree.ROOT,
        capture_output=True,
        check=False,
        text=True,
    )
    names = {}
    for line in answer.stdout.splitlines():
        if line.startswith("choice "):
            chosen = names.setdefault(line.split()[1], [])
        elif "::" in line:
            chosen.append(line.split("::")[1])
        elif line.startswith("time is up"):
            chosen.append(line.partition(" tests")[0])
    assert list(names) == list(CHOICES), answer.stdout + answer.stderr
    return names


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        ("none", [*TOUCHING, "test_short"]),
        ("all", ["test_clock", "test_kill"]),
        ("one", ["test_kill"]),
        ("two", ["test_clock", "test_kill"]),
        ("pure", ["test_short"]),
        ("database", TOUCHING),
        ("first", ["test_links", *MANY, "test_more_rows", "test_rows"]),
        ("walks", []),
        ("others", [*TOUCHING, "test_short"]),
        ("late", ["time is up: 11"]),
    ],
)
def test_tests_are_chosen_by_number_and_by_database(collected, choice, expected):
    assert sorted(collected[choice]) == expected


def test_the_second_database_runs_few_sets_of_each_test(collected):
    chosen = collected["second"]

    assert len(set(chosen) & set(MANY)) == FEW
    rest = sorted(set(chosen) - set(MANY))
    assert rest == ["test_fingers", "test_more_rows", "test_rows"]


PO = """msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "Sign in"
msgstr "{}"
"""


def test_a_catalogue_is_made_where_it_is_missing_or_older_than_its_text(tmp_path):
    text = tmp_path / "pl" / "LC_MESSAGES" / "django.po"
    text.parent.mkdir(parents=True)
    binary, seen = text.with_suffix(".mo"), []
    for number, words in enumerate(["Wejdź", "Zaloguj się", "not read"]):
        text.write_text(PO.format(words), "utf-8")
        os.utime(text, (number, number))
        if binary.exists():  # older than the second text, as old as the third
            os.utime(binary, (number if words == "not read" else 0,) * 2)
        compile_messages(tmp_path)
        with binary.open("rb") as made:
            seen.append(gettext.GNUTranslations(made).gettext("Sign in"))

    assert seen == ["Wejdź", "Zaloguj się", "Zaloguj się"]
    assert [path.name for path in sorted(text.parent.iterdir())] == [
        "django.mo",
        "django.po",
    ]
