"""Slips by programs: what was announced, and nothing else of a case."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rulings.models import Ruling, Slip
from rulings.workflow.event.scores import acknowledge_slip
from tests.factories import DEAL, free_playing, make_case, make_event
from tests.people import stop_clock
from tests.programs import give_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(monkeypatch):
    cast = make_event(deals=dict.fromkeys(range(1, 7), DEAL))
    stop_clock(monkeypatch, cast)
    return cast


def test_a_slip_tells_what_the_ruling_changed(cast):
    case = make_case(cast, state="announced")
    ruling = Ruling.objects.get(case=case)

    answer = give_key(cast, "scorer").get("/slips")

    (slip,) = answer.json()
    assert slip["id"] == str(Slip.objects.get().pk)
    assert slip["contract"] == ruling.contract
    assert slip["new_tricks"] == ruling.new_tricks_declarer
    assert (slip["old_score"], slip["new_score"]) == (
        ruling.old_score,
        ruling.new_score,
    )
    assert slip["board"] == case.playing.board.number
    assert slip["taken_at"] is None
    assert str(DEAL).encode() not in answer.content


def test_a_ruling_not_announced_has_no_slip(cast):
    make_case(cast, state="ruled")

    assert give_key(cast, "scorer").get("/slips").json() == []


def test_slips_that_wait_are_those_nobody_took(cast):
    make_case(cast, state="announced")
    program = give_key(cast)
    assert len(program.get("/slips?waiting=true").json()) == 1

    acknowledge_slip(cast.form(cast.cleo), cast.event, Slip.objects.get())

    assert program.get("/slips?waiting=true").json() == []
    (slip,) = program.get("/slips").json()
    assert slip["taken_at"] is not None


def test_slips_of_another_event_are_not_there(cast):
    make_case(cast, state="announced")
    other = make_event(suffix="2")

    assert give_key(other).get("/slips").json() == []


def test_slips_cost_the_same_queries_for_one_and_three(cast):
    program, asked = give_key(cast), []
    for _ in range(3):
        make_case(cast, state="announced", playing=free_playing(cast))
        program.get("/slips")  # the first of a minute also makes its counter
        with CaptureQueriesContext(connection) as queries:
            assert program.get("/slips").status_code == 200
        asked.append(len(queries))

    assert asked[0] == asked[2]


def test_an_administrators_key_reads_no_slip(cast):
    answer = give_key(cast, "administrator").get("/slips")

    assert answer.status_code == 403
    assert "scorer" in answer.json()["problem"]


def test_wanting_something_else_than_true_or_false_is_refused(cast):
    assert give_key(cast).get("/slips?waiting=perhaps").status_code == 422
