"""Rows of several tables read in one query are the rows that each query reads."""

import pytest
from django.contrib.auth.models import User
from django.db import connection

from rulings.models import (
    Answer,
    Appeal,
    Case,
    Claim,
    Fact,
    Position,
    Ruling,
    Slip,
)
from rulings.queries.at_once import read_at_once
from rulings.queries.case.rows import IN_ORDER, keep_rows, rows_of
from tests.factories import make_case, make_event
from tests.workflow.conftest import consult
from tests.workflow.ruling.test_appeals import appealed

pytestmark = pytest.mark.django_db
TABLES = (*IN_ORDER, Case, Claim, Position, Slip, User)


@pytest.fixture
def cast():
    # Django asks once in a process, in three queries, whether there is JSON.
    assert connection.features.supports_json_field
    return make_event()


def values(row):
    """Return every column of a row as its model holds it."""
    return {
        field.attname: getattr(row, field.attname)
        for field in row._meta.concrete_fields
    }


def test_rows_read_at_once_hold_the_same_values_in_the_same_order(
    cast, django_assert_num_queries
):
    ruled, _ = appealed(cast)
    consult(cast, ruled)
    case = make_case(cast, state="agreed")
    Fact(case=case, key="seen", seat="N", value={"cards": ["SA", 1, None, True]}).save()
    Answer(case=case, step="C07", choice="yes", set_aside=True).save()
    parts = [table.objects.order_by("-pk") for table in TABLES]
    one_by_one = [list(part) for part in parts]

    with django_assert_num_queries(1):
        found = read_at_once(parts)

    for alone, together in zip(one_by_one, found, strict=True):
        assert list(map(values, together)) == list(map(values, alone))
    assert all(one_by_one), [table for table in TABLES if not table.objects.exists()]


def test_no_query_asks_for_nothing(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert read_at_once([]) == []


def test_page_reads_every_table_of_a_case_once(cast, django_assert_num_queries):
    case, _ = appealed(cast)
    fresh = Case.objects.get(pk=case.pk)
    alone = {table: rows_of(fresh, table) for table in IN_ORDER}
    kept = keep_rows(Case.objects.get(pk=case.pk))

    with django_assert_num_queries(1):
        found = {table: rows_of(kept, table) for table in IN_ORDER}
        (appeal,), *_ = (found[Appeal], found[Ruling])
        made = appeal.ruling.by.username

    assert found == alone
    assert made == appeal.ruling.by.get_username() == cast.dana.username


def test_the_query_made_for_one_case_reads_the_rows_of_another(cast):
    case, _ = appealed(cast)
    other = make_case(cast, state="announced")

    for one in (case, other, case):
        kept = keep_rows(Case.objects.get(pk=one.pk))
        fresh = Case.objects.get(pk=one.pk)
        for table in IN_ORDER:
            assert rows_of(kept, table) == rows_of(fresh, table)
