"""Messages of the Data Connector: what is read of them, and what is written."""

import json

import pytest
from django.conf import settings

from rulings.bridge.contracts import Contract
from rulings.importers.bridgemate.messages import (
    ConnectorAnswer,
    ConnectorAsk,
    ConnectorAway,
    ConnectorRefused,
    DataKind,
    Queue,
    items_of,
    require_done,
)
from rulings.importers.bridgemate.reader import (
    CallStatus,
    UnitCall,
    UnitPlace,
    read_calls,
    read_hands,
    read_results,
)
from rulings.importers.bridgemate.writer import (
    SHARES,
    ScoreToSend,
    call_item,
    items_text,
    result_item,
    with_lead,
)
from rulings.importers.faults import Flaw
from tests.connector import GUID, call, hands, result
from tests.factories import DEAL

SAMPLES = settings.TD_DATA / "formats" / "bridgemate"
sampled = pytest.mark.skipif(
    not SAMPLES.exists(), reason=f"no samples of messages at {SAMPLES}; set TD_DATA"
)
PLACE = UnitPlace(GUID, "A", 1, 1)


def answer(kind=DataKind.CALLS, text="[]", error=0):
    return ConnectorAnswer(kind, error, 42, text)


def flaws(problems):
    return [(one.fault, one.line) for one in problems]


def test_items_are_those_of_the_kind_that_was_asked_for():
    text = json.dumps([call()])

    assert items_of(answer(text=text), DataKind.CALLS) == [call()]
    assert items_of(answer(text=""), DataKind.CALLS) == []


@pytest.mark.parametrize(
    "empty",
    [answer(DataKind.OK, ""), answer(DataKind.NONE, ""), answer(DataKind.ERROR, "", 2)],
)
def test_an_empty_queue_has_no_items(empty):
    assert items_of(empty, DataKind.CALLS) == []


@pytest.mark.parametrize("text", ["{", "{}", "[1]", '"A list"'])
def test_what_is_no_list_of_items_is_refused(text):
    with pytest.raises(ConnectorRefused, match="no list of items"):
        items_of(answer(text=text), DataKind.CALLS)


@pytest.mark.parametrize("error", [1, 10, 11])
def test_busy_or_nobody_there_means_later(error):
    with pytest.raises(ConnectorAway, match="Nobody"):
        items_of(answer(DataKind.ERROR, '"Nobody"', error), DataKind.CALLS)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param('"Not valid."', "Not valid.", id="said"),
        pytest.param("no JSON", "no JSON", id="no JSON"),
        pytest.param("", "error 5", id="nothing said"),
    ],
)
def test_another_error_is_a_refusal_in_its_own_words(text, said):
    with pytest.raises(ConnectorRefused, match=said):
        require_done(answer(DataKind.ERROR, text, 5))


def test_done_is_done():
    require_done(answer(DataKind.OK, '"Accepted"'))


def test_each_queue_has_its_three_numbers():
    assert [(one.ask, one.kind, one.accept) for one in Queue] == [
        (36, 21, 38),
        (19, 12, 27),
        (22, 13, 30),
    ]


def test_a_call_has_its_place_its_time_and_what_tells_it_from_others():
    (first, later), problems = read_calls([call(), call(at=(12, 6), status=3)])

    assert problems == []
    assert (first.place, first.place.name) == (PLACE, "A1")
    assert (first.hour, first.minute, first.status) == (12, 5, CallStatus.LAUNCHED)
    assert later.status is CallStatus.RESOLVED
    assert first.identity == f"{GUID}|A|1|1|12|5" != later.identity


@pytest.mark.parametrize(
    ("values", "fault"),
    [
        ({"SectionLetters": None}, Flaw.RESULT_PLACE),
        ({"TableNumber": 0}, Flaw.SCHEDULE_NUMBER),
        ({"RoundNumber": None}, Flaw.SCHEDULE_NUMBER),
        ({"Hour": 24}, Flaw.SCHEDULE_NUMBER),
        ({"Minute": "5"}, Flaw.SCHEDULE_NUMBER),
        ({"Status": 5}, Flaw.SCHEDULE_NUMBER),
        ({"Status": True}, Flaw.SCHEDULE_NUMBER),
    ],
)
def test_a_call_that_cannot_be_read_costs_no_other(values, fault):
    calls, problems = read_calls([call() | values, call()])

    assert len(calls) == 1
    assert flaws(problems) == [(fault, 1)]


