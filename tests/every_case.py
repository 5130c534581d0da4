"""A case of every kind in every state, and people who ask for every page of them.

What a request wrote is taken back, so one world serves a whole module of tests.
"""

import logging
from contextlib import contextmanager
from http import HTTPStatus
from urllib.parse import urlencode

import pytest
from django.db import transaction
from django.urls import reverse

from rulings.laws.engine import load_flow
from rulings.models import Case, Position, Statement
from rulings.urls import urlpatterns
from rulings.workflow import auctions, cases, facts, objections
from rulings.workflow.ruling import mistakes
from tests import matrix
from tests.factories import POSITION, free_playing, make_case, take_facts

PEOPLE = ("D", "C", "R", "S", "EW", "ANONYMOUS")
OF_CASE = [one for one in urlpatterns if "case_id" in one.pattern.converters]
AS_FORM = "application/x-www-form-urlencoded"
FAULT = HTTPStatus.INTERNAL_SERVER_ERROR
FIRST, LAST = "0001-01-01T00:00", "9999-12-31T23:59"
HOSTILE = (
    "a\nb\r\nSet-Cookie: c=d\0",
    FIRST,
    f"{FIRST}:00+14:00",
    f"{LAST}:59-14:00",
    "9" * 40,
    "9" * 5000,
    "NaN",
    "--5",
    "²",
    "",
)
"""What nobody would type: each of these has broken a page somewhere."""


def of_law27(cast, calls=""):
    """Return a case of an insufficient bid with some calls entered."""
    receipt = cases.open_case(
        cast.form(cast.dana),
        free_playing(cast),
        flow_hash=load_flow("law27", cast.event.edition).hash,
        kind=Case.Kind.LAW27,
    )
    for call in calls.split():
        auctions.add_call(cast.form(cast.dana), receipt.case_id, call)
    return Case.objects.get(pk=receipt.case_id)


def every_case(world):
    """Return a case in every state, and those that lack something, by name."""
    cast = world.cast
    built = {"appealed": world.case, "called": make_case(cast)}
    for state in ("agreed", "contested", "frozen", "reserved", "ruled", "announced"):
        built[state] = make_case(cast, state=state)
    built["closed"] = make_case(cast, state="closed")
    built["cancelled"] = make_case(cast)
    mistakes.cancel_case(cast.form(cast.dana), built["cancelled"].pk, reason="Twice.")
    built["claim only"] = make_case(cast)
    take_facts(cast, built["claim only"])
    built["doubt only"] = make_case(cast)
    doubt = objections.Wanted(wish="doubt", side="EW", seat="W", words="No.")
    objections.submit_objection(cast.form(cast.dana), built["doubt only"].pk, doubt)
    built["cards only"] = make_case(cast)
    form, cards = cast.form(cast.dana), built["cards only"].pk
    facts.record_position(form, cards, POSITION, Position.Source.MARKED)
    built["words only"] = make_case(cast)
    facts.record_statement(
        cast.form(cast.dana),
        built["words only"].pk,
        layer=Statement.Layer.CLAIM,
        seat="",
        words="Mine.",
        steps=[],
    )
    built["law27"] = of_law27(cast)
    built["law27 with calls"] = of_law27(cast, "1S 1H")
    built["law27 closed"] = of_law27(cast, "1S 1H")
    cases.close_case(cast.form(cast.dana), built["law27 closed"].pk, outcome="")
    return {name: Case.objects.get(pk=case.pk) for name, case in built.items()}


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker):
    """Build everybody and every case once."""
    with django_db_blocker.unblock(), transaction.atomic():
        made = matrix.build()
        yield made, every_case(made)
        transaction.set_rollback(True)


@pytest.fixture
def people(world, monkeypatch):
    """Return those who knock, at the instant at which the cases are.

    Neither a log of thousands of requests nor copies of their contexts are kept.
    """
    made, _ = world
    at = made.cast.at
    monkeypatch.setattr("rulings.views.common.receipt_at", lambda *_: at)
    monkeypatch.setattr("django.test.client.store_rendered_templates", _forget)
    logging.disable(logging.CRITICAL)
    yield {letter: made.knockers[letter] for letter in PEOPLE}
    logging.disable(logging.NOTSET)


def _forget(*_args, **_kwargs):
    pass


@contextmanager
def nothing_stays(person):
    """Take back what a request wrote, and the cookies it set."""
    cookies = person.browser.cookies.copy()
    with transaction.atomic():
        yield person.browser
        transaction.set_rollback(True)
    person.browser.cookies = cookies


def ask(person, method, address, data=None):
    """Return the answer to a request; a fault is an answer of 500 here.

    What is sent goes as a form without files sends it.
    """
    with nothing_stays(person) as browser:
        browser.raise_request_exception = False
        if data is None or method != "post":
            return getattr(browser, method)(address, data)
        return browser.post(address, urlencode(data, doseq=True), content_type=AS_FORM)


def addresses(world, pattern):
    """Yield the addresses of a route: one for each case where it has one."""
    made, built = world
    for name, case in built.items():
        given = {**made.arguments, "case_id": case.pk, "playing_id": case.playing_id}
        wanted = {key: given[key] for key in pattern.pattern.converters}
        yield name, reverse(pattern.name, kwargs=wanted)
        if pattern not in OF_CASE:
            return
