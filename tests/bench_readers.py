"""Our reader beside endplay's parsers on the same files, in one run.

    ./td bench readers

Both get the text that our reader has decoded, as endplay reads no bytes. A claim is
equal when deal, contract, declarer, every card and declarer's total are those of the
list that another program made from the same files.
"""

import csv
import gzip
import importlib
import json
import warnings
from collections import Counter
from dataclasses import dataclass, field
from time import process_time

from django.conf import settings

from rulings.importers.faults import UnreadableFile
from rulings.importers.formats import format_of, read_bytes
from rulings.importers.text import text_of
from rulings.management.bench.ledger import Figure

FOLDER = settings.TD_DATA / "real-claims"
HEAD = (
    "reader      files  crashes  boards  problems    claims equal       CPU seconds"
    "  ratio"
)
SUITS = str.maketrans("♠♥♦♣", "SHDC")


@dataclass
class Score:
    """What a reader made of all files."""

    files: int = 0
    crashes: Counter = field(default_factory=Counter)
    boards: int = 0
    kinds: Counter = field(default_factory=Counter)
    claims: Counter = field(default_factory=Counter)
    seconds: float = 0.0

    def row(self, name, wanted, ratio):
        equal, all_claims = sum((self.claims & wanted).values()), sum(wanted.values())
        return (
            f"{name:10} {self.files:6} {sum(self.crashes.values()):8} {self.boards:7} "
            f"{self.kinds.total():9} "
            f"{equal:7} of {all_claims} {equal / all_claims:8.2%} "
            f"{self.seconds:8.2f} {ratio:6.2f}"
        )


def shared_files():
    """Return (path in its repository, bytes, file name) of every shared file."""
    with (FOLDER / "manifest.csv").open(encoding="utf-8", newline="") as opened:
        return [
            (row["path"], (FOLDER / row["file"]).read_bytes(), row["file"])
            for row in csv.DictReader(opened)
        ]


def listed_claims(paths):
    """Return the claims that the list has for some files."""
    found = Counter()
    with gzip.open(FOLDER / "claims.jsonl.gz", "rt", encoding="utf-8") as opened:
        for row in map(json.loads, opened):
            if row["file"] in paths:
                found[
                    row["file"],
                    row["deal"],
                    row["contract"],
                    row["declarer"],
                    row["play"],
                    row["claimed"],
                ] += 1
    return found


def ours(files):
    """Return what our reader makes of the files."""
    score = Score()
    started = process_time()
    for path, data, name in files:
        try:
            reading = read_bytes(data, name)
        except UnreadableFile as unreadable:
            score.kinds[unreadable.fault.kind] += 1
            continue
        except Exception as error:  # noqa: BLE001 - a crash is what is counted
            score.crashes[type(error).__name__] += 1
            continue
        score.files += 1
        score.boards += len(reading.boards)
        score.kinds.update(one.fault.kind for one in reading.problems)
        score.claims.update(
            (
                path,
                str(board.deal),
                board.contract.call,
                str(board.declarer),
                " ".join(map(str, board.play)),
                board.tricks_declarer,
            )
            for board in reading.boards
            if board.claimed
        )
    score.seconds = process_time() - started
    return score


def endplays(files):
    """Return what endplay's parsers make of the files; it knows no problems."""
    parsers = {
        name: importlib.import_module(f"endplay.parsers.{name.lower()}")
        for name in ("PBN", "LIN")
    }
    score = Score()
    started = process_time()
    for path, data, name in files:
        parser = parsers[format_of(data, name).name]
        try:
            boards = parser.loads(text_of(data))
        except Exception as error:  # noqa: BLE001 - a crash is what is counted
            score.crashes[type(error).__name__] += 1
            continue
        score.files += 1
        score.boards += len(boards)
        score.claims.update(filter(None, (theirs(path, board) for board in boards)))
    score.seconds = process_time() - started
    return score


def theirs(path, board):
    """Return a claim that endplay found in the form of the list, or None."""
    if not board.claimed or board.deal is None or board.contract is None:
        return None
    contract = board.contract
    strain = contract.denom.abbr[0].translate(SUITS)
    cards = [str(card).translate(SUITS) for card in board.play]
    try:
        return (
            path,
            board.deal.to_pbn(),
            f"{contract.level}{strain}{contract.penalty.abbr.upper()}",
            contract.declarer.abbr,
            " ".join(card for card in cards if card[0] in "SHDC"),
            contract.level + 6 + contract.result,
        )
    except Exception:  # noqa: BLE001 - a board that cannot be written down is no claim
        return None


def lines():
    """Return the lines of the comparison."""
    return measured()[0]


def measured():
    """Return the lines of the comparison and its row for docs/benchmarks.md."""
    if not (FOLDER / "manifest.csv").exists():
        return [f"no real records: TD_DATA names {settings.TD_DATA}"], None
    files = shared_files()
    wanted = listed_claims({path for path, _, _ in files})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        importlib.import_module("endplay.parsers.pbn")
        mine, other = ours(files), endplays(files)
    found = [
        f"{len(files)} files, {sum(wanted.values())} claims listed for them",
        HEAD,
        mine.row("ours", wanted, 1.0),
        other.row("endplay", wanted, other.seconds / mine.seconds),
    ]
    if other.crashes:
        named = ", ".join(f"{n} {name}" for name, n in other.crashes.most_common())
        found.append(f"endplay's crashes, each a whole file: {named}")
    return found, figure(len(files), wanted, mine, other)


def figure(files, wanted, mine, other):
    """Return the row of the comparison."""
    parts = [
        f"{name}: {score.boards} boards, {sum(score.crashes.values())} crashes, "
        f"{sum((score.claims & wanted).values())} of {sum(wanted.values())} listed "
        f"claims equal, {score.seconds:.1f} s of processor"
        for name, score in (("ours", mine), ("endplay", other))
    ]
    return Figure(
        "reading records",
        f"the {files} shared PBN and LIN files",
        "./td bench readers --append",
        "; ".join([*parts, f"ratio {other.seconds / mine.seconds:.2f}"]),
    )
