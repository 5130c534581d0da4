"""Five hundred real endings keep their awards and lines, hash by hash.

The endings are chosen by rule from the real claims, which are not part of this
repository: only hashes of what the solver says about them are stored.
"""

import gzip
import json

import pytest
from django.conf import settings as site

from rulings.solver import Settings, adjudicate
from rulings.solver.tools.batch import position_of, readings
from rulings.solver.tools.golden import signature
from tests import tree

STORED = tree.ROOT / "tests" / "golden" / "REAL_POSITIONS"
MANY, IN_ONE_HASH, AT_MOST_LEFT = 500, 50, 4


def chosen():
    """Return the records: those of online play by id, then those of live shows."""
    folder = site.TD_DATA / "real-claims"
    if not (folder / "claims.jsonl.gz").exists():
        pytest.skip(f"real claims are not at {folder}; set TD_DATA")
    with gzip.open(folder / "claims.jsonl.gz", "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    small = [
        record
        for record in records
        if record["left"] <= AT_MOST_LEFT and record["tier"] in {"online", "vugraph"}
    ]
    small.sort(key=lambda record: (record["tier"], record["id"]))
    return small[:MANY]


def solved(record):
    position, claim = position_of(record)
    reading = readings(position, claim, "auto")[0]
    return record["id"], adjudicate(position, reading, Settings())


def hashes():
    results = [solved(record) for record in chosen()]
    return [
        signature(results[at : at + IN_ONE_HASH])
        for at in range(0, len(results), IN_ONE_HASH)
    ]


def test_real_endings_keep_their_awards_and_lines():
    found = hashes()

    assert len(found) == MANY // IN_ONE_HASH
    assert found == STORED.read_text("utf-8").split()
