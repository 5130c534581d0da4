"""Check a dossier by itself, without the database it came from (R21).

The chain is recomputed from its first entry to its head; the case's rows are folded
from its own entries and compared with what the dossier shows.
"""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Iterator
from typing import Any

from rulings.workflow.canonical import FIRST, canonical_bytes, digest, entry_code
from rulings.workflow.verify import Anchor, Finding

FORMAT = "case/1"
SECTIONS = {
    "statements": "statement",
    "facts": "fact",
    "answers": "answer",
    "objections": "objection",
    "agreements": "agreement",
    "windows": "window",
    "proposals": "proposal",
    "rulings": "ruling",
    "slips": "slip",
    "appeals": "appeal",
}
"""From the lists of a dossier to the tables whose rows they show."""

SINGLES = {"claim": "claim", "position": "position", "case": "case"}


def check_dossier(given: dict[str, Any], anchors: list[Anchor]) -> list[Finding]:
    """Return everything in a dossier that does not prove itself."""
    if given.get("format") != FORMAT:
        found = given.get("format")
        return [Finding("format", f"is {found!r}, this program reads {FORMAT!r}")]
    try:
        return [
            *_check_chain(given, anchors),
            *_check_rows(given),
            *_check_texts(given),
            *_check_results(given),
        ]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        return [Finding("dossier", f"is not complete or not readable: {error!r}")]


def _check_chain(given: dict[str, Any], anchors: list[Anchor]) -> Iterator[Finding]:
    chain = uuid.UUID(given["head"]["chain"])
    own = {entry["seq"]: entry for entry in given["entries"]}
    digests = dict(given["digests"])
    previous = FIRST
    codes = {}
    for seq in range(1, given["head"]["seq"] + 1):
        if seq in own:
            data_digest = digest(own[seq]["data"].encode())
        elif seq in digests:
            data_digest = digests[seq]
        else:
            yield Finding(f"entry {seq}", "is missing")
            return
        previous = codes[seq] = entry_code(chain, seq, previous, data_digest)
        if seq in own and own[seq]["code"] != previous:
            yield Finding(
                f"entry {seq}", "its bytes, its code or one before it changed"
            )
            return
    if previous != given["head"]["code"]:
        yield Finding("head", "the chain does not lead to this code")
    for anchor in anchors:
        if not codes.get(anchor.seq, "").startswith(anchor.code):
            yield Finding(f"anchor {anchor.seq}:{anchor.code}", "is not in this chain")


def _check_rows(given: dict[str, Any]) -> Iterator[Finding]:
    fold: dict[tuple[str, str], dict[str, Any]] = {}
    case_id = given["case"]["id"]
    for entry in given["entries"]:
        content = json.loads(entry["data"])
        if content["case"] != case_id:
            yield Finding(f"entry {entry['seq']}", "belongs to another case")
        for table, row_id, values in content["rows"]:
            if values is None:
                fold.pop((table, row_id), None)
            else:
                fold.setdefault((table, row_id), {}).update(values)
    shown = {
        (SINGLES[name], given[name]["id"]): given[name]
        for name in SINGLES
        if given[name]
    }
    for name, table in SECTIONS.items():
        shown |= {(table, row["id"]): row for row in given[name]}
    expected = {
        key for key in fold if key[0] in {*SECTIONS.values(), *SINGLES.values()}
    }
    for table, row_id in sorted(expected | shown.keys()):
        where = f"{table} {row_id}"
        if (table, row_id) not in shown:
            yield Finding(where, "is written by an entry but not shown")
        elif (table, row_id) not in fold:
            yield Finding(where, "is shown but no entry has written it")
        else:
            yield from _compare(where, shown[table, row_id], fold[table, row_id])
    yield from _check_playing(given, fold)


def _compare(
    where: str, shown: dict[str, Any], written: dict[str, Any]
) -> Iterator[Finding]:
    for column, value in sorted(written.items()):
        if shown.get(column) != value:
            yield Finding(
                f"{where} {column}",
                f"shows {shown.get(column)!r}, the log says {value!r}",
            )


def _check_playing(
    given: dict[str, Any], fold: dict[tuple[str, str], dict[str, Any]]
) -> Iterator[Finding]:
    """Compare board and contract with what the case's own entries say of them."""
    opened = next(
        content["inputs"]["playing"]
        for content in (json.loads(entry["data"]) for entry in given["entries"])
        if content["act"] == "open"
    )
    board = given["board"]
    if opened["deal_hash"] and digest(board["deal"].encode()) != opened["deal_hash"]:
        yield Finding("board deal", "is not the deal the case was opened with")
    written = fold.get(("playing", given["playing"]["id"]), {})
    for column in ("contract", "play"):
        value = written.get(column, opened["values"][column])
        if value and given["playing"][column] != value:
            yield Finding(f"playing {column}", f"shows other than the log: {value!r}")


def _check_texts(given: dict[str, Any]) -> Iterator[Finding]:
    for commitment, row in given["texts"].items():
        salted = bytes.fromhex(row["salt"]) + row["text"].encode()
        if hashlib.sha256(salted).hexdigest() != commitment:
            yield Finding(f"text {commitment[:12]}", "is not the text that was written")


def _check_results(given: dict[str, Any]) -> Iterator[Finding]:
    for row in given["proposals"]:
        if row["result"] is None:
            continue
        if digest(canonical_bytes(row["result"])) != row["result_hash"]:
            yield Finding(f"proposal {row['id']}", "its result is not the one stored")
