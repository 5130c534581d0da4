"""Damaged records: whatever the bytes, boards and problems come out, or one sentence.

The same mutations in greater number are `./td soak`.
"""

import random
import time

import pytest

from rulings.bridge.hands import FULL_HAND
from rulings.importers.faults import UnreadableFile
from rulings.importers.formats import FORMATS, read_bytes
from rulings.importers.schedules import read_schedule_csv
from tests.importers.samples import FOLDER

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


def mutated(data, chance):
    """Return the bytes after one to six injuries."""
    for _ in range(chance.randint(1, 6)):
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


@pytest.mark.parametrize("seed", range(4))
def test_damaged_records_raise_nothing_else(seed):
    chance = random.Random(seed)

    boards = sum(
        check(mutated(chance.choice(SAMPLES).read_bytes(), chance)) for _ in range(50)
    )

    assert boards > 0


def test_damaged_schedules_raise_nothing_else():
    chance = random.Random(70)
    read = 0
    for _ in range(100):
        try:
            read += len(read_schedule_csv(mutated(CSV, chance)).placements)
        except UnreadableFile:
            continue

    assert read > 0


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(30))
def test_damaged_records_in_great_number(seed):
    chance = random.Random(1000 + seed)
    for _ in range(100):
        check(mutated(chance.choice(SAMPLES).read_bytes(), chance))


@pytest.mark.soak
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
