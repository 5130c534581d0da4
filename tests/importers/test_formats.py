import pytest

from rulings.importers import formats, text
from rulings.importers.faults import UnreadableFile
from rulings.importers.formats import FORMATS, format_of, read_bytes
from tests.importers.samples import FOLDER, sample

PBN_AND_LIN = b'[Board "1"]\n\nmd|3S6543HA64D83CT852|'


def every_sample():
    return sorted(
        path.relative_to(FOLDER).as_posix()
        for path in FOLDER.glob("*/*")
        if path.parent.name in {"pbn", "lin", "usebio"} and path.name != "SOURCE.txt"
    )


@pytest.mark.parametrize("path", every_sample())
def test_format_of_a_sample_is_found_without_its_name(path):
    assert format_of(sample(path)).name.lower() == path.partition("/")[0]


@pytest.mark.parametrize("path", every_sample())
def test_read_bytes_accounts_for_every_board(path):
    chosen = format_of(sample(path))
    found = read_bytes(sample(path))

    assert len(found.boards) + len(found.problems) == len(
        list(chosen.read(sample(path)))
    )
    assert found.format == chosen.name


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("x.lin", "LIN"),
        ("x.LIN", "LIN"),
        ("x.pbn", "PBN"),
        ("x.txt", "PBN"),
        ("", "PBN"),
    ],
)
def test_format_of_what_fits_two_goes_by_the_ending(name, expected):
    assert format_of(PBN_AND_LIN, name).name == expected


def test_format_of_a_wrong_ending_goes_by_the_content():
    assert format_of(sample("pbn/plain.pbn"), "plain.lin").name == "PBN"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        pytest.param(b"", "is empty", id="nothing"),
        pytest.param(b" \r\n", "is empty", id="blanks"),
        pytest.param(b"Dear Director,\n", "no record", id="prose"),
        pytest.param(b"%PDF-1.4 [Boards]", "no record", id="pdf"),
        pytest.param(b"PK\x03\x04" + bytes(50), "cannot be unpacked", id="zip"),
        pytest.param(b"7z\xbc\xaf\x27\x1c", "compressed in a way", id="7z"),
        pytest.param(b"pn|a,b,c,d|st||", "no board", id="names only"),
    ],
)
def test_read_bytes_of_no_record_is_refused(data, sentence):
    with pytest.raises(UnreadableFile, match=sentence):
        read_bytes(data)


def test_read_bytes_stops_at_too_many_boards():
    few = b'[Board "1"]\n\n' * text.MAX_BOARDS

    assert len(read_bytes(few).problems) == text.MAX_BOARDS
    with pytest.raises(UnreadableFile, match="more than 2000 boards"):
        read_bytes(few + b'[Board "1"]\n')


def test_formats_are_listed_once():
    machines = ["BER", "BHG", "BRI", "CDS", "CSV", "DGE", "DLM", "DUP", "RZD"]
    assert [one.name for one in FORMATS] == ["PBN", "LIN", "USEBIO", *machines]
    assert formats.FORMATS is FORMATS
