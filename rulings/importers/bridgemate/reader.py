"""Items of the queues as rows: calls for the director, results and hands.

A row that cannot be taken is a problem with the place of the item in its answer. No
name is read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeVar

from rulings.bridge.cards import Strain, Suit
from rulings.bridge.contracts import Contract
from rulings.bridge.hands import FULL_HAND, Hand
from rulings.bridge.seats import Seat
from rulings.importers.boards import ImportedBoard
from rulings.importers.drafts import MAX_BOARD_NUMBER, Draft, hand_of
from rulings.importers.faults import BoardProblem, BoardRefused, Flaw

Item = Mapping[str, object]
Row = TypeVar("Row")

STRAINS = {1: "C", 2: "D", 3: "H", 4: "S", 5: "N"}
BOTH_SIDES = 3
NO_PLAY, ALL_PASSED = -10, 0
HIGHEST, REDOUBLED = 7, 2


class CallStatus(IntEnum):
    """How far a call for the director is, as the unit has it."""

    LAUNCHED = 1
    IN_PROGRESS = 2
    RESOLVED = 3
    DEFERRED = 4


@dataclass(frozen=True, slots=True)
class UnitPlace:
    """A table in a round, as the Data Connector names it."""

    guid: str
    section: str
    table: int
    round: int

    @property
    def name(self) -> str:
        """Return section and table as people say them: A1."""
        return f"{self.section}{self.table}"


@dataclass(frozen=True, slots=True)
class UnitCall:
    """A call for the director: where, at what hour and minute, and how far it is."""

    place: UnitPlace
    hour: int
    minute: int
    status: CallStatus

    @property
    def identity(self) -> str:
        """Return what makes this call this one; items have no number of their own."""
        one = self.place
        words = (one.guid, one.section, one.table, one.round, self.hour, self.minute)
        return "|".join(map(str, words))


@dataclass(frozen=True, slots=True)
class UnitResult:
    """A result as the unit has it: contract and declarer's tricks, or none played.

    `played` is false for a board that was not played, `deleted` for a result that was
    taken back; `item` is what came, to be sent again with another result.
    """

    place: UnitPlace
    board: int
    item: Item
    pairs: tuple[int, int] = (0, 0)
    contract: Contract | None = None
    tricks: int = 0
    played: bool = True
    deleted: bool = False


@dataclass(frozen=True, slots=True)
class UnitHands:
    """The cards of a board, and a section that plays it."""

    guid: str
    section: str
    board: ImportedBoard


def read_calls(items: Sequence[Item]) -> tuple[list[UnitCall], list[BoardProblem]]:
    """Return calls for the director, and what cannot be read of them."""
    return _rows(items, _call)


def read_results(items: Sequence[Item]) -> tuple[list[UnitResult], list[BoardProblem]]:
    """Return results, and what cannot be taken of them: artificial and split ones."""
    return _rows(items, _result)


def read_hands(items: Sequence[Item]) -> tuple[list[UnitHands], list[BoardProblem]]:
    """Return hand records, and what cannot be read of them."""
    return _rows(items, _hands)


def _rows(
    items: Sequence[Item], read: Callable[[Item, int], Row]
) -> tuple[list[Row], list[BoardProblem]]:
    rows: list[Row] = []
    problems: list[BoardProblem] = []
    for at, item in enumerate(items, 1):
        try:
            rows.append(read(item, at))
        except BoardRefused as refused:
            number = item.get("BoardNumber")
            board = number if isinstance(number, int) else None
            problems.append(refused.problem(board))
    return rows, problems


def _number(
    item: Item,
    name: str,
    at: int,
    *,
    least: int = 1,
    most: int = MAX_BOARD_NUMBER,
    flaw: Flaw = Flaw.SCHEDULE_NUMBER,
) -> int:
    """Return a whole number of an item; absent or null it is 0, as in the client."""
    value = item.get(name)
    value = 0 if value is None else value
    if type(value) is not int or not least <= value <= most:
        raise BoardRefused(flaw, at, f"{name} {value}")
    return value


def _text(item: Item, name: str) -> str:
    value = item.get(name)
    return value if isinstance(value, str) else ""


def _place(item: Item, at: int) -> UnitPlace:
    section = _text(item, "SectionLetters")
    if not section:
        raise BoardRefused(Flaw.RESULT_PLACE, at, "SectionLetters")
    return UnitPlace(
        _text(item, "SessionGuid"),
        section,
        _number(item, "TableNumber", at),
        _number(item, "RoundNumber", at),
    )


def _call(item: Item, at: int) -> UnitCall:
    return UnitCall(
        _place(item, at),
        _number(item, "Hour", at, least=0, most=23),
        _number(item, "Minute", at, least=0, most=59),
        CallStatus(_number(item, "Status", at, most=max(CallStatus))),
    )


def _result(item: Item, at: int) -> UnitResult:
    place, board = _place(item, at), _number(item, "BoardNumber", at)
    if item.get("IsDeleted") is True:
        return UnitResult(place, board, item=item, deleted=True)
    pairs = _number(item, "PairNorthSouth", at), _number(item, "PairEastWest", at)
    level = _number(item, "Level", at, least=NO_PLAY, most=HIGHEST, flaw=Flaw.RESULT)
    if NO_PLAY < level < ALL_PASSED:
        raise BoardRefused(Flaw.ASSIGNED, at, f"Level {level}")
    _number(
        item,
        "ScoringDirection",
        at,
        least=BOTH_SIDES,
        most=BOTH_SIDES,
        flaw=Flaw.ASSIGNED,
    )
    contract, tricks = None, 0
    if level > ALL_PASSED:
        contract = _contract(item, level, at)
        tricks = _number(
            item,
            "TotalTricks",
            at,
            least=0,
            most=FULL_HAND,
            flaw=Flaw.TOTAL_UNREADABLE,
        )
    return UnitResult(
        place, board, item, pairs, contract, tricks, played=level != NO_PLAY
    )


def _contract(item: Item, level: int, at: int) -> Contract:
    strain = _number(item, "Denomination", at, most=max(STRAINS), flaw=Flaw.CONTRACT)
    doubled = _number(item, "Stake", at, least=0, most=REDOUBLED, flaw=Flaw.CONTRACT)
    seat = _number(item, "DeclarerDirection", at, most=len(Seat), flaw=Flaw.DECLARER)
    return Contract(level, Strain.parse(STRAINS[strain]), doubled, Seat(seat - 1))


def _hands(item: Item, at: int) -> UnitHands:
    number = _number(item, "BoardNumber", at, flaw=Flaw.BOARD_NUMBER)
    section = _text(item, "SectionLetters")
    if not section:
        raise BoardRefused(Flaw.RESULT_PLACE, at, "SectionLetters")
    draft = Draft((at, at), board=number)
    draft.hands = {seat: _hand(item, seat, at) for seat in Seat}
    draft.hands_at = (at, " ".join(map(str, draft.hands.values())))
    draft.settle_number()
    return UnitHands(_text(item, "SessionGuid"), section, draft.finish())


def _hand(item: Item, seat: Seat, at: int) -> Hand:
    suits = []
    for suit in Suit:
        name = f"{seat.word}{suit.name.capitalize()}"
        ranks = item.get(name)
        if not isinstance(ranks, str):  # a void is an empty text; nothing is no hand
            raise BoardRefused(Flaw.DEAL_UNREADABLE, at, name)
        suits.append((suit.name[0], ranks))
    return hand_of(suits, at, ".".join(ranks for _, ranks in suits))
