"""The movements of a club: Mitchell, Howell, team match, and what changes them.

Each returns the placements of a whole session. A movement that cannot be had raises
UnreadableFile with the sentence for people.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path

from rulings.importers.drafts import MAX_BOARD_NUMBER
from rulings.importers.faults import FileFault, UnreadableFile
from rulings.importers.schedules import Placement

HOWELLS = Path(__file__).with_name("howell.toml")


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
    _check_rounds(tables, rounds, most)
    _check_boards(first_board, tables * boards_per_round)
    placements: list[Placement] = []
    for turn in range(rounds):
        skipped = int(even and not share and turn >= tables // 2)
        for table in range(tables):
            place = table + int(even and share and table >= tables // 2)
            ew = tables + 1 + (table - turn - skipped) % tables
            placements += _at_table(
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
    rows = tomllib.loads(HOWELLS.read_text("utf-8"))["howell"]
    return {
        row["tables"]: tuple((ns, ew, boards) for ns, ew, boards in row["places"])
        for row in rows
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
    _check_rounds(tables, rounds, moving)
    _check_boards(first_board, moving * boards_per_round)
    placements: list[Placement] = []
    for turn in range(rounds):
        stays = (str(moving + 1), _turned(0, turn, moving), 0)
        others = (
            (_turned(ns, turn, moving), _turned(ew, turn, moving), boards)
            for ns, ew, boards in known[tables]
        )
        for table, (ns, ew, boards) in enumerate((stays, *others), start=1):
            placements += _at_table(
                Placement(section, turn + 1, table, 0, ns, ew),
                first_board + (boards + turn) % moving * boards_per_round,
                boards_per_round,
            )
    return tuple(placements)


def _turned(pair: int, turn: int, moving: int) -> str:
    return str((pair + turn) % moving or moving)


def team_match(
    boards: int, *, rounds: int = 1, section: str = "A", first_board: int = 1
) -> tuple[Placement, ...]:
    """Return a match of two teams in two rooms, in one or more rounds of equal length.

    Table 1 is the open room, table 2 the closed one. Pairs 1 and 4 are the home team,
    2 and 3 the visitors.
    """
    if rounds < 1 or boards % rounds:
        raise UnreadableFile(FileFault.MATCH_ROUNDS, boards=boards, rounds=rounds)
    _check_boards(first_board, boards)
    length = boards // rounds
    rooms = (("1", "2"), ("3", "4"))
    placements: list[Placement] = []
    for turn in range(rounds):
        for table, (ns, ew) in enumerate(rooms, start=1):
            placements += _at_table(
                Placement(section, turn + 1, table, 0, ns, ew),
                first_board + turn * length,
                length,
            )
    return tuple(placements)


def arrow_switched(placements: Iterable[Placement], last: int) -> tuple[Placement, ...]:
    """Turn the tables of the last rounds: North-South sit East-West."""
    found = tuple(placements)
    turned = {one.round for one in found}
    for number in sorted(turned)[: len(turned) - last]:
        turned.discard(number)
    return tuple(
        replace(one, ns=one.ew, ew=one.ns) if one.round in turned else one
        for one in found
    )


def without_pair(placements: Iterable[Placement], pair: str) -> tuple[Placement, ...]:
    """Leave out a pair that is missing: whoever meets it sits out."""
    return tuple(one for one in placements if pair not in {one.ns, one.ew})


def _at_table(match: Placement, first: int, boards: int) -> Iterable[Placement]:
    return (replace(match, board=board) for board in range(first, first + boards))


def _check_rounds(tables: int, rounds: int, most: int) -> None:
    if tables < 1 or not 1 <= rounds <= most:
        raise UnreadableFile(
            FileFault.MOVEMENT_ROUNDS, tables=tables, most=most, rounds=rounds
        )


def _check_boards(first: int, boards: int) -> None:
    if boards < 1 or first < 1 or first + boards - 1 > MAX_BOARD_NUMBER:
        raise UnreadableFile(
            FileFault.MOVEMENT_BOARDS,
            boards=boards,
            first=first,
            limit=MAX_BOARD_NUMBER,
        )
