"""Prove the record: check each chain, fold it, compare every logged table (R1, R21).

Every finding says where: chain and number for an entry, table, id and column for a
row. Nothing is repaired here.
"""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulings.models import (
    Entry,
    Head,
    KeyUse,
    Private,
    Proposal,
    Result,
    Ruling,
    logged_tables,
)
from rulings.queries.flow import replayed_outcome
from rulings.workflow.canonical import FIRST, digest, entry_code, instant
from rulings.workflow.log import row_values

Fold = dict[tuple[str, str], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it was written: where, and what."""

    where: str
    what: str

    def __str__(self) -> str:
        """Return one line."""
        return f"{self.where}: {self.what}"


@dataclass(frozen=True, slots=True)
class Anchor:
    """A number and code kept outside: on a receipt, a printed report, a mail."""

    seq: int
    code: str

    @classmethod
    def parse(cls, text: str) -> Anchor:
        """Read SEQ:CODE; a receipt's first twelve digits of the code will do."""
        seq, colon, code = text.partition(":")
        if not colon or not seq.isdigit() or len(code) < 8:  # noqa: PLR2004 - fewer prove little
            raise ValueError(
                f"{text!r} is not an anchor: give SEQ:CODE, as 41:7f03ab12"
            )
        return cls(int(seq), code.lower())


@dataclass(slots=True)
class Report:
    """What a verification has read and found."""

    entries: int
    rows: int
    findings: list[Finding]


def verify(anchors: list[Anchor] | None = None) -> Report:
    """Check every chain of the database against its entries and tables."""
    findings: list[Finding] = []
    fold: Fold = {}
    count = 0
    chains = set(Head.objects.values_list("chain", flat=True))
    chains |= set(Entry.objects.order_by().values_list("chain", flat=True).distinct())
    anchored: set[Anchor] = set()
    for chain in sorted(chains):
        findings += check_chain(chain, fold, anchors or [], anchored)
        count += Entry.objects.filter(chain=chain).count()
    findings += [
        Finding(
            f"anchor {anchor.seq}:{anchor.code}", "no entry has this number and code"
        )
        for anchor in anchors or []
        if anchor not in anchored
    ]
    rows, differences = compare_tables(fold)
    findings += differences
    findings += check_results()
    findings += check_private()
    findings += check_keys()
    findings += check_rulings()
    return Report(count, rows, findings)


def check_chain(
    chain: uuid.UUID, fold: Fold, anchors: list[Anchor], anchored: set[Anchor]
) -> Iterator[Finding]:
    """Yield what is wrong with the entries of a chain, and fold their rows."""
    previous, expected = FIRST, 1
    for entry in Entry.objects.filter(chain=chain).order_by("seq").iterator(500):
        where = f"entry {entry.seq} of {chain}"
        if entry.seq != expected:
            yield Finding(where, f"number {expected} is missing before it")
        data = bytes(entry.data)
        if entry.previous != previous:
            yield Finding(where, "does not follow the code of the entry before it")
        if entry_code(chain, entry.seq, entry.previous, digest(data)) != entry.code:
            yield Finding(where, "its bytes or its code have been changed")
        yield from _check_columns(where, entry, data)
        _fold_entry(data, fold)
        for anchor in anchors:
            if anchor.seq == entry.seq and entry.code.startswith(anchor.code):
                anchored.add(anchor)
        previous, expected = entry.code, entry.seq + 1
    head = Head.objects.filter(chain=chain).first()
    if head is None or (head.seq, head.code) != (expected - 1, previous):
        yield Finding(f"head of {chain}", "is not the last entry: entries are missing")


def _check_columns(where: str, entry: Entry, data: bytes) -> Iterator[Finding]:
    try:
        content = json.loads(data)
    except ValueError:
        yield Finding(where, "its bytes cannot be read")
        return
    columns = {
        "act": entry.act,
        "case": None if entry.case_id is None else str(entry.case_id),
        "at": instant(entry.at),
    }
    for name, value in columns.items():
        if content.get(name) != value:
            yield Finding(where, f"its column {name} differs from its bytes")


def _fold_entry(data: bytes, fold: Fold) -> None:
    try:
        rows = json.loads(data)["rows"]
    except (ValueError, KeyError):
        return
    for table, row_id, values in rows:
        if values is None:
            fold.pop((table, row_id), None)
        else:
            fold.setdefault((table, row_id), {}).update(values)


def compare_tables(fold: Fold) -> tuple[int, list[Finding]]:
    """Compare every column of every logged table with the fold, both ways."""
    findings: list[Finding] = []
    count = 0
    for table, model in sorted(logged_tables().items()):
        stored = {}
        for row in model._default_manager.iterator(500):  # noqa: SLF001 - Django's documented meta API
            stored[str(row.pk)] = row_values(row)
        count += len(stored)
        written = {key: values for (name, key), values in fold.items() if name == table}
        for key in sorted(stored.keys() | written.keys()):
            where = f"{table} {key}"
            if key not in written:
                findings.append(Finding(where, "no entry has written this row"))
            elif key not in stored:
                findings.append(Finding(where, "the row has been removed"))
            else:
                findings += _compare_row(where, stored[key], written[key])
    return count, findings


def _compare_row(
    where: str, stored: dict[str, Any], written: dict[str, Any]
) -> Iterator[Finding]:
    for column in sorted(stored.keys() | written.keys()):
        if stored.get(column) != written.get(column):
            yield Finding(
                f"{where} {column}",
                f"holds {stored.get(column)!r}, the log says {written.get(column)!r}",
            )


def check_results() -> Iterator[Finding]:
    """Yield solver results whose bytes are not those of their hash, or are gone."""
    held = set()
    for row in Result.objects.iterator(200):
        held.add(row.result_hash)
        if digest(bytes(row.data)) != row.result_hash:
            yield Finding(f"result {row.result_hash[:12]}", "its bytes were changed")
    for row_hash in Proposal.objects.exclude(result_hash="").values_list(
        "result_hash", flat=True
    ):
        if row_hash not in held:
            yield Finding(f"result {row_hash[:12]}", "is missing")


def check_private() -> Iterator[Finding]:
    """Yield texts that no longer match their commitment; erased ones are no fault."""
    for row in Private.objects.iterator(500):
        salted = bytes(row.salt) + row.text.encode()
        if hashlib.sha256(salted).hexdigest() != row.commitment:
            yield Finding(f"text {row.commitment[:12]}", "was changed")


def check_keys() -> Iterator[Finding]:
    """Yield keys of acts that point to no entry."""
    for use in KeyUse.objects.iterator(500):
        if not Entry.objects.filter(chain=use.chain, seq=use.seq).exists():
            yield Finding(f"key {use.key}", f"points to entry {use.seq}, which is gone")


def check_rulings() -> Iterator[Finding]:
    """Yield rulings whose stored answers do not lead to their outcome again."""
    for ruling in Ruling.objects.exclude(walk={}).select_related("case"):
        if (outcome := replayed_outcome(ruling)) != ruling.outcome:
            yield Finding(
                f"ruling {ruling.pk} outcome",
                f"is {ruling.outcome}, its answers lead to {outcome}",
            )
