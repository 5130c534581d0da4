"""Matches of teams: head to head, each against each, and drawn round by round.

A match has two tables. Team 1 sends pair 1, which sits North-South at home, and pair 2;
team 2 sends pairs 3 and 4, and so on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rulings.importers.faults import FileFault, UnreadableFile
from rulings.importers.movements.limits import all_meet, at_table, check_boards
from rulings.importers.schedules import Placement

MIN_TEAMS = 3
MAX_DRAWN = 400

Match = tuple[int, int]
"""Two numbers that meet: home and visitors, or of pairs North-South and East-West."""


def team_match(
    boards: int, *, rounds: int = 1, section: str = "A", first_board: int = 1
) -> tuple[Placement, ...]:
    """Return a match of two teams in two rooms, in one or more rounds of equal length.

    Table 1 is the open room, table 2 the closed one. Pairs 1 and 4 are the home team,
    2 and 3 the visitors.
    """
    if rounds < 1 or boards % rounds:
        raise UnreadableFile(FileFault.MATCH_ROUNDS, boards=boards, rounds=rounds)
    check_boards(first_board, boards)
    length = boards // rounds
    rooms = (("1", "2"), ("3", "4"))
    placements: list[Placement] = []
    for turn in range(rounds):
        for table, (ns, ew) in enumerate(rooms, start=1):
            placements += at_table(
                Placement(section, turn + 1, table, 0, ns, ew),
                first_board + turn * length,
                length,
            )
    return tuple(placements)


def round_robin(
    teams: int,
    rounds: int,
    boards_per_round: int,
    *,
    section: str = "A",
    first_board: int = 1,
) -> tuple[Placement, ...]:
    """Return matches of teams, each against each other one, in two rooms a match.

    All matches of a round play the same boards. Of an odd number of teams one sits out
    each round.
    """
    seats = teams + teams % 2
    if teams < MIN_TEAMS or not 1 <= rounds < seats:
        raise UnreadableFile(
            FileFault.MOVEMENT_TEAMS, teams=teams, most=seats - 1, rounds=rounds
        )
    check_boards(first_board, rounds * boards_per_round)
    placements: list[Placement] = []
    for turn in range(rounds):
        placements += drawn_round(
            [match for match in all_meet(seats, turn) if max(match) <= teams],
            turn + 1,
            boards_per_round,
            section=section,
            first_board=first_board + turn * boards_per_round,
            teams=True,
        )
    return tuple(placements)


def read_draw(text: str) -> tuple[Match, ...]:
    """Read a draw by hand or from a scoring program: two numbers a line.

    Between them stands a comma, a semicolon, a tab, spaces, a dash or a colon; a first
    line of column names is passed over. Raises UnreadableFile for any other line, for a
    number that meets itself, and for one that is drawn twice.
    """
    matches: list[Match] = []
    drawn: set[int] = set()
    for place, line in enumerate(text.split("\n")):
        words = [
            word for word in re.split(r"[\s,;:–-]+", line.strip().strip('"')) if word
        ]
        if not words or (place == 0 and not re.search(r"\d", line)):
            continue
        numbers = [int(word) for word in words if re.fullmatch(r"[0-9]{1,3}", word)]
        if len(words) != 2 or len(numbers) != 2 or 0 in numbers:  # noqa: PLR2004 two meet
            raise UnreadableFile(FileFault.DRAW_LINE, line=place + 1)
        home, away = numbers
        for number in (home, away):
            if number in drawn:
                raise UnreadableFile(FileFault.DRAWN_TWICE, number=number)
            drawn.add(number)
        matches.append((home, away))
    if not matches or len(matches) > MAX_DRAWN:
        raise UnreadableFile(FileFault.DRAW_EMPTY, limit=MAX_DRAWN)
    return tuple(matches)


def drawn_round(
    matches: Sequence[Match],
    number: int,
    boards: int,
    *,
    section: str = "A",
    first_board: int = 1,
    teams: bool,
) -> tuple[Placement, ...]:
    """Return one round of drawn matches; all of them play the same boards.

    Of teams a match has two tables, of pairs one.
    """
    check_boards(first_board, boards)
    placements: list[Placement] = []
    for table, (ns, ew) in enumerate(_seated(matches, teams=teams), start=1):
        placements += at_table(
            Placement(section, number, table, 0, str(ns), str(ew)), first_board, boards
        )
    return tuple(placements)


def _seated(matches: Iterable[Match], *, teams: bool) -> list[Match]:
    """Return who sits at each table, in order."""
    if not teams:
        return list(matches)
    return [
        table
        for home, away in matches
        for table in ((2 * home - 1, 2 * away), (2 * away - 1, 2 * home))
    ]
