"""The log numbers without gap, sets the rows it names, and cannot be rewritten."""

import hashlib
import json
import struct
import uuid
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from django.db import DatabaseError, connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulings.models import SITE_CHAIN, Contestant, Entry, Head, Private, Role
from rulings.workflow.log import (
    FIRST,
    Rows,
    append,
    canonical_bytes,
    commit_text,
    digest,
    entry_code,
    instant,
    plain,
)
from tests.factories import NOON, make_event

pytestmark = pytest.mark.django_db


def test_entries_of_a_chain_follow_each_other_from_one():
    chain = uuid.uuid4()

    receipts = [
        append(chain=chain, act="try", at=NOON, rows=Rows(), content={"n": n})
        for n in range(3)
    ]

    assert [receipt.seq for receipt in receipts] == [1, 2, 3]
    stored = list(Entry.objects.filter(chain=chain).order_by("seq"))
    assert [entry.previous for entry in stored] == [
        FIRST,
        receipts[0].code,
        receipts[1].code,
    ]
    head = Head.objects.get(chain=chain)
    assert (head.seq, head.code) == (3, receipts[2].code)


def test_a_receipt_shows_twelve_digits_of_the_code():
    receipt = append(chain=SITE_CHAIN, act="try", at=NOON, rows=Rows(), content={})

    assert receipt.short == receipt.code[:12]
    assert len(receipt.short) == 12


def test_creating_an_event_is_told_in_the_chain_of_the_site():
    cast = make_event()

    entry = Entry.objects.get(chain=SITE_CHAIN)
    assert json.loads(bytes(entry.data))["inputs"] == {"event": str(cast.event.pk)}


def test_rows_are_inserted_changed_and_taken_back_as_the_entry_says():
    cast = make_event()
    rows = Rows()
    new = rows.insert(Contestant, event=cast.event, number=99, members=[])
    append(chain=cast.event.pk, act="try", at=NOON, rows=rows, content={})
    assert Contestant.objects.get(pk=new.pk).number == 99

    rows = Rows()
    rows.change(new, number=98, members=[])
    append(chain=cast.event.pk, act="try", at=NOON, rows=rows, content={})
    assert rows.rows == [("contestant", str(new.pk), {"number": 98})]
    assert Contestant.objects.get(pk=new.pk).number == 98

    rows = Rows()
    rows.remove("contestant", str(new.pk))
    append(chain=cast.event.pk, act="try", at=NOON, rows=rows, content={})
    assert not Contestant.objects.filter(pk=new.pk).exists()


def test_a_row_taken_back_can_be_restored():
    cast = make_event()
    role = Role.objects.filter(event=cast.event).first()
    rows = Rows()
    rows.remove("role", str(role.pk))
    append(chain=cast.event.pk, act="try", at=NOON, rows=rows, content={})
    values = {
        "event_id": str(role.event_id),
        "user_id": role.user_id,
        "role": role.role,
        "sections": [],
        "since": "2026-03-14T12:00:00.000000Z",
        "until": None,
    }

    rows = Rows()
    rows.restore("role", str(role.pk), values)
    append(chain=cast.event.pk, act="try", at=NOON, rows=rows, content={})

    assert Role.objects.get(pk=role.pk).since == role.since


def test_a_change_to_the_same_value_sets_nothing():
    cast = make_event()
    rows = Rows()

    rows.change(cast.event, name=cast.event.name, zone="UTC")

    assert rows.rows == [("event", str(cast.event.pk), {"zone": "UTC"})]


def test_a_commitment_hides_the_text_and_proves_it():
    commitment = commit_text("Zoe\u0301 revoked")

    row = Private.objects.get(pk=commitment)
    assert row.text == "Zo\u00e9 revoked"
    salted = bytes(row.salt) + row.text.encode()
    assert hashlib.sha256(salted).hexdigest() == commitment
    assert commit_text("Zoe\u0301 revoked") != commitment
    assert not commit_text("")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE rulings_entry SET act = 'x'",
        "DELETE FROM rulings_entry",
        "TRUNCATE rulings_entry",
    ],
)
def test_the_database_refuses_to_rewrite_the_log(statement):
    if connection.vendor == "sqlite" and statement.startswith("TRUNCATE"):
        statement = "DELETE FROM rulings_entry WHERE 1"  # SQLite has no TRUNCATE
    make_event()

    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)

    assert Entry.objects.count() > 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(JSON)
def test_bytes_are_strict_json_that_stays_the_same_when_read_and_written(value):
    data = canonical_bytes(value)

    assert canonical_bytes(json.loads(data)) == data


@settings(suppress_health_check=[HealthCheck.too_slow])  # on a busy machine
@given(st.dictionaries(st.text(), st.integers(), min_size=2))
def test_bytes_do_not_depend_on_the_order_of_keys(value):
    turned = dict(reversed(value.items()))

    assert canonical_bytes(turned) == canonical_bytes(value)


def test_text_is_composed_so_that_equal_looking_names_are_equal():
    assert canonical_bytes("Zoe\u0301") == canonical_bytes("Zo\u00e9")


def test_instants_are_utc_with_six_digits():
    at = datetime(2026, 3, 14, 13, 0, 0, 7, timezone(timedelta(hours=1)))

    assert instant(at) == "2026-03-14T12:00:00.000007Z"


def test_plain_values_of_every_kind():
    key = uuid.UUID(int=7)

    assert plain(
        {"d": date(2026, 3, 14), "u": key, "s": {"b", "a"}, "t": (1, True, None)}
    ) == {"d": "2026-03-14", "u": str(key), "s": ["a", "b"], "t": [1, True, None]}


@pytest.mark.parametrize(
    "value", [1.5, b"x", object()], ids=["float", "bytes", "object"]
)
def test_values_without_one_byte_form_are_refused(value):
    with pytest.raises(TypeError, match="canonical form"):
        canonical_bytes(value)


def test_code_is_sha256_over_length_prefixed_parts():
    chain = uuid.UUID(int=5)
    data_digest = hashlib.sha256(b"{}").hexdigest()
    parts = [
        b"seventy-entry-1",
        chain.bytes,
        b"12",
        bytes(32),
        bytes.fromhex(data_digest),
    ]
    expected = hashlib.sha256(
        b"".join(struct.pack(">I", len(part)) + part for part in parts)
    ).hexdigest()

    assert entry_code(chain, 12, FIRST, digest(b"{}")) == expected


def test_noon_in_utc_is_noon():
    assert instant(datetime(2026, 3, 14, 12, tzinfo=UTC)).startswith(
        "2026-03-14T12:00:00"
    )
