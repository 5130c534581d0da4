"""A Data Connector for tests: it answers requests as the public client reads answers.

Own work by the client's code and the shape of its messages; it is no Bridgemate.
"""

import json

from rulings.importers.bridgemate.messages import ConnectorAnswer

GUID = "A1B2C3D4E5F60718293A4B5C6D7E8F90"
NEW = {36: ("calls", 21), 19: ("results", 12), 22: ("hands", 13)}
ALL = {23: ("results", 12), 37: ("calls", 21)}
ACCEPTED = {38: "calls", 27: "results", 30: "hands"}
PUT, TELL = 10, 39
SUITS = ("Spades", "Hearts", "Diamonds", "Clubs")


def call(table=1, round_=1, at=(12, 5), status=1, section="A"):
    return {
        "SessionGuid": GUID,
        "SectionLetters": section,
        "TableNumber": table,
        "RoundNumber": round_,
        "Hour": at[0],
        "Minute": at[1],
        "Status": status,
        "ValidationMessages": None,
    }


def result(table=1, round_=1, board=1, **values):
    """Return 4 spades by South, made, unless the values say otherwise."""
    return {
        "SessionGuid": GUID,
        "SectionLetters": "A",
        "TableNumber": table,
        "RoundNumber": round_,
        "BoardNumber": board,
        "ScoringDirection": 3,
        "IsDeleted": False,
        "PairNorthSouth": 1,
        "PairEastWest": 4,
        "DeclaringPair": 1,
        "DeclarerDirection": 3,
        "Level": 4,
        "Denomination": 4,
        "Stake": 0,
        "TotalTricks": 10,
        "LeadCardRank": 14,
        "LeadCardSuit": 3,
        "ValidationMessages": None,
    } | values


def hands(deal, board=1, **values):
    """Return a deal's hand record; suits from spades down, a void as an empty text."""
    item = {
        "SessionGuid": GUID,
        "ScoringGroupNumber": 1,
        "SectionLetters": "A",
        "BoardNumber": board,
    }
    seats = ("North", "East", "South", "West")
    for seat, held in zip(seats, str(deal)[2:].split(), strict=True):
        for suit, ranks in zip(SUITS, held.split("."), strict=True):
            item[seat + suit] = ranks
    return item | values


class FakeConnector:
    """Queues of items, each with a number; what was accepted is not sent again."""

    def __init__(self):
        self.items = {"calls": [], "results": [], "hands": []}
        self.accepted = {"calls": 0, "results": 0, "hands": 0}
        self.put = []
        self.told = []
        self.asked = []
        self.number = 41
        self.error = {}
        """A command's number to the kind of error and the words it is refused with."""

    def add(self, queue, *items):
        for one in items:
            self.number += 1
            self.items[queue].append((self.number, one))

    def ask(self, command, guid, text=""):
        """Answer as the link does, through the bytes of both envelopes."""
        request = {
            "Command": int(command),
            "ClubId": "CLUB001",
            "LicenceKey": "LICENCE",
            "SessionGuid": guid,
            "SerializedData": text,
        }
        got = json.loads(self.post(json.dumps(request)))
        return ConnectorAnswer(
            got["DataType"],
            got["ErrorType"],
            got["LastQueueItemId"],
            got["SerializedData"],
        )

    def post(self, body):
        """Answer one request, text for text."""
        request = json.loads(body)
        command, data = request["Command"], request["SerializedData"]
        self.asked.append(command)
        kind, error, last, text = self._answer(command, data)
        return json.dumps(
            {
                "RequestCommand": command,
                "DataType": kind,
                "LastQueueItemId": last,
                "ErrorType": error,
                "SessionGuid": request["SessionGuid"],
                "SerializedData": text,
            }
        )

    def _answer(self, command, data):
        if command in self.error:
            error, words = self.error[command]
            return 4, error, 0, json.dumps(words)
        if command in NEW or command in ALL:
            queue, kind = (NEW | ALL)[command]
            done = 0 if command in ALL else self.accepted[queue]
            found = [(n, one) for n, one in self.items[queue] if n > done]
            last = found[-1][0] if found else 0
            return kind, 0, last, json.dumps([one for _, one in found])
        if command in ACCEPTED:
            self.accepted[ACCEPTED[command]] = json.loads(data)
            return 1, 0, 0, json.dumps("Accepted")
        if command == TELL:
            self.told += json.loads(data)
            return 1, 0, 0, json.dumps("Done")
        assert command == PUT
        self.put += json.loads(data)
        return 1, 0, 0, json.dumps("Done")

    @property
    def left(self):
        """Return how many items each queue would still send."""
        return {
            queue: sum(n > self.accepted[queue] for n, _ in items)
            for queue, items in self.items.items()
        }
