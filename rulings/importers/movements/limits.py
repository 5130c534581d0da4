"""What every movement is held to: rounds it has, boards that have numbers.

And how the boards of a round come to a table, and who meets whom where all meet.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from rulings.importers.drafts import MAX_BOARD_NUMBER
from rulings.importers.faults import FileFault, UnreadableFile
from rulings.importers.schedules import Placement

DATA = Path(__file__).with_name("data")


@cache
def declared(kind: str) -> tuple[dict[str, Any], ...]:
    """Return the movements of a kind, as their file in `data` declares them."""
    rows = tomllib.loads((DATA / f"{kind}.toml").read_text("utf-8"))[kind]
    return tuple(rows)


def check_rounds(tables: int, rounds: int, most: int) -> None:
    """Raise UnreadableFile where so many tables do not play so many rounds."""
    if tables < 1 or not 1 <= rounds <= most:
        raise UnreadableFile(
            FileFault.MOVEMENT_ROUNDS, tables=tables, most=most, rounds=rounds
        )


def check_boards(first: int, boards: int) -> None:
    """Raise UnreadableFile where some boards have no number."""
    if boards < 1 or first < 1 or first + boards - 1 > MAX_BOARD_NUMBER:
        raise UnreadableFile(
            FileFault.MOVEMENT_BOARDS,
            boards=boards,
            first=first,
            limit=MAX_BOARD_NUMBER,
        )


def at_table(match: Placement, first: int, boards: int) -> Iterable[Placement]:
    """Return a table of one round with each of its boards."""
    return (replace(match, board=board) for board in range(first, first + boards))


def turned(number: int, turn: int, moving: int) -> str:
    """Return who sits in a round where `number` sat in round 1; the last one stays."""
    if number > moving:
        return str(number)
    return str((number + turn) % moving or moving)


def all_meet(seats: int, turn: int) -> list[tuple[int, int]]:
    """Return who meets whom in a round: the last one stays, the others turn."""
    ring = [(place + turn) % (seats - 1) + 1 for place in range(seats - 1)]
    others = [(ring[n], ring[-n]) for n in range(1, seats // 2)]
    return [(ring[0], seats), *others]
