"""Results, cases, rulings and the feed by programs: what stands, and who may ask."""

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rulings.models import Case, Entry, Playing, Slip
from rulings.workflow.proof.verify import verify
from tests.factories import DEAL, free_playing, make_case, make_event
from tests.people import stop_clock
from tests.programs import give_key

pytestmark = pytest.mark.django_db

READ = ("results", "cases", "rulings", "feed")


@pytest.fixture
def cast(monkeypatch):
    cast = make_event(deals=dict.fromkeys(range(1, 7), DEAL))
    stop_clock(monkeypatch, cast)
    return cast


def place(playing, **result):
    section, number = playing.table.section.letter, playing.table.number
    where = {"session": 1, "section": section, "table": number}
    return {**where, "board": playing.board.number, **result}


def first(cast):
    return Playing.objects.filter(board__event=cast.event, board__number=1)[0]


def send(program, *results, **given):
    return program.post("/results", {"results": list(results), **given})


def test_scorers_program_enters_results_and_reads_them_back(cast):
    program, one = give_key(cast, "scorer"), first(cast)

    sent = send(program, place(one, contract="4S S", tricks=10))

    assert sent.status_code == 200
    (found,) = program.get("/results").json()["results"]
    assert found | {"round": 0, "ns": 0, "ew": 0} == {
        **place(one, contract="4S S", tricks=10, score=420),
        "deal_set": "main",
        "assigned": [],
        "round": 0,
        "ns": 0,
        "ew": 0,
        "ns_partner": None,
        "ew_partner": None,
    }
    assert verify().findings == []


def test_one_result_that_is_wrong_enters_none(cast):
    program, one = give_key(cast, "scorer"), first(cast)

    sent = send(
        program,
        place(one, contract="4S S", tricks=10),
        place(one, tricks=0) | {"board": 99},
    )

    assert sent.status_code == 404
    assert "board 99" in sent.json()["problem"]
    assert program.get("/results").json()["results"] == []


def test_result_that_stands_is_changed_only_where_that_is_said(cast):
    program, one = give_key(cast, "scorer"), first(cast)
    send(program, place(one, contract="4S S", tricks=10))
    other = place(one, contract="4S S", tricks=9)

    refused = send(program, other)
    assert (refused.status_code, "4S S =" in refused.json()["problem"]) == (422, True)
    assert send(program, other, replace=True).status_code == 200

    assert Playing.objects.get(pk=one.pk).score == -50


def test_board_with_a_case_is_left_to_its_ruling(cast):
    case = make_case(cast, state="announced")
    program = give_key(cast, "scorer")

    sent = send(program, place(case.playing, tricks=0), replace=True)

    assert (sent.status_code, "its ruling" in sent.json()["problem"]) == (422, True)


def test_only_what_changed_behind_an_entry_comes(cast):
    program, one = give_key(cast, "scorer"), first(cast)
    send(program, place(one, contract="4S S", tricks=10))
    last = program.get("/results").json()["last"]

    assert program.get(f"/results?since={last}").json()["results"] == []
    case = make_case(cast, state="announced", playing=free_playing(cast))

    (found,) = program.get(f"/results?since={last}").json()["results"]
    assert found["board"] == case.playing.board.number
    assert found["score"] == Playing.objects.get(pk=case.playing_id).score


def test_ruling_and_its_claim_come_once_it_is_announced(cast):
    make_case(cast, state="ruled", claimed=8)
    announced = make_case(cast, state="announced", claimed=8)
    program = give_key(cast, "scorer")

    (ruling,) = program.get("/rulings").json()
    cases = program.get("/cases").json()

    assert ruling["case"] == str(announced.pk)
    assert (ruling["claimer"], ruling["claimed"], ruling["tricks"]) == ("S", 8, 7)
    assert {(row["id"], row["state"]) for row in cases} == {
        (str(row.pk), row.state) for row in Case.objects.all()
    }
    assert str(DEAL) not in program.get("/cases").content.decode()


def test_feed_goes_on_where_it_ended_and_says_what_was_done(cast):
    program = give_key(cast, "scorer")
    before = program.get("/feed").json()
    case = make_case(cast, state="announced")

    after = program.get(f"/feed?since={before['last']}").json()

    numbers = Entry.objects.filter(chain=cast.event.pk, seq__gt=before["last"])
    assert [one["number"] for one in after["acts"]] == list(
        numbers.order_by("seq").values_list("seq", flat=True)
    )
    assert ("announce", str(case.pk)) in {
        (one["act"], one["case"]) for one in after["acts"]
    }
    assert program.get(f"/feed?since={after['last']}").json()["acts"] == []


def test_slip_is_taken_by_a_program_once(cast):
    make_case(cast, state="announced")
    slip, program = Slip.objects.get(), give_key(cast, "scorer")

    taken = program.post(f"/slips/{slip.pk}/taken", {})

    assert taken.status_code == 200
    slip.refresh_from_db()
    assert (slip.acknowledged_at, slip.by) == (cast.at, None)
    assert program.get("/slips?waiting=true").json() == []
    assert program.post(f"/slips/{uuid.UUID(int=1)}/taken", {}).status_code == 404
    assert verify().findings == []


def test_other_roles_read_or_do_no_more_than_theirs(cast):
    make_case(cast, state="announced")
    slip, one = Slip.objects.get(), first(cast)
    administrator, director = (
        give_key(cast, name) for name in ("administrator", "director")
    )

    assert [administrator.get(f"/{name}").status_code for name in READ] == [403] * 4
    assert [director.get(f"/{name}").status_code for name in READ] == [200] * 4
    for program in (administrator, director):
        assert send(program, place(one, tricks=0)).status_code == 403
        assert program.post(f"/slips/{slip.pk}/taken", {}).status_code == 403


@pytest.mark.one_database
@pytest.mark.parametrize("name", READ)
def test_reading_costs_the_same_queries_for_one_and_three(cast, name):
    program, asked = give_key(cast), []
    for _ in range(3):
        make_case(cast, state="announced", playing=free_playing(cast))
        program.get(f"/{name}")  # the first of a minute also makes its counter
        with CaptureQueriesContext(connection) as queries:
            assert program.get(f"/{name}").status_code == 200
        asked.append(len(queries))

    assert asked[0] == asked[2]
