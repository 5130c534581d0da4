"""What is known of a case's board, for diagrams."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulings.bridge.cards import Card
from rulings.bridge.positions import Position
from rulings.bridge.seats import Seat
from rulings.presenters import BoardFacts, DiagramView, diagram_of
from rulings.queries.table.sheet import Sheet


def board_facts(sheet: Sheet) -> BoardFacts:
    """Return number, dealer, vulnerability and contract of a case's board."""
    board = sheet.case.playing.board
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
