"""A file is read in a child; what takes too much ends in one sentence (R17)."""

import json
import subprocess
import sys

import pytest

from rulings.importers import limited
from rulings.importers.faults import FileFault, UnreadableFile
from rulings.importers.formats import read_bytes
from rulings.importers.limited import read_limited
from tests.importers.made import plain
from tests.importers.samples import sample
from tests.importers.test_archives import zipped


def nameless(reading):
    return [
        one if hasattr(one, "fault") else plain_without_names(one)
        for one in reading.found
    ]


def plain_without_names(board):
    return plain(type(board)(**{**fields(board), "names": {}}))


def fields(board):
    return {name: getattr(board, name) for name in board.__slots__}


@pytest.mark.parametrize(
    "path", ["pbn/broken.pbn", "lin/vugraph.lin", "pbn/totals.pbn"]
)
def test_a_child_reads_what_would_be_read_here(path):
    found = read_limited(sample(path), path)

    assert nameless(found) == nameless(read_bytes(sample(path), path))
    assert found.problems == read_bytes(sample(path), path).problems


@pytest.mark.parametrize("name", ["-x\0.lin", "--help", "\ud800.pbn", ""])
def test_a_file_may_have_any_name(name):
    assert len(read_limited(sample("pbn/plain.pbn"), name).boards) == 2


def test_a_child_tells_how_far_it_is():
    told = []
    many = b"".join(b'[Board "%d"]\n\n' % n for n in range(1, 61))

    read_limited(many, "x.pbn", told.append)

    assert told == [25, 50]


def test_a_child_keeps_the_reason_of_a_refusal():
    bomb = zipped({"a.pbn": b" " * 9_000_000})

    with pytest.raises(UnreadableFile, match="unpacks to more than") as caught:
        read_limited(bomb)

    assert caught.value.fault is FileFault.ARCHIVE_BOMB


def test_a_child_without_memory_is_a_refusal():
    data = sample("pbn/plain.pbn") * 100

    with pytest.raises(UnreadableFile) as caught:
        read_limited(data, memory_bytes=1_000_000)

    assert caught.value.fault is FileFault.READING_STOPPED


def test_a_child_over_its_time_is_stopped():
    data = sample("pbn/plain.pbn") * 900

    with pytest.raises(UnreadableFile) as caught:
        read_limited(data, wall_seconds=0.15)

    assert caught.value.fault is FileFault.READING_STOPPED


def test_a_child_that_dies_before_it_listens_is_a_refusal(monkeypatch):
    monkeypatch.setattr(limited, "_START", "raise SystemExit")

    with pytest.raises(UnreadableFile) as caught:
        read_limited(sample("pbn/plain.pbn") * 400)

    assert caught.value.fault is FileFault.READING_STOPPED


@pytest.mark.parametrize(
    ("data", "keys"),
    [
        (b"".join(b'[Board "%d"]\n\n' % n for n in range(30)), ["progress", "reading"]),
        (b"", ["refused"]),
    ],
)
def test_what_a_child_says_is_json_a_line(capsys, data, keys):
    limited.report(data, "x.pbn")

    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [next(iter(one)) for one in said] == keys


def test_a_child_loads_nothing_heavy():
    command = "import rulings.importers.limited, sys; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", command], capture_output=True, text=True, check=True
    ).stdout.split()

    assert not {"django", "endplay", "numpy", "numba"} & set(loaded)
