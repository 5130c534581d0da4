"""A board as one JSON object in the fields of recorded claims, as the batch reads it.

No names, whatever the record holds. `claimed` is declarer's total, null where the
record holds none that the play allows.
"""

from __future__ import annotations

import re
from typing import Any

from rulings.bridge.contracts import Vulnerability
from rulings.bridge.hands import FULL_HAND
from rulings.importers.boards import ImportedBoard
from rulings.importers.faults import BoardProblem, UnreadableFile

_VULNERABLE = {
    Vulnerability.NONE: "None",
    Vulnerability.NS: "NS",
    Vulnerability.EW: "EW",
    Vulnerability.BOTH: "Both",
}

_CLOSING = re.compile(r"\d+ boards, \d+ problems\s*")


def closing(boards: int, problems: int) -> str:
    """Return the line that stands behind the rows of all files."""
    return f"{boards} boards, {problems} problems"


def is_closing(line: str) -> bool:
    """Say whether a line is the closing one and no row."""
    return _CLOSING.fullmatch(line) is not None


def row_of(file: str, found: ImportedBoard | BoardProblem) -> dict[str, Any]:
    """Return the row of a board, or of the problem that cost it."""
    where = f"{file}/{found.source}" if found.source else file
    if isinstance(found, BoardProblem):
        return {
            "file": where,
            "board": found.board,
            "line": found.line,
            "problem": found.sentence,
            "kind": found.fault.kind,
        }
    return _board_row(where, found)


def unreadable_row(file: str, unreadable: UnreadableFile) -> dict[str, Any]:
    """Return the row of a file that is no record."""
    return {
        "file": file,
        "board": None,
        "line": None,
        "problem": str(unreadable),
        "kind": unreadable.fault.kind,
    }


def claimed_of(board: ImportedBoard) -> int | None:
    """Return declarer's total, or None where it is missing or not the players'."""
    if board.play_has_gap or board.total_was_changed:
        return None
    return board.tricks_declarer


def _board_row(file: str, board: ImportedBoard) -> dict[str, Any]:
    replay = board.replay()
    side = board.declarer.side if board.declarer is not None else None
    return {
        "deal": str(board.deal) if board.deal else None,
        "dealer": str(board.dealer) if board.dealer is not None else None,
        "vul": _VULNERABLE[board.vulnerability] if board.vulnerability else None,
        "contract": board.contract.call if board.contract else None,
        "declarer": str(board.declarer) if board.declarer is not None else None,
        "auction": " ".join(board.auction.calls) if board.auction else None,
        "play": " ".join(str(card) for card in board.play),
        "won": replay.position.won_by(side) if replay and side else 0,
        "table": [str(card) for card in replay.position.trick.cards] if replay else [],
        "turn": str(replay.position.turn) if replay else None,
        "left": FULL_HAND - len(replay.tricks) if replay else FULL_HAND,
        "claimed": claimed_of(board),
        "file": file,
        "board": board.board,
        "room": str(board.room) if board.room else None,
        "remarks": [remark.sentence for remark in board.remarks],
    }
