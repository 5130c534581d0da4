"""What is asked of the Data Connector and what it answers, by the client's numbers.

A request names a command, a session and a text of JSON; an answer has the kind of its
data, the kind of its error, the number of the last item of the queue, and a text of
JSON. Items of a queue have no numbers of their own.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum, IntEnum


class ConnectorAsk(IntEnum):
    """The commands that are used, with the numbers of the client's list."""

    PUT_RESULTS = 10
    NEW_RESULTS = 19
    NEW_HANDS = 22
    ALL_RESULTS = 23
    ACCEPT_RESULTS = 27
    ACCEPT_HANDS = 30
    NEW_CALLS = 36
    ALL_CALLS = 37
    ACCEPT_CALLS = 38
    PUT_CALLS = 39


class DataKind(IntEnum):
    """The kinds of data an answer may bring, as far as they are used."""

    NONE = 0
    OK = 1
    ERROR = 4
    RESULTS = 12
    HANDS = 13
    CALLS = 21


BUSY, NO_DATA, NO_CONNECTION, TIME_OUT = 1, 2, 10, 11
"""Kinds of errors that say: later, nothing there, nobody there, later."""
NOT_NOW = {BUSY, NO_CONNECTION, TIME_OUT}


class Queue(Enum):
    """A queue: how its news are asked for, their kind, and how they are accepted."""

    CALLS = (ConnectorAsk.NEW_CALLS, DataKind.CALLS, ConnectorAsk.ACCEPT_CALLS)
    RESULTS = (ConnectorAsk.NEW_RESULTS, DataKind.RESULTS, ConnectorAsk.ACCEPT_RESULTS)
    HANDS = (ConnectorAsk.NEW_HANDS, DataKind.HANDS, ConnectorAsk.ACCEPT_HANDS)

    @property
    def ask(self) -> ConnectorAsk:
        """Return the command that asks for what is new."""
        return self.value[0]

    @property
    def kind(self) -> DataKind:
        """Return the kind of data that comes."""
        return self.value[1]

    @property
    def accept(self) -> ConnectorAsk:
        """Return the command that says what has been taken."""
        return self.value[2]


class ConnectorAway(Exception):
    """Nobody answers, or not now: the same is asked again later."""


class ConnectorRefused(Exception):
    """The Data Connector said no, or its answer cannot be read."""


@dataclass(frozen=True, slots=True)
class ConnectorAnswer:
    """An answer: kinds of its data and error, last item's number, its text."""

    kind: int
    error: int
    last: int
    text: str


def items_of(answer: ConnectorAnswer, wanted: DataKind) -> list[dict[str, object]]:
    """Return the items of an answer to a question for data; none for an empty queue.

    Raises ConnectorAway or ConnectorRefused for an answer that has none to read.
    """
    if answer.kind != wanted:
        if answer.kind in {DataKind.NONE, DataKind.OK} or answer.error == NO_DATA:
            return []
        _refuse(answer)
    try:
        items = json.loads(answer.text or "[]")
    except ValueError:
        items = None
    if not isinstance(items, list) or not all(isinstance(one, dict) for one in items):
        raise ConnectorRefused("It sent something that is no list of items.")
    return items


def require_done(answer: ConnectorAnswer) -> None:
    """Raise ConnectorAway or ConnectorRefused unless an answer says: done."""
    if answer.kind != DataKind.OK:
        _refuse(answer)


def _refuse(answer: ConnectorAnswer) -> None:
    try:
        said = json.loads(answer.text or '""')
    except ValueError:
        said = answer.text
    words = str(said).strip() or f"error {answer.error}"
    if answer.error in NOT_NOW:
        raise ConnectorAway(words)
    raise ConnectorRefused(words)
