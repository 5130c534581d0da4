"""A file that is no whole backup is refused in a sentence that names the fault."""

import zipfile

import pytest

from rulings.management.keep.file import (
    ChainEnd,
    Manifest,
    Unfit,
    finish,
    hash_of,
    pack,
    read_manifest,
    unpack,
)

MEMBER = "database.sqlite3"


@pytest.fixture
def backup(tmp_path):
    """Return a backup of something that does not pack well."""
    database = tmp_path / "database"
    database.write_bytes(bytes(n * n % 251 for n in range(90_000)))
    heads = (ChainEnd("00", 7, "ab" * 32),)
    size, hashed = database.stat().st_size, hash_of(database)
    manifest = Manifest("seventy", "today", "SQLite", MEMBER, size, hashed, heads)
    pack(tmp_path / "part", database, MEMBER)
    finish(tmp_path / "part", manifest, tmp_path / "kept.zip")
    database.unlink()
    return tmp_path / "kept.zip"


def opened(file):
    unpack(file, read_manifest(file), file.with_name("out"))


def test_a_whole_file_is_read(backup, tmp_path):
    opened(backup)

    assert (tmp_path / "out").stat().st_size == 90_000
    assert read_manifest(backup).entries == 7
    assert {path.name for path in tmp_path.iterdir()} == {"kept.zip", "out"}


def members(file):
    with zipfile.ZipFile(file) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def packed_again(file, held):
    with zipfile.ZipFile(file, "w") as packed:
        for name, data in held.items():
            packed.writestr(name, data)


def spoil(file, kind):
    data = file.read_bytes()
    manifest = members(file)["manifest.json"]
    held = {
        "foreign": {"holiday.txt": b"sun"},
        "other format": {"manifest.json": b'{"format": "seventy-backup/9"}'},
        "a list": {"manifest.json": b"[1]"},
        "no JSON": {"manifest.json": b"{"},
        "poor": {"manifest.json": b'{"format": "seventy-backup/1", "heads": []}'},
        "no database": {"manifest.json": manifest},
        "exchanged": {"manifest.json": manifest, MEMBER: b"another one"},
        "longer": {"manifest.json": manifest, MEMBER: bytes(99_000)},
        "too long": {"manifest.json": b" " * (5 << 20)},
    }
    if kind in held:
        packed_again(file, held[kind])
    elif kind == "gone":
        file.unlink()
    else:
        third = len(data) // 3
        zeros = data[:third] + bytes(64) + data[third + 64 :]
        texts = {"cut": data[:third], "spoiled": zeros, "empty": b""}
        file.write_bytes(texts.get(kind, b"SQLite format 3" + bytes(9)))


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("cut", "is cut off or damaged: its end, where the contents"),
        ("spoiled", "is damaged: its database.sqlite3 cannot be read"),
        ("empty", "is empty"),
        ("a database", "is not a backup of Seventy: it is no zip file"),
        ("foreign", "is not a backup of Seventy: no manifest.json"),
        ("other format", "is in the format 'seventy-backup/9'"),
        ("a list", "is in the format None"),
        ("no JSON", "is damaged: its manifest cannot be read"),
        ("poor", "is damaged: its manifest lacks 'software'"),
        ("too long", "its manifest is too long"),
        ("no database", "is damaged: no database.sqlite3 is in it"),
        ("exchanged", "is not the one that its manifest names"),
        ("longer", "is not the one that its manifest names"),
        ("gone", "cannot be read: No such file"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(backup, kind, sentence):
    spoil(backup, kind)

    with pytest.raises(Unfit) as refused:
        opened(backup)

    assert sentence in str(refused.value)
    assert str(refused.value).startswith(str(backup))


def test_every_cut_is_noticed(backup):
    data = backup.read_bytes()
    for end in range(0, len(data), 997):
        backup.write_bytes(data[:end])
        with pytest.raises(Unfit):
            opened(backup)
