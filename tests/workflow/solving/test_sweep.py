"""The reading of a file whose worker was killed is taken up again (R15)."""

import os
import signal
import subprocess
import sys
import time
from datetime import timedelta

import pytest
from django.db import connection
from django.urls import reverse
from django_tasks_db.models import DBTaskResult

from rulings.clock import receipt_at
from rulings.models import Preparation
from rulings.queries.case.solving import GONE_AFTER
from rulings.workflow.event import files
from rulings.workflow.event.files import (
    keep_file,
    read_again,
    read_kept_file,
    standing_of,
)
from rulings.workflow.solving.propose import propose
from rulings.workflow.solving.sweep import WORKERS, Swept, prepare, sweep
from tests import tree
from tests.factories import make_case, make_event
from tests.processes import environment

pytestmark = pytest.mark.django_db

PBN = b'[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n'


def kept():
    cast = make_event()
    return cast, keep_file(cast.form(cast.cleo), cast.event, "club.pbn", PBN)


def lose(at, *, since=timedelta(seconds=1), workers=1):
    """Leave the job as a worker killed so long ago does."""
    DBTaskResult.objects.update(
        status="RUNNING",
        started_at=at - files.LOST_AFTER - since,
        worker_ids=["w"] * workers,
    )


def test_a_lost_reading_is_queued_again_and_can_be_done():
    cast, file = kept()
    lose(cast.at)

    assert sweep(cast.at) == Swept(queued_again=1, given_up=0)

    assert DBTaskResult.objects.get().status == "READY"
    assert standing_of(file).status == "waiting"
    read_kept_file.call(str(file.pk))
    assert standing_of(file).status != "waiting"


def test_a_reading_at_work_is_left_alone():
    cast, file = kept()
    lose(cast.at, since=timedelta(0))

    assert sweep(cast.at) == Swept(0, 0)
    assert DBTaskResult.objects.get().status == "RUNNING"
    assert standing_of(file).status == "waiting"


def test_a_reading_that_has_cost_several_workers_is_refused():
    cast, file = kept()
    lose(cast.later(minutes=5), workers=WORKERS)

    assert sweep(cast.at) == Swept(queued_again=0, given_up=1)

    row = standing_of(file)
    assert (row.status, row.fault) == ("refused", "reading_stopped")
    assert row.finished_at == cast.at


def test_a_reading_whose_job_is_gone_is_refused_and_can_be_asked_again():
    cast, file = kept()
    DBTaskResult.objects.all().delete()
    assert sweep(cast.at) == Swept(0, 0)

    assert sweep(cast.later(minutes=5)) == Swept(0, 1)

    assert standing_of(file).status == "refused"
    read_again(cast.form(cast.cleo), cast.event, file)
    assert standing_of(file).status == "waiting"


BEING_PREPARED = "The solver is being prepared; this happens once, about half a minute."
OFTEN = timedelta(seconds=0.05)


def wait_for(condition, seconds=30):
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.05)
    return found


@pytest.mark.django_db(transaction=True)
def test_a_sign_of_life_is_renewed_until_the_solver_is_ready():
    def make_ready():
        first = wait_for(Preparation.objects.first)
        later = Preparation.objects.filter(seen_at__gt=first.seen_at)
        seen.append(wait_for(later.first))
        connection.close()  # this thread's own

    seen = []

    prepare(make_ready, every=OFTEN)

    assert [row.started_at < row.seen_at for row in seen] == [True]
    assert not Preparation.objects.exists()


@pytest.mark.django_db
def test_a_preparation_that_fails_is_told_and_leaves_no_sign():
    def fail():
        raise MemoryError("no room to compile")

    with pytest.raises(MemoryError, match="no room"):
        prepare(fail, every=OFTEN)

    assert not Preparation.objects.exists()


@pytest.mark.django_db
def test_the_sign_of_a_worker_killed_long_ago_is_taken_away():
    at = receipt_at()
    gone = Preparation.objects.create(started_at=at, seen_at=at - 2 * GONE_AFTER)
    other = Preparation.objects.create(started_at=at, seen_at=at)

    prepare(lambda: None, every=OFTEN)

    assert gone not in Preparation.objects.all()
    assert list(Preparation.objects.all()) == [other]


@pytest.mark.django_db(transaction=True)
def test_a_page_says_that_a_real_worker_prepares_the_solver(client, tmp_path):
    pytest.importorskip("numba", reason="nothing is compiled without numba")
    cast = make_event()
    case = make_case(cast, state="frozen")
    propose(cast.form(cast.dana), case.pk)
    client.force_login(cast.dana)
    url = reverse("proposal", args=[case.pk])
    assert BEING_PREPARED not in client.get(url).content.decode()

    with subprocess.Popen(
        [sys.executable, "manage.py", "db_worker", "--no-startup-delay"],
        cwd=tree.ROOT,
        env=environment() | {"NUMBA_CACHE_DIR": str(tmp_path), "TD_KERNEL": ""},
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as program:
        try:
            wait_for(Preparation.objects.exists)
            during = client.get(url).content.decode()
        finally:
            os.killpg(program.pid, signal.SIGKILL)  # what compiles for it, too

    assert BEING_PREPARED in during
    assert Preparation.objects.exists()  # it could not take its sign away
