"""Prove the record: check each chain, fold it, compare every logged table (R1, R21).

Every finding says where: chain and number for an entry, table, id and column for a
row. Nothing is repaired here.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db import connection

from rulings.models import (
    Entry,
    Event,
    Head,
    Ruling,
    logged_tables,
)
from rulings.models.guards import missing_guards
from rulings.queries.case.flow import replayed_outcome
from rulings.queries.case.rules import flow_of
from rulings.workflow.log import (
    FIRST,
    LATER_COLUMNS,
    digest,
    entry_code,
    exact,
    instant,
)
from rulings.workflow.proof.beside import Fold, LoggedFacts, check_beside
from rulings.workflow.proof.reading import (
    Finding,
    as_bytes,
    one_moment,
    read,
    stored_values,
)


@dataclass(frozen=True, slots=True)
class Anchor:
    """A number and code kept outside: on a receipt, a printed report, a mail."""

    seq: int
    code: str

    @classmethod
    def parse(cls, text: str) -> Anchor:
        """Read SEQ:CODE; a receipt's first twelve digits of the code will do."""
        seq, colon, code = text.partition(":")
        if not colon or not seq.isdecimal() or len(code) < 8:  # noqa: PLR2004 - fewer prove little
            raise ValueError(
                f"{text!r} is not an anchor: give SEQ:CODE, as 41:7f03ab12"
            )
        return cls(int(seq), code.lower())


@dataclass(slots=True)
class Report:
    """What a verification has read and found."""

    entries: int = 0
    rows: int = 0
    not_replayed: int = 0
    findings: list[Finding] = field(default_factory=list)
    notes: list[Finding] = field(default_factory=list)
    """What somebody should know though the record is as written: clocks set back."""


def verify(anchors: list[Anchor] | None = None) -> Report:
    """Check every chain of the database against its entries and tables."""
    with one_moment():
        return _verified(anchors)


def _verified(anchors: list[Anchor] | None) -> Report:
    report, logged = Report(), LoggedFacts()
    wanted = anchors or []
    chains = set(Head.objects.values_list("chain", flat=True))
    chains |= set(Entry.objects.order_by().values_list("chain", flat=True).distinct())
    for chain in sorted(chains):
        report.findings += check_chain(chain, logged, {anchor.seq for anchor in wanted})
        report.entries += Entry.objects.filter(chain=chain).count()
    for anchor in wanted:
        if not any(
            seq == anchor.seq and code.startswith(anchor.code)
            for seq, code in logged.codes
        ):
            where = f"anchor {anchor.seq}:{anchor.code}"
            report.findings.append(Finding(where, "no entry has this number and code"))
    report.notes += logged.clocks
    report.findings += [
        Finding(f"trigger {name}", "is gone: the database would let the log be changed")
        for name in missing_guards(connection)
    ]
    report.rows, differences = compare_tables(logged.fold)
    report.findings += differences
    report.findings += check_events(logged)
    report.findings += check_beside(logged)
    report.findings += check_rulings(report)
    return report


def check_chain(
    chain: uuid.UUID, logged: LoggedFacts, anchored: set[int]
) -> Iterator[Finding]:
    """Yield what is wrong with the entries of a chain, and gather what they say."""
    previous, expected = FIRST, 1
    unreadable: list[Finding] = []
    rows = Entry.objects.filter(chain=chain).order_by("seq")
    for entry in read(rows, unreadable):
        where = f"entry {entry.seq} of {chain}"
        if entry.seq != expected:
            yield Finding(where, f"number {expected} is missing before it")
        data = as_bytes(entry.data)
        if entry.previous != previous:
            yield Finding(where, "does not follow the code of the entry before it")
        if _code(entry, data) != entry.code:
            yield Finding(where, "its bytes or its code have been changed")
        yield from _check_content(where, entry, data, logged)
        if entry.seq in anchored:
            logged.codes.add((entry.seq, entry.code))
        previous, expected = entry.code, entry.seq + 1
    yield from unreadable
    head = Head.objects.filter(chain=chain).first()
    if head is None or (head.seq, head.code) != (expected - 1, previous):
        yield Finding(f"head of {chain}", "is not the last entry: entries are missing")


