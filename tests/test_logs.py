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
from django.urls import resolve

from rulings.models import Playing
from tdweb.logs import JsonFormatter

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
