"""A long solve is killed at its limit, and the site answers all the while (R15)."""

import subprocess
import sys
import time
import urllib.request
from datetime import timedelta

import pytest
from django.urls import reverse
from django_tasks_db.models import DBTaskResult

from rulings.bridge.contracts import Contract
from rulings.bridge.positions import Position as Cards
from rulings.models import Case, Position, Progress, Proposal, Statement
from rulings.queries.case.solving import BUDGETS
from rulings.workflow import facts
from rulings.workflow.proof.verify import verify
from rulings.workflow.solving.propose import propose, stop
from tests import tree
from tests.factories import make_case, make_event
from tests.processes import environment

DEALT = Cards.parse(
    "S W:- 0-0 N:J65.9753.A6.AT85 AT932.AKT8.94.K3 KQ84.42.Q75.QJ74 7.QJ6.KJT832.962"
)
"""Thirteen cards each and no even break."""

BUDGET = max(BUDGETS)
"""So many positions that no machine goes through them within the limit."""
LIMIT = timedelta(seconds=4)
SECOND, BUSY = timedelta(seconds=1), timedelta(seconds=15)
"""Within which the solve is killed: on a quiet machine, and beside other tests."""
BEGINS, ENDS = 300, 90
"""Seconds after which a test gives up; they only end a run that hangs."""


def jobs():
    """Return what became of the jobs, for a message."""
    return [*DBTaskResult.objects.values_list("status", "exception_class_path")]


def long_claim(cast):
    """Return a case about thirteen tricks, with a statement that breaks down."""
    case = make_case(cast, state="frozen")
    facts.change_facts(cast.form(cast.dana), case.pk)
    facts.record_claim(
        cast.form(cast.dana),
        case.pk,
        facts.ClaimGiven(
            claimer="S",
            contract=Contract.parse("4S S"),
            tricks_left=13,
            tricks_claimed=8,
        ),
    )
    facts.record_statement(
        cast.form(cast.dana),
        case.pk,
        layer=Statement.Layer.CLAIM,
        seat="S",
        words="Two rounds of trumps, the club finesse, a diamond ruff in dummy.",
        steps=[
            "draw trumps 2 rounds",
            "finesse clubs against East",
            "ruff diamonds in dummy",
        ],
    )
    facts.record_position(cast.form(cast.dana), case.pk, DEALT, Position.Source.MARKED)
    facts.read_back(cast.form(cast.dana), case.pk, ns="confirmed", ew="confirmed")
    return Case.objects.get(pk=case.pk)


def worker():
    """Start a worker with a short limit, as a process of its own."""
    limit = str(LIMIT.total_seconds())
    limits = {"TD_SOLVE_SECONDS": limit, "TD_REFINE_SECONDS": limit}
    command = [sys.executable, "manage.py", "db_worker", "--max-tasks", "1"]
    return subprocess.Popen(
        [*command, "--no-startup-delay", "--interval", "0.1"],
        cwd=tree.ROOT,
        env=environment() | limits,
        stderr=subprocess.DEVNULL,
    )


def looked_at(page):
    """Return how many seconds the site took to answer, and its page."""
    before = time.monotonic()
    with urllib.request.urlopen(page, timeout=10) as answer:
        text = answer.read().decode()
    return time.monotonic() - before, text


@pytest.mark.one_database
@pytest.mark.django_db(transaction=True)
def test_a_long_solve_is_killed_and_leaves_a_range_while_pages_answer(client, site):
    check(client, site, BUSY)


@pytest.mark.soak("killed")
@pytest.mark.django_db(transaction=True)
def test_a_long_solve_is_killed_within_a_second_of_its_limit(client, site):
    check(client, site, SECOND)


def check(client, site, within):
    cast = make_event()
    case = long_claim(cast)
    # Each act on the way there has put its own question; the worker is to take this.
    stop(cast.form(cast.dana), case.pk)
    DBTaskResult.objects.all().delete()
    propose(cast.form(cast.dana), case.pk, BUDGET)
    row = Proposal.objects.get(case=case, budget=BUDGET)
    client.force_login(cast.dana)
    page = urllib.request.Request(
        site + reverse("proposal", args=[case.pk]),
        headers={"Cookie": f"sessionid={client.cookies['sessionid'].value}"},
    )

    looked_at(page)  # the first answer reads the templates
    seen, answers = [], []
    with worker() as program:
        end = time.monotonic() + BEGINS  # what is compiled may not be there yet
        while not DBTaskResult.objects.filter(status="RUNNING").exists():
            assert time.monotonic() < end, f"the solve never began: {jobs()}"
            time.sleep(0.1)
        end = time.monotonic() + ENDS  # counted from here: compiling has had its own
        while row.status == Proposal.Status.QUEUED:
            assert time.monotonic() < end, f"the solve never ended: {jobs()}"
            answers.append(looked_at(page))
            told = Progress.objects.filter(proposal_id=row.pk)
            seen += told.values_list("low", "high")
            row.refresh_from_db()
        assert program.wait(30) == 0

    job = DBTaskResult.objects.get(task_path__endswith="solve_proposal", priority=-50)
    assert LIMIT <= row.finished_at - job.started_at < LIMIT + within
    assert (row.status, row.reproducible, row.result_hash) == ("timed_out", False, "")
    assert (row.low, row.high) != (0, 13)
    assert row.low >= seen[-1][0]
    assert row.high <= seen[-1][1]
    assert len(answers) > 3
    assert max(seconds for seconds, _ in answers) < within.total_seconds()
    proven = f"Proven so far: {row.low} to {row.high} tricks."
    assert any(proven in text for _, text in answers)
    labelled = client.get(reverse("proposal", args=[case.pk])).content.decode()
    assert "The computation was stopped before its end" in labelled
    assert f"{row.low}–{row.high}" in labelled
    assert verify().findings == []
