"""Positions that programs ask about: queued, solved by a worker, read later."""

import uuid
from datetime import timedelta

import pytest
from django_tasks_db.models import DBTaskResult

from rulings.models import AskedPosition, Entry
from rulings.workflow.proof.verify import verify
from rulings.workflow.solving import positions
from rulings.workflow.solving.positions import solve_position
from rulings.workflow.solving.solve import LOST_AFTER
from rulings.workflow.solving.sweep import sweep
from tests.factories import make_event
from tests.people import stop_clock
from tests.programs import give_key

pytestmark = pytest.mark.django_db
EASY = {
    "position": "S E:- 11-0 N:.A..2 .2..3 .K..4 .3..5",
    "claimer": "N",
    "declarer": "N",
    "tricks": 1,
}


@pytest.fixture
def cast(monkeypatch):
    cast = make_event()
    stop_clock(monkeypatch, cast)
    return cast


def test_a_position_is_queued_solved_and_read(cast):
    program = give_key(cast, "director")
    asked = program.post("/positions", EASY)
    assert asked.status_code == 202
    assert (asked.json()["status"], asked.json()["result"]) == ("queued", None)

    solve_position.call(asked.json()["id"])

    answer = program.get(f"/positions/{asked.json()['id']}")
    assert answer.status_code == 200
    found = answer.json()
    assert found["status"] == "exact"
    assert found["low"] == found["high"] == found["result"]["award"]
    assert found["result"]["provenance"]
    assert verify().findings == []


def test_the_same_question_is_computed_once(cast):
    program = give_key(cast)

    first, second = (program.post("/positions", EASY) for _ in range(2))

    assert first.json()["id"] == second.json()["id"]
    assert DBTaskResult.objects.count() == 1
    acts = Entry.objects.filter(chain=cast.event.pk, act="ask_position")
    assert acts.count() == 2


def test_the_same_key_brings_the_same_answer_and_no_entry(cast):
    program, key = give_key(cast), uuid.uuid4()
    first = program.post("/positions", EASY, key)
    before = Entry.objects.count()

    again = program.post("/positions", EASY, key)
    other = program.post("/positions", {**EASY, "tricks": 0}, key)

    assert again.json() == first.json()
    assert other.status_code == 409
    assert Entry.objects.count() == before
    assert AskedPosition.objects.count() == 1


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"position": "S E:- 11-0 N:.A.."}, id="hands missing"),
        pytest.param({"position": "S E:- 9-0 N:.A..2 .2..3 .K..4 .3..5"}, id="count"),
        pytest.param({"tricks": 3}, id="more than are left"),
        pytest.param({"claimer": "S"}, id="dummy"),
        pytest.param({"claimer": "X"}, id="no seat"),
        pytest.param({"statement": ["perhaps"]}, id="no step"),
        pytest.param({"show_outs": ["E:H"]}, id="holds the suit"),
        pytest.param({"position": "é"}, id="other letters"),
    ],
)
def test_what_cannot_be_computed_is_refused_in_words(cast, change):
    answer = give_key(cast).post("/positions", {**EASY, **change})

    assert answer.status_code == 422
    assert answer.json()["problem"]
    assert not AskedPosition.objects.exists()


def test_the_quota_of_an_event_is_kept(cast, monkeypatch):
    monkeypatch.setattr(positions, "WAITING_AT_MOST", 1)
    program = give_key(cast)
    program.post("/positions", EASY)

    answer = program.post("/positions", {**EASY, "tricks": 0})

    assert answer.status_code == 429
    assert "wait already" in answer.json()["problem"]
    assert int(answer["Retry-After"]) > 0
    assert AskedPosition.objects.count() == 1


def test_a_position_of_another_event_is_not_there(cast):
    other = make_event(suffix="2")
    asked = give_key(cast).post("/positions", EASY).json()["id"]

    hidden = give_key(other).get(f"/positions/{asked}")
    absent = give_key(other).get(f"/positions/{uuid.uuid4()}")

    assert (hidden.status_code, absent.status_code) == (404, 404)
    assert hidden.content == absent.content


@pytest.mark.parametrize("role", ["scorer", "administrator"])
def test_positions_are_for_keys_that_direct(cast, role):
    program = give_key(cast, role)

    asked = program.post("/positions", EASY)
    read = program.get(f"/positions/{uuid.uuid4()}")

    assert (asked.status_code, read.status_code) == (403, 403)


def test_a_job_that_is_gone_leaves_a_question_that_can_be_asked_again(cast):
    program = give_key(cast)
    asked = program.post("/positions", EASY).json()["id"]
    row = AskedPosition.objects.get(pk=asked)
    late = row.queued_at + LOST_AFTER + timedelta(seconds=1)

    assert sweep(late).given_up == 0  # its job still waits for a worker
    DBTaskResult.objects.update(status="FAILED")
    assert sweep(late).given_up == 1
    assert program.get(f"/positions/{asked}").json()["status"] == "failed"

    again = program.post("/positions", EASY)
    assert (again.json()["id"], again.json()["status"]) == (asked, "queued")


def test_a_job_of_a_lost_worker_is_queued_again(cast):
    give_key(cast).post("/positions", EASY)
    late = cast.at + LOST_AFTER + timedelta(seconds=1)
    DBTaskResult.objects.update(status="RUNNING", started_at=cast.at, worker_ids=["w"])

    assert sweep(late).queued_again == 1

    assert DBTaskResult.objects.get().status == "READY"
    assert AskedPosition.objects.get().status == "queued"


def test_an_answer_stays_when_its_job_runs_twice(cast):
    program = give_key(cast)
    asked = program.post("/positions", EASY).json()["id"]
    solve_position.call(asked)
    first = program.get(f"/positions/{asked}").json()

    solve_position.call(asked)
    solve_position.call(str(uuid.uuid4()))

    assert program.get(f"/positions/{asked}").json() == first
