"""Everything that the site holds about one player: to hand it out, and to erase it.

Names and words stand apart from the log (R19). Words of a pair without a seat are those
of both its players.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rulings.bridge.seats import Seat
from rulings.models import (
    Case,
    Contestant,
    Entry,
    ImportFile,
    Participant,
    Pass,
    Person,
    Playing,
    Subscription,
    seats_any_of,
)
from rulings.permissions import EventAct
from rulings.queries.case.final import is_final
from rulings.queries.words import texts_of
from rulings.states import Act

SPOKEN = {"statement", "objection", "appeal"}
"""The tables that hold words of players."""

PUBLISHED = {"statement": "said", "objection": "objection", "appeal": "objection"}
"""Where the casebook holds what was published of such words."""


@dataclass(frozen=True, slots=True)
class Said:
    """Words of a player: on which case and when, and their commitment."""

    case_id: object
    table: str
    at: datetime
    commitment: str


def name_of_player(participant: Participant) -> str:
    """Return the name of a player, or nothing once it was erased."""
    row = Person.objects.filter(participant=participant).first()
    return row.name if row else ""


def contestants_with(participant: Participant) -> list[Contestant]:
    """Return the pairs or teams that a player is a member of."""
    rows = Contestant.objects.filter(event=participant.event_id).order_by("number")
    return [row for row in rows if str(participant.pk) in row.members]


def playings_of(participant: Participant) -> dict[object, tuple[Playing, str]]:
    """Return where a player sat, by playing, with the seat; "" where none is known."""
    mine = contestants_with(participant)
    found: dict[object, tuple[Playing, str]] = {}
    for row in (
        Playing.objects.filter(seats_any_of(mine))
        .select_related("board", "round", "table__section")
        .order_by("round__order", "board__number")
    ):
        seats = [seat for seat, who in row.seats.items() if who == str(participant.pk)]
        if seats or not row.seats:
            found[row.pk] = (row, seats[0] if seats else "")
    return found


def said_by(participant: Participant) -> Iterator[Said]:
    """Yield every word of a player that was ever recorded, also replaced ones."""
    places = playings_of(participant)
    mine = {row.pk for row in contestants_with(participant)}
    cases = Case.objects.filter(playing__in=list(places))
    by_case: dict[object, tuple[Playing, str]]
    by_case = {row.pk: places[row.playing_id] for row in cases}
    spoken: dict[str, dict[str, Any]] = {}
    for entry in Entry.objects.filter(case_id__in=list(by_case)).order_by("seq"):
        playing, seat = by_case[entry.case_id]
        side = next(filter(None, map(playing.side_of, mine)), "EW")
        for table, row_id, values in json.loads(bytes(entry.data))["rows"]:
            if table in SPOKEN and values:
                whole = spoken.setdefault(row_id, {})
                whole.update(values)
                if values.get("words") and _is_of(whole, seat, side):
                    yield Said(entry.case_id, table, entry.at, values["words"])


def published_words(said: Collection[Said]) -> set[str]:
    """Return the commitments of the casebook's texts about some words, old ones too."""
    columns: dict[object, set[str]] = {}
    for one in said:
        columns.setdefault(one.case_id, set()).add(PUBLISHED[one.table])
    entries = Entry.objects.filter(case_id__in=list(columns), act=Act.INTO_CASEBOOK)
    return {
        values[column]
        for entry in entries
        for table, _row_id, values in json.loads(bytes(entry.data))["rows"]
        if table == "casebookcase" and values
        for column in columns[entry.case_id]
        if values.get(column)
    }


def _is_of(row: dict[str, Any], seat: str, side: str) -> bool:
    spoke = row.get("seat", "")
    if spoke:
        return spoke == seat if seat else spoke in side
    return bool(row.get("side") == side)


def open_cases(participant: Participant, at: datetime) -> list[Case]:
    """Return the cases of a player's boards that are not final yet."""
    rows = Case.objects.filter(playing__in=list(playings_of(participant)))
    return [row for row in rows.select_related("playing") if not is_final(row, at)]


def names_entered(participant: Participant) -> set[str]:
    """Return the commitments of a player's name."""
    entries = Entry.objects.filter(chain=participant.event_id, act=EventAct.IMPORT)
    names = [json.loads(bytes(row.data))["inputs"].get("names", {}) for row in entries]
    return {row[str(participant.pk)] for row in names if str(participant.pk) in row}


def files_naming(participant: Participant, name: str) -> list[ImportFile]:
    """Return the files of the event in which a name stands."""
    wanted = [
        unicodedata.normalize(form, name).encode(code, "ignore").lower()
        for form in ("NFC", "NFD")
        for code in ("utf-8", "latin-1", "cp1250")
    ]
    rows = ImportFile.objects.filter(event=participant.event_id)
    return [
        row
        for row in rows
        if any(text and text in bytes(row.data).lower() for text in wanted)
    ]


def own_data(participant: Participant) -> dict[str, Any]:
    """Return everything held about a player, as what JSON holds."""
    mine, said = contestants_with(participant), list(said_by(participant))
    texts = texts_of(one.commitment for one in said)
    passes = Pass.objects.filter(contestant__in=mine).order_by("issued_at")
    return {
        "format": "own-data/1",
        "event": participant.event.name,
        "name": name_of_player(participant),
        "account": participant.user.get_username() if participant.user else None,
        "numbers": [row.number for row in mine],
        "boards": [
            {
                "board": row.board.number,
                "round": row.round.order,
                "table": f"{row.table.section.letter}{row.table.number}",
                "seat": Seat.parse(seat).name.title() if seat else None,
                "contract": row.contract,
                "tricks": row.tricks,
                "score_ns": row.score,
            }
            for row, seat in playings_of(participant).values()
        ],
        "words": [
            {
                "case": str(one.case_id),
                "of": one.table,
                "at": one.at.isoformat(),
                "text": texts.get(one.commitment),
            }
            for one in said
        ],
        "devices": [
            {"asked_at": row.made_at.isoformat(), "push_service": row.endpoint}
            for row in Subscription.objects.filter(table_pass__in=passes)
        ],
        "slips": [
            {"issued_at": row.issued_at.isoformat(), "revoked": bool(row.revoked_at)}
            for row in passes
        ],
    }
