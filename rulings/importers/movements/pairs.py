"""Movements of pairs: Mitchell, Howell, and all on the same boards (barometer)."""

from __future__ import annotations

from functools import cache

from rulings.importers.faults import FileFault, UnreadableFile
from rulings.importers.movements.limits import (
    all_meet,
    at_table,
    check_boards,
    check_rounds,
    declared,
    turned,
)
from rulings.importers.schedules import Placement


def mitchell(
    tables: int,
    rounds: int,
    boards_per_round: int,
    *,
    section: str = "A",
    first_board: int = 1,
    share: bool = False,
) -> tuple[Placement, ...]:
    """Return a Mitchell movement: North-South stay, boards and East-West move.

    East-West pairs are numbered on from the North-South pairs. With an even number of
    tables East-West skip a table half-way, and one round fewer than tables can be
    played; or, with `share`, the first and the last table share their boards, a set
    rests half-way, and as many rounds as tables can be played.
    """
    even = tables % 2 == 0
    most = tables - 1 if even and not share else tables
    check_rounds(tables, rounds, most)
    check_boards(first_board, tables * boards_per_round)
    placements: list[Placement] = []
    for turn in range(rounds):
        skipped = int(even and not share and turn >= tables // 2)
        for table in range(tables):
            place = table + int(even and share and table >= tables // 2)
            ew = tables + 1 + (table - turn - skipped) % tables
            placements += at_table(
                Placement(section, turn + 1, table + 1, 0, str(table + 1), str(ew)),
                first_board + (place + turn) % tables * boards_per_round,
                boards_per_round,
            )
    return tuple(placements)


@cache
def howells() -> dict[int, tuple[tuple[int, int, int], ...]]:
    """Return the places of round 1 by the number of tables: pair, pair, set of boards.

    The table where the last pair stays North-South is not among them.
    """
    return {
        row["tables"]: tuple((ns, ew, boards) for ns, ew, boards in row["places"])
        for row in declared("howell")
    }


def howell(
    tables: int,
    rounds: int,
    boards_per_round: int,
    *,
    section: str = "A",
    first_board: int = 1,
) -> tuple[Placement, ...]:
    """Return a Howell: each pair meets each other one, and the last pair stays.

    A pair follows the pair whose number is one lower; the boards move down. Of 2 and 3
    tables all play the same boards in a round.
    """
    known = howells()
    if tables not in known:
        raise UnreadableFile(
            FileFault.MOVEMENT_TABLES, least=min(known), most=max(known), tables=tables
        )
    moving = 2 * tables - 1
    check_rounds(tables, rounds, moving)
    check_boards(first_board, moving * boards_per_round)
    placements: list[Placement] = []
    for turn in range(rounds):
        stays = (str(moving + 1), turned(0, turn, moving), 0)
        others = (
            (turned(ns, turn, moving), turned(ew, turn, moving), boards)
            for ns, ew, boards in known[tables]
        )
        for table, (ns, ew, boards) in enumerate((stays, *others), start=1):
            placements += at_table(
                Placement(section, turn + 1, table, 0, ns, ew),
                first_board + (boards + turn) % moving * boards_per_round,
                boards_per_round,
            )
    return tuple(placements)


def barometer(
    tables: int,
    rounds: int,
    boards_per_round: int,
    *,
    section: str = "A",
    first_board: int = 1,
) -> tuple[Placement, ...]:
    """Return a movement in which all tables play the same boards at the same time.

    Each pair meets each other one; the last pair stays and sits North-South in every
    second round. Every table needs boards of its own with the same cards.
    """
    seats = 2 * tables
    check_rounds(tables, rounds, seats - 1)
    check_boards(first_board, rounds * boards_per_round)
    placements: list[Placement] = []
    for turn in range(rounds):
        (moves, stays), *others = all_meet(seats, turn)
        first = (stays, moves) if turn % 2 else (moves, stays)
        for table, (ns, ew) in enumerate((first, *others), start=1):
            placements += at_table(
                Placement(section, turn + 1, table, 0, str(ns), str(ew)),
                first_board + turn * boards_per_round,
                boards_per_round,
            )
    return tuple(placements)
