"""Whatever is changed in entries, chains and heads is found, and said where (T11)."""

import json

import pytest

from rulings.models import SITE_CHAIN, Entry, Event, Head, KeyUse
from rulings.workflow.event import scores
from rulings.workflow.log import canonical_bytes
from rulings.workflow.proof.verify import Anchor
from tests.factories import free_playing
from tests.workflow.tampering import entry_at, found, other, rehash, remove, set_column

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(as_seeded):
    return as_seeded


@pytest.mark.parametrize(
    ("column", "value", "what"),
    [
        ("act", "announce", "column act differs"),
        ("case_id", None, "column case differs"),
        ("at", "2001-02-03 04:05:06", "column at differs"),
        ("code", "0" * 64, "have been changed"),
        ("previous", "0" * 64, "does not follow"),
        ("previous", "not hexadecimal", "have been changed"),
    ],
)
def test_a_changed_column_of_an_entry_is_found(cast, column, value, what):
    entry = (
        Entry.objects.filter(chain=cast.event.pk, case_id__isnull=False)
        .exclude(act="announce")
        .order_by("seq")
        .first()
    )

    set_column(entry, column, value)

    where = f"entry {entry.seq} of {entry.chain}"
    assert any(line.startswith(where) and what in line for line in found())


@pytest.mark.parametrize("place", [0, 0.25, 0.5, 0.75, 0.999])
def test_one_changed_byte_of_an_entry_is_found(cast, place):
    entry = entry_at(cast, back=20)
    data = bytearray(entry.data)
    data[int(place * len(data))] ^= 1

    set_column(entry, "data", bytes(data))

    where = f"entry {entry.seq} of {entry.chain}: its bytes or its code"
    assert any(line.startswith(where) for line in found())


@pytest.mark.parametrize(
    "data",
    [b"", b"[]", b"7", b'{"act":1}', b"\xff\xfe", b'{"rows":[[1,2]]}'],
    ids=repr,
)
def test_bytes_that_are_no_entry_do_not_stop_the_check(cast, data):
    entry = entry_at(cast, back=20)

    set_column(entry, "data", data)

    where = f"entry {entry.seq} of {entry.chain}"
    assert f"{where}: its bytes or its code have been changed" in found()


def test_two_entries_with_their_bytes_swapped_are_both_found(cast):
    first, second = entry_at(cast, 11), entry_at(cast, 10)
    set_column(first, "data", bytes(second.data))
    set_column(second, "data", bytes(first.data))

    lines = found()
    for entry in (first, second):
        where = f"entry {entry.seq} of {entry.chain}"
        assert f"{where}: its bytes or its code have been changed" in lines


def test_a_removed_entry_is_missed_at_its_number(cast):
    entry = entry_at(cast, back=10)

    remove(entry)

    where = f"entry {entry.seq + 1} of {entry.chain}"
    assert f"{where}: number {entry.seq} is missing before it" in found()


def test_a_tail_cut_off_is_missed_by_the_head(cast):
    last = entry_at(cast)

    remove(last)

    where = f"head of {cast.event.pk}"
    assert f"{where}: is not the last entry: entries are missing" in found()


@pytest.mark.parametrize("column", ["seq", "code"])
def test_a_changed_head_is_found(cast, column):
    head = Head.objects.get(chain=cast.event.pk)

    set_column(head, column, other(head, head._meta.get_field(column)))

    assert any(line.startswith(f"head of {head.chain}") for line in found())


def test_a_removed_head_is_found(cast):
    head = Head.objects.get(chain=cast.event.pk)

    remove(head)

    assert any(line.startswith(f"head of {head.chain}") for line in found())


def test_a_chain_made_anew_is_found_by_an_anchor_only(cast):
    kept = entry_at(cast, back=3)
    anchor = Anchor.parse(f"{kept.seq}:{kept.code[:12]}")
    entry = Entry.objects.filter(chain=cast.event.pk, act="waive").get()
    content = json.loads(bytes(entry.data)) | {"via": "directors_tablet"}
    set_column(entry, "data", canonical_bytes(content))
    rehash(cast.event.pk)

    assert found() == []
    assert found([anchor]) == [
        f"anchor {anchor.seq}:{anchor.code}: no entry has this number and code"
    ]


def test_a_tail_cut_off_with_rows_and_head_is_found_by_an_anchor_only(cast):
    playing = free_playing(cast)
    for _ in range(2):  # the second time sets no rows
        receipt = scores.record_own_call(
            cast.form(cast.dana), cast.event, playing, "NS"
        )
    anchor = Anchor.parse(f"{receipt.seq}:{receipt.short}")
    assert found([anchor]) == []
    tail = entry_at(cast)
    KeyUse.objects.filter(chain=tail.chain, seq=tail.seq).delete()
    remove(tail)
    Head.objects.filter(chain=tail.chain).update(seq=tail.seq - 1, code=tail.previous)

    assert found() == []
    assert len(found([anchor])) == 1


def test_an_entry_that_writes_to_an_unknown_table_is_found(cast):
    entry = Entry.objects.filter(chain=cast.event.pk, act="waive").get()
    content = json.loads(bytes(entry.data))
    content["rows"].append(["umbrella", "7", {"colour": "red"}])
    set_column(entry, "data", canonical_bytes(content))
    rehash(cast.event.pk)

    assert found() == ["umbrella 7: an entry writes to a table that does not exist"]


def test_an_event_taken_out_of_the_chain_of_the_site_is_found(cast):
    for entry in Entry.objects.filter(chain=SITE_CHAIN):
        remove(entry)
    Head.objects.get(chain=SITE_CHAIN).delete()

    assert f"event {cast.event.pk}: the chain of the site does not name it" in found()


def test_an_event_that_is_gone_is_missed_by_the_chain_of_the_site(cast):
    event = Event.objects.get()
    remove(event)

    assert f"event {event.pk}: the chain of the site names it, it is gone" in found()


@pytest.mark.parametrize(
    ("text", "anchor"),
    [
        ("41:7F03AB12", Anchor(41, "7f03ab12")),
        ("7:" + "a" * 64, Anchor(7, "a" * 64)),
    ],
)
def test_an_anchor_is_read_from_a_receipt(text, anchor):
    assert Anchor.parse(text) == anchor


@pytest.mark.parametrize("text", ["", "41", "x:7f03ab12", "41:7f03", ":7f03ab12"])
def test_what_is_no_anchor_is_refused(text):
    with pytest.raises(ValueError, match="SEQ:CODE"):
        Anchor.parse(text)
