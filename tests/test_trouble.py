"""A database that is full, read-only or away: said in words, nothing lost (T22)."""

import errno
import json
import re
from contextlib import contextmanager
from html import unescape

import pytest
from django.db import OperationalError, connection, transaction
from django.urls import reverse

from rulings.models import Objection
from tdweb.trouble import server_error, trouble_of
from tests.factories import make_case, make_event
from tests.people import phone, sent, slips_of, text_of

HIDDEN = re.compile(r'type="hidden" name="([^"]+)" value="([^"]*)"')


@pytest.fixture
def filing():
    """Return a phone, where it files, and what."""
    cast = make_event(values={"phones": "always"})
    case = make_case(cast, state="announced")
    _noor, esme = slips_of(cast, case)
    browser = phone(esme.table_pass)
    browser.raise_request_exception = False
    form = sent(
        csrfmiddlewaretoken="x" * 32,
        act="object",
        seat="E",
        reason="entry",
        words='No, "never".',
    )
    return browser, reverse("player_case", args=[case.pk]), form


@contextmanager
def only_read():
    """Let the database itself refuse every further row for a while."""
    postgresql = connection.vendor == "postgresql"
    with transaction.atomic(), connection.cursor() as cursor:
        way = "SET LOCAL transaction_read_only" if postgresql else "PRAGMA query_only"
        cursor.execute(f"{way} = on")
        yield
        if postgresql:
            transaction.set_rollback(True)
        else:
            cursor.execute("PRAGMA query_only = off")


@pytest.mark.django_db
def test_reading_goes_on_and_a_filing_is_kept_to_be_sent_again(filing):
    browser, address, form = filing
    with only_read():
        looked = browser.get(address)
        refused = browser.post(address, form)

    assert looked.status_code == 200
    assert (refused.status_code, refused["Retry-After"]) == (503, "5")
    assert "can only be read" in text_of(refused)
    page = refused.content.decode()
    kept = {name: unescape(value) for name, value in HIDDEN.findall(page)}
    assert kept == {name: str(value) for name, value in form.items()}
    assert 'http-equiv="refresh"' not in page

    for _ in range(2):
        assert browser.post(address, kept).status_code == 303
    assert Objection.objects.filter(seat="E").count() == 1


def cannot(*_arguments, **_named):
    raise OperationalError


@pytest.mark.django_db
def test_a_database_that_is_away_is_said_and_looked_for_again(monkeypatch, filing):
    browser, address, _form = filing
    monkeypatch.setattr("rulings.views.common.with_clock", cannot)

    page = browser.get(address)

    assert page.status_code == 503
    assert "does not answer" in text_of(page)
    assert '<meta http-equiv="refresh" content="5">' in page.content.decode()


def test_another_fault_is_no_trouble_of_the_database():
    assert trouble_of(ValueError("x")) == ""
    assert trouble_of(OSError(errno.ENOSPC, "x")) == "full"
    assert trouble_of(None) == ""


def test_a_program_reads_the_sentence_too(rf):
    try:
        cannot()
    except OperationalError:
        answer = server_error(rf.post("/api/v1/acts"))

    assert (answer.status_code, answer["Content-Type"]) == (503, "application/json")
    assert "does not answer" in json.loads(answer.content)["problem"]
