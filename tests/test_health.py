"""What machines ask of a site's health, and what a chief reads of the solver."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.conf import settings as site
from django.urls import reverse
from django_tasks_db.models import DBTaskResult
from prometheus_client import values

from rulings.clock import receipt_at
from rulings.models import Head
from rulings.queries.chief import SILENT_AFTER, solver_silent_since
from tdweb.hosting import health, measures
from tdweb.hosting.gate import Gate, GateLane, WholeAnswer
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
def backed_up(told):
    """Let the site have a backup of now."""
    (site.VAR_DIR / "backups").mkdir()
    (site.VAR_DIR / "backups" / "seventy-20260101-000000.zip").touch()


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


@pytest.mark.usefixtures("backed_up")
def test_everything_that_is_known_of_a_healthy_site(client):
    event = make_event().event
    answer = client.get("/healthz/deep", headers=TOKEN)
    numbers = client.get("/metrics", headers=TOKEN).content.decode()

    found = answer.json()
    assert (answer.status_code, found["status"], found["wrong"]) == (200, "ok", [])
    assert found["migrations_pending"] == found["solver_silent"] == 0
    assert found["disk_free_mb"] > 0
    assert "seventy_up 1.0" in numbers.splitlines()
    assert "seventy_clock_apart_ms" in numbers
    head = Head.objects.get(chain=event.pk)
    assert found["heads"][str(event.pk)] == f"{head.seq}:{head.code[:12]}"
    assert f'seventy_chain_seq{{chain="{event.pk}"}} {head.seq}.0' in numbers


@pytest.mark.usefixtures("told")
def test_a_site_that_never_made_a_backup_is_not_well(client):
    answer = client.get("/healthz/deep", headers=TOKEN)
    assert (answer.status_code, answer.json()["wrong"]) == (
        503,
        ["no backup was ever made"],
    )
    assert "seventy_up 0.0" in client.get("/metrics", headers=TOKEN).content.decode()


def scope_of(method, path, **headers):
    pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
    return {
        "type": "http",
        "method": method,
        "path": path,
        "headers": [(b"host", b"localhost"), *pairs],
        "query_string": b"",
    }


async def ask(gate, scope):
    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(_message):
        pass

    await gate(scope, receive, send)


@pytest.mark.usefixtures("backed_up")
def test_requests_are_counted_by_kind_and_route_and_what_is_refused(
    client, tmp_path, monkeypatch
):
    ended = tmp_path / "m" / "gauge_livesum_4194305.db"  # no process has that number
    ended.parent.mkdir()
    ended.write_bytes(b"x")
    monkeypatch.setenv(measures.FOLDER, "")
    counted = measures.Measures(ended.parent)
    answers = {"/": WholeAnswer(200, route="home"), "/none": WholeAnswer(404)}
    places = {"look": GateLane(1), "filing": GateLane(0, queue=0), "poll": GateLane(0)}
    gate = Gate(lambda scope, _body: answers[scope["path"]], places, measures=counted)

    async def story():
        waits = asyncio.create_task(ask(gate, scope_of("GET", "/", **{"x-poll": "1"})))
        for path in ("/", "/", "/none"):
            await ask(gate, scope_of("GET", path))
        await ask(gate, scope_of("POST", "/api/v1/slips"))
        waits.cancel()

    with ThreadPoolExecutor(1) as alone:
        alone.submit(asyncio.run, story()).result()
    lines = client.get("/metrics", headers=TOKEN).content.decode().splitlines()
    home = 'kind="look",route="home"'
    assert f"seventy_request_seconds_count{{{home}}} 2.0" in lines
    long = 'kind="look",le="20.0",route="home"'
    assert f"seventy_request_seconds_bucket{{{long}}} 2.0" in lines
    assert 'seventy_requests_total{kind="look",status="404"} 1.0' in lines
    assert 'seventy_shed_total{kind="filing",status="503"} 1.0' in lines
    assert 'seventy_waiting{kind="poll"} 1.0' in lines
    assert "seventy_up 1.0" in lines
    assert not ended.exists()
    assert {path.stat().st_size for path in ended.parent.iterdir()} == {measures.SIZE}
    values.close_all_multiprocess_files()


def test_nothing_is_counted_where_nobody_may_ask(settings):
    settings.TD_STATUS_TOKEN = ""
    assert type(measures.begin()) is measures.Silent


@pytest.mark.usefixtures("backed_up")
def test_what_is_wrong_is_said_in_words(client, forgotten, monkeypatch):
    monkeypatch.setattr(health, "LITTLE_DISK", 10**12)
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
