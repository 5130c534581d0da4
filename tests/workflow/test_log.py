"""The log numbers without gap, sets the rows it names, and cannot be rewritten."""

import hashlib
import json
import uuid

import pytest
from django.db import DatabaseError, connection, transaction

from rulings.models import SITE_CHAIN, Contestant, Entry, Head, Private, Role
from rulings.workflow.canonical import FIRST
from rulings.workflow.log import Rows, append, commit_text
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