@pytest.mark.parametrize(
    ("values", "contract", "tricks"),
    [
        ({}, "4S S", 10),
        ({"Level": 3, "Denomination": 5, "DeclarerDirection": 4}, "3N W", 10),
        ({"Stake": 2, "Denomination": 1, "DeclarerDirection": 1}, "4CXX N", 10),
        ({"Stake": 1, "Denomination": 2, "TotalTricks": 0}, "4DX S", 0),
        ({"Level": 0, "DeclarerDirection": 0, "Denomination": 0}, "", 0),
    ],
)
def test_a_result_is_contract_and_tricks(values, contract, tricks):
    (row,), problems = read_results([result(**values)])

    assert problems == []
    assert (str(row.contract or ""), row.tricks) == (contract, tricks)
    assert (row.place, row.board, row.pairs) == (PLACE, 1, (1, 4))
    assert (row.played, row.deleted) == (True, False)


def test_what_was_not_played_or_taken_back_is_no_result():
    rows, _ = read_results([result(Level=-10), result(IsDeleted=True, Level=99)])

    assert [(row.played, row.deleted) for row in rows] == [(False, False), (True, True)]


@pytest.mark.parametrize(
    ("values", "fault"),
    [
        ({"BoardNumber": 0}, Flaw.SCHEDULE_NUMBER),
        ({"PairNorthSouth": 0}, Flaw.SCHEDULE_NUMBER),
        ({"Level": 8}, Flaw.RESULT),
        ({"Level": -7}, Flaw.ASSIGNED),
        ({"ScoringDirection": 1}, Flaw.ASSIGNED),
        ({"Denomination": 6}, Flaw.CONTRACT),
        ({"Stake": 3}, Flaw.CONTRACT),
        ({"DeclarerDirection": 0}, Flaw.DECLARER),
        ({"TotalTricks": 14}, Flaw.TOTAL_UNREADABLE),
    ],
)
def test_a_result_that_cannot_be_taken_says_why(values, fault):
    rows, problems = read_results([result(**values)])

    assert rows == []
    assert flaws(problems) == [(fault, 1)]


def test_a_hand_record_is_a_deal_with_dealer_and_vulnerability_of_its_number():
    (row,), problems = read_hands([hands(DEAL, board=2)])

    assert problems == []
    assert row.board.deal == DEAL
    assert (row.section, row.board.board) == ("A", 2)
    assert (str(row.board.dealer), row.board.vulnerability) == ("E", "NS")


@pytest.mark.parametrize(
    ("values", "fault"),
    [
        ({"BoardNumber": 0}, Flaw.BOARD_NUMBER),
        ({"SectionLetters": ""}, Flaw.RESULT_PLACE),
        ({"WestClubs": None}, Flaw.DEAL_UNREADABLE),
        ({"NorthSpades": "1"}, Flaw.DEAL_UNREADABLE),
        ({"NorthSpades": "J"}, Flaw.HAND_SIZE),
        ({"NorthSpades": "A7"}, Flaw.CARD_IN_TWO_HANDS),
    ],
)
def test_hands_that_are_no_deal_say_why(values, fault):
    rows, problems = read_hands([hands(DEAL, **values)])

    assert rows == []
    assert flaws(problems) == [(fault, 1)]


def test_a_number_that_is_none_stands_in_no_problem_as_a_board():
    _, problems = read_results([result(board="x")])

    assert problems[0].board is None


@pytest.mark.parametrize("text", ["4S S", "3NXX W", "1CX E", "7D N"])
def test_a_ruled_score_reads_back_as_itself(text):
    contract = Contract.parse(text)
    item = result_item(PLACE, 7, (3, 5), ScoreToSend(contract, 9))

    (row,), problems = read_results(json.loads(items_text([item])))

    assert problems == []
    assert (row.contract, row.tricks, row.board) == (contract, 9, 7)
    assert (row.place, row.pairs) == (PLACE, (3, 5))
    assert item["DeclaringPair"] == (3 if text[-1] in "NS" else 5)


