"""Boards and records of play by programs: what stands may only grow."""

import uuid

import pytest

from rulings.bridge.hands import Deal
from rulings.models import Board, Case, Entry, Playing, Role
from rulings.workflow.proof.verify import verify
from tests.factories import DEAL, make_case, make_event
from tests.people import stop_clock
from tests.programs import give_key

pytestmark = pytest.mark.django_db
OTHER = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
PLACE = {"session": 1, "section": "A", "table": 1, "board": 1}
FIRST_TRICK = ["HA", "HJ", "H2", "H3"]
"""West leads to a contract of South, and wins."""


@pytest.fixture
def cast(monkeypatch):
    cast = make_event(deals=dict.fromkeys(range(1, 7), DEAL))
    stop_clock(monkeypatch, cast)
    return cast


@pytest.fixture
def playing(cast):
    return Playing.objects.get(
        board__event=cast.event, board__number=1, table__number=1
    )


def entries(cast):
    return Entry.objects.filter(chain=cast.event.pk).count()


def test_a_record_grows_card_by_card(cast, playing):
    program, trick = give_key(cast), FIRST_TRICK

    for count in range(1, 5):
        sent = {**PLACE, "contract": "4S S", "cards": trick[:count]}
        answer = program.post("/records", sent)
        assert (answer.status_code, answer.json()["cards"]) == (200, count)

    playing.refresh_from_db()
    assert playing.play == " ".join(trick)
    assert (playing.contract, playing.status) == ("4S S", "in_play")
    assert playing.tricks is None
    assert verify().findings == []


@pytest.mark.parametrize(
    ("calls", "contract", "status"),
    [
        pytest.param("P P 1S P 4S P P P", "4S S", "in_play", id="bid"),
        pytest.param("P P P P", "", "finished", id="passed out"),
        pytest.param("P 1D P", "", "in_play", id="going on"),
    ],
)
def test_the_calls_tell_the_contract(cast, playing, calls, contract, status):
    """North deals board 1, so the third call is South's."""
    answer = give_key(cast).post("/records", {**PLACE, "calls": calls.split()})

    assert answer.status_code == 200
    found = (answer.json()["contract"], answer.json()["status"])
    assert found == (contract, status)
    playing.refresh_from_db()
    assert playing.auction == f"N: {calls}"


def test_a_finished_record_brings_the_score(cast, playing):
    sent = {**PLACE, "contract": "4S S", "cards": FIRST_TRICK, "tricks": 10}

    give_key(cast).post("/records", sent)

    playing.refresh_from_db()
    assert (playing.tricks, playing.score, playing.status) == (10, 420, "finished")
    assert playing.score_entered_at == cast.at


def test_tricks_may_follow_a_contract_that_was_sent_before(cast, playing):
    program = give_key(cast)
    program.post("/records", {**PLACE, "contract": "4S S"})

    answer = program.post("/records", {**PLACE, "tricks": 9})

    assert answer.status_code == 200
    playing.refresh_from_db()
    assert playing.score == -50


def test_a_record_that_comes_late_changes_nothing(cast, playing):
    program, trick = give_key(cast), FIRST_TRICK
    program.post("/records", {**PLACE, "contract": "4S S", "cards": trick})

    answer = program.post("/records", {**PLACE, "cards": trick[:2]})

    assert (answer.status_code, answer.json()["cards"]) == (200, 4)


@pytest.mark.parametrize(
    ("more", "status", "words"),
    [
        pytest.param({"contract": "3N E"}, 409, "4S S stands", id="contract"),
        pytest.param({"passed_out": True}, 409, "4S S stands", id="passed out"),
        pytest.param({"cards": ["C2"]}, 409, "differs", id="play"),
        pytest.param({"tricks": 13}, 409, "after this play", id="tricks"),
        pytest.param({"cards": ["SA", "SA"]}, 422, "", id="card twice"),
        pytest.param({"passed_out": True, "tricks": 3}, 422, "passed-out", id="both"),
        pytest.param({"board": 99}, 404, "no board 99", id="no such board"),
        pytest.param({"table": 40}, 404, "table A40", id="no such table"),
    ],
)
def test_what_contradicts_is_refused_and_writes_nothing(
    cast, playing, more, status, words
):
    program, trick = give_key(cast), FIRST_TRICK
    stands = {**PLACE, "contract": "4S S", "cards": trick}
    program.post("/records", stands)
    before = entries(cast)
    sent = {**stands, **more}
    if "passed_out" in more:
        sent = {**PLACE, **more}

    answer = program.post("/records", sent)

    assert answer.status_code == status
    assert words in answer.json()["problem"]
    assert entries(cast) == before


