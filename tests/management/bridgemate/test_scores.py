"""Results and cards of units come in once; scores of announced rulings go out."""

import pytest

from rulings.bridge.contracts import Contract
from rulings.importers.bridgemate.messages import ConnectorRefused
from rulings.management.bridgemate import ruled
from rulings.models import Board, Entry, Ruling, Slip
from rulings.workflow import cases
from tests.connector import hands, result
from tests.factories import DEAL, make_case, make_event
from tests.management.bridgemate.processes import Killed, begin, board, score, turn

pytestmark = pytest.mark.django_db


def test_a_result_is_entered_with_its_points(cast, connector):
    connector.add("results", result(), result(board=2, Level=0, TotalTricks=0))

    said = turn(cast, connector)

    assert said == [
        "Board 1 at table A1: 4S S = is entered.",
        "Board 2 at table A1: PASS is entered.",
    ]
    assert (board().contract, board().tricks, board().score) == ("4S S", 10, 420)
    assert (board(2).contract, board(2).tricks, board(2).score) == ("", 0, 0)


def test_of_one_board_the_last_result_counts(cast, connector):
    connector.add("results", result(TotalTricks=9), result())

    turn(cast, connector)

    assert board().tricks == 10
    assert Entry.objects.filter(act="enter_score").count() == 1


@pytest.mark.parametrize("replaces", [False, True])
def test_what_stands_is_replaced_only_where_that_is_wanted(cast, connector, replaces):
    turns = begin(cast, connector, replaces=replaces)
    list(turns.turn())
    score(cast, board(), tricks=11, points=450)
    connector.add("results", result())

    said = list(turns.turn())

    assert board().tricks == (10 if replaces else 11)
    assert ("4S S +1 stands" in said[0]) is not replaces


def test_an_old_result_does_not_come_back_over_a_correction(cast, connector):
    connector.add("results", result())
    turn(cast, connector, replaces=True)
    score(cast, board(), tricks=11, points=450)

    turn(cast, connector, replaces=True)

    assert board().tricks == 11


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"RoundNumber": 2}, "planned in round 1, not in round 2"),
        ({"TableNumber": 9}, "not in the schedule of session 1"),
        ({"PairNorthSouth": 4, "PairEastWest": 1}, "the other way round"),
        ({"IsDeleted": True}, "taken back on the unit"),
        ({"Level": -10}, "not played"),
        ({"Level": -7}, "artificial score"),
    ],
)
def test_a_result_that_is_none_here_is_said_and_not_entered(
    cast, connector, values, said
):
    assert {board().ns.number, board().ew.number} == {1, 4}
    turns = begin(cast, connector)
    connector.add("results", result(**values))

    (sentence,) = turns.turn()

    assert said in sentence
    assert board().tricks is None
    assert list(turns.turn()) == []


def test_a_result_waits_for_the_end_of_its_case_also_over_a_restart(cast, connector):
    case = make_case(cast, playing=board())
    connector.add("results", result())
    assert "waits" in turn(cast, connector)[0]
    turns = begin(cast, connector)
    assert "waits" in next(turns.turn())
    assert list(turns.turn()) == []

    cases.close_case(cast.form(cast.dana), case.pk, outcome="O-NOCLAIM-TRICK")

    assert list(turns.turn()) == ["Board 1 at table A1: 4S S = is entered."]


def test_a_ruled_board_keeps_the_score_of_its_ruling(cast, connector):
    make_case(cast, state="announced", playing=board())
    before = board().tricks
    connector.add("results", result(TotalTricks=3))

    said = turn(cast, connector)

    assert "a ruling gives its score" in said[0]
    assert board().tricks == before


def test_cards_go_to_the_deal_set_in_which_the_section_plays(cast, connector):
    connector.add("hands", hands(DEAL), hands(DEAL, board=99))

    said = turn(cast, connector)

    assert Board.objects.get(number=1).deal == str(DEAL)
    assert said == [
        "The cards of board 1 of section A are taken.",
        "NOT TAKEN: the cards of board 99 of section A. It is not in the schedule.",
    ]


def test_other_cards_for_a_board_that_has_its_cards_are_refused(connector, stand):
    other = str(DEAL).replace("N:J7.KQJ", "N:J6.KQJ").replace("T65.AT", "T75.AT")
    made = stand(make_event(deals={1: DEAL}))
    connector.add("hands", hands(DEAL), hands(other))

    (said,) = turn(made, connector)

    assert said.startswith("NOT TAKEN: the cards of board 1 of section A.")
    assert said.endswith("other cards for the board.")
    assert Board.objects.get(number=1).deal == str(DEAL)


