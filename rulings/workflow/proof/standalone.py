"""Check a dossier by itself, without the database it came from (R21).

The chain is recomputed from its first entry to its head; everything the dossier shows
is folded from the case's own entries and compared. Two things no entry can prove:
players' names, which stay out of the log, and that a text which is missing existed.
"""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Iterator
from typing import Any

from rulings.queries.case.explaining import no_line
from rulings.workflow.log import FIRST, digest, entry_code, exact, place_of
from rulings.workflow.proof.reading import Finding
from rulings.workflow.proof.verify import Anchor, fold_rows

FORMAT = "case/1"
SECTIONS = {
    "statements": ("statement", "said_at"),
    "facts": ("fact", "key"),
    "answers": ("answer", "step"),
    "objections": ("objection", "received_at"),
    "agreements": ("agreement", "given_at"),
    "windows": ("window", "purpose"),
    "proposals": ("proposal", "queued_at"),
    "rulings": ("ruling", "number"),
    "slips": ("slip", "issued_at"),
    "appeals": ("appeal", "received_at"),
    "opinions": ("opinion", "asked_at"),
    "polls": ("poll", "asked_at"),
}
"""From the lists of a dossier to the tables whose rows they show, and their order."""

LATER = {"opinions", "polls"}
"""Lists that a dossier given out earlier lacks: there was nothing to be in them."""

SINGLES = ("case", "claim", "position")
PLACE = ("event", "board", "playing")
PROOF = ("entries", "digests", "head", "texts")
PARTS = {"format", "regulation", "names", *SECTIONS, *SINGLES, *PLACE, *PROOF}
HEX_DIGITS = 64
ADDED = {"result", "no_line"}
"""What a dossier adds to the row of a proposal."""

Given = dict[str, Any]
Fold = dict[tuple[str, str], dict[str, Any]]


def check_dossier(given: object, anchors: list[Anchor]) -> list[Finding]:
    """Return everything in a dossier that does not prove itself."""
    found = given.get("format") if isinstance(given, dict) else None
    if not isinstance(given, dict) or found != FORMAT:
        return [Finding("format", f"is {found!r}, this program reads {FORMAT!r}")]
    try:
        contents = [json.loads(entry["data"]) for entry in given["entries"]]
        return [
            *_check_parts(given),
            *_check_chain(given, anchors),
            *_check_own(given, contents),
            *_check_rows(given, contents),
            *_check_texts(given),
            *_check_results(given),
        ]
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        return [Finding("dossier", f"is not complete or not readable: {error!r}")]


def commitments_in(parts: Given) -> set[str]:
    """Return every commitment a dossier holds, in its rows and in its entries."""
    inputs = [json.loads(entry["data"])["inputs"] for entry in parts["entries"]]
    return set(_long_texts([parts, inputs]))


