import bz2
import gzip
import io
import lzma
import re
import zipfile

import pytest

from rulings.importers import text
from rulings.importers.faults import UnreadableFile
from rulings.importers.text import holds, text_of

SAID = '[North "Zo\u00eb"]\n[Board "1"]\n'


def zipped():
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("a.pbn", SAID)
    return held.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(SAID.encode(), id="utf-8"),
        pytest.param(SAID.encode("utf-8-sig"), id="utf-8 with mark"),
        pytest.param(SAID.encode("utf-16"), id="utf-16 with mark"),
        pytest.param(b"\xfe\xff" + SAID.encode("utf-16-be"), id="utf-16 big end, mark"),
        pytest.param(SAID.encode("utf-16-le"), id="utf-16 little end"),
        pytest.param(SAID.encode("utf-16-be"), id="utf-16 big end"),
        pytest.param(SAID.encode("cp1252"), id="cp1252"),
        pytest.param(SAID.replace("\n", "\r\n").encode(), id="CRLF"),
        pytest.param(SAID.replace("\n", "\r").encode(), id="CR"),
    ],
)
def test_text_is_the_same_in_every_encoding(data):
    assert text_of(data) == SAID


def test_text_of_end_marks_are_line_ends():
    assert text_of(b"one\x1atwo") == "one\ntwo"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("size", [512, 513, 8192])
def test_text_of_a_record_filled_up_with_zeros_is_the_record(encoding, size):
    filled = SAID.encode(encoding).ljust(size, b"\0")

    assert text_of(filled).rstrip("\n\ufffd") == SAID.rstrip()


def test_text_of_records_each_filled_up_with_zeros_are_all_there():
    filled = SAID.encode().ljust(512, b"\0") * 9

    assert text_of(filled) == (SAID + "\n") * 9


def test_text_of_nothing_but_zeros_is_blank():
    assert text_of(bytes(512)).strip() == ""


def test_text_of_bytes_no_code_page_knows_stays_readable():
    assert text_of(b'[Board "1"] \x81\xe9') == '[Board "1"] \ufffd\u00e9'


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(zipped(), id="zip"),
        pytest.param(gzip.compress(SAID.encode()), id="gzip"),
        pytest.param(bz2.compress(SAID.encode()), id="bzip2"),
        pytest.param(lzma.compress(SAID.encode()), id="xz"),
    ],
)
def test_text_of_compressed_data_is_refused(data):
    with pytest.raises(UnreadableFile, match="compressed"):
        text_of(data)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        pytest.param(b"a" * (text.MAX_BYTES + 1), "at most 2097152", id="size"),
        pytest.param(b"a" * (text.MAX_LINE + 1), "more than 200000", id="line"),
        pytest.param(bytes(range(32)) * 4, "not text", id="binary"),
    ],
)
def test_text_of_what_is_over_a_limit_is_refused(data, sentence):
    with pytest.raises(UnreadableFile, match=sentence):
        text_of(data)


def test_text_of_as_much_as_is_allowed_is_read():
    assert len(text_of(b"a\n" * (text.MAX_BYTES // 2))) == text.MAX_BYTES


def test_holds_says_no_for_what_is_no_text():
    assert holds(re.compile("B"), b"Board")
    assert not holds(re.compile("B"), b"a board")
    assert not holds(re.compile("P"), zipped())
