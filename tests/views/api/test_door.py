"""How a program comes in: its key, the size and the pace of what it sends."""

import json
import logging
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import URLPattern

from rulings.models import ApiKey, Entry, Role
from rulings.permissions import key_actor, letters_in_event
from rulings.views.api import door
from rulings.views.api.site import ACTS, routes
from rulings.workflow.event.api_keys import revoke_key
from tests.factories import make_event, shell
from tests.people import stop_clock
from tests.programs import PREFIX, give_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(monkeypatch):
    cast = make_event()
    stop_clock(monkeypatch, cast)
    return cast


def test_a_key_lets_its_program_in(cast):
    answer = give_key(cast).get("/schedule")

    assert answer.status_code == 200
    assert [row["session"] for row in answer.json()] == [1]


@pytest.mark.parametrize(
    "headers",
    [
        pytest.param({}, id="none"),
        pytest.param({"authorization": "Bearer td_wrong"}, id="wrong token"),
        pytest.param({"authorization": "Basic dGQ6dGQ="}, id="other scheme"),
        pytest.param({"authorization": "Bearer"}, id="no token"),
    ],
)
def test_without_a_valid_key_nothing_is_answered(cast, headers):
    answer = Client().get(f"{PREFIX}/schedule", headers=headers)

    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Bearer"
    assert "Authorization" in answer.json()["problem"]


def test_a_revoked_key_is_out_at_the_next_request(cast):
    program = give_key(cast)
    assert program.get("/schedule").status_code == 200

    revoke_key(shell(cast.at), cast.event, program.key)

    assert program.get("/schedule").status_code == 401


def test_a_key_means_nothing_in_another_event(cast):
    other = make_event(suffix="2")
    actor = key_actor(give_key(cast).key, cast.at)

    assert letters_in_event(actor, cast.event.pk) == {"KC"}
    assert letters_in_event(actor, other.event.pk) == set()


def test_a_key_means_nothing_before_it_was_issued(cast):
    actor = key_actor(give_key(cast).key, cast.at - timedelta(microseconds=1))

    assert letters_in_event(actor, cast.event.pk) == set()


def test_a_program_that_is_too_fast_is_told_when_to_come_again(cast, monkeypatch):
    monkeypatch.setattr(door, "PER_MINUTE", 2)
    program, other = give_key(cast), give_key(cast, Role.Name.DIRECTOR)
    statuses = [program.get("/schedule").status_code for _ in range(2)]

    answer = program.get("/schedule")

    assert statuses == [200, 200]
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 60
    assert other.get("/schedule").status_code == 200
    cast.later(minutes=1)
    assert program.get("/schedule").status_code == 200


def test_a_large_body_is_refused_before_it_is_read(cast, monkeypatch):
    monkeypatch.setattr(door, "MAX_BODY", 100)

    answer = give_key(cast).post("/boards", b" " * 101)

    assert answer.status_code == 413


def test_a_body_beyond_the_sites_limit_is_refused_too(cast, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10

    assert give_key(cast).post("/boards", b" " * 11).status_code == 413


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff\xfe", b"[" * 2000, b"null", b'"text"', b"[]"]
)
def test_a_body_that_is_no_object_is_refused_in_words(cast, body):
    answer = give_key(cast).post("/boards", body)

    assert answer.status_code in {400, 422}
    assert answer.json()["problem"]


def test_a_fault_is_told_with_what_was_given_and_what_would_be_right(cast):
    sent = {"session": 1, "section": "A", "table": 1, "board": 1, "cards": ["SA", "S1"]}

    answer = give_key(cast).post("/records", sent)

    assert answer.status_code == 422
    (detail,) = answer.json()["details"]
    assert detail["where"] == "body.cards.1"
    assert detail["given"] == '"S1"'
    assert "SA, HT, C2" in detail["right"]


def test_a_misspelt_field_is_no_field(cast):
    sent = {"session": 1, "round": 1, "att": "2026-03-14T12:00:00Z"}

    answer = give_key(cast).post("/rounds/start", sent)

    assert answer.status_code == 422
    assert [one["where"] for one in answer.json()["details"]] == ["body.att"]


def test_a_misspelt_question_is_refused(cast):
    answer = give_key(cast, Role.Name.SCORER).get("/slips?wating=true")

    assert answer.status_code == 422
    assert "“wating”" in answer.json()["problem"]


def test_another_method_is_answered_with_those_there_are(cast):
    answer = Client().put(f"{PREFIX}/records", headers=give_key(cast).headers)

    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert answer.json()["problem"] == "Use POST here."


def test_an_act_needs_a_key_of_its_own(cast):
    answer = Client().post(
        f"{PREFIX}/rounds/start",
        json.dumps({"session": 1, "round": 1}),
        content_type="application/json",
        headers=give_key(cast).headers,
    )

    assert answer.status_code == 422
    assert answer.json()["details"][0]["where"] == "header.Idempotency-Key"


def test_no_token_stands_in_a_log_an_answer_or_the_record(cast, caplog):
    caplog.set_level(logging.DEBUG)
    program = give_key(cast)
    answers = [
        program.get("/schedule"),
        program.get("/nowhere"),
        program.post("/rounds/start", {"session": 9, "round": 9}),
    ]

    written = " ".join(str(record.__dict__) for record in caplog.records)
    assert program.token not in written
    assert all(program.token.encode() not in answer.content for answer in answers)
    assert not [e for e in Entry.objects.all() if program.token.encode() in e.data]
    assert program.token not in str(ApiKey.objects.values())


def test_every_operation_has_a_route_with_its_act():
    found = {route.name: route for route in routes() if isinstance(route, URLPattern)}

    assert set(found) == set(ACTS) | {"api_description"}
    assert all(hasattr(route.callback, "declared_act") for route in found.values())