def test_a_ruled_score_goes_out_and_its_slip_is_taken(cast, connector):
    case = make_case(cast, state="announced", playing=board())
    ruling = Ruling.objects.get(case=case)
    connector.add("results", result(PairNorthSouth=101, PairEastWest=104))

    said = turn(cast, connector)

    (item,) = connector.put
    assert "Sent, and its slip taken" in said[-1]
    assert (item["Level"], item["Denomination"], item["TotalTricks"]) == (
        4,
        4,
        ruling.new_tricks_declarer,
    )
    assert (item["PairNorthSouth"], item["PairEastWest"]) == (101, 104)
    assert (item["LeadCardRank"], item["LeadCardSuit"]) == (14, 3)
    assert Slip.objects.get().acknowledged_at == cast.at
    assert Slip.objects.get().by is None
    assert turn(cast, connector)[-1:] != said[-1:]
    assert len(connector.put) == 1


def test_without_a_result_there_the_pairs_are_those_of_the_event(cast, connector):
    make_case(cast, state="announced", playing=board())

    turn(cast, connector)

    (item,) = connector.put
    assert (item["PairNorthSouth"], item["PairEastWest"]) == (1, 4)


def test_a_ruled_score_that_is_refused_leaves_its_slip_waiting(cast, connector):
    make_case(cast, state="announced", playing=board())
    connector.error[10] = (5, "The DTO did not validate.")

    with pytest.raises(ConnectorRefused, match="did not validate"):
        turn(cast, connector)

    assert Slip.objects.get().acknowledged_at is None


def test_a_score_that_is_refused_holds_up_no_other(cast, connector, monkeypatch):
    for number in (1, 2):
        make_case(cast, state="announced", playing=board(number))
    put, tried = ruled.put_results, []

    def first_refused(*args):
        tried.append(args)
        if len(tried) == 1:
            raise ConnectorRefused("The DTO did not validate.")
        put(*args)

    monkeypatch.setattr(ruled, "put_results", first_refused)

    with pytest.raises(ConnectorRefused, match="did not validate"):
        turn(cast, connector)

    assert len(connector.put) == 1
    assert Slip.objects.filter(acknowledged_at=None).count() == 1


def test_killed_between_score_and_slip_the_same_score_goes_out_again(
    cast, connector, monkeypatch
):
    make_case(cast, state="announced", playing=board())
    with monkeypatch.context() as while_killed:
        while_killed.setattr(
            "rulings.management.bridgemate.ruled.acknowledge_slips",
            lambda *_: (_ for _ in ()).throw(Killed),
        )
        with pytest.raises(Killed):
            turn(cast, connector)

    turn(cast, connector)

    first, again = connector.put
    assert first == again
    assert Slip.objects.get().acknowledged_at == cast.at


@pytest.mark.parametrize(
    ("assigned", "level"),
    [
        (
            [{"side": "NS", "percent": 60}, {"side": "EW", "percent": 40}],
            -7,
        ),
        ([{"side": "NS", "percent": 45}, {"side": "EW", "percent": 60}], None),
        ([{"contract": "4S S", "tricks": 9, "points": -50, "weight": 100}], 4),
        (
            [
                {"contract": "4S S", "tricks": 10, "points": 420, "weight": 60},
                {"contract": "4S S", "tricks": 9, "points": -50, "weight": 40},
            ],
            None,
        ),
    ],
)
def test_an_assigned_score_goes_out_only_where_it_has_a_form(
    cast, connector, assigned, level
):
    make_case(cast, state="announced", playing=board())
    Ruling.objects.update(assigned=assigned)
    turns = begin(cast, connector)

    said = list(turns.turn())

    assert [one["Level"] for one in connector.put] == [level] * (level is not None)
    assert said[0].startswith("NOT SENT") is (level is None)
    assert (Slip.objects.get().acknowledged_at is None) is (level is None)
    assert list(turns.turn()) == []


def test_a_contract_by_another_declarer_is_another_result(cast, connector):
    score(cast, board(), contract=str(Contract.parse("4S N")))
    connector.add("results", result())

    assert "4S N = stands" in turn(cast, connector)[0]
