"""A file of JSON lines is told from others, decoded, and read line by line."""

import bz2
import gzip
import json
from io import BufferedReader, BytesIO

import pytest

from rulings.management.batch.json_lines import (
    begins_with_brace,
    entries_of,
    strict_json,
)
from tests.importers.test_archives import zipped
from tests.solver.made_claims import made_record

CLAIMS = [made_record(n, 3) | {"room": "Zo\u00eb"} for n in range(1, 4)]
TEXT = "".join(json.dumps(claim, ensure_ascii=False) + "\n" for claim in CLAIMS)


def opened(data):
    return BufferedReader(BytesIO(data))


def read(data):
    return list(entries_of("f", opened(data)))


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"]
)
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_every_encoding_holds_the_same_claims(encoding, end):
    data = TEXT.replace("\n", end).encode(encoding)

    assert begins_with_brace(opened(data))
    assert [(entry.line, entry.record) for entry in read(data)] == [
        (number, claim) for number, claim in enumerate(CLAIMS, 1)
    ]


def test_packed_utf_16_is_read_too():
    packed = gzip.GzipFile(fileobj=opened(gzip.compress(TEXT.encode("utf-16"))))

    assert begins_with_brace(packed)
    assert [entry.record for entry in entries_of("f", packed)] == CLAIMS


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        pytest.param(bytes(range(256)) * 40, "not text", id="bytes"),
        pytest.param(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x02", "not text", id="png"),
        pytest.param(zipped({"a.jsonl": TEXT.encode()}), "packed", id="zip"),
        pytest.param(bz2.compress(TEXT.encode()), "packed", id="bzip2"),
    ],
)
def test_a_file_that_is_no_text_is_one_fault(data, sentence):
    (entry,) = read(data)

    assert (entry.line, entry.record) == (None, None)
    assert sentence in entry.fault
    assert "give JSON lines" in entry.fault


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('{"claimed": NaN}', "NaN is no number of JSON; give a number or null"),
        ('{"claimed": -Infinity}', "-Infinity is no number of JSON"),
        ('{"board": 1e999}', "1e999 is too large a number"),
        ('{"claimed": }', "Expecting value, at character 13"),
    ],
)
def test_what_json_does_not_have_costs_its_line_alone(line, sentence):
    wrong, *rest = read(f"{line}\n{TEXT}".encode())

    assert (wrong.line, wrong.record) == (1, None)
    assert f"the line is not JSON: {sentence}" in wrong.fault
    assert [entry.record for entry in rest] == CLAIMS


def test_bytes_that_are_no_utf_8_are_told_by_their_place():
    (wrong,) = read('{"room": "Zo\u00eb"}'.encode("cp1252"))

    assert wrong.fault == (
        "the line is not JSON: byte 13 is not UTF-8; write the file as UTF-8"
    )


def test_a_long_line_of_utf_16_is_one_fault():
    wrong, *rest = read(f'{{"note": "{"x" * 500_000}"}}\n{TEXT}'.encode("utf-16"))

    assert (wrong.line, "more than" in wrong.fault) == (1, True)
    assert [entry.record for entry in rest] == CLAIMS


def test_the_closing_line_of_read_records_is_no_claim():
    assert len(read(f"{TEXT}3 boards, 0 problems\n".encode())) == len(CLAIMS)


@pytest.mark.parametrize("text", ["NaN", '{"a": [Infinity]}', "[-1e400]"])
def test_strict_json_has_no_number_that_json_lacks(text):
    with pytest.raises(ValueError, match="number"):
        strict_json(text)


def test_strict_json_reads_what_json_has():
    assert strict_json(b'{"a": [1, 1.5, null, "NaN"]}') == {"a": [1, 1.5, None, "NaN"]}
