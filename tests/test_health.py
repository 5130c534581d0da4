"""What machines ask of a site's health, and what a chief reads of the solver."""

from datetime import timedelta

import pytest
from django.conf import settings as site
from django.urls import reverse
from django_tasks_db.models import DBTaskResult

from rulings.clock import receipt_at
from rulings.queries.chief import SILENT_AFTER, solver_silent_since
from tdweb import health
from tests.factories import make_case, make_event
from tests.people import tablet, text_of

pytestmark = pytest.mark.django_db
TOKEN = {"Authorization": "Bearer open-sesame"}


@pytest.fixture
def told(settings, tmp_path):
    """Let the site have a token and a folder of its own."""
    settings.TD_STATUS_TOKEN = "open-sesame"
    settings.VAR_DIR = tmp_path


@pytest.fixture
def forgotten():
    """Return since when a job waits that no worker takes."""
    make_case(make_event(), state="frozen")  # it asks for a proposal
    long_ago = receipt_at() - SILENT_AFTER - timedelta(minutes=1)
    assert DBTaskResult.objects.ready().update(enqueued_at=long_ago)
    return long_ago


@pytest.mark.parametrize("path", ["/healthz/deep", "/metrics"])
def test_nobody_reads_more_without_the_token(client, settings, path):
    assert client.get(path, headers={"Authorization": "Bearer "}).status_code == 404
    settings.TD_STATUS_TOKEN = "open-sesame"
    assert client.get(path).status_code == 404
    assert client.get(path, headers={"Authorization": "Bearer x"}).status_code == 404


@pytest.mark.usefixtures("told")
def test_everything_that_is_known_of_a_healthy_site(client):
    answer = client.get("/healthz/deep", headers=TOKEN)
    numbers = client.get("/metrics", headers=TOKEN).content.decode()

    found = answer.json()
    assert (answer.status_code, found["status"], found["wrong"]) == (200, "ok", [])
    assert found["migrations_pending"] == found["solver_silent"] == 0
    assert found["disk_free_mb"] > 0
    assert "seventy_up 1.0" in numbers.splitlines()
    assert "seventy_clock_apart_ms" in numbers


@pytest.mark.usefixtures("told")
def test_what_is_wrong_is_said_in_words(client, forgotten, monkeypatch):
    monkeypatch.setattr(health, "LITTLE_DISK", 10**12)
    backups = site.VAR_DIR / "backups"
    backups.mkdir()
    (backups / "seventy-20260101-000000.zip").touch()
    (backups / "seventy-20260101-000000.zip").touch()
    monkeypatch.setattr(health, "OLD_BACKUP", -1)

    answer = client.get("/healthz/deep", headers=TOKEN)

    assert answer.status_code == 503
    assert answer.json()["wrong"] == [
        "no worker takes the solver's jobs",
        "the disk is almost full",
        "the last backup is older than a day",
    ]
    assert answer.json()["oldest_job_s"] > SILENT_AFTER.total_seconds()
    metrics = client.get("/metrics", headers=TOKEN).content.decode()
    assert "seventy_up 0.0" in metrics.splitlines()


def test_the_chief_reads_that_the_solver_is_down_until_a_worker_works(forgotten):
    cast = make_event(suffix="2")
    page = reverse("live", args=[cast.event.pk])
    assert "The solver has answered nothing since" in text_of(
        tablet(cast.cleo).get(page)
    )
    assert solver_silent_since(receipt_at()) == forgotten

    DBTaskResult.objects.update(started_at=receipt_at())

    assert solver_silent_since(receipt_at()) is None
    assert "The solver" not in text_of(tablet(cast.cleo).get(page))
