"""Who plays which board where and when, read from CSV and checked as a whole.

The embargo (R11) and the closing of a board rest on this: nobody is at two tables in
a round, and nobody meets a board twice.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rulings.importers.drafts import board_number
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
PARTNERS = "+"
"""Between two individuals who are partners in a round."""
MAX_PLACEMENTS = 50_000


@dataclass(frozen=True, slots=True)
class Placement:
    """One board at one table in one round, and the two pairs that play it there.

    Of individuals a side is two numbers, as in 3+8: North or East, and the partner.
    """

    section: str
    round: int
    table: int
    board: int
    ns: str
    ew: str

    @property
    def players(self) -> tuple[str, ...]:
        """Return everybody at the table: two pairs, or four individuals."""
        return (*players_of(self.ns), *players_of(self.ew))


def players_of(side: str) -> tuple[str, ...]:
    """Return a pair, or the two individuals of a side such as 3+8."""
    return tuple(side.split(PARTNERS))


@dataclass(frozen=True, slots=True)
class ScheduleReading:
    """What came of a schedule file: placements in file order, or problems."""

    placements: tuple[Placement, ...]
    problems: tuple[BoardProblem, ...]


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
    matches: dict[tuple[str, int, int], tuple[tuple[str, ...], ...]] = field(
        default_factory=dict
    )
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
    match = tuple(
        tuple(f"{player} {name}" if two_fields else player for player in players)
        for name, players in (("NS", players_of(one.ns)), ("EW", players_of(one.ew)))
    )
    seated = [player for side in match for player in side]
    again = [player for player in seated if seated.count(player) > 1]
    if again:
        yield Flaw.PAIR_AGAINST_ITSELF, f"{again[0]}, {where}"
        return
    if match != met.matches.setdefault((one.section, one.round, one.table), match):
        yield Flaw.TABLE_TAKEN, where
    for pair in seated:
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
