"""Boards of a file that was read: show what they would do, take them whole (R17).

One act takes every chosen board or none: deals by number in a deal set, and records of
play where the table is known, by the file's room or by the pairs of a line of results.
What is there already stays; nothing is overwritten.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rulings.bridge.contracts import Vulnerability, dealer_of, vulnerability_of
from rulings.bridge.scores import score
from rulings.bridge.seats import Side
from rulings.importers.boards import ImportedBoard
from rulings.importers.formats import Reading
from rulings.models import Board, Event, ImportFile, Playing, Table
from rulings.permissions import EventAct
from rulings.workflow.acts import ActContext
from rulings.workflow.errors import Fault, Invalid
from rulings.workflow.event.files import keep_file, reading_of
from rulings.workflow.event.transaction import EventActRun, perform_in_event
from rulings.workflow.log import Receipt, Rows, digest

ANY_ROOM = ""
MAX_AUCTION = 400
"""So long a text of calls is stored; no auction that was ever held is longer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Where the boards of a file go: a deal set, and a table for each room.

    The table under "" is for records that name no room; without one their play is
    left in the file.
    """

    deal_set: str
    tables: Mapping[str, Table] = field(default_factory=dict)

    def table_for(self, board: ImportedBoard) -> Table | None:
        """Return the table at which a record was played, where that is known."""
        room = board.room.value if board.room else ANY_ROOM
        return self.tables.get(room) or self.tables.get(ANY_ROOM)


@dataclass(frozen=True, slots=True)
class Line:
    """What becomes of one board of a file.

    `deal` is new, known or none, `record` new, known, none or no_place; `refusal` says
    why the board cannot be taken.
    """

    index: int
    board: ImportedBoard
    stored: Board | None
    playing: Playing | None
    deal: str
    record: str
    refusal: str = ""


def preview(event: Event, reading: Reading, target: Target) -> list[Line]:
    """Return what taking each board of a file would do; nothing is written."""
    stored = {
        row.number: row
        for row in Board.objects.filter(
            event=event, deal_set=target.deal_set
        ).prefetch_related("playings")
    }
    playings = {
        (row.board_id, row.table_id): row
        for row in Playing.objects.filter(
            board__in=stored.values(), table__in=target.tables.values()
        )
        .select_related("board")
        .prefetch_related("cases")
    }
    paired = _paired(reading, stored.values())
    seen: dict[object, ImportedBoard] = {}
    lines = []
    for index, board in enumerate(reading.boards):
        row = stored.get(board.board or 0)
        table = target.table_for(board)
        if row and board.pairs:
            playing = paired.get((row.number, *_numbers(board.pairs)))
        else:
            playing = playings.get((row.pk, table.pk)) if row and table else None
        lines.append(_line(index, board, row, playing, seen))
    return lines


Pairs = tuple[int | None, int | None]


def _numbers(pairs: tuple[str, str]) -> Pairs:
    """Return the numbers of two pairs; the second is none where it counts by itself.

    Where both sides are ranked apart a file counts them from 1 (3NS, 3EW): then the
    pair North-South names the table.
    """
    ns, ew = (
        re.fullmatch(r"(\d{1,6})\s*(NS|EW)?", one, re.IGNORECASE) for one in pairs
    )
    if ns is None or ew is None:
        return None, None
    return int(ns[1]), None if ew[2] else int(ew[1])


def _paired(
    reading: Reading, boards: Iterable[Board]
) -> dict[tuple[int, int | None, int | None], Playing]:
    """Return the playings by board and pairs, where a file names pairs."""
    if not any(board.pairs for board in reading.boards):
        return {}
    rows = (
        Playing.objects.filter(board__in=list(boards))
        .exclude(status=Playing.Status.CANCELLED)
        .select_related("board", "ns", "ew")
        .prefetch_related("cases")
    )
    found: dict[tuple[int, int | None, int | None], Playing] = {}
    for row in rows:
        if row.ns and row.ew:
            for ew in (row.ew.number, None):
                found[row.board.number, row.ns.number, ew] = row
    return found


def _line(
    index: int,
    board: ImportedBoard,
    stored: Board | None,
    playing: Playing | None,
    seen: dict[object, ImportedBoard],
) -> Line:
    deal = "none"
    if board.deal is not None:
        deal = "known" if stored and stored.deal == str(board.deal) else "new"
    record = "none"
    if board.contract is not None or board.passed_out:
        record = "no_place" if playing is None else _record_state(board, playing)
    refusal = (
        _refused_number(board, seen)
        or _refused_deal(board, stored)
        or (_refused_record(board, playing, seen) if playing else "")
    )
    seen.setdefault(("deal", board.board), board)
    if playing is not None and record != "none":
        seen.setdefault(("record", playing.pk), board)
    return Line(index, board, stored, playing, deal, record, refusal)


def _record_state(board: ImportedBoard, playing: Playing) -> str:
    wanted = record_values(board, playing)
    same = all(getattr(playing, name) == value for name, value in wanted.items())
    return "known" if same else "new"


def _refused_number(board: ImportedBoard, seen: Mapping[object, ImportedBoard]) -> str:
    if board.board is None:
        return "The board has no number."
    before = seen.get(("deal", board.board))
    if before and before.deal and board.deal and before.deal != board.deal:
        return "The file holds this board twice with different cards."
    return ""


def _refused_deal(board: ImportedBoard, stored: Board | None) -> str:
    if stored is None or board.deal is None:
        return ""
    if stored.deal and stored.deal != str(board.deal):
        return "This deal set has other cards for the board."
    scored = any(row.score is not None for row in stored.playings.all())
    vulnerable = board.vulnerability
    if scored and vulnerable and vulnerable.value != stored.vulnerability:
        return "The file has another vulnerability, and scores stand already."
    return ""


def _refused_record(
    board: ImportedBoard, playing: Playing, seen: Mapping[object, ImportedBoard]
) -> str:
    if ("record", playing.pk) in seen:
        return "The file holds two records of this board for the same table."
    if board.contract and playing.contract not in {"", str(board.contract)}:
        return f"Another contract is entered at the table: {playing.contract}."
    if playing.play and board.play and playing.play != _cards(board):
        return "Another record of play is there already."
    return ""


def _cards(board: ImportedBoard) -> str:
    return " ".join(str(card) for card in board.play)


def record_values(board: ImportedBoard, playing: Playing) -> dict[str, object]:
    """Return what a record gives to a playing; its result only where none stands."""
    values: dict[str, object] = {}
    if board.contract is not None:
        values["contract"] = str(board.contract)
    if board.auction is not None and len(str(board.auction)) <= MAX_AUCTION:
        values["auction"] = str(board.auction)
    if board.play and not board.play_has_gap:
        # With cards missing it would give wrong positions; the file keeps it.
        values["play"] = _cards(board)
    tricks = 0 if board.passed_out else board.tricks_declarer
    if tricks is not None and playing.tricks is None and not playing.cases.all():
        values["tricks"], values["score"] = tricks, _score(board, playing, tricks)
        values["status"] = Playing.Status.FINISHED
    return values


def _score(board: ImportedBoard, playing: Playing, tricks: int) -> int:
    if board.contract is None:
        return 0
    vulnerable = board.vulnerability or Vulnerability(playing.board.vulnerability)
    side = board.contract.declarer.side
    points = score(board.contract, tricks, vulnerable=vulnerable.includes(side))
    return points if side is Side.NS else -points


def take_import(
    context: ActContext,
    event: Event,
    file: ImportFile,
    target: Target,
    chosen: Iterable[int],
) -> Receipt:
    """Take the chosen boards of a file, all or none; the log keeps the file's hash.

    Taking a file again changes nothing. Raises Invalid naming the boards that cannot
    be taken.
    """
    if not target.deal_set.strip():
        raise Fault("no_deal_set")
    indexes = frozenset(chosen)
    reading = reading_of(file)

    def write(run: EventActRun) -> None:
        lines = [
            line for line in preview(event, reading, target) if line.index in indexes
        ]
        if not lines:
            raise Fault("no_boards")
        if refused := [line for line in lines if line.refusal]:
            raise Invalid(" ".join(_sentence(line) for line in refused))
        for line in sorted(lines, key=lambda line: line.board.deal is None):
            plan_line(run.rows, context, event, target, line)
        run.inputs.update(file=file.sha256, deal_set=target.deal_set, boards=len(lines))
        ImportFile.objects.filter(pk=file.pk, taken_at=None).update(taken_at=context.at)

    payload = {
        "file": file.sha256,
        "deal_set": target.deal_set,
        "tables": {room: table.pk for room, table in target.tables.items()},
        "boards": sorted(indexes),
    }
    return perform_in_event(EventAct.IMPORT, context, event, write, payload)


def _sentence(line: Line) -> str:
    number = line.board.board
    where = f"Board {number}" if number else f"Line {line.board.lines[0]}"
    return f"{where}: {line.refusal}"


def plan_line(
    rows: Rows, context: ActContext, event: Event, target: Target, line: Line
) -> None:
    """Plan the rows that take one board: its deal where it is new, and its record."""
    board = line.board
    if line.stored is None:
        _insert_board(rows, event, target, board)
    elif board.deal is not None and not line.stored.deal:
        rows.change(line.stored, **_deal_values(board, line.stored))
    if line.playing is not None and line.record == "new":
        values = record_values(board, line.playing)
        if "tricks" in values:
            values["score_entered_at"] = line.playing.score_entered_at or context.at
            values["play_ended_at"] = line.playing.play_ended_at or context.at
        rows.change(line.playing, **values)


def _insert_board(
    rows: Rows, event: Event, target: Target, board: ImportedBoard
) -> None:
    number = board.board or 0
    planned = {
        values["number"]
        for table, _, values in rows.rows
        if table == "board" and values and "number" in values
    }
    if number in planned:
        return
    rows.insert(
        Board,
        event=event,
        deal_set=target.deal_set,
        number=number,
        dealer=(board.dealer or dealer_of(number)).letter,
        vulnerability=(board.vulnerability or vulnerability_of(number)).value,
        deal=str(board.deal) if board.deal else "",
        deal_hash=digest(str(board.deal).encode()) if board.deal else "",
    )


def _deal_values(board: ImportedBoard, stored: Board) -> dict[str, object]:
    values: dict[str, object] = {
        "deal": str(board.deal),
        "deal_hash": digest(str(board.deal).encode()),
    }
    if board.dealer is not None:
        values["dealer"] = board.dealer.letter
    if board.vulnerability is not None:
        values["vulnerability"] = board.vulnerability.value
    return values if not stored.deal else {}


__all__ = [
    "Line",
    "Target",
    "keep_file",
    "plan_line",
    "preview",
    "reading_of",
    "record_values",
    "take_import",
]
