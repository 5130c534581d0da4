"""The importers on real records, where they lie; nothing of them is in the project.

The claims of the same boards, taken from the same files by another program, are the
oracle: deal, contract, play, tricks won and claimed must be equal.
"""

import csv
import gzip
import json
from collections import Counter

import pytest
from django.conf import settings

from rulings.importers.faults import Flaw
from rulings.importers.formats import read_bytes

FOLDER = settings.TD_DATA / "real-claims"
pytestmark = pytest.mark.skipif(
    not (FOLDER / "manifest.csv").exists(),
    reason=f"no real records: TD_DATA names {settings.TD_DATA}",
)


@pytest.fixture(scope="module")
def files():
    with (FOLDER / "manifest.csv").open(encoding="utf-8", newline="") as opened:
        return {row["path"]: row["file"] for row in csv.DictReader(opened)}


@pytest.fixture(scope="module")
def readings(files):
    return {
        path: read_bytes((FOLDER / file).read_bytes(), file)
        for path, file in files.items()
    }


def claims_of(files):
    with gzip.open(FOLDER / "claims.jsonl.gz", "rt", encoding="utf-8") as opened:
        for line in opened:
            claim = json.loads(line)
            if claim["file"] in files:
                yield claim


def test_real_boards_arrive_or_are_reported(readings):
    boards = sum(len(one.boards) for one in readings.values())
    problems = sum(len(one.problems) for one in readings.values())
    # Records that test other programs hold many games without hands on purpose.
    empty = sum(
        found.reason == Flaw.NO_DEAL.reason
        for one in readings.values()
        for found in one.problems
    )

    assert boards > 7000
    assert boards / (boards + problems - empty) >= 0.99


def test_real_boards_with_play_arrive_with_deal_and_play(readings):
    boards = [board for one in readings.values() for board in one.boards]
    with_play = sum(bool(board.play) for board in boards)
    lost = sum(
        "play" in found.reason or "total" in found.reason
        for one in readings.values()
        for found in one.problems
    )

    assert all(board.deal is not None for board in boards if board.play)
    assert with_play / (with_play + lost) >= 0.99


def test_real_claims_are_those_of_the_other_reader(files, readings, record_property):
    wanted = Counter(
        (
            claim["file"],
            claim["deal"],
            claim["contract"],
            claim["declarer"],
            claim["play"],
            claim["won"],
            claim["claimed"],
        )
        for claim in claims_of(files)
    )
    found = Counter(
        (
            path,
            str(board.deal),
            board.contract.call,
            board.declarer.letter,
            " ".join(str(card) for card in board.play),
            board.replay().position.won_by(board.declarer.side),
            board.tricks_declarer,
        )
        for path, reading in readings.items()
        for board in reading.boards
        if board.claimed
    )
    equal = sum((wanted & found).values())
    record_property("equal", f"{equal} of {sum(wanted.values())}")

    # The other reader ends the play of two annotated files at the first broken row.
    assert sum(wanted.values()) > 2000
    assert equal / sum(wanted.values()) >= 0.99
