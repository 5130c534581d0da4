"""The server's log tells what happened, with ids and numbers, and no name (R19)."""

import io
import json
import logging
import sys
import uuid

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import IntegrityError, OperationalError, connection
from django.test import RequestFactory
from django.urls import resolve, reverse

from rulings.models import Playing
from tdweb.hosting import health
from tdweb.logs import JsonFormatter
from tdweb.middleware import OWN_QUESTIONS
from tests.factories import make_user

ID = uuid.UUID(int=7)
WORDS = "Anna claims the rest"


def line_of(record):
    return json.loads(JsonFormatter().format(record))


def record_of(message, *arguments, name="x", **extra):
    made = logging.LogRecord(name, logging.INFO, "f.py", 1, message, arguments, None)
    made.__dict__.update(extra)
    return made


def test_log_line_holds_no_text_of_an_argument():
    line = line_of(record_of("Not Found: %s", "/p/secret"))
    assert line["message"] == "Not Found: [withheld]"
    assert "secret" not in json.dumps(line)


def test_log_line_holds_facts_and_route():
    request = RequestFactory().get("/healthz?secret")
    request.resolver_match = resolve("/healthz")
    line = line_of(record_of("x", request=request, status_code=404, facts={"seq": 7}))
    assert (line["route"], line["status"], line["seq"]) == ("healthz", 404, 7)
    assert "secret" not in json.dumps(line)


def test_log_line_tells_where_an_error_was_and_not_its_words():
    try:
        int("a player's words")
    except ValueError:
        line = line_of(record_of("x", exc_info=sys.exc_info()))
    assert line["error"] == "ValueError"
    assert line["places"][0].endswith(
        "test_log_line_tells_where_an_error_was_and_not_its_words"
    )
    assert "player" not in json.dumps(line)


@pytest.fixture
def logged():
    """Return the lines that the server logs, as they are then."""
    stream, logger = io.StringIO(), logging.getLogger()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    logger.addHandler(handler)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    logger.removeHandler(handler)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["dana", "nobody"])
def test_log_tells_of_sign_ins_that_failed_and_not_whose(client, logged, name):
    make_user("dana")
    way = {"path": reverse("account_login"), "REMOTE_ADDR": "192.0.2.9"}
    for _ in range(6):
        client.post(data={"login": name, "password": "two of spades"}, **way)

    lines = [line for line in logged() if line["logger"] == "tdweb.sign_in"]
    assert [line["message"] for line in lines] == [
        *["A sign-in failed."] * 5,
        "A sign-in was refused: too many guesses.",
    ]
    assert {(line["level"], line["address"]) for line in lines} == {
        ("WARNING", "192.0.2.9")
    }
    assert name not in json.dumps(logged())
    assert "spades" not in json.dumps(logged())


@pytest.mark.django_db
def test_a_strangers_host_is_a_line_of_warning_without_it(client, logged):
    answer = client.get("/", headers={"Host": "evil.example.org"})

    assert answer.status_code == 400
    loud = [line for line in logged() if line["level"] != "INFO"]
    assert [(line["level"], line["message"]) for line in loud] == [
        ("WARNING", "A request named a host that is not this site's.")
    ]
    assert "places" not in loud[0]
    assert "evil" not in json.dumps(logged())


@pytest.mark.django_db
def test_log_tells_once_why_the_site_is_not_well(client, logged, settings, tmp_path):
    settings.VAR_DIR, settings.TD_STATUS_TOKEN = tmp_path, "open-sesame"
    health._logged.clear()

    def ask():
        token = {"Authorization": "Bearer open-sesame"}
        return client.get("/healthz/deep", headers=token).status_code

    asked = [ask(), ask()]
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "seventy-20260101-000000.zip").touch()

    assert [*asked, ask(), ask()] == [503, 503, 200, 200]
    told = [line for line in logged() if line["logger"] != "tdweb.access"]
    assert [(one["level"], one["message"], one.get("wrong")) for one in told] == [
        ("ERROR", "The site is not well.", ["no backup was ever made"]),
        ("INFO", "The site is well again.", None),
    ]


