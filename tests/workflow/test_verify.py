"""Whatever is changed behind the log's back is found, and said where (T11)."""

import json
import uuid

import pytest
from django.db import connection, transaction

from rulings.models import (
    SITE_CHAIN,
    Case,
    Entry,
    Event,
    Head,
    ImportFile,
    KeyUse,
    Person,
    Private,
    Proposal,
    Result,
    Role,
    Ruling,
    Window,
    logged_tables,
)
from rulings.models.guards import drop_guards
from rulings.queries.flow import walk_case
from rulings.workflow import appeals, decide, imports, passes, scores
from rulings.workflow.answers import answer
from rulings.workflow.api_keys import issue_key
from rulings.workflow.canonical import FIRST, canonical_bytes, digest, entry_code
from rulings.workflow.facts import record_facts
from rulings.workflow.files import read_kept_file
from rulings.workflow.propose import propose
from rulings.workflow.results import store_result
from rulings.workflow.verify import Anchor, verify
from rulings.workflow.windows import extend_window, waive_window
from tests.factories import decision, free_playing, make_case, make_event

pytestmark = pytest.mark.django_db

STATES = (
    "called",
    "agreed",
    "contested",
    "frozen",
    "reserved",
    "ruled",
    "announced",
    "closed",
)


@pytest.fixture(scope="module")
def seeded(django_db_setup, django_db_blocker):
    """One event for all tests here, with a case in every state; gone after them.

    Its guards are lifted: these tests do what the database refuses.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        drop_guards(connection)
        cast = make_event()
        for state in STATES:
            make_case(cast, state=state)
        pair = list(cast.event.contestants.all())[:2]
        passes.issue_passes(cast.form(cast.dana), cast.event, cast.session, pair)
        appealed(cast, make_case(cast, state="frozen"))
        scores.publish_scores(cast.form(cast.cleo), cast.event, cast.session)
        director = Role.Name.DIRECTOR
        issue_key(cast.form(cast.cleo), cast.event, director, "a play-record box")
        yield cast
        transaction.set_rollback(True)


@pytest.fixture
def cast(seeded, db):
    """The event of this module as it was made, whatever the test before did."""
    with transaction.atomic():
        yield seeded
        transaction.set_rollback(True)  # before anybody checks the keys we broke


def appealed(cast, case):
    """Take a case through facts, answers, a proposal, a ruling and an appeal."""
    record_facts(cast.form(cast.dana), case.pk, {"forgotten": ["S9"]})
    answer(cast.form(cast.dana), case.pk, step="C06", choice="not_mentioned")
    propose(cast.form(cast.dana), case.pk)
    row = Proposal.objects.get(case=case)
    store_result(
        case.pk,
        row.pk,
        at=cast.at,
        status=Proposal.Status.EXACT,
        result={"award": 7},
        bounds=(7, 7),
    )
    decide.rule(cast.form(cast.dana), case.pk, decision(proposal_id=row.pk))
    decide.announce(cast.form(cast.dana), case.pk)
    waive_window(cast.form(cast.dana), case.pk, Window.Purpose.APPEAL, "NS")
    extend_window(cast.form(cast.cleo), case.pk, Window.Purpose.APPEAL, 5, "queue")
    appeals.file_appeal(
        cast.form(cast.dana),
        case.pk,
        side="EW",
        concurrence={"E": "spoken", "W": "spoken"},
        words="He never mentioned the trump.",
    )


def found(anchors=None):
    """Return what verify finds, one line each."""
    return [str(finding) for finding in verify(anchors).findings]


def sql(statement, *values):
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        assert cursor.rowcount == 1, statement


def in_column(field, value):
    """Return a value as the database is given it."""
    return field.get_db_prep_value(value, connection)


def set_column(row, column, value):
    """Set one column of a row past every guard."""
    meta = row._meta
    sql(
        f'UPDATE {meta.db_table} SET "{column}" = %s '  # noqa: S608 - names of the model
        f'WHERE "{meta.pk.column}" = %s',
        value,
        in_column(meta.pk, row.pk),
    )


def remove(row):
    """Delete a row past every guard."""
    meta = row._meta
    sql(
        f"DELETE FROM {meta.db_table} "  # noqa: S608 - names of the model
        f'WHERE "{meta.pk.column}" = %s',
        in_column(meta.pk, row.pk),
    )


def other(row, field):
    """Return another value that a column can hold."""
    value = getattr(row, field.attname)
    kind = field.get_internal_type()
    if kind in {"ForeignKey", "OneToOneField"}:
        key = field.target_field
        whole = "Auto" in key.get_internal_type()
        return 987654 if whole else in_column(key, uuid.uuid4())
    if kind == "UUIDField":
        return in_column(field, uuid.uuid4())
    if kind == "JSONField":
        return json.dumps({"x": 1} if isinstance(value, dict) else ["x"])
    if kind == "BooleanField":
        return not value
    if kind == "DateField":
        return "2001-02-03"
    if kind == "DateTimeField":
        return "2001-02-03 04:05:06"
    if kind.endswith("IntegerField"):
        return (value or 0) + 1000
    last = "a" if (value or "")[-1:] != "a" else "b"
    return (value or "")[: field.max_length - 1] + last


def entry_at(cast, back=0):
    """Return an entry of the event, counted from its last."""
    return Entry.objects.filter(chain=cast.event.pk).order_by("-seq")[back]


def test_an_untouched_record_has_no_findings_and_every_table_a_row(cast):
    report = verify()

    assert report.findings == []
    assert report.entries == Entry.objects.count()
    empty = {t for t, model in logged_tables().items() if not model.objects.exists()}
    assert empty == set()
    assert report.rows == sum(m.objects.count() for m in logged_tables().values())


@pytest.mark.parametrize(
    ("table", "column"),
    [
        pytest.param(table, field.attname, id=f"{table}.{field.attname}")
        for table, model in logged_tables().items()
        for field in model._meta.concrete_fields
        if not field.primary_key
    ],
)
def test_any_changed_column_of_any_logged_table_is_found(cast, table, column):
    model = logged_tables()[table]
    row = model.objects.order_by("pk").first()
    field = next(f for f in model._meta.concrete_fields if f.attname == column)

    set_column(row, field.column, other(row, field))

    assert any(line.startswith(f"{table} {row.pk} {column}:") for line in found())


@pytest.mark.parametrize("table", logged_tables())
def test_a_row_removed_from_any_logged_table_is_found(cast, table):
    row = logged_tables()[table].objects.order_by("pk").first()

    remove(row)

    assert f"{table} {row.pk}: the row has been removed" in found()


@pytest.mark.parametrize("table", logged_tables())
def test_a_row_added_to_any_logged_table_is_found(cast, table):
    model = logged_tables()[table]
    row = model.objects.order_by("pk").first()
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    names = ", ".join(f'"{field.column}"' for field in fields)
    marks = ", ".join(["%s"] * len(fields))
    key = uuid.uuid4()

    sql(
        f"INSERT INTO {model._meta.db_table} (id, {names}) "  # noqa: S608 - names of the model
        f"VALUES (%s, {marks})",
        in_column(model._meta.pk, key),
        *(other(row, field) for field in fields),
    )

    assert f"{table} {key}: no entry has written this row" in found()


@pytest.mark.parametrize("table", logged_tables())
def test_a_row_whose_id_was_changed_is_found_twice(cast, table):
    model = logged_tables()[table]
    row = model.objects.order_by("pk").first()
    key = uuid.uuid4()

    set_column(row, "id", in_column(model._meta.pk, key))

    lines = found()
    assert f"{table} {row.pk}: the row has been removed" in lines
    assert f"{table} {key}: no entry has written this row" in lines


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="PostgreSQL keeps types")
@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("window", "opens_at", "soon"),
        ("event", "starts_on", "2026-99-99"),
        ("claim", "case_id", "no key"),
        ("claim", "tricks_left", 7.5),
        ("playing", "id", "no key"),
    ],
)
def test_a_value_that_is_none_of_its_column_does_not_stop_the_check(
    cast, table, column, value
):
    row = logged_tables()[table].objects.order_by("pk").first()

    set_column(row, column, value)

    where = f"{table} {value}" if column == "id" else f"{table} {row.pk}"
    assert any(line.startswith(f"{where} {column}:") for line in found())


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


def rehash(chain):
    """Make a whole chain true to itself again, as one with all the code could."""
    previous = FIRST
    for entry in Entry.objects.filter(chain=chain).order_by("seq"):
        code = entry_code(chain, entry.seq, previous, digest(bytes(entry.data)))
        Entry.objects.filter(pk=entry.pk).update(previous=previous, code=code)
        previous = code
    Head.objects.filter(chain=chain).update(code=previous)


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
    entry = Entry.objects.get(chain=SITE_CHAIN)
    remove(entry)
    Head.objects.get(chain=SITE_CHAIN).delete()

    assert found() == [
        f"event {cast.event.pk}: the chain of the site does not tell of it"
    ]


def test_an_event_that_is_gone_is_missed_by_the_chain_of_the_site(cast):
    event = Event.objects.get()
    remove(event)

    assert f"event {event.pk}: the chain of the site tells of it, it is gone" in found()


def test_the_bytes_of_a_result_are_proven_by_their_hash(cast):
    row = Result.objects.get()
    set_column(row, "data", b'{"award":8}')

    assert found() == [f"result {row.result_hash[:12]}: its bytes were changed"]


def test_a_removed_result_is_missed(cast):
    row = Result.objects.get()
    remove(row)

    assert found() == [f"result {row.result_hash[:12]}: is missing"]


@pytest.mark.parametrize(
    ("column", "value"), [("text", "I have them all."), ("salt", b"0" * 16)]
)
def test_a_changed_text_is_found(cast, column, value):
    row = Private.objects.filter(text="I have the rest.").first()

    set_column(row, column, value)

    assert found() == [f"text {row.commitment[:12]}: was changed"]


def test_a_removed_text_is_missed(cast):
    row = Private.objects.filter(text="I have the rest.").first()
    remove(row)

    assert found() == [f"text {row.commitment[:12]}: is missing"]


def test_a_removed_reason_that_stands_in_no_row_is_missed(cast):
    case = make_case(cast, state="ruled")
    decide.send_back(cast.form(cast.cleo), case.pk, reason="Ask about the club.")
    row = Private.objects.get(text="Ask about the club.")
    remove(row)

    assert found() == [f"text {row.commitment[:12]}: is missing"]


def test_a_changed_name_is_found(cast):
    person = Person.objects.order_by("pk").first()

    set_column(person, "name", "Somebody Else")

    assert found() == [f"person {person.pk}: the name was changed"]


def test_a_removed_name_is_missed(cast):
    person = Person.objects.order_by("pk").first()
    remove(person)

    assert found() == [f"person {person.pk}: the name is missing"]


def test_a_name_nobody_entered_is_found(cast):
    person = Person.objects.order_by("pk").first()
    stray = uuid.uuid4()

    set_column(person, "participant_id", in_column(Person._meta.pk, stray))

    assert found() == [
        f"person {stray}: no entry has entered this person",
        f"person {person.pk}: the name is missing",
    ]


PBN = b"""% PBN 2.1
[Event "Club"]
[Board "91"]
[Dealer "S"]
[Vulnerable "None"]
[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]
"""


def taken_file(cast):
    file = imports.keep_file(cast.form(cast.cleo), cast.event, "club.pbn", PBN)
    read_kept_file.call(str(file.pk))
    target = imports.Target(deal_set="other")
    imports.take_import(cast.form(cast.cleo), cast.event, file, target, [0])
    assert found() == []
    return ImportFile.objects.get(pk=file.pk)


def test_changed_bytes_of_a_file_are_found(cast):
    file = taken_file(cast)

    set_column(file, "data", PBN + b"%")

    assert found() == [f"file {file.pk}: its bytes were changed"]


def test_a_file_changed_with_its_hash_is_found(cast):
    file = taken_file(cast)

    set_column(file, "data", PBN + b"%")
    set_column(file, "sha256", digest(PBN + b"%"))

    assert found() == [
        f"file {file.pk}: no entry has taken it",
        f"file with hash {digest(PBN)[:12]}: is missing",
    ]


def test_a_changed_fingerprint_is_found(cast):
    use = KeyUse.objects.filter(chain=cast.event.pk).order_by("pk").first()

    set_column(use, "fingerprint", "0" * 64)

    assert found() == [f"key {use.key} of {use.actor}: its fingerprint was changed"]


@pytest.mark.parametrize("column", ["seq", "chain", "key", "actor"])
def test_a_key_that_points_elsewhere_is_found(cast, column):
    use = KeyUse.objects.filter(chain=cast.event.pk).order_by("pk").first()

    set_column(use, column, other(use, use._meta.get_field(column)))

    assert f"key {use.key} of {use.actor}: does not point to its entry" in found()


def test_a_removed_key_is_missed(cast):
    use = KeyUse.objects.filter(chain=cast.event.pk).order_by("pk").first()

    remove(use)

    assert found() == [f"key {use.key} of {use.actor}: does not point to its entry"]


def ruled_by_the_flow(cast, outcome=None, **changed):
    """Rule a case as its flow leads, with parts of the walk changed."""
    case = make_case(cast, state="frozen")
    answer(cast.form(cast.dana), case.pk, step="C06", choice="mentioned")
    entered = {"solver.location_dependent": False, "solver.worst_normal": 7}
    record_facts(cast.form(cast.dana), case.pk, entered)
    counted = {"choice": "override", "tricks": 7, "reason": "counted at the table"}
    walked = walk_case(case, cast.at, more={"C20": counted})
    assert walked.walk.outcome is not None
    reached = walked.walk.outcome.id
    decide.rule(
        cast.form(cast.dana),
        case.pk,
        decision(outcome=outcome or reached, walk=walked.stored() | changed),
    )
    return Ruling.objects.get(case=case)


def test_a_ruling_is_replayed_to_its_outcome(cast):
    ruled_by_the_flow(cast)

    assert found() == []


def test_a_ruling_its_answers_do_not_lead_to_is_found(cast):
    ruling = ruled_by_the_flow(cast, outcome="O-VOID")

    (line,) = found()
    assert line.startswith(f"ruling {ruling.pk} outcome: is O-VOID, its answers lead")


def test_a_ruling_that_cannot_be_replayed_is_found(cast):
    ruling = ruled_by_the_flow(cast, outcome="O-VOID", facts=None)

    (line,) = found()
    assert line.startswith(f"ruling {ruling.pk} outcome: its answers cannot")


def test_a_ruling_under_other_flow_data_is_counted_and_not_replayed(cast):
    ruling = ruled_by_the_flow(cast, outcome="O-VOID")
    Case.objects.filter(pk=ruling.case_id).update(flow_hash="0" * 64)

    report = verify()

    assert report.not_replayed == 1
    assert [f.where for f in report.findings] == [f"case {ruling.case_id} flow_hash"]


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
