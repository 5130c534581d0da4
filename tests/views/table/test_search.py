"""The search behind a proposal: how far it is, stopped, taken up, failed."""

import re

import pytest
from django.urls import reverse
from django_tasks_db.models import DBTaskResult

from rulings.clock import receipt_at
from rulings.models import Case, Preparation, Progress, Proposal
from rulings.queries.case.solving import BUDGETS, GONE_AFTER, solver_input
from rulings.queries.table.proposal import proposed
from rulings.solver import adjudicate
from rulings.workflow.proof.verify import verify
from rulings.workflow.solving.propose import propose, store_result
from rulings.workflow.solving.solve import refine
from tests.factories import make_case
from tests.views.table.proposals import refused
from tests.views.table.walks import HTMX, Walk

pytestmark = [pytest.mark.django_db, pytest.mark.one_database("second")]
Status = Proposal.Status


@pytest.fixture
def ranged(client, cast):
    """Return a director at a proposal that is a range so far, searched on."""
    client.force_login(cast.dana)
    walk = Walk(client, make_case(cast, state="frozen"))
    propose(cast.form(cast.dana), walk.case.pk)
    row = Proposal.objects.get()

    asked = solver_input(walk.case).with_budget(90)
    found = adjudicate(asked.position, asked.claim, asked.settings)
    store_result(
        walk.case.pk,
        row.pk,
        at=cast.at,
        status=Status(found.status),
        result=found.to_json(),
        bounds=(found.low, found.high),
        then=refine,
    )
    walk.see("proposal")
    return walk


def test_proposal_polls_while_it_is_sought(walk, cast):
    walk.case = make_case(cast, state="frozen")
    propose(cast.form(cast.dana), walk.case.pk)

    walk.see("proposal")

    assert "The number is being computed" in walk.text
    assert 'hx-trigger="every 2s' in walk.text


def test_proposal_fragment_brings_its_dock(client, cast):
    case = make_case(cast, state="frozen")
    client.force_login(cast.dana)

    text = client.get(reverse("proposal", args=[case.pk]), **HTMX).content.decode()

    assert "<html" not in text
    assert 'hx-swap-oob="true"' in text


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        ("failed", "The computation failed"),
        ("timed_out", "stopped before its end"),
    ],
)
def test_failed_search_says_so_and_can_be_asked_again(walk, cast, status, sentence):
    walk.case = make_case(cast, state="frozen")
    propose(cast.form(cast.dana), walk.case.pk)
    row = Proposal.objects.get()
    store_result(walk.case.pk, row.pk, at=cast.at, status=Status(status), bounds=(5, 7))

    walk.see("proposal")
    assert sentence in walk.text
    assert "Rule now" in walk.text

    walk.send("ask_proposal")
    row.refresh_from_db()
    assert row.status == "queued"


def test_range_is_shown_while_the_search_goes_on(ranged):
    assert f"The computation goes on: {BUDGETS[1]:,} positions at most." in ranged.text
    assert "Rule now" in ranged.text
    assert re.search(r'id="search"[^>]* hx-trigger="every 2s', ranged.text)
    assert not re.search(r'id="weigh"[^>]* hx-get', ranged.text)


def test_search_that_goes_on_tells_what_it_has_proven(ranged):
    found = proposed(Case.objects.get())
    Progress(proposal_id=found.refining.pk, low=found.high, high=found.high).save()

    ranged.see("proposal")

    words = f"Proven so far: {found.high} to {found.high} tricks."
    assert words in ranged.text


def test_polled_part_brings_the_whole_when_the_range_has_narrowed(ranged, cast):
    url = reverse("proposal", args=[ranged.case.pk])
    query = {"part": "search", "seen": ranged.page.context["search"].seen}
    same = ranged.client.get(url, query, **HTMX)
    assert same.content.decode().strip().startswith('<div class="stack" id="search"')
    assert "HX-Retarget" not in same

    found = proposed(Case.objects.get())
    values = {**found.result, "low": found.high, "high": found.high}
    store_result(
        ranged.case.pk,
        found.refining.pk,
        at=cast.at,
        status=Status.EXACT,
        result=values,
        bounds=(found.high, found.high),
    )

    after = ranged.client.get(url, query, **HTMX)
    assert after["HX-Retarget"] == "#weigh"
    assert 'id="weigh"' in after.content.decode()


PREPARED = {
    "en": "The solver is being prepared; this happens once, about half a minute.",
    "pl": "Solver jest właśnie przygotowywany",
    "fr": "Le solveur est en préparation",
}


@pytest.mark.parametrize("language", PREPARED)
def test_search_that_waits_for_the_solver_to_be_prepared_says_so(ranged, language):
    at = receipt_at()
    Preparation.objects.create(started_at=at, seen_at=at)

    ranged.client.cookies["django_language"] = language
    ranged.see("proposal")

    assert PREPARED[language] in ranged.text
    assert "hx-trigger" in ranged.text


def test_worker_killed_while_it_prepared_the_solver_is_not_believed(ranged):
    at = receipt_at()
    Preparation.objects.create(started_at=at, seen_at=at - 2 * GONE_AFTER)

    ranged.see("proposal")

    assert PREPARED["en"] not in ranged.text
    assert "The computation goes on" in ranged.text


def test_search_that_another_worker_is_at_does_not_wait_for_it(ranged):
    at = receipt_at()
    Preparation.objects.create(started_at=at, seen_at=at)
    DBTaskResult.objects.update(status="RUNNING")

    ranged.see("proposal")

    assert PREPARED["en"] not in ranged.text
    assert "The computation goes on" in ranged.text


def test_search_is_stopped_and_taken_up_again(ranged):
    ranged.send("stop_proposal")
    assert "Compute on" in ranged.text
    assert "How the range narrowed" in ranged.text
    further = Proposal.objects.latest("budget")
    assert further.status == Status.TIMED_OUT

    ranged.send("ask_proposal", budget=str(further.budget))

    further.refresh_from_db()
    assert further.status == Status.QUEUED
    assert verify().findings == []


def test_budget_that_is_not_offered_is_refused(ranged):
    page = refused(ranged, "ask_proposal", budget="999999999999")

    assert page.status_code == 422
