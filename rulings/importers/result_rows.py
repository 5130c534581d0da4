"""Results from CSV: a line for each board at a table, as `4S N =` or `PASS`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulings.bridge.contracts import Contract
from rulings.bridge.errors import ParseError
from rulings.bridge.results import parse_result
from rulings.importers.drafts import board_number
from rulings.importers.faults import (
    BoardProblem,
    BoardRefused,
    FileFault,
    Flaw,
    UnreadableFile,
)
from rulings.importers.schedules import MAX_SCHEDULE_LINE, PARTNERS, players_of
from rulings.importers.tables import csv_cells, sign_of
from rulings.importers.text import text_of

NEEDED = ("board", "result")
MAX_RESULTS = 5000


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A result with its place: the table, or both pairs; what is not said is empty."""

    line: int
    board: int
    contract: Contract | None
    tricks: int
    session: int | None
    section: str
    table: int | None
    deal_set: str
    pairs: tuple[str, str] | None


def read_results(data: bytes) -> tuple[list[ResultRow], list[BoardProblem]]:
    """Return the results of a list, and what cannot be read of it.

    A line without a result is left out: nothing was played there, or it is assigned.
    Raises UnreadableFile where a column is missing or there is no text.
    """
    lines = [
        (number, line)
        for number, line in enumerate(text_of(data).split("\n"), 1)
        if line.strip()
    ]
    if not lines:
        raise UnreadableFile(FileFault.EMPTY)
    if max(len(line) for _, line in lines) > MAX_SCHEDULE_LINE:
        raise UnreadableFile(FileFault.SCHEDULE_LINE, limit=MAX_SCHEDULE_LINE)
    if len(lines) > MAX_RESULTS:
        raise UnreadableFile(FileFault.TOO_MANY_BOARDS, limit=MAX_RESULTS)
    sign = sign_of(lines[0][1])
    header = [name.lower() for name in csv_cells(lines[0][1], sign)]
    for name in NEEDED:
        if name not in header:
            raise UnreadableFile(
                FileFault.SCHEDULE_COLUMN, column=name, columns=", ".join(NEEDED)
            )
    return _rows(header, lines[1:], sign)


def _rows(
    header: list[str], lines: list[tuple[int, str]], sign: str
) -> tuple[list[ResultRow], list[BoardProblem]]:
    rows: list[ResultRow] = []
    problems: list[BoardProblem] = []
    for number, line in lines:
        cells = dict(zip(header, csv_cells(line, sign), strict=False))
        if not cells.get("result"):
            continue
        try:
            rows.append(_row(cells, number))
        except BoardRefused as refused:
            problems.append(refused.problem(board_number(cells.get("board", ""))))
    return rows, problems


def _row(cells: Mapping[str, str], line: int) -> ResultRow:
    """Return a line as a result; raise BoardRefused for a cell that is wrong."""
    numbers = {
        name: _number(cells.get(name, ""), line)
        for name in ("session", "table", "board")
    }
    board = numbers["board"]
    if board is None:
        raise BoardRefused(Flaw.SCHEDULE_NUMBER, line, "–")
    ns, ew = (_side(cells.get(name, ""), line) for name in ("ns", "ew"))
    pairs = (ns, ew) if ns and ew else None
    if numbers["table"] is None and pairs is None:
        raise BoardRefused(Flaw.RESULT_PLACE, line, cells["result"])
    try:
        contract, tricks = parse_result(cells["result"])
    except ParseError:
        raise BoardRefused(Flaw.RESULT, line, cells["result"]) from None
    return ResultRow(
        line=line,
        board=board,
        contract=contract,
        tricks=tricks,
        session=numbers["session"],
        section=cells.get("section", ""),
        table=numbers["table"],
        deal_set=cells.get("deal_set", ""),
        pairs=pairs,
    )


def _side(text: str, line: int) -> str:
    """Return the number of a side, of individuals two as in 3+8; "" for no text."""
    numbers = [_number(one.strip(), line) for one in players_of(text)]
    return PARTNERS.join(str(one) for one in numbers if one is not None)


def _number(text: str, line: int) -> int | None:
    """Return a number of 1 to 999, None where the cell is empty."""
    if not text:
        return None
    number = board_number(text)
    if number is None:
        raise BoardRefused(Flaw.SCHEDULE_NUMBER, line, text)
    return number