def test_a_card_of_another_hand_is_refused(cast, playing):
    held = str(next(iter(DEAL.hands[0])))

    answer = give_key(cast).post(
        "/records", {**PLACE, "contract": "4S S", "cards": [held]}
    )

    assert answer.status_code == 409
    assert f"West does not hold {held}" in answer.json()["problem"]


def test_tricks_need_a_contract(cast, playing):
    answer = give_key(cast).post("/records", {**PLACE, "tricks": 9})

    assert answer.status_code == 422
    assert "Give the contract too" in answer.json()["problem"]


def test_calls_and_contract_must_agree(cast, playing):
    sent = {**PLACE, "calls": ["1N", "P", "P", "P"], "contract": "4S S"}

    answer = give_key(cast).post("/records", sent)

    assert answer.status_code == 422
    assert "The calls lead to 1N" in answer.json()["problem"]


def test_the_same_key_brings_the_first_receipt_again(cast, playing):
    program, key = give_key(cast), uuid.uuid4()
    sent = {**PLACE, "contract": "4S S"}
    first = program.post("/records", sent, key)
    before = entries(cast)

    again = program.post("/records", sent, key)
    other = program.post("/records", {**sent, "contract": "3N E"}, key)

    assert again.json()["receipt"] == first.json()["receipt"]
    assert other.status_code == 409
    assert "sent before" in other.json()["problem"]
    assert entries(cast) == before


def test_keys_of_two_programs_do_not_meet(cast, playing):
    key = uuid.uuid4()
    sent = {**PLACE, "contract": "4S S"}

    first = give_key(cast).post("/records", sent, key)
    second = give_key(cast, Role.Name.ADMINISTRATOR).post("/records", sent, key)

    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json()["receipt"] != second.json()["receipt"]


def test_a_case_keeps_the_board_as_it_is_now(cast, playing):
    case = make_case(cast, state="called", playing=playing)

    give_key(cast).post("/records", {**PLACE, "contract": "4S S"})

    assert Entry.objects.filter(case_id=case.pk, act="retime").exists()
    assert Case.objects.get(pk=case.pk).version == case.version
    assert verify().findings == []


def test_boards_are_previewed_and_taken_whole(cast):
    program = give_key(cast, Role.Name.ADMINISTRATOR)
    sent = {
        "deal_set": "evening",
        "boards": [
            {"board": 1, "deal": str(DEAL)},
            {"board": 2, "deal": OTHER, "dealer": "W", "vulnerable": "both"},
        ],
    }
    before = entries(cast)
    seen = program.post("/boards/preview", sent)
    assert [row["deal"] for row in seen.json()] == ["new", "new"]
    assert entries(cast) == before

    answer = program.post("/boards", sent)

    assert answer.status_code == 200
    rows = Board.objects.filter(event=cast.event, deal_set="evening")
    assert {row.number: (row.deal, row.dealer) for row in rows} == {
        1: (str(DEAL), "N"),
        2: (str(Deal.parse(OTHER)), "W"),
    }
    assert [row["deal"] for row in program.post("/boards/preview", sent).json()] == [
        "known",
        "known",
    ]
    assert verify().findings == []


def test_other_cards_for_a_known_board_are_refused_with_all_the_rest(cast):
    boards = [{"board": 1, "deal": OTHER}, {"board": 30, "deal": str(DEAL)}]

    answer = give_key(cast).post("/boards", {"deal_set": "main", "boards": boards})

    assert answer.status_code == 409
    assert answer.json()["problem"] == (
        "Board 1: This deal set has other cards for the board."
    )
    assert not Board.objects.filter(event=cast.event, number=30).exists()


def test_a_deal_of_fewer_cards_is_refused_in_words(cast):
    boards = [{"board": 30, "deal": "N:AK.. - - -"}]

    answer = give_key(cast).post("/boards", {"deal_set": "main", "boards": boards})

    assert answer.status_code == 422
    assert answer.json()["problem"]


@pytest.mark.parametrize("role", [Role.Name.DIRECTOR, Role.Name.SCORER])
def test_records_are_for_keys_that_import(cast, playing, role):
    program = give_key(cast, role)
    boards = {"deal_set": "x", "boards": [{"board": 1, "deal": str(DEAL)}]}

    answers = [
        program.post("/records", {**PLACE, "contract": "4S S"}),
        program.post("/boards", boards),
        program.post("/boards/preview", boards),
    ]

    assert [answer.status_code for answer in answers] == [403, 403, 403]
