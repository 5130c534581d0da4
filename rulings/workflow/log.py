"""The only writer of logged tables: write the entry, then set its rows (R1, R24).

An entry's rows are [table, id, {column: value}], or null for a row that the act takes
away; folding all entries of a chain gives every logged table again. The bytes of an
entry are exact: strict JSON with sorted keys, NFC text, integers and UTC microseconds,
so that the same content gives the same code on every machine (R2).

Acts outside a case set its event, board and playing. So its entries carry these: when
it is opened, when such an act touches it, and for a dossier, which proves no more.
"""

from __future__ import annotations

import copy
import hashlib
import json
import secrets
import unicodedata
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Any, TypeVar

from django.db import models

from rulings.clock import receipt_at
from rulings.models import Entry, Head, Logged, Playing, Private, logged_tables

SOFTWARE = "seventy 0.2.0"  # the release, as in pyproject.toml
SHORT = 12
"""Hex digits of a code that a receipt shows."""

LATER_COLUMNS: dict[str, dict[str, Any]] = {
    "ruling": {"assigned": [], "corrects": {}},
    "claim": {"number_said": True},
    "round": {"started_at": None},
    "session": {"carried": 100},
    "apikey": {"day_positions": None},
    "playing": {"ns_partner_id": None, "ew_partner_id": None},
    "appeal": {
        **dict.fromkeys(("decided_by_id", "new_ruling_id", "announced_at")),
        "hearing_at": None,
        "barred": [],
        "votes": {},
        **dict.fromkeys(("room", "facts", "deposit_end"), ""),
    },
}
"""Columns added to a table since its first entries, with their values in older rows.

A migration that adds a column to a logged table adds it here; a test compares them.
"""

CLOCK_BACK = "clock_back"
"""The act of an entry that says the clock was set back since the entry before it."""

SMALL_STEP = timedelta(milliseconds=500)
"""By less than this a time server puts a clock right, and two good clocks differ."""

Row = tuple[str, str, "dict[str, Any] | None"]
AnyLogged = TypeVar("AnyLogged", bound=Logged)


@dataclass(frozen=True, slots=True)
class Receipt:
    """Proof that an act is in the log: server time, number, code (R9)."""

    chain: uuid.UUID
    seq: int
    code: str
    at: datetime
    act: str
    case_id: uuid.UUID | None = None

    @property
    def short(self) -> str:
        """Return the digits shown on screen, paper and mail."""
        return self.code[:SHORT]


@cache
def columns(model: type[Logged]) -> dict[str, models.Field[Any, Any]]:
    """Return the columns of a logged model by name, without its id."""
    fields = model._meta.concrete_fields  # noqa: SLF001 - Django's documented meta API
    return {field.attname: field for field in fields if not field.primary_key}


def row_values(row: Logged) -> dict[str, Any]:
    """Return every column of a row as it stands in an entry."""
    return {name: plain(getattr(row, name)) for name in columns(type(row))}


@dataclass(slots=True)
class Rows:
    """The rows an act sets, gathered before its entry is written."""

    rows: list[Row] = field(default_factory=list)
    fresh: set[tuple[str, str]] = field(default_factory=set)

    def insert(self, model: type[AnyLogged], **values: object) -> AnyLogged:
        """Plan a new row and return it (unsaved until the entry is appended)."""
        row = model(**values)
        table = str(model._meta.model_name)  # noqa: SLF001 - Django's documented meta API
        self.rows.append((table, str(row.pk), row_values(row)))
        self.fresh.add((table, str(row.pk)))
        return row

    def change(self, row: Logged, **values: object) -> None:
        """Plan new values for a row and set them on the instance; equal ones drop."""
        table = str(row._meta.model_name)  # noqa: SLF001 - Django's documented meta API
        changed = {}
        for name, value in values.items():
            old = plain(_attname_value(row, name))
            setattr(row, name, value)
            attname = row._meta.get_field(name).attname  # type: ignore[union-attr]  # noqa: SLF001 - concrete fields only
            new = plain(getattr(row, attname))
            if new != old:
                changed[attname] = new
        if changed:
            self.rows.append((table, str(row.pk), changed))

    def remove(self, table: str, row_id: str) -> None:
        """Plan to take a row away, as an undo or another claimer does."""
        self.rows.append((table, row_id, None))

    def restore(self, table: str, row_id: str, values: dict[str, Any]) -> None:
        """Plan earlier values for a row, as an undo or a cancelled call does."""
        self.rows.append((table, row_id, values))


