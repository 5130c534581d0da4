"""Questions of a stream become flat rows; one that breaks costs no other."""

import json

import pytest

from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.solver import Settings, SolverClaim, adjudicate
from rulings.solver.tools import asked, child
from rulings.solver.tools.asked import rows_of_questions
from rulings.solver.tools.batch import FIELDS

CARDS = "S E:- 11-0 N:.A..2 .2..3 .K..4 .3..5"
CLAIM = SolverClaim(Seat.NORTH, Seat.NORTH, 1)


def question(**more):
    given = {"position": CARDS, "claim": CLAIM.to_json()}
    return json.dumps(given | {"settings": Settings().to_json()} | more)


def test_each_question_has_its_row_in_order():
    found = adjudicate(Position.parse(CARDS), CLAIM, Settings())

    first, broken, last = rows_of_questions(
        [question(), question(position="S E:- 11-0 N:.A.."), question()]
    )

    assert first == last
    assert (first["award"], first["low"]) == (found.award, found.low)
    assert set(first) == set(FIELDS)
    assert (broken["code"], broken["award"]) == ("failed", None)


def test_a_child_answers_what_it_is_asked(monkeypatch):
    told, asked_of = [], [question(), question()]
    monkeypatch.setattr(child, "end_with_worker", lambda: None)
    monkeypatch.setattr(child.resource, "setrlimit", lambda *_limits: None)

    class Pipe:
        send, recv = told.append, asked_of.pop

    def no_memory(*_given):
        raise MemoryError

    monkeypatch.setattr(asked, "adjudicate", no_memory)
    with pytest.raises(IndexError):
        child.answer_rows(Pipe, 1)

    assert len(told) == 2
    assert "memory" in told[0]["error"]
