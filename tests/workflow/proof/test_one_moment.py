"""The record is proven as it is at one moment, also while people write (R21)."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from rulings.models import Entry
from rulings.workflow.proof import verify
from tests.factories import make_case, make_event

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_is_written_meanwhile_is_no_fault(monkeypatch):
    cast = make_event()
    make_case(cast, state="contested")
    compare = verify.compare_tables

    def while_somebody_writes(fold):
        with ThreadPoolExecutor(1) as elsewhere:
            elsewhere.submit(another_case, cast).result(20)
        return compare(fold)

    before = Entry.objects.count()
    monkeypatch.setattr(verify, "compare_tables", while_somebody_writes)
    report = verify.verify()

    assert report.findings == []
    assert report.entries == before < Entry.objects.count()
    monkeypatch.undo()
    assert verify.verify().findings == []


def another_case(cast):
    try:
        make_case(cast, state="announced")
    finally:
        connection.close()
