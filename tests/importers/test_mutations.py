"""Damaged records: whatever the bytes, boards and problems come out, or one sentence.

The plan's T14: 3,000 damaged files in the ordinary suite, 100,000 in `./td soak T14`.
What they would do to the database is in tests/workflow/test_damaged_files.py.
"""

import gzip
import random
import resource
import time
from urllib.parse import quote_from_bytes

import pytest
from django.conf import settings

from rulings.bridge.hands import FULL_HAND
from rulings.importers.faults import UnreadableFile
from rulings.importers.formats import FORMATS, read_bytes
from rulings.importers.pbn.writer import pbn_text
from rulings.importers.schedules import read_schedule_csv
from tests.importers.made import plain
from tests.importers.samples import FOLDER, reading
from tests.importers.test_archives import zipped

SAMPLES = sorted(
    path
    for path in FOLDER.glob("*/*")
    if path.parent.name in {"pbn", "lin"} and path.name != "SOURCE.txt"
)
SIGNS = b'[]{}"|;%#^-*=\\,.&<>/\x00\x1a\xff\xfe \n\rSHDCAKQJT98765432NEWX'
CSV = b"section,round,table,board_from,board_to,ns,ew\n" + b"".join(
    b"A,%d,%d,%d,%d,%d,%d\n" % (n, t, 2 * n - 1, 2 * n, t, 10 + t)
    for n in range(1, 5)
    for t in range(1, 4)
)


def injured(data, chance):
    """Return the bytes with one piece lost, doubled, turned, moved or overwritten."""
    at = chance.randrange(len(data) + 1)
    to = min(len(data), at + chance.choice((1, 2, 8, 60, 400)))
    before, piece, after = data[:at], data[at:to], data[to:]
    if chance.random() < 0.1:
        return after + piece + before
    return (
        before
        + chance.choice(
            (
                b"",
                piece + piece,
                piece[::-1],
                piece.swapcase(),
                bytes(chance.choices(SIGNS, k=len(piece) + 1)),
                bytes([chance.choice(SIGNS)]) * 300 + piece,
                chance.randbytes(len(piece)),
            )
        )
        + after
    )


WRAPPINGS = (
    gzip.compress,
    lambda data: zipped({"a.pbn": data, "b.lin": data}),
    lambda data: data.decode("cp1252", "replace").encode("utf-16"),
    lambda data: data.decode("cp1252", "replace").encode("utf-16-le"),
    lambda data: b"\xef\xbb\xbf" + data,
    lambda data: data.replace(b"\n", b"\r\n") + b"\x1a",
    lambda data: data + data,
    lambda data: (data + bytes(-len(data) % 512)) * 2,
    lambda data: b"https://example.org/?lin=" + quote_from_bytes(data).encode(),
)
"""Ways in which a record arrives: packed, in another encoding, twice, in blocks."""


def mutated(data, chance):
    """Return the bytes after one to six injuries, now and then wrapped between."""
    for _ in range(chance.randint(1, 6)):
        if chance.random() < 0.05:
            data = chance.choice(WRAPPINGS)(data)
        data = injured(data, chance)
    return data


def check(data):
    """Read damaged bytes and hold every board that comes out to the rules."""
    try:
        reading = read_bytes(data)
    except UnreadableFile:
        return 0
    for board in reading.boards:
        if board.deal is not None:
            board.deal.check()
        replay = board.replay()
        if board.play:
            assert replay is not None
        if board.claimed:
            won = replay.position.won_by(board.declarer.side)
            left = FULL_HAND - len(replay.tricks)
            assert won <= board.tricks_declarer <= won + left
    for one in reading.problems:
        assert one.line >= 1
        assert one.sentence
    for one in FORMATS:
        one.sniff(data)
    return len(reading.boards)


SECONDS, MEGABYTES = 2, 200


