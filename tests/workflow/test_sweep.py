"""The reading of a file whose worker was killed is taken up again (R15)."""

from datetime import timedelta

import pytest
from django_tasks_db.models import DBTaskResult

from rulings.workflow import files
from rulings.workflow.files import keep_file, read_again, read_kept_file, standing_of
from rulings.workflow.sweep import WORKERS, Swept, sweep
from tests.factories import make_event

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
