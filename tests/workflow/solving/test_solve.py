"""A solve runs in a child that can be killed, and leaves what it had proven (R15)."""

import json
import os
import signal
import subprocess
import sys
import time
from datetime import timedelta
from urllib.parse import urlencode

import pytest
from django.db import connection
from django_tasks_db.models import DBTaskResult

from rulings.clock import receipt_at
from rulings.models import Case, Entry, Progress, Proposal
from rulings.workflow import facts
from rulings.workflow.proof.verify import verify
from rulings.workflow.solving import solve
from rulings.workflow.solving.propose import propose, stop
from rulings.workflow.solving.solve import run_child, solve_proposal, store_result
from rulings.workflow.solving.sweep import WORKERS, Swept, sweep
from tests.factories import make_case, make_event
from tests.tree import ROOT

EASY = "S E:- 12-0 N:.A.. .2.. .K.. .3.."


def question(text=EASY, budget=2000, tricks=1):
    claim = {"claimer": "N", "declarer": "N", "tricks": tricks}
    return json.dumps(
        {"position": text, "claim": claim, "settings": {"budget": budget}}
    )


DEALT = (
    "S W:- 0-0 N:J65.9753.A6.AT85 AT932.AKT8.94.K3 KQ84.42.Q75.QJ74 7.QJ6.KJT832.962"
)
HARD = json.dumps(
    {
        "position": DEALT,
        "claim": {"claimer": "S", "declarer": "S", "tricks": 9},
        "settings": {"budget": 2_000_000_000},
    }
)
"""Thirteen cards each and no even break: no machine is through in a few seconds."""


def asked(cast):
    case = make_case(cast, state="frozen")
    propose(cast.form(cast.dana), case.pk)
    return case, Proposal.objects.get(case=case)


def run(case, row, text):
    solve_proposal.call(str(case.pk), str(row.pk), text)
    row.refresh_from_db()
    return row


def test_a_child_answers_with_its_result_and_bounds():
    told = []

    outcome = run_child(question(), lambda low, high: told.append((low, high)))

    assert outcome["status"] == "exact"
    assert outcome["bounds"] == (outcome["result"]["low"], outcome["result"]["high"])
    assert told


def test_a_child_over_its_time_is_killed_and_leaves_its_bounds(monkeypatch):
    monkeypatch.setattr(solve, "WALL_SECONDS", 4.0)
    told = []
    before = time.monotonic()

    outcome = run_child(HARD, lambda low, high: told.append((low, high)))

    assert outcome["status"] == "timed_out"
    assert "result" not in outcome
    assert outcome["bounds"] == (told[-1] if told else None)
    assert time.monotonic() - before < 40  # it would take minutes


def test_a_child_without_time_tells_nothing(monkeypatch):
    monkeypatch.setattr(solve, "WALL_SECONDS", 0.0)

    assert run_child(HARD, print) == {"status": "timed_out", "bounds": None}


@pytest.mark.parametrize(
    "text",
    [question(tricks=5), question("S E:- 12-0 N:.A.. .A.. .K.. .3.."), "no question"],
    ids=["more tricks than left", "a card twice", "no json"],
)
def test_a_question_that_is_no_claim_fails(text):
    assert run_child(text, print)["status"] == "failed"


def test_a_child_without_memory_fails(monkeypatch):
    monkeypatch.setattr(solve, "MEMORY_BYTES", 1 << 20)

    assert run_child(HARD, print)["status"] == "failed"


def test_a_child_is_killed_when_its_bounds_cannot_be_told(monkeypatch):
    def disk_full(low, high):
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        run_child(question(), disk_full)


def test_a_child_is_killed_within_a_second_of_its_limit():
    run_child(question(), print)  # the fork server is there from here on
    before = time.monotonic()

    outcome = run_child(HARD, lambda _low, _high: None, seconds=0.5)

    assert outcome["status"] == "timed_out"
    assert time.monotonic() - before < 1.5


def test_a_child_that_is_no_longer_wanted_is_killed_at_the_next_look():
    before = time.monotonic()

    outcome = run_child(HARD, lambda _low, _high: None, is_wanted=lambda: False)

    assert outcome["status"] == "unwanted"
    assert time.monotonic() - before < solve.WALL_SECONDS


