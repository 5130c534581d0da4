"""Who plays which board where and when: two common movements, and any other as CSV.

The embargo (R11) and the closing of a board rest on this. A schedule is checked as a
whole: nobody is at two tables in a round, and nobody meets a board twice.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rulings.importers.drafts import MAX_BOARD_NUMBER, board_number
from rulings.importers.faults import (
    BoardProblem,
    FileFault,
    Flaw,
    UnreadableFile,
    problem,
)
from rulings.importers.text import text_of

COLUMNS = ("section", "round", "table", "board_from", "board_to", "ns", "ew")
MAX_SCHEDULE_LINE = 1000
MAX_PLACEMENTS = 50_000


@dataclass(frozen=True, slots=True)
class Placement:
    """One board at one table in one round, and the two pairs that play it there."""

    section: str
    round: int
    table: int
    board: int
    ns: str
    ew: str


@dataclass(frozen=True, slots=True)
class ScheduleReading:
    """What came of a schedule file: placements in file order, or problems."""

    placements: tuple[Placement, ...]
    problems: tuple[BoardProblem, ...]


def mitchell(
    tables: int,
    rounds: int,
    boards_per_round: int,
    *,
    section: str = "A",
    first_board: int = 1,
) -> tuple[Placement, ...]:
    """Return a Mitchell movement: North-South stay, boards and East-West move.

    East-West pairs are numbered on from the North-South pairs. With an even number of
    tables East-West skip a table half-way, and one round fewer than tables can be
    played. Raises ValueError when the rounds or boards cannot be had.
    """
    most = tables if tables % 2 else tables - 1
    if tables < 1 or not 1 <= rounds <= most:
        raise ValueError(f"{tables} tables play 1 to {most} rounds, not {rounds}")
    _check_boards(first_board, tables * boards_per_round)
    placements: list[Placement] = []
    for turn in range(rounds):
        skipped = int(tables % 2 == 0 and turn >= tables // 2)
        for table in range(tables):
            boards = (table + turn) % tables
            ew = tables + 1 + (table - turn - skipped) % tables
            start = first_board + boards * boards_per_round
            placements += [
                Placement(section, turn + 1, table + 1, board, str(table + 1), str(ew))
                for board in range(start, start + boards_per_round)
            ]
    return tuple(placements)


def team_match(
    boards: int, *, rounds: int = 1, section: str = "A", first_board: int = 1
) -> tuple[Placement, ...]:
    """Return a match of two teams in two rooms, in one or more rounds of equal length.

    Table 1 is the open room, table 2 the closed one. Pairs 1 and 4 are the home team,
    2 and 3 the visitors. Raises ValueError when the rounds do not divide the boards.
    """
    if rounds < 1 or boards % rounds:
        raise ValueError(f"{boards} boards cannot be played in {rounds} equal rounds")
    _check_boards(first_board, boards)
    length = boards // rounds
    rooms = (("1", "2"), ("3", "4"))
    return tuple(
        Placement(section, turn + 1, table, board, ns, ew)
        for turn in range(rounds)
        for table, (ns, ew) in enumerate(rooms, start=1)
        for board in range(
            first_board + turn * length, first_board + (turn + 1) * length
        )
    )


def _check_boards(first: int, boards: int) -> None:
    if boards < 1 or first < 1 or first + boards - 1 > MAX_BOARD_NUMBER:
        raise ValueError(
            f"{boards} boards from board {first}: give 1 to {MAX_BOARD_NUMBER}"
        )


def read_schedule_csv(data: bytes, *, two_fields: bool = False) -> ScheduleReading:
    """Read a movement from CSV with the columns of `COLUMNS`, one line a table a round.

    `two_fields` says that North-South and East-West are numbered apart, so that pair 1
    of either is another pair. Raises UnreadableFile when the columns are not there.
    """
    lines = text_of(data).split("\n")
    header, rows = _table(lines)
    placed: list[tuple[Placement, int]] = []
    problems: list[BoardProblem] = []
    for line, row in rows:
        found = _placements(dict(zip(header, row, strict=False)), line)
        if isinstance(found, BoardProblem):
            problems.append(found)
        else:
            placed += [(placement, line) for placement in found]
        if len(placed) > MAX_PLACEMENTS:
            raise UnreadableFile(FileFault.SCHEDULE_CROWDED, limit=MAX_PLACEMENTS)
    problems += clashes(placed, two_fields=two_fields)
    problems.sort(key=lambda one: one.line)
    return ScheduleReading(tuple(one for one, _ in placed), tuple(problems))


def _table(lines: list[str]) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """Return the column names and the lines below them, with line numbers."""
    filled = [(n, line) for n, line in enumerate(lines, start=1) if line.strip()]
    if not filled:
        raise UnreadableFile(FileFault.EMPTY)
    if max(len(line) for _, line in filled) > MAX_SCHEDULE_LINE:
        raise UnreadableFile(FileFault.SCHEDULE_LINE, limit=MAX_SCHEDULE_LINE)
    sign = max(",;\t", key=filled[0][1].count)
    # Line by line: a quotation mark that is never closed must not swallow the rest.
    rows = [
        (n, [cell.strip() for cell in next(csv.reader([line], delimiter=sign))])
        for n, line in filled
    ]
    header = [name.lower() for name in rows[0][1]]
    missing = [name for name in COLUMNS if name not in header]
    if missing:
        raise UnreadableFile(
            FileFault.SCHEDULE_COLUMN,
            column=missing[0],
            columns=", ".join(COLUMNS),
        )
    return header, rows[1:]


def _placements(row: dict[str, str], line: int) -> list[Placement] | BoardProblem:
    numbers: dict[str, int] = {}
    for name in ("round", "table", "board_from", "board_to"):
        text = row.get(name, "")
        number = board_number(text)
        if number is None:
            return problem(Flaw.SCHEDULE_NUMBER, None, line, text)
        numbers[name] = number
    ns, ew, section = (row.get(name, "") for name in ("ns", "ew", "section"))
    if not ns or not ew:
        return problem(Flaw.SCHEDULE_PAIR, None, line, "")
    first, last = numbers["board_from"], numbers["board_to"]
    if last < first:
        return problem(Flaw.SCHEDULE_BOARDS, None, line, f"{first} to {last}")
    return [
        Placement(section, numbers["round"], numbers["table"], board, ns, ew)
        for board in range(first, last + 1)
    ]


@dataclass(slots=True)
class _Met:
    """What has been seen so far, to notice the second time."""

    tables: dict[tuple[str, int, str], int] = field(default_factory=dict)
    matches: dict[tuple[str, int, int], tuple[str, str]] = field(default_factory=dict)
    boards: dict[tuple[str, str, int], Placement] = field(default_factory=dict)
    said: set[tuple[Flaw, int, str]] = field(default_factory=set)


def clashes(
    placed: Sequence[tuple[Placement, int]], *, two_fields: bool = False
) -> list[BoardProblem]:
    """Return what cannot be played as scheduled, with the line of each placement."""
    met = _Met()
    found: list[BoardProblem] = []
    for one, line in placed:
        for fault, text in _faults_of(one, met, two_fields=two_fields):
            if (fault, line, text) not in met.said:
                met.said.add((fault, line, text))
                found.append(problem(fault, one.board, line, text))
    return found


def _faults_of(
    one: Placement, met: _Met, *, two_fields: bool
) -> Iterator[tuple[Flaw, str]]:
    where = f"round {one.round}, table {one.table}"
    ns, ew = (f"{one.ns} NS", f"{one.ew} EW") if two_fields else (one.ns, one.ew)
    if ns == ew:
        yield Flaw.PAIR_AGAINST_ITSELF, f"{ns}, {where}"
        return
    match = met.matches.setdefault((one.section, one.round, one.table), (ns, ew))
    if match != (ns, ew):
        yield Flaw.TABLE_TAKEN, where
    for pair in (ns, ew):
        table = met.tables.setdefault((one.section, one.round, pair), one.table)
        if table != one.table:
            yield Flaw.PAIR_AT_TWO_TABLES, f"{pair}, round {one.round}"
        before = met.boards.setdefault((one.section, pair, one.board), one)
        if before is one:
            continue
        if (before.round, before.table) == (one.round, one.table):
            yield Flaw.BOARD_REPEATED, f"board {one.board}, {where}"
        else:
            yield Flaw.BOARD_MET_AGAIN, f"pair {pair}, board {one.board}"
