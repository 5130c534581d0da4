"""Whatever is changed in the tables behind the log's back is found (T11)."""

import uuid

import pytest
from django.db import connection

from rulings.models import Case, Entry, Ruling, logged_tables
from rulings.queries.case.flow import walk_case
from rulings.workflow.answers import answer
from rulings.workflow.facts import record_facts
from rulings.workflow.proof.verify import verify
from rulings.workflow.ruling import decide
from tests.factories import decision, make_case
from tests.workflow.tampering import found, in_column, other, remove, set_column, sql

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(as_seeded):
    return as_seeded


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


@pytest.mark.one_database
@pytest.mark.parametrize("table", logged_tables())
def test_a_row_removed_from_any_logged_table_is_found(cast, table):
    row = logged_tables()[table].objects.order_by("pk").first()

    remove(row)

    assert f"{table} {row.pk}: the row has been removed" in found()


@pytest.mark.one_database
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


@pytest.mark.one_database("second")
@pytest.mark.parametrize("table", logged_tables())
def test_a_row_whose_id_was_changed_is_found_twice(cast, table):
    model = logged_tables()[table]
    row = model.objects.order_by("pk").first()
    key = uuid.uuid4()

    set_column(row, "id", in_column(model._meta.pk, key))

    lines = found()
    assert f"{table} {row.pk}: the row has been removed" in lines
    assert f"{table} {key}: no entry has written this row" in lines


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL keeps types")
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