def ranged():
    """Return the question of the factory's case with a budget that gives a range."""
    return json.dumps({**json.loads(HARD), "settings": {"budget": 60}})


@pytest.mark.django_db
def test_a_range_is_searched_on_behind_first_answers_in_the_entry_of_its_result():
    cast = make_event()
    case, row = asked(cast)
    version = Case.objects.get(pk=case.pk).version

    row = run(case, row, ranged())

    further = Proposal.objects.exclude(pk=row.pk).get()
    job = DBTaskResult.objects.get(priority=solve.BEHIND)
    assert row.status == "range"
    assert (further.status, further.budget) == ("queued", 4 * row.budget)
    assert further.settings == {**row.settings, "budget": further.budget}
    assert job.args_kwargs["args"][1] == str(further.pk)
    assert Entry.objects.latest("seq").act == "solved"
    assert Case.objects.get(pk=case.pk).version == version
    assert verify().findings == []


@pytest.mark.django_db
def test_a_range_is_not_searched_on_when_its_facts_have_changed():
    cast = make_event()
    case, row = asked(cast)
    facts.record_facts(cast.form(cast.dana), case.pk, {"forgotten": ["H9"]})

    run(case, row, ranged())

    assert not Proposal.objects.filter(budget__gt=row.budget).exists()


@pytest.mark.django_db
def test_a_refinement_gives_way_to_a_first_answer_and_is_queued_again():
    cast = make_event()
    case, row = asked(cast)
    run(case, row, ranged())
    further = Proposal.objects.exclude(pk=row.pk).get()
    DBTaskResult.objects.filter(priority=solve.BEHIND).delete()
    assert DBTaskResult.objects.filter(status="READY").exists()

    run(case, further, HARD)

    assert further.status == "queued"
    again = DBTaskResult.objects.get(priority=solve.BEHIND)
    assert again.args_kwargs["args"][1] == str(further.pk)


@pytest.mark.django_db
def test_a_solve_whose_case_asks_something_else_makes_room():
    cast = make_event()
    case, row = asked(cast)
    cast.later(seconds=5)
    facts.record_facts(cast.form(cast.dana), case.pk, {"forgotten": ["H9"]})
    propose(cast.form(cast.dana), case.pk)

    row = run(case, row, HARD)

    assert (row.status, row.reproducible) == ("timed_out", False)


@pytest.mark.django_db
def test_a_stopped_search_keeps_its_bounds_and_can_be_taken_up_again():
    cast = make_event()
    case, row = asked(cast)
    Progress(proposal_id=row.pk, low=3, high=6).save()

    stop(cast.form(cast.dana), case.pk)

    row.refresh_from_db()
    assert (row.status, row.low, row.high) == ("timed_out", 3, 6)
    assert not solve.is_wanted(row)
    assert run(case, row, HARD).status == "timed_out"
    propose(cast.form(cast.dana), case.pk)
    row.refresh_from_db()
    assert row.status == "queued"
    assert verify().findings == []


@pytest.mark.django_db
def test_a_job_run_twice_stores_one_result():
    cast = make_event()
    case, row = asked(cast)
    row = run(case, row, question())
    first = row.finished_at
    assert row.status == "exact"
    assert not Progress.objects.exists()

    run(case, row, question())

    assert row.finished_at == first
    assert verify().findings == []


@pytest.mark.django_db
def test_a_job_of_a_proposal_that_was_taken_back_does_nothing():
    cast = make_event()
    case, row = asked(cast)

    solve_proposal.call(str(case.pk), str(case.pk), question())

    row.refresh_from_db()
    assert row.status == "queued"


@pytest.mark.django_db
def test_a_job_over_its_time_is_told_with_the_bounds_it_had(monkeypatch):
    monkeypatch.setattr(solve, "WALL_SECONDS", 0.0)
    cast = make_event()
    case, row = asked(cast)

    row = run(case, row, HARD)

    assert (row.status, row.reproducible, row.low) == ("timed_out", False, None)
    assert verify().findings == []


def lose(at, *, workers=1):
    """Leave the job as a worker killed long ago does."""
    DBTaskResult.objects.update(
        status="RUNNING",
        started_at=at - solve.LOST_AFTER - timedelta(seconds=1),
        worker_ids=["w"] * workers,
    )


