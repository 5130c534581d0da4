"""Movements in which everybody plays for himself, with another partner each round."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rulings.importers.faults import FileFault, UnreadableFile
from rulings.importers.movements.limits import (
    at_table,
    check_boards,
    check_rounds,
    declared,
    turned,
)
from rulings.importers.schedules import PARTNERS, Placement

SEATS = 4

Seated = tuple[Sequence[str], int]
"""North, South, East and West at a table, and which set of boards it plays."""


def individuals() -> dict[int, dict[str, Any]]:
    """Return the movements of the data file by the number of tables."""
    return {row["tables"]: row for row in declared("individual")}


def most_rounds(tables: int) -> int:
    """Return the rounds that so many tables can play; the data file has them."""
    row = individuals()[tables]
    if "places" in row:
        return SEATS * tables - 1
    return len(row["shifts"]) if "shifts" in row else tables


def individual(
    tables: int,
    rounds: int,
    boards_per_round: int,
    *,
    section: str = "A",
    first_board: int = 1,
) -> tuple[Placement, ...]:
    """Return a movement of individuals; a side is two numbers, as in 3+8.

    Of a Rainbow the Norths stay, and each other seat moves by its own step or, where
    the number of tables has no such steps, to the table that its file names. Otherwise
    all numbers but the last go up by one, as in a Howell.
    """
    known = individuals()
    if tables not in known:
        raise UnreadableFile(
            FileFault.INDIVIDUAL_TABLES,
            held=", ".join(map(str, sorted(known))),
            tables=tables,
        )
    row = known[tables]
    sets = SEATS * tables - 1 if "places" in row else tables
    check_rounds(tables, rounds, most_rounds(tables))
    check_boards(first_board, sets * boards_per_round)
    seats = next(_SEATED[name] for name in _SEATED if name in row)
    placements: list[Placement] = []
    for turn in range(rounds):
        seated = seats(row, turn)
        for table, (players, boards) in enumerate(seated, start=1):
            north, south, east, west = players
            placements += at_table(
                Placement(
                    section,
                    turn + 1,
                    table,
                    0,
                    f"{north}{PARTNERS}{south}",
                    f"{east}{PARTNERS}{west}",
                ),
                first_board + boards % sets * boards_per_round,
                boards_per_round,
            )
    return tuple(placements)


def _rainbow(row: dict[str, Any], turn: int) -> Iterable[Seated]:
    tables = row["tables"]
    for table in range(tables):
        players = [
            str(seat * tables + (table - turn * step) % tables + 1)
            for seat, step in enumerate(row["steps"])
        ]
        yield players, table + turn


def _cyclic(row: dict[str, Any], turn: int) -> Iterable[Seated]:
    moving = SEATS * row["tables"] - 1
    for *players, boards in row["places"]:
        yield [turned(one, turn, moving) for one in players], boards + turn


def _shifted(row: dict[str, Any], turn: int) -> Iterable[Seated]:
    tables, group = row["tables"], row["group"]
    *moved, boards = row["shifts"][turn]
    for table in range(tables):
        players = [
            str(seat * tables + _added(group, table, shift, -1) + 1)
            for seat, shift in enumerate(moved)
        ]
        yield players, _added(group, table, boards, 1)


def _added(group: Sequence[int], table: int, shift: int, sign: int) -> int:
    """Return the table that lies a shift on or back, each place of a group apart."""
    found, worth = 0, 1
    for size in reversed(group):
        found += (table + sign * shift) % size * worth
        table, shift, worth = table // size, shift // size, worth * size
    return found


_SEATED: dict[str, Callable[[dict[str, Any], int], Iterable[Seated]]] = {
    "steps": _rainbow,
    "shifts": _shifted,
    "places": _cyclic,
}
"""How the players of a round are found, by what the data file has of a movement."""