def memory():
    """The most memory this process has held, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def damage(seed, count, sources):
    """Damage so many files and read each; return the boards that still came out."""
    chance = random.Random(seed)
    before = memory()
    boards = 0
    for _ in range(count):
        data = mutated(chance.choice(sources), chance)
        began = time.process_time()
        boards += check(data)
        assert time.process_time() - began < SECONDS
    assert memory() - before < MEGABYTES
    return boards


@pytest.fixture(scope="module")
def sources():
    return [path.read_bytes() for path in SAMPLES]


@pytest.fixture(scope="module")
def all_sources(sources):
    """The samples, and among every ten files a real one where those are at hand."""
    folder = settings.TD_DATA / "real-claims"
    real = [path.read_bytes() for path in sorted(folder.glob("*/*"))]
    return sources * max(1, 9 * len(real) // len(sources)) + real


@pytest.mark.parametrize("seed", range(10))
def test_damaged_records_raise_nothing_else(seed, sources):
    assert damage(seed, 300, sources) > 0


@pytest.mark.soak("T14")
@pytest.mark.parametrize("seed", range(100))
def test_damaged_records_in_great_number(seed, all_sources):
    assert damage(1000 + seed, 1000, all_sources) > 0


ISOLATED = list(reading("pbn/plain.pbn").boards) * 2 + list(
    reading("lin/vugraph.lin").boards
)
HARMLESS = bytes(sign for sign in SIGNS if sign not in b"[]{}%\n\r\x00\x1a\xff\xfe")


@pytest.mark.parametrize("seed", range(40))
def test_damage_to_one_board_costs_no_other(seed):
    chance = random.Random(seed)
    games = [pbn_text([board]).partition("\n\n")[2] for board in ISOLATED]
    hurt = chance.randrange(len(games))
    text = games[hurt].encode()
    at = chance.randrange(1, len(text))
    noise = bytes(chance.choices(HARMLESS, k=30))
    rest = text[at + 40 :].replace(b"\n\n", b"\n")
    games[hurt] = (text[:at] + noise + rest).decode("latin-1").rstrip("\n") + "\n"

    found = read_bytes("\n".join(games).encode()).found

    assert len(found) == len(ISOLATED)
    kept = [plain(one) for n, one in enumerate(found) if n != hurt]
    assert kept == [plain(one) for n, one in enumerate(ISOLATED) if n != hurt]


def test_damaged_schedules_raise_nothing_else():
    chance = random.Random(70)
    read = 0
    for _ in range(100):
        try:
            read += len(read_schedule_csv(mutated(CSV, chance)).placements)
        except UnreadableFile:
            continue

    assert read > 0


@pytest.mark.soak("T14")
@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b'[Board "1"]\n' + b"{" * 2_000_000, id="braces"),
        pytest.param(b'[Board "1"]\n' + b"{\n[Board\n" * 200_000, id="open comments"),
        pytest.param(b"[" * 150_000 + b'\n[Board "1"]', id="brackets"),
        pytest.param(b'[Board "' * 200_000, id="quotes"),
        pytest.param(b'[Play "W"]\n' + b"SA S2 S3 S4\n" * 160_000, id="cards"),
        pytest.param(b'[Auction "N"]\n' + b"1C\n" * 600_000, id="calls"),
        pytest.param(b"|" * 190_000 + b"\nmd|1|", id="bars"),
        pytest.param(b"md|" + b"S" * 190_000 + b"|", id="one long hand"),
        pytest.param(b"lin=%7C" * 20_000 + b"\nmd|1|", id="links"),
        pytest.param(b"md|1|mb|" + b"p" * 190_000 + b"|", id="passes"),
        pytest.param((b"md|1|pc|" + b"SA" * 95_000 + b"|\n") * 10, id="long play"),
        pytest.param((b"mb|" + b"p" * 190_000 + b"|\n") * 10, id="long auction"),
        pytest.param(b"pc|SA|\n" * 250_000, id="card a line"),
        pytest.param(b'[Board "1"]\n\n' * 2000, id="empty boards"),
        pytest.param(b"\n" * 2_000_000 + b"x", id="empty lines"),
        pytest.param((b" " * 190_000 + b"\n") * 10 + b"md|1|", id="blanks"),
        pytest.param(b"[ " * 90_000 + b"\n" * 1_500_000 + b"md|1|", id="gap in a tag"),
        pytest.param(b"lin=" + b"&a" * 90_000 + b"\nmd|1|", id="parameters"),
    ],
)
def test_large_and_hostile_records_are_read_in_time(data):
    began = time.process_time()
    check(data[: 2 * 1024 * 1024])

    assert time.process_time() - began < 2