@pytest.mark.django_db
def test_a_lost_job_is_queued_again():
    cast = make_event()
    asked(cast)
    lose(cast.at)

    assert sweep(cast.at) == Swept(queued_again=1, given_up=0)
    assert DBTaskResult.objects.get().status == "READY"
    assert sweep(cast.at) == Swept(0, 0)


@pytest.mark.django_db
def test_a_job_at_work_is_left_alone():
    cast = make_event()
    _, row = asked(cast)
    DBTaskResult.objects.update(status="RUNNING", started_at=cast.at - solve.LOST_AFTER)
    cast.later(hours=1)

    assert sweep(cast.at - timedelta(hours=1)) == Swept(0, 0)
    row.refresh_from_db()
    assert row.status == "queued"


@pytest.mark.django_db
def test_a_job_that_has_cost_several_workers_is_given_up_with_its_bounds():
    cast = make_event()
    _, row = asked(cast)
    cast.later(minutes=5)
    lose(cast.at, workers=WORKERS)
    Progress(proposal_id=row.pk, low=3, high=6).save()

    assert sweep(cast.at) == Swept(queued_again=0, given_up=1)

    row.refresh_from_db()
    assert (row.status, row.low, row.high, row.reproducible) == ("failed", 3, 6, False)
    assert not Progress.objects.exists()
    assert verify().findings == []


@pytest.mark.django_db
def test_a_proposal_whose_job_is_gone_is_given_up_and_can_be_asked_again():
    cast = make_event()
    case, row = asked(cast)
    DBTaskResult.objects.all().delete()
    assert sweep(cast.at) == Swept(0, 0)
    cast.later(minutes=5)

    assert sweep(cast.at) == Swept(0, 1)

    row.refresh_from_db()
    assert (row.status, row.low) == ("failed", None)
    propose(cast.form(cast.dana), case.pk)
    row.refresh_from_db()
    assert row.status == "queued"


@pytest.mark.django_db
def test_a_result_that_comes_during_the_sweep_is_kept():
    cast = make_event()
    case, row = asked(cast)
    store_result(case.pk, row.pk, at=cast.at, status=Proposal.Status.EXACT,
                 result={"award": 1}, bounds=(1, 1))  # fmt: skip
    DBTaskResult.objects.all().delete()

    assert sweep(cast.later(minutes=5)) == Swept(0, 0)


def address():
    """Return the test database's address for another process."""
    if connection.vendor == "sqlite":
        return f"sqlite:///{connection.settings_dict['NAME']}"
    told = connection.get_connection_params()
    user, password = told.get("user", ""), told.get("password", "")
    query = urlencode({key: told[key] for key in ("host", "port") if told.get(key)})
    return f"postgres://{user}:{password}@/{told['dbname']}?{query}"


def worker():
    """Start a worker on the test database, as a process of its own."""
    command = [sys.executable, "manage.py", "db_worker", "--batch", "--max-tasks"]
    return subprocess.Popen(
        [*command, "1", "--no-startup-delay", "--interval", "0.1"],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": address()},
        stderr=subprocess.DEVNULL,
    )


def wait_for(condition, seconds=40):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.1)
    raise AssertionError("it never happened")


@pytest.mark.django_db(transaction=True)
def test_a_worker_killed_at_work_loses_nothing():
    cast = make_event()
    _, row = asked(cast)
    killed = worker()
    try:
        wait_for(lambda: DBTaskResult.objects.filter(status="RUNNING").exists())
    finally:
        killed.send_signal(signal.SIGKILL)
        killed.wait()
    row.refresh_from_db()
    assert row.status == "queued"
    assert verify().findings == []

    at = receipt_at() + solve.LOST_AFTER + timedelta(seconds=1)
    assert sweep(at).queued_again == 1
    assert worker().wait(timeout=60) == 0

    row.refresh_from_db()
    assert row.status in {"exact", "range", "timed_out"}
    first = DBTaskResult.objects.get(priority=solve.FIRST)
    assert len(first.worker_ids) == 2
    assert verify().findings == []


@pytest.mark.django_db
def test_a_refinement_at_work_is_given_more_time():
    cast = make_event()
    asked(cast)
    lose(cast.at)
    DBTaskResult.objects.update(priority=solve.BEHIND)

    assert sweep(cast.at) == Swept(0, 0)
    assert sweep(cast.at + solve.LOST_BEHIND) == Swept(queued_again=1, given_up=0)
