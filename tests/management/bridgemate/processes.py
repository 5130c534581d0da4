"""A process beside an event in tests: it starts, takes a turn, and can be killed."""

import json

from rulings.management.bridgemate.filing import UnitDesk
from rulings.management.bridgemate.turns import SessionTurns
from rulings.models import Playing
from rulings.workflow.event.scores import enter_score
from tests.connector import GUID
from tests.programs import give_key


class Killed(BaseException):
    """The process is gone: nothing catches it, and what is in memory is lost."""


def begin(cast, connector, **values):
    """Return the turns of a process that has just started."""
    return SessionTurns(
        UnitDesk(give_key(cast).key, cast.event, 1, GUID, **values), connector
    )


def turn(cast, connector, **values):
    return list(begin(cast, connector, **values).turn())


def board(number=1, table=1):
    return Playing.objects.get(board__number=number, table__number=table)


def score(cast, playing, contract="4S S", tricks=10, points=420):
    enter_score(
        cast.form(cast.cleo),
        cast.event,
        playing,
        contract=contract,
        tricks=tricks,
        score=points,
    )


def killed_when(connector, command):
    """Let the process be killed as it sends a command; the next one gets through."""
    answer = connector.post

    def post(body):
        if json.loads(body)["Command"] == command:
            connector.post = answer
            raise Killed
        return answer(body)

    connector.post = post