def _attname_value(row: Logged, name: str) -> object:
    return getattr(row, row._meta.get_field(name).attname)  # type: ignore[union-attr]  # noqa: SLF001 - concrete fields only


def commit_text(text: str) -> str:
    """Store erasable text with a fresh salt and return its commitment; "" for none."""
    if not text:
        return ""
    salt = secrets.token_bytes(16)
    text = unicodedata.normalize("NFC", text)
    commitment = hashlib.sha256(salt + text.encode()).hexdigest()
    Private(commitment=commitment, salt=salt, text=text).save(force_insert=True)
    return commitment


def append(
    *,
    chain: uuid.UUID,
    act: str,
    at: datetime,
    rows: Rows,
    content: Mapping[str, object],
    case_id: uuid.UUID | None = None,
    head: Head | None = None,
) -> Receipt:
    """Write one entry at the end of a chain and set its rows; return the receipt.

    Must run inside the act's transaction, after the case has been locked (R5). `head`
    is the chain's, where the act has locked it. An entry of a case names the one before
    it in `after`, so that a dossier shows a gap.
    """
    head = head or lock_chain(chain)
    entry = {**content, "rows": rows.rows, "after": _note_clock(head, at, case_id)}
    receipt = _write(head, act, at, entry, case_id)
    _apply(rows)
    return receipt


def _note_clock(head: Head, at: datetime, case_id: uuid.UUID | None) -> int | None:
    """Enter that the clock was set back, where it was since the chain's last entry.

    An earlier instant alone is not that: a request may have waited for its turn. Where
    the clock itself is still before the last entry, it has been set back; a small step,
    as when another machine takes the database over, is not worth an entry. Returns the
    number of the case's last entry, which is read with the chain's.
    """
    last = Entry.objects.filter(chain=head.chain, seq=head.seq)
    after: models.Subquery | models.Value = models.Value(None, models.IntegerField())
    if case_id is not None:
        of_case = Entry.objects.filter(case_id=case_id).order_by("-seq")
        after = models.Subquery(of_case.values("seq")[:1])
    read = last.annotate(after=after).values_list("at", "after")
    before, number = read.first() or (at, None)
    if before > at and (now := receipt_at()) < before - SMALL_STEP:
        content: dict[str, object] = {
            "actor": {"kind": "shell", "id": "", "role": ""},
            "via": "shell",
            "key": None,
            "said_at": None,
            "inputs": {"from": before, "to": now},
            "rows": [],
            "after": None,
        }
        _write(head, CLOCK_BACK, now, content, None)
    return number


def _write(
    head: Head,
    act: str,
    at: datetime,
    content: Mapping[str, object],
    case_id: uuid.UUID | None,
) -> Receipt:
    chain = head.chain
    data = canonical_bytes(
        {
            **content,
            "act": act,
            "at": at,
            "case": case_id,
            "software": SOFTWARE,
        }
    )
    seq, previous = head.seq + 1, head.code
    code = entry_code(chain, seq, previous, digest(data))
    Entry(
        chain=chain,
        seq=seq,
        previous=previous,
        data=data,
        code=code,
        act=act,
        case_id=case_id,
        at=at,
    ).save(force_insert=True)
    head.seq, head.code = seq, code
    head.save(update_fields=["seq", "code"])
    return Receipt(chain, seq, code, at, act, case_id)


def lock_chain(chain: uuid.UUID) -> Head:
    """Lock the head of a chain, which numbers its entries without gap (R2).

    An act takes it before it reads what it decides by: so acts of an event come one
    after the other on PostgreSQL as they do on SQLite, and none works on rows that
    another is about to set. Case first, then head, always in that order (R5).
    """
    heads = Head.objects.select_for_update().filter(chain=chain)
    head = heads.first()
    if head is None:
        Head.objects.get_or_create(chain=chain, defaults={"code": FIRST})
        head = heads.get()
    return head


