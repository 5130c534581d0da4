"""Movements in which everybody plays for himself, with another partner each round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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


def individual(
    tables: int,
    rounds: int,
    boards_per_round: int,
    *,
    section: str = "A",
    first_board: int = 1,
) -> tuple[Placement, ...]:
    """Return a movement of individuals; a side is two numbers, as in 3+8.

    Of a Rainbow the Norths stay and each other seat moves by its own step. Otherwise
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
    sets = tables if "steps" in row else SEATS * tables - 1
    check_rounds(tables, rounds, sets)
    check_boards(first_board, sets * boards_per_round)
    placements: list[Placement] = []
    for turn in range(rounds):
        seated = _rainbow(row, turn) if "steps" in row else _cyclic(row, turn)
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
