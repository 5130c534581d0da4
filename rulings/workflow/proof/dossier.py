"""A case as a value: everything of it, in the form case/1 (model.md section 8).

Own entries stand in full, the others of the chain as digests, so that the dossier
proves itself. Names are in it only when asked for. Giving one out is logged.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from rulings.models import (
    Agreement,
    Answer,
    Appeal,
    Case,
    Claim,
    Entry,
    Fact,
    Head,
    Logged,
    Objection,
    Opinion,
    Person,
    Poll,
    Position,
    Private,
    Proposal,
    Result,
    Ruling,
    Slip,
    Statement,
    Window,
)
from rulings.queries.at_once import read_at_once
from rulings.queries.case.rows import keep_rows
from rulings.queries.table.paper import paper_of
from rulings.states import Act
from rulings.workflow.acts import ActContext, ActRun, perform
from rulings.workflow.errors import Fault
from rulings.workflow.log import (
    Receipt,
    digest,
    lock_chain,
    place_of,
    row_values,
    snapshot,
)
from rulings.workflow.proof.standalone import FORMAT, SECTIONS, commitments_in

TRIES = 5
"""How often a dossier is read again because an act came while it was read."""

ROWS: dict[str, tuple[type[Logged], str]] = {
    "statements": (Statement, "case"),
    "facts": (Fact, "case"),
    "answers": (Answer, "case"),
    "objections": (Objection, "case"),
    "agreements": (Agreement, "case"),
    "windows": (Window, "case"),
    "proposals": (Proposal, "case"),
    "rulings": (Ruling, "case"),
    "slips": (Slip, "ruling__case"),
    "appeals": (Appeal, "ruling__case"),
    "opinions": (Opinion, "case"),
    "polls": (Poll, "case"),
}
"""The lists of a dossier, each with its table and where that names the case."""


def export_case(context: ActContext, case_id: uuid.UUID) -> Receipt:
    """Record that a dossier of the case is given out; it carries this entry too."""

    def write(run: ActRun) -> None:
        run.inputs["place"] = snapshot(run.case.playing)

    return perform(Act.EXPORT, context, case_id, write, {})


def dossier(case: Case, *, names: bool = False) -> dict[str, Any]:
    """Return the whole case; with `names` also the players' names by seat.

    Everything in it is of one moment, and nobody waits for it: where an act on the
    event came meanwhile it is read again. Raises Invalid if that never ends.
    """
    for _ in range(TRIES):
        before = _head(case.event_id)
        parts = _parts(case.pk, before, names=names)
        if _head(case.event_id) == before:
            return parts
    raise Fault("case_changing")


def locked_dossier(
    case: Case, *, names: bool = False, words: bool = True
) -> dict[str, Any]:
    """Return the whole case to be given out: acts on the event wait meanwhile.

    Without `words` nothing that somebody said or wrote is in it; it proves itself all
    the same, for the log holds commitments. The peers of a poll are never named.
    """
    with transaction.atomic():
        head = lock_chain(case.event_id)
        parts = _parts(case.pk, _Head(head.seq, head.code), names=names)
    if not words:
        return {**parts, "texts": {}}
    people = set() if names else {row["whom"] for row in parts["opinions"]}
    told = {mark: row for mark, row in parts["texts"].items() if mark not in people}
    return {**parts, "texts": told}


@dataclass(frozen=True, slots=True)
class _Head:
    seq: int
    code: str


def _head(chain: uuid.UUID) -> _Head:
    row = Head.objects.get(chain=chain)
    return _Head(row.seq, row.code)


def _parts(case_id: uuid.UUID, head: _Head, *, names: bool) -> dict[str, Any]:
    case, (claims, positions, *lists) = _read(case_id)
    proof = _proof(case, head)
    contents = [json.loads(entry["data"]) for entry in proof["entries"]]
    parts: dict[str, Any] = {
        "format": FORMAT,
        "regulation": case.regulation,
        **place_of(contents),
        "case": _row(case),
        "claim": next(map(_row, claims), None),
        "position": next(map(_row, positions), None),
        **{name: _rows(name, rows) for name, rows in zip(ROWS, lists, strict=True)},
        **proof,
    }
    for row in parts["proposals"]:
        row["result"] = _result(row["result_hash"])
    _say_no_line(case, parts["proposals"])
    parts["texts"] = _texts(parts)
    if names:
        parts["names"] = _names(parts["playing"]["seats"])
    return parts


def _read(case_id: uuid.UUID) -> tuple[Case, list[list[Logged]]]:
    """Return a case, then its claim, its position and the rows of each list."""
    tables: list[tuple[type[Logged], str]] = [
        (Claim, "case"),
        (Position, "case"),
        *ROWS.values(),
    ]
    (case,), *rows = read_at_once(
        [
            Case.objects.filter(pk=case_id),
            *(table._default_manager.filter(**{of: case_id}) for table, of in tables),  # noqa: SLF001 - Django's documented way to any model's rows
        ]
    )
    return keep_rows(case), rows


def _row(row: Logged) -> dict[str, Any]:
    return {"id": str(row.pk), **row_values(row)}


def _rows(name: str, rows: Iterable[Logged]) -> list[dict[str, Any]]:
    order = SECTIONS[name][1]
    return sorted(map(_row, rows), key=lambda row: (row[order], row["id"]))


def _result(result_hash: str) -> dict[str, Any] | None:
    row = Result.objects.filter(result_hash=result_hash).first()
    return None if row is None else json.loads(bytes(row.data))


def _say_no_line(case: Case, proposals: list[dict[str, Any]]) -> None:
    """Say with the proposal that was ruled on why it has no line, if it has none."""
    if all(row["result"] is None or row["result"]["line"] for row in proposals):
        return
    paper = paper_of(case)
    for row in proposals:
        ruled_on = paper.ruling and row["id"] == str(paper.ruling.proposal_id)
        if ruled_on and paper.no_line:
            row["no_line"] = paper.no_line


def _proof(case: Case, head: _Head) -> dict[str, Any]:
    """Return the case's entries in full and the rest of the chain as digests."""
    entries, digests = [], []
    rows = Entry.objects.filter(chain=case.event_id, seq__lte=head.seq).order_by("seq")
    for entry in rows.iterator(500):
        data = bytes(entry.data)
        if entry.case_id == case.pk:
            entries.append(
                {"seq": entry.seq, "data": data.decode(), "code": entry.code}
            )
        else:
            digests.append([entry.seq, digest(data)])
    return {
        "entries": entries,
        "digests": digests,
        "head": {"chain": str(case.event_id), "seq": head.seq, "code": head.code},
    }


def _texts(parts: dict[str, Any]) -> dict[str, Any]:
    """Return the texts behind the commitments of the case, with their salts."""
    return {
        row.commitment: {"salt": bytes(row.salt).hex(), "text": row.text}
        for row in Private.objects.filter(pk__in=commitments_in(parts))
    }


def _names(seats: dict[str, str]) -> dict[str, str]:
    people = {
        str(person.participant_id): person.name
        for person in Person.objects.filter(participant__in=list(seats.values()))
    }
    return {seat: people[member] for seat, member in seats.items() if member in people}
