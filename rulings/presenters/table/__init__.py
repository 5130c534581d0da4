"""What the screens of the director show of a case, as values and words.

A tile of a question is a radio as a large target; the one in force is filled.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.presenters import BoardFacts, DiagramView, diagram_of
from rulings.queries.case.repaired import playing_of
from rulings.queries.table.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile; `label` may be a suit or a card, which the tags draw."""

    value: str
    label: object
    chosen: bool = False


def options(pairs: Iterable[tuple[object, object]], chosen: str) -> list[Tile]:
    """Return tiles for (value, label) pairs, the chosen one marked."""
    return [Tile(str(value), label, str(value) == chosen) for value, label in pairs]


def board_facts(sheet: Sheet) -> BoardFacts:
    """Return number, dealer, vulnerability and contract of a case's board."""
    board = playing_of(sheet.case).board
    return BoardFacts(
        number=board.number,
        dealer=Seat.parse(board.dealer),
        vulnerable=sheet.vulnerable,
        contract=sheet.contract,
    )


def plain_diagram(
    sheet: Sheet, position: Position, marks: Iterable[Card] = ()
) -> DiagramView:
    """Return a diagram whose corner is free: the strip says contract and board."""
    drawn = diagram_of(position, board=board_facts(sheet), marks=marks)
    return replace(drawn, facts=())
