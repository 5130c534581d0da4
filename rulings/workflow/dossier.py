"""A case as a value: everything of it, in the form case/1 (model.md section 8).

Own entries stand in full, the others of the chain as digests, so that the dossier
proves itself. Names are in it only when asked for. Giving one out is logged.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from rulings.models import (
    Answer,
    Appeal,
    Case,
    Entry,
    Fact,
    Head,
    Logged,
    Objection,
    Person,
    Private,
    Proposal,
    Result,
    Ruling,
    Slip,
    Statement,
    Window,
)
from rulings.states import Act
from rulings.workflow.acts import Form, perform
from rulings.workflow.canonical import digest, plain
from rulings.workflow.dossier_check import FORMAT
from rulings.workflow.log import Receipt, row_values


def export_case(form: Form, case_id: uuid.UUID) -> Receipt:
    """Record that a dossier of the case is given out; it carries this entry too."""
    return perform(Act.EXPORT, form, case_id, lambda _: None, {})


def dossier(case: Case, *, names: bool = False) -> dict[str, Any]:
    """Return the whole case; with `names` also the players' names by seat."""
    playing, board = case.playing, case.playing.board
    parts: dict[str, Any] = {
        "format": FORMAT,
        "event": {"id": str(case.event_id), **row_values(case.event)},
        "regulation": case.regulation,
        "board": _row(board),
        "playing": {
            **_row(playing),
            "table": playing.table.number,
            "section": playing.table.section.letter,
            "round": playing.round.order,
            "ended_at": plain(playing.round.ended_at),
            "published_at": plain(playing.round.session.published_at),
        },
        "case": _row(case),
        "claim": _row(case.claim) if hasattr(case, "claim") else None,
        "position": _row(case.position) if hasattr(case, "position") else None,
        "statements": _rows(Statement.objects.filter(case=case).order_by("said_at")),
        "facts": _rows(Fact.objects.filter(case=case).order_by("key")),
        "answers": _rows(Answer.objects.filter(case=case).order_by("step")),
        "objections": _rows(
            Objection.objects.filter(case=case).order_by("received_at")
        ),
        "agreements": _rows(case.agreements.order_by("given_at")),
        "windows": _rows(Window.objects.filter(case=case).order_by("purpose")),
        "proposals": [
            {**_row(row), "result": _result(row)}
            for row in Proposal.objects.filter(case=case).order_by("queued_at")
        ],
        "rulings": _rows(Ruling.objects.filter(case=case).order_by("number")),
        "slips": _rows(Slip.objects.filter(ruling__case=case).order_by("issued_at")),
        "appeals": _rows(
            Appeal.objects.filter(ruling__case=case).order_by("received_at")
        ),
        **_proof(case),
    }
    parts["texts"] = _texts(parts)
    if names:
        parts["names"] = _names(playing.seats)
    return parts


def _row(row: Logged) -> dict[str, Any]:
    return {"id": str(row.pk), **row_values(row)}


def _rows(rows: Iterable[Logged] | QuerySet[Any]) -> list[dict[str, Any]]:
    return [_row(row) for row in rows]


def _result(proposal: Proposal) -> dict[str, Any] | None:
    row = Result.objects.filter(result_hash=proposal.result_hash).first()
    return None if row is None else json.loads(bytes(row.data))


def _proof(case: Case) -> dict[str, Any]:
    """Return the case's entries in full and the rest of the chain as digests."""
    entries, digests = [], []
    rows = Entry.objects.filter(chain=case.event_id).order_by("seq")
    for entry in rows.iterator(500):
        data = bytes(entry.data)
        if entry.case_id == case.pk:
            entries.append(
                {"seq": entry.seq, "data": data.decode(), "code": entry.code}
            )
        else:
            digests.append([entry.seq, digest(data)])
    head = Head.objects.get(chain=case.event_id)
    return {
        "entries": entries,
        "digests": digests,
        "head": {"chain": str(head.chain), "seq": head.seq, "code": head.code},
    }


def _texts(parts: dict[str, Any]) -> dict[str, Any]:
    """Return the texts behind the commitments of the case, with their salts."""
    wanted = set(_commitments(parts)) | {
        found
        for entry in parts["entries"]
        for found in _commitments(json.loads(entry["data"])["inputs"])
    }
    return {
        row.commitment: {"salt": bytes(row.salt).hex(), "text": row.text}
        for row in Private.objects.filter(pk__in=wanted)
    }


def _commitments(value: object) -> Iterable[str]:
    if isinstance(value, dict):
        for item in value.values():
            yield from _commitments(item)
    elif isinstance(value, list):
        for item in value:
            yield from _commitments(item)
    elif isinstance(value, str) and len(value) == 64:  # noqa: PLR2004 - hex digits
        yield value


def _names(seats: dict[str, str]) -> dict[str, str]:
    people = {
        str(person.participant_id): person.name
        for person in Person.objects.filter(participant__in=list(seats.values()))
    }
    return {seat: people[member] for seat, member in seats.items() if member in people}