def _long_texts(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for item in value.values():
            yield from _long_texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _long_texts(item)
    elif isinstance(value, str) and len(value) == HEX_DIGITS:
        yield value


def _check_parts(given: Given) -> Iterator[Finding]:
    for name in sorted(given.keys() - PARTS):
        yield Finding(name, "is no part of a dossier")
    if exact(given["regulation"]) != exact(given["case"]["regulation"]):
        yield Finding("regulation", "is not the one the case was opened under")
    seats = given["playing"]["seats"]
    for seat, name in given.get("names", {}).items():
        if seat not in seats or not isinstance(name, str):
            yield Finding(f"names {seat}", "is nobody's name in this case")


def _check_chain(given: Given, anchors: list[Anchor]) -> Iterator[Finding]:
    head = given["head"]
    chain = uuid.UUID(head["chain"])
    if exact(head) != exact(
        {"chain": given["event"]["id"], "seq": head["seq"], "code": head["code"]}
    ):
        yield Finding("head", "is of another event")
    digests = {
        entry["seq"]: digest(entry["data"].encode()) for entry in given["entries"]
    }
    digests |= dict(given["digests"])
    if _numbers(given) != list(range(1, head["seq"] + 1)):
        yield Finding("entries", "are not numbered from one to the head, each once")
        return
    codes = {0: FIRST}
    for seq in range(1, head["seq"] + 1):
        if digests[seq] != digests[seq].lower():
            yield Finding(f"entry {seq}", "its digest is not as it was written")
        codes[seq] = entry_code(chain, seq, codes[seq - 1], digests[seq])
    if codes[head["seq"]] != head["code"]:
        yield Finding("head", "the chain does not lead to this code")
    for entry in given["entries"]:
        shown = {
            "seq": entry["seq"],
            "data": entry["data"],
            "code": codes[entry["seq"]],
        }
        if exact(entry) != exact(shown):
            yield Finding(
                f"entry {entry['seq']}", "its bytes, its code or one before it changed"
            )
    for anchor in anchors:
        if not codes.get(anchor.seq, "").startswith(anchor.code):
            yield Finding(f"anchor {anchor.seq}:{anchor.code}", "is not in this chain")


def _numbers(given: Given) -> list[int]:
    """Return the numbers of all entries; [] where a list is not in their order."""
    own = [entry["seq"] for entry in given["entries"]]
    others = [seq for seq, _ in given["digests"]]
    both = sorted(own + others)
    whole = all(type(seq) is int for seq in both)
    return both if whole and sorted(own) == own and sorted(others) == others else []


def _check_own(given: Given, contents: list[Given]) -> Iterator[Finding]:
    """Check that the case's entries are all there: each names the one before it."""
    before = None
    for entry, content in zip(given["entries"], contents, strict=True):
        where = f"entry {entry['seq']}"
        if content["case"] != given["case"]["id"]:
            yield Finding(where, "belongs to another case")
        if content["after"] != before:
            yield Finding(where, f"follows entry {content['after']}, which is left out")
        before = entry["seq"]


def _check_rows(given: Given, contents: list[Given]) -> Iterator[Finding]:
    fold: Fold = {}
    for content in contents:
        fold_rows(content["rows"], fold)
    for name, value in place_of(contents).items():
        yield from _compare(name, given[name], value)
    for name in SINGLES:
        shown = [] if given[name] is None else [given[name]]
        yield from _compare_rows(name, shown, _folded(fold, name, "id"))
    for name, (table, order) in SECTIONS.items():
        shown = given.get(name, []) if name in LATER else given[name]
        if name == "proposals":
            shown = [
                {key: row[key] for key in row if key not in ADDED} for row in shown
            ]
        yield from _compare_rows(name, shown, _folded(fold, table, order))


def _folded(fold: Fold, table: str, order: str) -> list[Given]:
    rows = [{"id": key, **row} for (name, key), row in fold.items() if name == table]
    # A row whose first entry was left out has no order, and is reported elsewhere.
    return sorted(rows, key=lambda row: (order in row, row.get(order), row["id"]))


def _compare_rows(
    name: str, shown: list[Given], written: list[Given]
) -> Iterator[Finding]:
    if [row["id"] for row in shown] != [row["id"] for row in written]:
        yield Finding(name, "rows are missing, added or in another order")
        return
    for row, expected in zip(shown, written, strict=True):
        yield from _compare(f"{name} {row['id']}", row, expected)


def _compare(where: str, shown: Given, written: Given) -> Iterator[Finding]:
    for column in sorted(shown.keys() | written.keys()):
        if column not in shown or column not in written:
            yield Finding(f"{where} {column}", "is missing or added")
        elif exact(shown[column]) != exact(written[column]):
            yield Finding(
                f"{where} {column}",
                f"shows {shown[column]!r}, the log says {written[column]!r}",
            )


def _check_texts(given: Given) -> Iterator[Finding]:
    known = commitments_in({**given, "texts": {}})
    for commitment, row in given["texts"].items():
        salt = bytes.fromhex(row["salt"])
        hashed = hashlib.sha256(salt + row["text"].encode()).hexdigest()
        written = {"salt": salt.hex(), "text": row["text"]}
        if hashed != commitment or exact(row) != exact(written):
            yield Finding(f"text {commitment[:12]}", "is not the text that was written")
        elif commitment not in known:
            yield Finding(f"text {commitment[:12]}", "belongs to nothing in the case")


def _check_results(given: Given) -> Iterator[Finding]:
    for row in given["proposals"]:
        result, result_hash = row["result"], row["result_hash"]
        held = "" if result is None else digest(exact(result).encode())
        if held != result_hash:
            yield Finding(f"proposal {row['id']}", "its result is not the one stored")
        elif "no_line" in row and row["no_line"] not in _no_lines(result):
            yield Finding(f"proposal {row['id']}", "it has a line, or another reason")


def _no_lines(result: Given | None) -> set[str]:
    """Return what may be said of a missing line, whomever doubt goes against."""
    found = {
        no_line(result, turned=turned, unread=unread)
        for turned in (False, True)
        for unread in (False, True)
    }
    return found - {""}
