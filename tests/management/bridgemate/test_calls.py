"""A call from a unit is filed once, by the key, in the log, before it is accepted."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from rulings.importers.bridgemate.messages import ConnectorAway, ConnectorRefused
from rulings.management.bridgemate.answered import status_of
from rulings.models import Case, Entry, KeyUse
from rulings.permissions import Refused
from rulings.workflow import cases
from rulings.workflow.event.api_keys import revoke_key
from rulings.workflow.proof.verify import verify
from tests.connector import call, hands, result
from tests.factories import DEAL, make_case, shell
from tests.management.bridgemate.processes import (
    Killed,
    begin,
    board,
    killed_when,
    score,
    turn,
)
from tests.programs import give_key

pytestmark = pytest.mark.django_db


def test_a_call_waits_in_the_queue_for_any_director(cast, connector):
    cast.later(minutes=7)
    connector.add("calls", call(at=(13, 5)))  # in Warsaw, where it is 13:07

    said = turn(cast, connector)

    case = Case.objects.get()
    assert said == ["A call from table A1, round 1, is in the queue, on board 1."]
    assert (case.state, case.director, case.playing) == ("called", None, board())
    assert case.called_at == cast.at - timedelta(minutes=2)
    entry = json.loads(bytes(Entry.objects.latest("seq").data))
    assert entry["actor"]["role"] == "program (chief)"
    assert connector.left == {"calls": 0, "results": 0, "hands": 0}
    assert verify().findings == []


@pytest.mark.parametrize("at", [(12, 55), (11, 50), (3, 0)])
def test_a_clock_that_is_wrong_does_not_date_a_call(cast, connector, at):
    connector.add("calls", call(at=at))
    cast.later(minutes=-10)  # 12:50 in Warsaw

    turn(cast, connector)

    assert Case.objects.get().called_at == cast.at


def test_a_call_is_on_the_board_that_has_no_result_yet(cast, connector):
    score(cast, board())
    connector.add("calls", call())

    turn(cast, connector)

    assert Case.objects.get().playing == board(2)


def test_a_call_after_the_last_board_of_a_round_is_on_that_one(cast, connector):
    score(cast, board())
    score(cast, board(2))
    connector.add("calls", call())

    turn(cast, connector)

    assert Case.objects.get().playing == board(2)


def test_the_same_call_is_filed_once_and_another_is_another(cast, connector):
    connector.add("calls", call())
    turn(cast, connector)
    cases.close_case(
        cast.form(cast.dana), Case.objects.get().pk, outcome="O-NOCLAIM-TRICK"
    )
    connector.add("calls", call(), call(at=(12, 9)))

    said = turn(cast, connector)

    assert said[0] == "The call from table A1, round 1, is filed already."
    assert Case.objects.count() == 2


def test_pressed_again_while_a_call_waits_it_is_one_call(cast, connector):
    connector.add("calls", call(), call(at=(12, 9)))

    said = turn(cast, connector)

    assert said[1] == "A call from table A1, round 1: one waits from there already."
    assert Case.objects.count() == 1


def test_other_news_of_a_call_change_nothing_and_are_said(cast, connector):
    connector.add("calls", call(status=2), call(status=3), call(status=4))

    said = turn(cast, connector)

    assert [one.rpartition(": ")[2] for one in said] == [
        "the director is there.",
        "it is resolved.",
        "it is deferred.",
    ]
    assert not Case.objects.exists()


def test_a_call_from_nowhere_is_said_loudly_and_holds_up_no_other(cast, connector):
    connector.add("calls", call(table=9), call(status=9), call())

    said = turn(cast, connector)

    assert sum(one.startswith("NOT ") for one in said) == 2
    assert Case.objects.count() == 1


def test_killed_before_it_accepted_it_files_nothing_twice(cast, connector):
    connector.add("calls", call())
    connector.add("hands", hands(DEAL))
    connector.add("results", result(board=2))
    before = Entry.objects.count()
    for command in (38, 30, 27):
        killed_when(connector, command)
        with pytest.raises(Killed):
            turn(cast, connector)
    assert connector.left["results"] == 1

    turn(cast, connector)

    acts = list(Entry.objects.order_by("pk").values_list("act", flat=True)[before:])
    assert [act for act in acts if act != "issue_key"] == [
        "open",
        "import",
        "enter_score",
    ]
    assert connector.left == {"calls": 0, "results": 0, "hands": 0}
    assert verify().findings == []


def test_nothing_is_accepted_before_it_is_filed(cast, connector, monkeypatch):
    connector.add("calls", call())
    monkeypatch.setattr(
        "rulings.management.bridgemate.filing.open_case",
        lambda *_args, **_values: (_ for _ in ()).throw(Killed),
    )

    with pytest.raises(Killed):
        turn(cast, connector)

    assert (connector.left["calls"], KeyUse.objects.filter(actor="key").count()) == (
        1,
        0,
    )


def test_a_revoked_key_files_nothing_and_accepts_nothing(cast, connector):
    turns = begin(cast, connector)
    revoke_key(shell(cast.at), cast.event, turns.desk.key)
    connector.add("calls", call())

    with pytest.raises(Refused):
        list(turns.turn())

    assert connector.left["calls"] == 1
    assert not Case.objects.exists()


def test_a_queue_that_is_refused_holds_up_no_other(cast, connector):
    connector.add("results", result())
    connector.error[36] = (8, "Not implemented.")

    with pytest.raises(ConnectorRefused, match="Not implemented"):
        turn(cast, connector)

    assert board().tricks == 10


def test_away_is_away_at_once(cast, connector):
    connector.error[36] = (10, "No connection")

    with pytest.raises(ConnectorAway):
        turn(cast, connector)

    assert connector.asked == [36]


def test_items_of_another_session_are_neither_filed_nor_accepted(cast, connector):
    connector.add("calls", call() | {"SessionGuid": "F" * 32})

    with pytest.raises(ConnectorRefused, match="another session"):
        turn(cast, connector)

    assert connector.left["calls"] == 1
    assert not Case.objects.exists()


def test_a_key_of_another_role_cannot_enter(cast, connector):
    turns = begin(cast, connector)
    turns.desk = replace(turns.desk, key=give_key(cast, "director").key)
    connector.add("results", result())

    with pytest.raises(Refused):
        list(turns.turn())

    assert connector.left["results"] == 1


def told(connector):
    return [(one["TableNumber"], one["Status"]) for one in connector.told]


def test_a_unit_shows_how_far_its_call_is_each_state_once(cast, connector):
    turns = begin(cast, connector)
    connector.add("calls", call(table=2))
    list(turns.turn())
    assert told(connector) == []  # nobody has taken it

    case = Case.objects.get()
    cases.take_over(cast.form(cast.dana), case.pk)
    said = list(turns.turn())
    list(turns.turn())
    assert told(connector) == [(2, 2)]
    assert said == [
        "The unit is told of the call from table A2, round 1: the director is there."
    ]
    assert connector.told[0] == call(table=2, status=2)

    cases.close_case(cast.form(cast.dana), case.pk, outcome="O-NOCLAIM-TRICK")
    list(begin(cast, connector).turn())  # another process: it asks for all calls
    list(turns.turn())
    assert told(connector)[1:] == [(2, 3), (2, 3)]


@pytest.mark.parametrize(
    ("state", "status"),
    [("contested", 2), ("reserved", 4), ("ruled", 2), ("announced", 3), ("agreed", 3)],
)
def test_states_of_a_case_are_those_of_its_call(cast, state, status):
    assert status_of(make_case(cast, state=state)) == status


def test_what_a_unit_has_as_resolved_stays_so(cast, connector):
    connector.add("calls", call(), call(status=3))
    turn(cast, connector)

    cases.take_over(cast.form(cast.dana), Case.objects.get().pk)
    turn(cast, connector)

    assert told(connector) == []