def _code(entry: Entry, data: bytes) -> str:
    try:
        return entry_code(entry.chain, entry.seq, entry.previous, digest(data))
    except ValueError:  # the code before it is not even hexadecimal
        return ""


def _check_content(
    where: str, entry: Entry, data: bytes, logged: LoggedFacts
) -> Iterator[Finding]:
    try:
        content = json.loads(data)
        columns = {
            "act": entry.act,
            "case": None if entry.case_id is None else str(entry.case_id),
            "at": instant(entry.at),
        }
        for name, value in columns.items():
            if content[name] != value:
                yield Finding(where, f"its column {name} differs from its bytes")
        logged.gather(entry, content)
        fold_rows(content["rows"], logged.fold)
    except (LookupError, TypeError, ValueError, AttributeError):
        yield Finding(where, "its bytes cannot be read")


def fold_rows(rows: list[Any], fold: Fold) -> None:
    """Set in a fold what the rows of one entry set; null takes a row back."""
    for table, row_id, values in rows:
        if values is None:
            fold.pop((table, row_id), None)
        else:
            older = LATER_COLUMNS.get(table, {})
            fold.setdefault((table, row_id), dict(older)).update(values)


def compare_tables(fold: Fold) -> tuple[int, list[Finding]]:
    """Compare every column of every logged table with the fold, both ways."""
    findings: list[Finding] = []
    count = 0
    tables = logged_tables()
    for table, model in sorted(tables.items()):
        unreadable: list[Finding] = []
        rows = read(model._default_manager.all(), unreadable)  # noqa: SLF001 - Django's documented meta API
        stored = {str(row.pk): stored_values(row) for row in rows}
        count += len(stored)
        findings += unreadable
        reported = {finding.where.split()[1] for finding in unreadable}
        written = {key: values for (name, key), values in fold.items() if name == table}
        for key in sorted((stored.keys() | written.keys()) - reported):
            where = f"{table} {key}"
            if key not in written:
                findings.append(Finding(where, "no entry has written this row"))
            elif key not in stored:
                findings.append(Finding(where, "the row has been removed"))
            else:
                findings += _compare_row(where, stored[key], written[key])
    findings += [
        Finding(f"{table} {key}", "an entry writes to a table that does not exist")
        for table, key in fold
        if table not in tables
    ]
    return count, findings


def _compare_row(
    where: str, stored: dict[str, Any], written: dict[str, Any]
) -> Iterator[Finding]:
    for column in sorted(stored.keys() | written.keys()):
        if exact(stored.get(column)) != exact(written.get(column)):
            yield Finding(
                f"{where} {column}",
                f"holds {stored.get(column)!r}, the log says {written.get(column)!r}",
            )


def check_events(logged: LoggedFacts) -> Iterator[Finding]:
    """Yield events whose creation is not in the chain of the site, or the reverse."""
    known = {str(pk) for pk in Event.objects.values_list("pk", flat=True)}
    for pk in sorted(known - logged.events):
        yield Finding(f"event {pk}", "the chain of the site does not name it")
    for pk in sorted(logged.events - known):
        yield Finding(f"event {pk}", "the chain of the site names it, it is gone")


def check_rulings(report: Report) -> Iterator[Finding]:
    """Yield rulings whose stored answers do not lead to their outcome again.

    One made under other flow data than this program's cannot be replayed: counted.
    """
    for ruling in Ruling.objects.exclude(walk={}).select_related("case"):
        where = f"ruling {ruling.pk} outcome"
        try:
            if flow_of(ruling.case).hash != ruling.case.flow_hash:
                report.not_replayed += 1
                continue
            outcome = replayed_outcome(ruling)
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            yield Finding(where, f"its answers cannot be replayed: {error!r}")
            continue
        if outcome != ruling.outcome:
            yield Finding(
                where, f"is {ruling.outcome}, its answers lead to {outcome or 'none'}"
            )


__all__ = ["Anchor", "Report", "fold_rows", "verify"]