def _apply(rows: Rows) -> None:
    tables = logged_tables()
    batch: list[Logged] = []
    for table, row_id, values in rows.rows:
        model = tables[table]
        if (table, row_id) in rows.fresh and values is not None:
            rows.fresh.discard((table, row_id))
            if batch and type(batch[0]) is not model:
                _flush(batch)
            batch.append(model(id=uuid.UUID(row_id), **typed(model, values)))
            continue
        _flush(batch)
        stored = model._default_manager.filter(pk=row_id)  # noqa: SLF001 - Django's documented meta API
        if values is None:
            stored.delete()
        elif not stored.update(**typed(model, values)):
            model(id=uuid.UUID(row_id), **typed(model, values)).save(force_insert=True)
    _flush(batch)


def _flush(batch: list[Logged]) -> None:
    if batch:
        type(batch[0])._default_manager.bulk_create(batch)  # noqa: SLF001 - Django's documented meta API
        batch.clear()


def typed(model: type[Logged], values: dict[str, Any]) -> dict[str, Any]:
    """Return values of an entry in the types of the model's columns."""
    fields = columns(model)
    return {name: _typed_value(fields[name], value) for name, value in values.items()}


def _typed_value(column: models.Field[Any, Any], value: object) -> object:
    if value is None or isinstance(column, models.JSONField):
        return value
    if isinstance(column, models.DateTimeField) and isinstance(value, str):
        return datetime.fromisoformat(value)
    if isinstance(column, models.DateField) and isinstance(value, str):
        return date.fromisoformat(value)
    return column.to_python(value)


TAG = b"seventy-entry-1"


def instant(at: datetime) -> str:
    """Return an aware instant as UTC with six digits of microseconds."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def plain(value: object) -> Any:  # noqa: ANN401 - what JSON holds
    """Return a value in the types that JSON has; raise TypeError on any other."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return unicodedata.normalize("NFC", value)
    if isinstance(value, datetime):
        return instant(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, uuid.UUID):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, set | frozenset):
        return sorted(plain(item) for item in value)
    raise TypeError(f"{type(value).__name__} has no canonical form")


def canonical_bytes(value: object) -> bytes:
    """Return the one byte form of a value."""
    return json.dumps(
        plain(value),
        sort_keys=True,
        ensure_ascii=False,
        separators=(",", ":"),
        allow_nan=False,
    ).encode()


def exact(value: object) -> str:
    """Return what JSON holds as one text, unchanged: True is not 1 there, nor 1.0."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def digest(data: bytes) -> str:
    """Return the SHA-256 of bytes as hex."""
    return hashlib.sha256(data).hexdigest()


def entry_code(chain: uuid.UUID, seq: int, previous: str, data_digest: str) -> str:
    """Return the code of an entry over its chain, number, predecessor and digest.

    Only the digest of the bytes goes in, so a dossier can prove the chain while it
    carries the entries of other cases as digests.
    """
    hashed = hashlib.sha256()
    for part in (
        TAG,
        chain.bytes,
        str(seq).encode(),
        bytes.fromhex(previous),
        bytes.fromhex(data_digest),
    ):
        hashed.update(len(part).to_bytes(4, "big"))
        hashed.update(part)
    return hashed.hexdigest()


FIRST = "00" * 32
"""The code before the first entry of a chain."""


EVENT = ("name", "kind", "zone", "starts_on", "ends_on")
BOARD = ("deal_set", "number", "dealer", "vulnerability", "deal", "deal_hash")

SHOWN = ("board__event", "table__section", "round__session")
"""What a snapshot reads beside the playing."""


def snapshot(playing: Playing) -> dict[str, Any]:
    """Return event, board and playing as the record has them now."""
    board, table, round_ = playing.board, playing.table, playing.round
    event = board.event
    return {
        "event": {"id": str(event.pk)}
        | {name: plain(getattr(event, name)) for name in EVENT},
        "board": {"id": str(board.pk)}
        | {name: plain(getattr(board, name)) for name in BOARD},
        "playing": {
            "id": str(playing.pk),
            **row_values(playing),
            "section": table.section.letter,
            "table": table.number,
            "round": round_.order,
            "ended_at": plain(round_.ended_at),
            "published_at": plain(round_.session.published_at),
        },
    }


def place_of(contents: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return event, board and playing as a case's entries give them, in order."""
    place: dict[str, Any] = {}
    for content in contents:
        if "place" in content["inputs"]:
            place = copy.deepcopy(content["inputs"]["place"])
        for table, row_id, values in content["rows"]:
            if table == "playing" and row_id == place["playing"]["id"]:
                place["playing"].update(values)
    return place
