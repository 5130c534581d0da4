"""Archives are unpacked within limits; what they say of themselves is not believed."""

import gzip
import io
import zipfile

import pytest

from rulings.importers.archives import (
    MAX_MEMBERS,
    MAX_UNPACKED,
    is_archive,
    members,
)
from rulings.importers.faults import FileFault, Flaw, UnreadableFile
from rulings.importers.formats import read_bytes
from rulings.importers.text import MAX_BYTES
from tests.importers.samples import sample


def zipped(files, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def fault_of(data):
    with pytest.raises(UnreadableFile) as caught:
        read_bytes(data)
    return caught.value.fault


def test_zip_of_two_records_gives_the_boards_of_both():
    data = zipped(
        {"a/one.pbn": sample("pbn/plain.pbn"), "two.lin": sample("lin/club.lin")}
    )

    found = read_bytes(data, "deals.zip")

    assert found.format == "ZIP"
    assert [board.source for board in found.boards] == ["a/one.pbn"] * 2 + ["two.lin"]
    assert found.problems == ()


def test_zip_names_the_file_of_each_problem_and_of_what_is_no_record():
    data = zipped({"bad.pbn": sample("pbn/broken.pbn"), "read me.txt": b"Dear all"})

    problems = read_bytes(data).problems

    assert {problem.source for problem in problems} == {"bad.pbn", "read me.txt"}
    assert problems[-1].fault is Flaw.MEMBER_UNREADABLE
    assert problems[-1].text == "read me.txt (no_record)"


def test_files_a_computer_adds_are_left_out():
    files = {"__MACOSX/._a.pbn": b"x", ".DS_Store": b"y", "a.pbn": b"z", "b/": b""}

    assert members(zipped(files)) == [("a.pbn", b"z")]


def test_gz_holds_one_record_and_keeps_its_format():
    data = gzip.compress(sample("lin/club.lin"))

    found = read_bytes(data, "club.lin.gz")

    assert (found.format, len(found.boards), found.boards[0].source) == ("LIN", 1, "")


def test_gz_in_pieces_is_read_whole():
    text = sample("pbn/plain.pbn")

    data = gzip.compress(text[:300]) + gzip.compress(text[300:])

    assert members(data) == [("", text)]


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        pytest.param(
            zipped({"a.pbn": b" " * (MAX_UNPACKED + 1)}),
            FileFault.ARCHIVE_BOMB,
            id="zip",
        ),
        pytest.param(
            zipped({f"{n}.pbn": b" " * 1_500_000 for n in range(6)}),
            FileFault.ARCHIVE_BOMB,
            id="many large",
        ),
        pytest.param(
            gzip.compress(b" " * (MAX_BYTES + 1)), FileFault.ARCHIVE_BOMB, id="gz"
        ),
        pytest.param(
            zipped({f"{n}.pbn": b"" for n in range(MAX_MEMBERS + 1)}),
            FileFault.ARCHIVE_CROWDED,
            id="many files",
        ),
        pytest.param(
            zipped({"a.pbn": b"x"}, zipfile.ZIP_BZIP2), FileFault.COMPRESSED, id="bzip2"
        ),
        pytest.param(
            zipped({"b.zip": zipped({"a.pbn": b"x"})}),
            FileFault.COMPRESSED,
            id="nested",
        ),
        pytest.param(
            gzip.compress(gzip.compress(b"x")), FileFault.COMPRESSED, id="gz twice"
        ),
        pytest.param(zipped({}), FileFault.NO_BOARD, id="empty zip"),
        pytest.param(
            zipped({"a.txt": b"hello"}), FileFault.NO_RECORD, id="one no record"
        ),
        pytest.param(b"PK\x03\x04" + bytes(99), FileFault.ARCHIVE_DAMAGED, id="no zip"),
        pytest.param(b"\x1f\x8b" + bytes(99), FileFault.ARCHIVE_DAMAGED, id="no gz"),
        pytest.param(
            gzip.compress(b"[Board")[:-9], FileFault.ARCHIVE_DAMAGED, id="gz cut off"
        ),
        pytest.param(
            b"PK\x03\x04" + bytes(MAX_BYTES), FileFault.TOO_LARGE, id="too large"
        ),
    ],
)
def test_archive_that_is_refused(data, fault):
    assert fault_of(data) is fault


def test_zip_with_a_password_is_refused():
    data = bytearray(zipped({"a.pbn": b"x"}))
    central = data.index(b"PK\x01\x02")
    data[central + 8] |= 1

    assert fault_of(bytes(data)) is FileFault.ARCHIVE_LOCKED


def test_size_a_zip_states_is_not_believed():
    data = zipped({"a.pbn": b" " * (MAX_UNPACKED + 5)})
    small = data.replace((MAX_UNPACKED + 5).to_bytes(4, "little"), b"\x05\0\0\0")

    assert small != data
    assert fault_of(small) in {FileFault.ARCHIVE_BOMB, FileFault.ARCHIVE_DAMAGED}


@pytest.mark.parametrize(
    ("data", "expected"), [(b"PK\x03\x04", True), (b"\x1f\x8b", True), (b"BZh", False)]
)
def test_is_archive(data, expected):
    assert is_archive(data) is expected
