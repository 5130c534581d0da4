"""The clock by programs: rounds, calls on a board, and the schedule they read."""

from datetime import timedelta

import pytest

from rulings.models import Agreement, Entry, Playing, Role, Round, Window
from rulings.workflow.proof.verify import verify
from tests.factories import DEAL, NOON, make_case, make_event
from tests.people import stop_clock
from tests.programs import give_key

pytestmark = pytest.mark.django_db
FIRST = {"session": 1, "round": 1}


@pytest.fixture
def cast(monkeypatch):
    cast = make_event(deals=dict.fromkeys(range(1, 7), DEAL))
    stop_clock(monkeypatch, cast)
    return cast


def first_round(cast):
    return Round.objects.get(session=cast.session, order=1)


def test_a_round_starts_and_ends(cast):
    program = give_key(cast, Role.Name.DIRECTOR)

    started = program.post("/rounds/start", FIRST)
    at_end = cast.later(minutes=15)
    ended = program.post("/rounds/end", FIRST)

    assert (started.status_code, ended.status_code) == (200, 200)
    assert first_round(cast).ended_at == at_end
    assert set(first_round(cast).playings.values_list("status")) == {("finished",)}
    assert verify().findings == []


def test_an_end_moves_with_a_reason_and_only_earlier(cast):
    program = give_key(cast, Role.Name.DIRECTOR)
    cast.later(minutes=20)
    program.post("/rounds/end", FIRST)
    earlier = {**FIRST, "at": "2026-03-14T13:15:00+01:00"}

    silent = program.post("/rounds/end", earlier)
    assert (silent.status_code, first_round(cast).ended_at) == (200, cast.at)
    moved = program.post("/rounds/end", {**earlier, "reason": "clock ran late"})
    later = {**FIRST, "at": "2026-03-14T12:19:00Z", "reason": "no"}

    assert moved.status_code == 200
    assert first_round(cast).ended_at == NOON + timedelta(minutes=15)
    assert program.post("/rounds/end", later).status_code == 422


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        pytest.param({"session": 1, "round": 9}, 404, id="no such round"),
        pytest.param({**FIRST, "at": "2026-03-14T12:00:00"}, 422, id="no zone"),
        pytest.param({**FIRST, "at": "soon"}, 422, id="no instant"),
        pytest.param({**FIRST, "at": 0}, 422, id="a number"),
        pytest.param({**FIRST, "at": "2026-03-14T12:00:01Z"}, 422, id="to come"),
        pytest.param({"session": "1", "round": 1}, 422, id="number as text"),
        pytest.param({"session": True, "round": 1}, 422, id="truth as number"),
    ],
)
def test_what_is_no_round_is_refused_and_writes_nothing(cast, sent, status):
    program = give_key(cast, Role.Name.DIRECTOR)
    before = Entry.objects.count()

    answer = program.post("/rounds/end", sent)

    assert answer.status_code == status
    assert answer.json()["problem"]
    assert Entry.objects.count() == before


def test_a_call_on_the_next_board_ends_the_agreement(cast):
    playing, later = Playing.objects.filter(
        board__event=cast.event, table__number=1, round__order=1
    ).order_by("board__number")
    case = make_case(cast, state="agreed", playing=playing)
    side = Agreement.objects.get(case=case).side
    at = cast.later(minutes=3)
    place = {"session": 1, "section": "A", "table": 1, "board": later.board.number}

    answer = give_key(cast, Role.Name.DIRECTOR).post("/calls", {**place, "side": side})

    assert answer.status_code == 200
    window = Window.objects.get(case=case, purpose=Window.Purpose.AGREEMENT)
    assert window.closes_at == at
    assert verify().findings == []


def test_the_schedule_holds_numbers_and_nothing_else(cast):
    program = give_key(cast, Role.Name.SCORER)

    answer = program.get("/schedule")

    (session,) = answer.json()
    assert [row["round"] for row in session["rounds"]] == [1, 2, 3]
    first = session["rounds"][0]["boards"][0]
    assert (first["section"], first["table"], first["deal_set"]) == ("A", 1, "main")
    assert str(DEAL).encode() not in answer.content
    assert b"Player" not in answer.content
    assert program.get("/schedule?session=2").json() == []


@pytest.mark.parametrize("role", [Role.Name.SCORER, Role.Name.ADMINISTRATOR])
def test_the_clock_is_for_keys_that_direct(cast, role):
    program = give_key(cast, role)
    call = {"session": 1, "section": "A", "table": 1, "board": 1, "side": "NS"}

    answers = [
        program.post("/rounds/start", FIRST),
        program.post("/rounds/end", FIRST),
        program.post("/calls", call),
        program.post("/rounds/end", {"session": 9, "round": 9}),
    ]

    assert [answer.status_code for answer in answers] == [403, 403, 403, 403]
