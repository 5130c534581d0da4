"""What is known of a case's board, for diagrams."""

from __future__ import annotations

from rulings.bridge.seats import Seat
from rulings.queries.table.sheet import Sheet
from rulings.views.drawing import BoardFacts


def board_facts(sheet: Sheet) -> BoardFacts:
    """Return number, dealer, vulnerability and contract of a case's board."""
    board = sheet.case.playing.board
    return BoardFacts(
        number=board.number,
        dealer=Seat.parse(board.dealer),
        vulnerable=sheet.vulnerable,
        contract=sheet.contract,
    )