@pytest.mark.django_db
def test_the_machine_asks_its_health_by_loopback_and_nothing_else(
    client, settings, tmp_path
):
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["td.example.org"], True
    settings.VAR_DIR, settings.TD_STATUS_TOKEN = tmp_path, "open-sesame"
    own = {"Host": "127.0.0.1:8099"}
    known = {**own, "Authorization": "Bearer open-sesame"}

    def status(path, **headers):
        return client.get(path, headers=headers).status_code

    assert [status(path, **own) for path in sorted(OWN_QUESTIONS)] == [200, 404, 404]
    assert status("/healthz", Host="[::1]:8099") == 200
    assert status("/metrics", **known) == 200
    assert status("/healthz/deep", **known) == 503  # no backup yet
    assert {status(path, **known) for path in ("/", "/admin/", "/healthz/")} == {400}
    for stranger in ({"Host": "evil.example.org"}, {**own, "X-Forwarded-For": "::1"}):
        assert status("/healthz", **stranger) == 400
    assert status("/healthz/deep", Host="td.example.org") == 301


@pytest.mark.django_db
def test_server_logs_the_route_of_a_request_and_never_its_path(client):
    stream, logger = io.StringIO(), logging.getLogger()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    logger.addHandler(handler)
    try:
        client.get("/p/f00ba4-secret")
        client.get("/healthz?f00ba4-secret")
    finally:
        logger.removeHandler(handler)
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    requests = [line for line in lines if line["logger"] == "tdweb.access"]
    assert [line["method"] for line in requests] == ["GET", "GET"]
    assert requests[1]["route"] == "healthz"
    assert "f00ba4" not in stream.getvalue()


@pytest.mark.parametrize(
    ("template", "given", "message"),
    [
        ("case %s of %d", (ID, 3), f"case {ID} of 3"),
        ("case %s", (str(ID),), f"case {ID}"),
        ("board %s", (Playing.Status.FINISHED,), "board finished"),
        ("%s://%s:%d", ("http", "td", 80), "[withheld]://[withheld]:80"),
        ("case %s: %s", (ID, WORDS), f"case {ID}: [withheld]"),
        ("%r", (WORDS,), "[withheld]"),
        ("%s", ([WORDS],), "[withheld]"),
        ("%s", ({"name": WORDS},), "[withheld]"),
        ("%(id)s %(said)s", ({"id": 7, "said": WORDS},), "7 [withheld]"),
        ("100% done", (), "100% done"),
        ("%d", (WORDS,), "%d"),
        ("failed: %s", (ValueError(WORDS),), "failed: ValueError"),
        (ValueError(WORDS), (), "ValueError"),
    ],
)
def test_log_line_fills_in_ids_and_numbers_alone(template, given, message):
    line = line_of(record_of(template, *given))

    assert line["message"] == message
    assert "Anna" not in json.dumps(line)


@pytest.mark.parametrize(
    ("name", "template", "given", "message"),
    [
        (
            "django_tasks",
            "Task id=%s path=%s state=%s",
            (str(ID), "rulings.workflow.solving.solve.job", "FAILED"),
            f"Task id={ID} path=rulings.workflow.solving.solve.job state=FAILED",
        ),
        (
            "django_tasks_db",
            "Starting worker worker_id=%s queues=%s",
            ("Xk3f", "default"),
            "Starting worker worker_id=Xk3f queues=default",
        ),
        (
            "uvicorn.error",
            "Started server process [%d]",
            (7,),
            "Started server process [7]",
        ),
    ],
    ids=["task", "worker", "server"],
)
def test_log_line_of_a_worker_tells_what_it_did(name, template, given, message):
    line = line_of(record_of(template, *given, name=name))

    assert line["message"] == message


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (ValueError(WORDS), None),
        (KeyError(WORDS), None),
        (
            FileNotFoundError(2, "No such file", f"/{WORDS}"),
            "No such file or directory",
        ),
        (ImproperlyConfigured("TD_ADDRESS is not set."), "TD_ADDRESS is not set."),
        (OperationalError(WORDS), None),
    ],
    ids=["value", "key", "file", "settings", "database"],
)
def test_log_line_tells_of_an_exception_what_names_nobody(error, why):
    line = line_of(record_of("x", exc_info=(type(error), error, None)))

    assert line["error"] == type(error).__name__
    assert line.get("why") == why
    assert "Anna" not in json.dumps(line)


@pytest.mark.django_db
def test_log_line_tells_the_code_of_what_a_database_refused():
    try:
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO auth_group (id, name) VALUES (NULL, %s)", [None]
            )
    except IntegrityError:
        line = line_of(record_of("x", exc_info=sys.exc_info()))

    refused = {
        "sqlite": "IntegrityError SQLITE_CONSTRAINT_NOTNULL",
        "postgresql": "NotNullViolation 23502",
    }
    assert line["why"] == refused[connection.vendor]
