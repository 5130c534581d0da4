"""`manage.py sweep_jobs` sweeps once, or goes on until it is stopped."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django_tasks_db.models import DBTaskResult

from rulings.clock import receipt_at
from rulings.management.commands import sweep_jobs
from rulings.workflow.solving.propose import propose
from rulings.workflow.solving.solve import LOST_AFTER
from tests.factories import make_case, make_event

pytestmark = pytest.mark.django_db


def lost_job():
    cast = make_event()
    case = make_case(cast, state="frozen")
    propose(cast.form(cast.dana), case.pk)
    long_ago = receipt_at() - LOST_AFTER - timedelta(seconds=1)
    DBTaskResult.objects.update(status="RUNNING", started_at=long_ago, worker_ids=["w"])


def test_it_says_what_it_did():
    lost_job()
    out = StringIO()

    call_command("sweep_jobs", stdout=out)

    assert out.getvalue() == "1 jobs queued again, 0 questions given up\n"


def test_it_goes_on_and_speaks_only_when_it_has_done_something(monkeypatch):
    lost_job()
    out, slept = StringIO(), []

    def sleep(seconds):
        slept.append(seconds)
        if len(slept) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(sweep_jobs.time, "sleep", sleep)
    with pytest.raises(KeyboardInterrupt):
        call_command("sweep_jobs", "--every", "60", stdout=out)

    assert slept == [60, 60, 60]
    assert out.getvalue().count("queued again") == 1
