"""What real samples of other systems give: files, rows, problems, by system.

    ./td bench connections

The samples lie beside TD_DATA. docs/import.md holds the table between two marks, and
`tests/test_bench_connections.py` compares it.
"""

import json
from collections import Counter
from dataclasses import dataclass, field

from django.conf import settings

from rulings.importers.bridgemate import reader
from rulings.importers.bridgemate.messages import ConnectorAnswer, Queue, items_of
from rulings.importers.dealing import FORMS
from rulings.importers.faults import UnreadableFile
from rulings.importers.formats import read_bytes
from rulings.management.bench.ledger import Figure
from tests import bench_readers

MARK = "<!-- samples -->"
HEAD = (
    "| system | files | rows | problems | of these |",
    "|---|---|---|---|---|",
)
UNITS = (
    ("calls of a unit", "NewTdCalls", Queue.CALLS, reader.read_calls),
    ("results of a unit", "NewResults", Queue.RESULTS, reader.read_results),
    ("hands of a unit", "NewHandrecords", Queue.HANDS, reader.read_hands),
)


@dataclass
class Sampled:
    """What came of a system's samples; `kinds` counts problems by their kind."""

    system: str
    files: int = 0
    rows: int = 0
    kinds: Counter = field(default_factory=Counter)
    remark: str = ""

    def read(self, path):
        """Read one more file, as the site reads it."""
        self.files += 1
        try:
            found = read_bytes(path.read_bytes(), path.name)
        except UnreadableFile as unreadable:
            self.kinds[unreadable.fault.kind] += 1
            return self
        self.rows += len(found.boards)
        self.kinds.update(one.fault.kind for one in found.problems)
        return self

    @property
    def line(self):
        """Return the row of the table."""
        kinds = ", ".join(f"{n} `{kind}`" for kind, n in self.kinds.most_common())
        cells = self.system, self.files, self.rows, self.kinds.total()
        last = "; ".join(filter(None, (kinds, self.remark)))
        return f"| {' | '.join(map(str, cells))} | {last} |"


def unit_samples(folder):
    """Return what the sample answers of a Data Connector give."""
    found = []
    for words, name, queue, read in UNITS:
        path = folder / "responses" / f"PollQueueFor{name}.json"
        said = json.loads(path.read_text("utf-8"))
        answer = ConnectorAnswer(
            said["DataType"],
            said["ErrorType"],
            said["LastQueueItemId"],
            said["SerializedData"],
        )
        rows, problems = read(items_of(answer, queue.kind))
        kinds = Counter(one.fault.kind for one in problems)
        found.append(Sampled(f"Bridgemate 3, {words}", 1, len(rows), kinds))
    return found


def dealt(folder):
    """Return what each form of a dealing machine gives, beside the PBN of its deals."""
    wanted = deals_of(folder / "test.pbn")
    found = []
    for name in sorted(FORMS):
        path = folder / f"test.{name.lower()}"
        same = deals_of(path) == wanted
        remark = "" if same else "not the deals of the PBN"
        found.append(Sampled(name, remark=remark).read(path))
    return found


def deals_of(path):
    """Return the deals of a file, in their order."""
    found = read_bytes(path.read_bytes(), path.name)
    return [str(board.deal) for board in found.boards]


def records():
    """Return what the published records give, and their claims beside the list."""
    if not (bench_readers.FOLDER / "manifest.csv").exists():
        return []
    files = bench_readers.shared_files()
    found = []
    for name in ("PBN", "LIN"):
        mine = [one for one in files if one[2].startswith(f"{name.lower()}/")]
        wanted = bench_readers.listed_claims({path for path, _data, _name in mine})
        score = bench_readers.ours(mine)
        equal = (score.claims & wanted).total()
        remark = f"{equal} of {wanted.total()} claims as listed"
        made = Sampled(f"{name}, published records", len(mine), score.boards)
        made.kinds, made.remark = score.kinds, remark
        found.append(made)
    return found


def connected():
    """Return what the samples of every system give that a club connects to."""
    formats = settings.TD_DATA / "formats"
    usebio = Sampled("USEBIO 1.2")
    for path in sorted((formats / "usebio").glob("*.xml")):
        usebio.read(path)
    return [*unit_samples(formats / "bridgemate"), usebio, *dealt(formats / "dealing")]


def table(rows):
    """Return the lines of the table."""
    return [*HEAD, *(row.line for row in rows)]


def measured():
    """Return the table and its row for docs/benchmarks.md."""
    if not (settings.TD_DATA / "formats").is_dir():
        return [f"no samples: TD_DATA names {settings.TD_DATA}"], None
    rows = [*connected(), *records()]
    files, boards = sum(row.files for row in rows), sum(row.rows for row in rows)
    problems = sum(row.kinds.total() for row in rows)
    made = Figure(
        "samples of other systems",
        f"{files} files of {len(rows)} kinds",
        "./td bench connections --append",
        f"{boards} rows, {problems} problems",
    )
    return table(rows), made