def test_a_board_passed_out_by_ruling_has_level_zero():
    item = result_item(PLACE, 7, (3, 5), ScoreToSend(None, 0))

    (row,), _ = read_results([item])
    assert (row.contract, row.tricks) == (None, 0)
    assert item["DeclaringPair"] == 3


def test_a_share_has_the_level_of_the_clients_table():
    item = result_item(PLACE, 7, (3, 5), ScoreToSend(None, 0, SHARES[60, 40]))

    assert item["Level"] == -7
    assert sorted(SHARES.values()) == list(range(-9, 0))


def test_the_lead_stays_where_the_declarer_does():
    before = result()
    same = result_item(PLACE, 1, (1, 4), ScoreToSend(Contract.parse("4S S"), 9))
    other = result_item(PLACE, 1, (1, 4), ScoreToSend(Contract.parse("4S N"), 9))

    assert with_lead(same, before)["LeadCardRank"] == 14
    assert with_lead(other, before)["LeadCardRank"] == 0


# --- the client's own samples, where they are -----------------------------------------


def sample(name):
    return json.loads((SAMPLES / name).read_text("utf-8-sig"))


def sampled_answer(name):
    got = sample(f"responses/{name}.json")
    return ConnectorAnswer(
        got["DataType"],
        got["ErrorType"],
        got["LastQueueItemId"],
        got["SerializedData"],
    )


@sampled
def test_sampled_calls_are_read():
    got = sampled_answer("PollQueueForNewTdCalls")

    calls, problems = read_calls(items_of(got, DataKind.CALLS))

    assert (got.last, problems) == (42, [])
    assert [one.status for one in calls] == [CallStatus.LAUNCHED] * 2


@sampled
def test_sampled_results_and_hands_are_read_as_far_as_they_are_any():
    # Every number of the samples is 1: a score of one side only, and cards like "x 1".
    results = items_of(sampled_answer("PollQueueForNewResults"), DataKind.RESULTS)
    cards = items_of(sampled_answer("PollQueueForNewHandrecords"), DataKind.HANDS)

    assert flaws(read_results(results)[1]) == [(Flaw.ASSIGNED, 1), (Flaw.ASSIGNED, 2)]
    whole, problems = read_results([one | {"ScoringDirection": 3} for one in results])
    assert problems == []
    assert [str(one.contract) for one in whole] == ["1CX N"] * 2
    assert {fault for fault, _ in flaws(read_hands(cards)[1])} == {Flaw.DEAL_UNREADABLE}
    assert hands(DEAL).keys() <= cards[0].keys()


@sampled
def test_sampled_refusal_is_one_and_sampled_acceptance_none():
    require_done(sampled_answer("AcceptResultQueueItems"))
    with pytest.raises(ConnectorRefused, match="did not validate"):
        require_done(sampled_answer("Error"))


@sampled
def test_our_commands_and_fields_are_those_of_the_sampled_requests():
    names = {
        ConnectorAsk.PUT_RESULTS: "PutResults",
        ConnectorAsk.NEW_RESULTS: "PollQueueForNewResults",
        ConnectorAsk.NEW_HANDS: "PollQueueForNewHandrecords",
        ConnectorAsk.ALL_RESULTS: "PollQueueForAllResults",
        ConnectorAsk.ACCEPT_RESULTS: "AcceptResultQueueItems",
        ConnectorAsk.ACCEPT_HANDS: "AcceptHandrecordQueueItems",
        ConnectorAsk.NEW_CALLS: "PollQueueForNewTdCalls",
        ConnectorAsk.ALL_CALLS: "PollQueueForAllTdCalls",
        ConnectorAsk.ACCEPT_CALLS: "AcceptTdCallQueueItems",
        ConnectorAsk.PUT_CALLS: "PutTdCalls",
    }
    assert names.keys() == set(ConnectorAsk)
    for ask, name in names.items():
        assert sample(f"requests/{name}.json")["Command"] == ask
    (first, _) = json.loads(sample("requests/PutResults.json")["SerializedData"])
    ours = result_item(PLACE, 1, (1, 1), ScoreToSend(None, 0))
    assert list(ours) == list(first)
    (first, _) = json.loads(sample("requests/PutTdCalls.json")["SerializedData"])
    launched = UnitCall(PLACE, 1, 1, CallStatus.LAUNCHED)
    assert list(call_item(launched, CallStatus.RESOLVED)) == list(first)
